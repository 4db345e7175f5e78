"""Notebooks: their Python cells are read as one text, so that a name of one is known in those below; answers are about the cell that was asked about."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tilewright.core.base.cells import head
from tilewright.project.notebook import program_of, program_of_cell
from tilewright_server import answers, shapes
from tilewright_server.answers import Extent
from tilewright_server.pieces import Piece, numbers
from tilewright_server.text import Encoding, Text
from tilewright_server.wire import Wire, tokens_between


@dataclass(eq=False, slots=True)
class Cell:
    """A cell that holds code."""

    uri: str
    language: str
    version: int
    text: Text

    @property
    def program(self) -> str:
        """The text as Python reads it, of the same length: what is meant for IPython, or in another language, are comments."""
        return program_of_cell(self.text.content, self.language == "python")


@dataclass(eq=False, slots=True)
class Notebook:
    """An open notebook."""

    uri: str
    version: int
    cells: list[Cell] = field(default_factory=list[Cell])

    @property
    def program(self) -> str:
        """The text of all cells."""
        return program_of(cell.program for cell in self.cells)

    def places(self) -> Iterator[tuple[Cell, Extent]]:
        """Each cell with its place in the text of all."""
        start = 0
        for number, cell in enumerate(self.cells, 1):
            start += len(head(number))
            end = start + len(cell.text.content)
            yield cell, Extent(start, end)
            start = end + 1

    def lines_above(self, uri: str) -> int:
        """The number of lines of the program before the cell with this URI; 0 where there is none."""
        start = next((extent.start for cell, extent in self.places() if cell.uri == uri), 0)
        return self.program.count("\n", 0, start)

    def cell(self, uri: str) -> Cell | None:
        """The cell with this URI."""
        return next((cell for cell in self.cells if cell.uri == uri), None)


class CellWire(Wire):
    """Converts answers about all of a notebook to those about one cell."""

    def __init__(self, notebook: Notebook, cell: Cell, text: Text, encoding: Encoding, versioned_edits: bool) -> None:
        super().__init__(cell.uri, cell.version, text, encoding, versioned_edits=versioned_edits)
        self.notebook = notebook
        self.cell = cell
        self.extent_of_cell = next(extent for each, extent in notebook.places() if each is cell)

    def offset(self, position: shapes.Position) -> int:
        """The offset in the notebook of a position in the cell."""
        inside = self.cell.text.offset(position["line"], position["character"], self.encoding)
        return self.extent_of_cell.start + inside

    def position(self, offset: int) -> shapes.Position:
        """The position in the cell of an offset in the notebook."""
        inside = min(max(offset - self.extent_of_cell.start, 0), len(self.cell.text.content))
        line, column = self.cell.text.position(inside, self.encoding)
        return {"line": line, "character": column}

    def location(self, extent: Extent) -> shapes.Location:
        """A range of the cell in which it stands."""
        return {"uri": (wire := self.wire_at(extent)).uri, "range": wire.range(extent)}

    def wire_at(self, extent: Extent) -> CellWire:
        """The converter of the cell in which the range begins."""
        return next((each for each in self.wires() if each.holds(extent)), self)

    def wires(self) -> Iterator[CellWire]:
        """The converters of all cells."""
        for cell in self.notebook.cells:
            yield CellWire(self.notebook, cell, self.text, self.encoding, self.versioned_edits)

    def holds(self, extent: Extent) -> bool:
        """Whether the range begins in this cell."""
        return self.extent_of_cell.start <= extent.start <= self.extent_of_cell.end

    def diagnostics(self, problems: Iterable[answers.Problem]) -> shapes.Diagnostics:
        """The problems of the cell."""
        return super().diagnostics([problem for problem in problems if self.holds(problem.extent)])

    def highlights(self, references: Iterable[answers.Reference]) -> list[shapes.Highlight]:
        """The references in the cell."""
        return super().highlights([each for each in references if self.holds(each.extent)])

    def lenses(self, lenses: Iterable[answers.Lens], command: str) -> list[shapes.CodeLens]:
        """The lenses of the cell."""
        return super().lenses([each for each in lenses if self.holds(each.extent)], command)

    def links(self, links: Iterable[answers.Link]) -> list[shapes.DocumentLink]:
        """The links of the cell."""
        return super().links([each for each in links if self.holds(each.extent)])

    def hints(self, hints: Iterable[answers.Hint]) -> list[shapes.InlayHint]:
        """The hints of the cell."""
        return super().hints([each for each in hints if self.holds(Extent(each.offset, each.offset))])

    def edit(
        self, changes: Iterable[answers.Change], others: Iterable[tuple[Wire, Iterable[answers.Change]]] = ()
    ) -> shapes.WorkspaceEdit:
        """Changes to the cells and to other documents."""
        all_changes = [*changes]
        cells = [(wire, [each for each in all_changes if wire.holds(each.extent)]) for wire in self.wires()]
        changed = [(wire, found) for wire, found in cells if found]
        own = next((found for wire, found in changed if wire.uri == self.uri), [])
        return super().edit(own, [*((wire, found) for wire, found in changed if wire.uri != self.uri), *others])

    def outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> list[shapes.DocumentSymbol]:
        """The symbols of the cell."""
        found = [each for part in parts for each in _moved(part) if self.holds(each.name_extent)]
        return [self._tree(each) for each in found]

    def _tree(self, symbol: answers.Outline) -> shapes.DocumentSymbol:
        made = self.symbol(symbol, self.range)
        if symbol.children:
            made["children"] = [self._tree(child) for child in symbol.children]
        return made

    def written_outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> str:
        """The symbols of the cell as JSON."""
        return json.dumps(self.outline(parts))

    def tokens(self, parts: Iterable[answers.Part[answers.Token]]) -> list[Piece]:
        """The tokens of the cell."""
        first, last = (self.text.line_of(at) for at in (self.extent_of_cell.start, self.extent_of_cell.end))
        return [Piece.of(tokens_between(numbers(super().tokens(parts)), first, last))]

    def folds(self, folds: Iterable[answers.Fold]) -> list[shapes.FoldingRange]:
        """The folding ranges of the cell."""
        first, last = (self.text.line_of(at) for at in (self.extent_of_cell.start, self.extent_of_cell.end))
        inside = [each for each in folds if first <= each.first and each.last <= last]
        return super().folds([answers.Fold(each.first - first, each.last - first, each.kind) for each in inside])


def _moved(part: answers.Part[answers.Outline]) -> Iterator[answers.Outline]:
    """The symbols of a definition with offsets in the whole text."""

    def move(symbol: answers.Outline) -> answers.Outline:
        return answers.Outline(
            symbol.name,
            symbol.detail,
            symbol.kind,
            Extent(symbol.extent.start + part.base, symbol.extent.end + part.base),
            Extent(symbol.name_extent.start + part.base, symbol.name_extent.end + part.base),
            tuple(map(move, symbol.children)),
        )

    return map(move, part.local.found)
