"""Names of variables, buffers and functions while printing: each taken once, given back when its scope ends."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable

from tilewright.core.base.names import fresh
from tilewright.core.printer.document import Text

_STRANGE = re.compile(r"[^A-Za-z0-9_]")
_KEYWORDS = frozenset(keyword.kwlist)


class Names:
    """The names of visible objects; names in `reserved` are never used.

    `given` maps the `id` of an object to its name.
    """

    def __init__(self, show_address: bool, reserved: Iterable[str]) -> None:
        self._made: dict[int, Callable[[], Text]] = {}
        self.given: dict[int, str] = {}
        self._taken: set[str] = {*_KEYWORDS, *reserved}
        self._show_address = show_address

    def known(self, target: object) -> bool:
        """Whether `target` has a name now."""
        return id(target) in self.given or id(target) in self._made

    def text(self, target: object) -> Text | None:
        """The name of `target`, None when it has none."""
        found = self.given.get(id(target))
        if found is not None or not self._made:
            return found
        made = self._made.get(id(target))
        return None if made is None else made()

    def define(self, target: object, hint: str) -> str:
        """Give `target` the name `hint`, or `hint_1`, ... when that is taken; returns it."""
        plain = hint.isidentifier() and hint.isascii() and not self._show_address
        name = hint if plain and hint not in self._taken else fresh(self._wanted(target, hint), self._taken)
        self._taken.add(name)
        self.given[id(target)] = name
        return name

    def _wanted(self, target: object, hint: str) -> str:
        if self._show_address:
            hint = f"{hint}_{id(target):#x}"
        wanted = hint if hint.isidentifier() and hint.isascii() else _STRANGE.sub("_", hint)
        return f"_{wanted}" if wanted[0].isdigit() else wanted

    def define_as(self, target: object, made: Callable[[], Text]) -> None:
        """Write `target` as what `made` gives, such as `A.data`; no name is taken."""
        self._made[id(target)] = made

    def made(self, target: object) -> Callable[[], Text] | None:
        """The text that `define_as` gave `target`, None when it gave none."""
        return self._made.get(id(target))

    def forget(self, target: object) -> None:
        """`target` is no longer visible; its name may be given to another."""
        if self._made:
            self._made.pop(id(target), None)
        name = self.given.pop(id(target), None)
        if name is not None:
            self._taken.discard(name)
