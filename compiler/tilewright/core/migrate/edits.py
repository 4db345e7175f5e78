"""Changes of a text by place: insertions and replacements that do not overlap, and the statements that they are about."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilewright.core.analyze import Definition
from tilewright.core.base.source import Source
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.positions import Place, name_place, positions
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.ir.function import PrimFunc


class Refused(Exception):
    """The text at `start:end` of a piece cannot be rewritten; the message says why."""

    def __init__(self, reason: str, place: tuple[int, int]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place


@dataclass(frozen=True, order=True)
class Change:
    """Replace `text[start:end]`; changes at one place are made in the order of `rank`."""

    start: int
    end: int
    rank: int
    text: str


def changed(text: str, changes: Iterable[Change]) -> str:
    """The text with all changes made; one that lies inside another is lost with what it was to change."""
    made: list[str] = []
    at = 0
    for change in sorted(
        set(changes), key=lambda each: (each.start, each.end > each.start, -each.end, each.rank, each.text)
    ):
        if change.start < at:
            continue
        made += [text[at : change.start], change.text]
        at = change.end
    return "".join([*made, text[at:]])


@dataclass(frozen=True)
class Piece:
    """A top-level piece of a file, as Python reads it."""

    definition: Definition
    source: Source
    tree: ast.Module
    place: Place

    @classmethod
    def of(cls, definition: Definition) -> Piece:
        """The piece; raises `SyntaxError` when its text is no Python."""
        tree = ast.parse(definition.source.text)
        return cls(definition, definition.source, tree, positions(definition.source))

    def text(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self.place(node)
        return self.source.text[start:end]

    def scripts(self) -> Iterator[tuple[ast.FunctionDef, Symbol]]:
        """The functions of the script and its macros, with the symbols that the parser has made of them; inner ones after outer ones."""
        symbols = {(symbol.start, symbol.end): symbol for symbol in self.definition.source_map.symbols}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef):
                symbol = symbols.get(name_place(self.place, self.source, node))
                if symbol is not None and isinstance(symbol.value, (PrimFunc, ScriptMacro)):
                    yield node, symbol

    def is_first_of_its_line(self, node: ast.stmt) -> bool:
        """Whether nothing but blanks stands in front of a statement."""
        start = self.place(node)[0]
        return not self.source.text[self.source.line_starts[self.source.line_of(start)] : start].strip()

    def in_front_of(self, node: ast.stmt) -> str:
        """The text that divides a statement from another that is put in front of it: a new line, or a semicolon."""
        if not self.is_first_of_its_line(node):
            return "; "
        start = self.place(node)[0]
        begin = self.source.line_starts[self.source.line_of(start)]
        return self.line_end + self.source.text[begin:start]

    @property
    def line_end(self) -> str:
        """The line end of the piece: `\\n` or `\\r\\n`."""
        text = self.source.text
        at = text.find("\n")
        return (
            "\n" if at < 0 and "\r" not in text else "\r" if at < 0 else "\r\n" if text[at - 1 : at] == "\r" else "\n"
        )


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Every statement inside a definition, in no order, without those of functions inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, (ast.FunctionDef, ast.ClassDef, ast.expr)):
            yield from statements(child)
