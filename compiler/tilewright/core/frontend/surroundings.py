"""The surroundings of the pieces of a file: what each piece finds under the names that others define, and when that is the same as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Given, Static
from tilewright.core.frontend.formulas import Formula, meaning, seen_among
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.names_of_pieces import (
    Ahead,
    NamesOfPieces,
    bound_several_times,
    bound_somewhere,
    needed_somewhere,
)
from tilewright.core.frontend.parse import parse
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import Node

# What gives the file names that no text defines.
_ADDS_NAMES = re.compile(
    r"\bglobals\(\)\s*(?:\[[^\]\n]*\]\s*=[^=]|\.(?:update|setdefault)\b)|\bsys\.modules\[__name__\]"
)


def _adds_names(text: str) -> bool:
    # Each edit asks: a search for words takes a hundredth of the expression's time.
    return ("globals()" in text or "sys.modules" in text) and _ADDS_NAMES.search(text) is not None


class Surroundings:
    """The environment of a piece, put together from the pieces before it when one has to be parsed."""

    def __init__(self, whole: Source, pieces: list[tuple[int, str]], given: Given, shows_python: bool) -> None:
        self._known: dict[str, Any] = {"*": UNKNOWN} if _adds_names(whole.text) else {}
        self._given, self._shows_python = given, shows_python
        self._added: list[Mapping[str, Any]] = []
        self._bound = NamesOfPieces([text for _, text in pieces], bound_somewhere)
        self._several = NamesOfPieces(self._bound.pieces, bound_several_times)
        self._behind = _Behind(whole, pieces, self._several)
        self._ahead = Ahead(self._bound.pieces, self._behind.read)
        self._at = 0

    def add(self, bindings: Mapping[str, Any]) -> None:
        """Let the pieces that follow see what the next piece binds."""
        self._added.append(bindings)
        self._at += 1

    def looks_ahead(self, names: Iterable[str]) -> bool:
        """Whether the next piece, which takes these names from elsewhere, depends on what pieces behind it define."""
        return self._ahead.is_asked_by(self._at, names)

    def environment(self) -> Static:
        """The environment behind the definitions that were added."""
        for bindings in self._added:
            for name, value in bindings.items():
                self._known[name] = seen_from_outside(seen_among(self._several, name, value))
        self._added.clear()
        if self._behind.environment is None:
            needed = None if self._shows_python else NamesOfPieces(self._bound.pieces, needed_somewhere)
            self._behind.environment = Static(self._known, self._bound, self._given, self._shows_python, needed)
        ahead = self._ahead.of(self._at)
        return self._behind.environment if ahead is None else replace(self._behind.environment, ahead=ahead)


@dataclass(eq=False)
class _Behind:
    """Pieces that are read before it is their turn.  It knows nothing of who asks: a cycle would keep the texts of each edit until garbage is collected."""

    whole: Source
    pieces: list[tuple[int, str]]
    several: NamesOfPieces
    environment: Static | None = None

    def read(self, at: int, name: str, ahead: Callable[[str], object]) -> object:
        """The value that a piece further down binds to a name, seen from the others."""
        assert self.environment is not None
        start, text = self.pieces[at]
        found = parse(self.whole.part(start, text), replace(self.environment, ahead=ahead), check=False)
        return seen_from_outside(seen_among(self.several, name, found.bindings.get(name)))


def seen_from_outside(value: object) -> Any:
    """A name's value as other definitions see it: functions and modules are made anew at every change, so others do not look into them."""
    return UNKNOWN if isinstance(value, Node) else value


def key_of(value: object) -> str:
    """A text that is the same for two values exactly when a definition that sees one instead of the other reads the same."""
    if isinstance(value, (bool, int, float, str, tuple, list, dict, type(None))):
        return repr(value)
    if isinstance(value, ScriptMacro):
        return f"macro {value.source.text}"
    if isinstance(value, Formula):
        text, taken = meaning(value)
        return f"function {_digest(text, *(part for name, each in taken for part in (name, key_of(each))))}"
    return f"{type(value).__name__} {id(value)}"


def _digest(*parts: str) -> str:
    """A short text for long ones: functions that mention functions would else repeat what those mention."""
    from hashlib import blake2b  # loads OpenSSL, which most files do without

    made = blake2b(digest_size=16)
    for part in parts:
        made.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return made.hexdigest()
