"""Pieces of a file, and places in them: what is said of a piece stays true when it moves."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, diagnose
from tilewright.core.base.source import Source, Span
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.frontend.recover import read_quietly
from tilewright.core.frontend.tree_parts import parts_of


@dataclass(frozen=True, eq=False)
class Piece:
    """A definition at the top of the file, or the statements between two of them."""

    text: str

    @cached_property
    def source(self) -> Source:
        """The text on its own."""
        return Source(self.text)

    @cached_property
    def place(self) -> Place:
        """The function from nodes to their offsets."""
        return positions(self.source)

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """Its statements, none where the text is no Python."""
        tree = read_quietly(self.text)
        return [] if tree is None else tree.body

    @cached_property
    def imported(self) -> tuple[str, ...]:
        """The dotted paths that it imports: `a.b` for `import a.b` and for `from a import b`."""
        found: list[str] = []
        for part in (part for each in self.statements for part in parts_of(each)) if "import" in self.text else ():
            if isinstance(part, ast.Import):
                found += [alias.name for alias in part.names]
            elif isinstance(part, ast.ImportFrom):
                found += [f"{'.' * part.level}{part.module or ''}.{alias.name}" for alias in part.names]
        return tuple(found)

    def spot(self, node: Any) -> Spot:
        """The place of a node."""
        return Spot(self, *self.place(node))


@dataclass(frozen=True, slots=True)
class Spot:
    """A range of offsets in a piece."""

    piece: Piece
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text at the place."""
        return self.piece.text[self.start : self.end]

    def name(self) -> str:
        """The function that is called at the place: `sch.split`."""
        return self.text.partition("(")[0].strip()


@dataclass(frozen=True)
class Mistake:
    """A diagnostic in pieces: notes are sentences with places; `fix` is what to write at the place instead."""

    code: str
    message: str
    spot: Spot
    notes: tuple[tuple[str, Spot], ...] = field(default=())
    fix: str | None = None

    @property
    def key(self) -> tuple[str, int, int, int]:
        """Mistakes with the same one are the same."""
        return self.code, id(self.spot.piece), self.spot.start, self.spot.end

    def diagnostic(self, whole: Source, bases: dict[Piece, int]) -> Diagnostic | None:
        """The diagnostic in the file, whose pieces begin at these offsets; None where one of them is no longer there."""
        spots = (self.spot, *(spot for _, spot in self.notes))
        if any(each.piece not in bases for each in spots):
            return None

        def span(spot: Spot) -> Span:
            return Span(whole, bases[spot.piece] + spot.start, bases[spot.piece] + spot.end)

        place = span(self.spot)
        fixes = () if self.fix is None else (Fix(f"Change to `{self.fix}`", (Edit(place, self.fix),), safe=False),)
        return diagnose(
            self.code, self.message, place, tuple(Note(text, span(spot)) for text, spot in self.notes), fixes
        )


__all__ = ["Mistake", "Piece", "Spot"]
