"""Programs of a script: functions and modules of the script language, read as their decorators would read them, with the names that they see."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from tilewright.core.base.diagnostics import Severity
from tilewright.core.frontend.environment import MISSING, Live, Unexecuted
from tilewright.core.frontend.imports import OutsideModule, resolve
from tilewright.core.frontend.parse import parse
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.roles import may_give_role
from tilewright.core.frontend.tree_parts import decorators_of
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule_scripts.pieces import Piece, Spot
from tilewright.core.schedule_scripts.run import Run
from tilewright.core.schedule_scripts.values import Definition, Ours, is_known


def is_program(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a definition may be one of the script language."""
    return any(map(may_give_role, decorators_of(node)))


def value_of(run: Run, definition: Definition) -> Any:
    """The function or module that a definition makes; `UNKNOWN` where it is wrong, or needs what is not known."""
    if definition.value is None:
        definition.value = UNKNOWN  # while it is being read
        definition.value = _read(run, definition)
    return definition.value


def _read(run: Run, definition: Definition) -> Any:
    node, piece = definition.node, definition.frame.piece
    start, text = _text(piece, node)
    names = _Names(run, definition)
    key = (text, tuple((name, _key(names.found(name))) for name in sorted(_taken(node))))
    known = run.known_programs.get(key)
    if known is None:
        known = _parsed(node.name, piece, start, text, names)
    if known is not UNKNOWN:
        run.programs[key] = known
        begin, end = name_place(piece.place, piece.source, node)
        run.defined[id(known)] = known, Spot(piece, begin, end)
    return known


def _parsed(name: str, piece: Piece, start: int, text: str, names: _Names) -> Any:
    parsed = parse(piece.source.part(start, text), names, check=False)
    wrong = any(found.severity is Severity.ERROR for found in parsed.diagnostics)
    made = parsed.values.get(name, parsed.bindings.get(name, UNKNOWN))  # a macro is no value
    return UNKNOWN if wrong or names.is_unsure else made


def _text(piece: Piece, node: ast.FunctionDef | ast.ClassDef) -> tuple[int, str]:
    """The lines of a definition with its decorators, and where they begin."""
    lines = piece.source.line_starts
    start = lines[min((each.lineno for each in node.decorator_list), default=node.lineno) - 1]
    return start, piece.text[start : piece.place(node)[1]]


def _taken(node: ast.AST) -> set[str]:
    """The names that a definition may take from outside: those that it mentions and does not bind."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    bound = {part.id for part in names if isinstance(part.ctx, ast.Store)}
    bound |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return {part.id for part in names} - bound


def _key(value: object) -> Any:
    """A key that is the same for two values exactly when a program that sees one instead of the other is the same."""
    if isinstance(value, (bool, int, float, str, list, tuple, dict, type(None))):
        return repr(value)
    return value.path if isinstance(value, OutsideModule) else id(value)


class _Names:
    """The names that a definition sees; it is unsure once the definition has asked for one that is not known."""

    recorded = False
    shows_python = False

    def __init__(self, run: Run, definition: Definition) -> None:
        self.is_unsure = False
        self._run, self._definition = run, definition
        self._found: dict[str, Any] = {}
        self._library = Unexecuted(Live(({},)))

    def lookup(self, name: str) -> object:
        """The value of a name."""
        value = self.found(name)
        self.is_unsure = self.is_unsure or value is UNKNOWN
        return value

    def found(self, name: str) -> object:
        """The value of a name, asked by somebody who can do without it."""
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    def _find(self, name: str) -> object:
        value = self._definition.names.get(name, MISSING)
        if value is MISSING:
            value = self._definition.frame.find(name)
        if value is MISSING:
            return value
        if isinstance(value, Definition):
            return value_of(self._run, value)
        if isinstance(value, Ours):
            return resolve(value.path)
        plain = value is None or isinstance(value, (bool, int, float, str, list, tuple, dict))
        return value if plain and is_known(value) else UNKNOWN

    def names(self) -> Iterable[str]:
        """The names that it knows."""
        return self._definition.names

    def attribute(self, value: Any, name: str) -> Any:
        """`value.name`."""
        return self._library.attribute(value, name)

    def may_call(self, function: object) -> bool:
        """Whether a function is one of the library."""
        return self._library.may_call(function)

    def instantiation(self, name: str) -> Mapping[str, object]:
        """Nothing is chosen for functions in a definition."""
        return {}

    def may_need(self, name: str) -> bool:
        """Every name may be needed."""
        return True


__all__ = ["is_program", "value_of"]
