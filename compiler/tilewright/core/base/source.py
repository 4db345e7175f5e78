"""Source text and columns: the only place that turns offsets, lines and Python's UTF-8 columns into one another.

An offset counts characters of `text`.  A line is a 0-based number here; users see 1-based ones, made in `Source.where`, and in words by `Source.on_lines`,
which say cell and line where the text is that of a notebook.
Only `\\n`, `\\r\\n` and `\\r` end a line, as in Python's own tokenizer and the Language Server Protocol; form feeds and the
Unicode separators do not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from tilewright.core.base.cells import Cells, cells_in, on_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LINE_END = re.compile(r"\r\n|\n|\r")


def line_starts(text: str) -> list[int]:
    """Offset of the first character of each line of `text`."""
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text))]
    starts = [0, *accumulate([len(line) + 1 for line in text.split("\n")])]
    starts.pop()
    return starts


@dataclass(slots=True, unsafe_hash=True)
class Span:
    """A half-open range of offsets in one source.  It is never changed; Python would take three times as long to make it if it had to see to that."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters in the range."""
        return self.source.text[self.start : self.end]

    def part(self, start: int, end: int) -> Span:
        """The range of a part of the text, by offsets in it; it may reach beyond its end."""
        return Span(self.source, self.start + start, self.start + end)

    def following(self, length: int) -> str:
        """The characters from the beginning on, whether they are in the range or not."""
        return self.source.text[self.start : self.start + length]

    @property
    def line(self) -> int:
        """1-based line of the first character in the file the source came from."""
        return self.source.where(self.start)[0]

    @property
    def column(self) -> int:
        """1-based column (in characters) of the first character."""
        return self.source.where(self.start)[1]

    @property
    def end_line(self) -> int:
        """1-based line of the end of the range."""
        return self.source.where(self.end)[0]

    @property
    def end_column(self) -> int:
        """1-based column just after the last character."""
        return self.source.where(self.end)[1]

    @property
    def place(self) -> Place:
        """The beginning and the end as people count them."""
        return self.source.place(self.start, self.end)

    def __str__(self) -> str:
        place = self.place
        return f"{self.source.name}:{place.in_cell}{place.line}:{place.column}"


@dataclass(slots=True, eq=False)
class Expanded(Span):
    """The range of a macro's call, as the place of something that stands in the text of the macro, at `inside`.

    `calls` are the macros around that one, innermost first: each with the place in it at which the one before is called.  Two are equal when they are the same call.
    """

    macro: str
    inside: Span
    calls: tuple[tuple[str, Span], ...] = ()

    @property
    def text(self) -> str:
        """The characters that were written, those in the macro."""
        return self.inside.text

    def part(self, start: int, end: int) -> Span:
        """The place of a part of the text in the macro."""
        inside = self.inside.part(start, end)
        return Expanded(self.source, self.start, self.end, self.macro, inside, self.calls)

    def following(self, length: int) -> str:
        """The characters of the macro from the place in it on."""
        return self.inside.following(length)

    @property
    def stack(self) -> tuple[tuple[str, Span], ...]:
        """The macros that are being read, innermost first, each with the place in its text."""
        return ((self.macro, self.inside), *self.calls)

    @property
    def call(self) -> Span:
        """The range of the call alone."""
        return Span(self.source, self.start, self.end)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return (self.source, self.start, self.end) == (other.source, other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.source, self.start, self.end))


@dataclass(frozen=True, slots=True)
class Place:
    """A range by lines and columns from 1, those of a notebook by its lines in the cell with this number."""

    cell: int | None
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def words(self) -> str:
        """The line of the beginning: "line 8", "cell 3, line 2"."""
        return f"line {self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"

    @property
    def in_cell(self) -> str:
        """The cell before a line and a column, "" outside notebooks."""
        return "" if self.cell is None else f"cell {self.cell}:"


@dataclass(frozen=True, eq=False)
class Source:
    """A piece of program text: a whole file or one definition of it.  It is never changed: programs and analyses share it.

    `first_line` is the 0-based line at which the text begins in file `name`; spans stay relative to the text, so a
    definition that moves inside its file keeps them.  `around` are the cells of the notebook that it is a part of; a whole notebook has them in its text.
    """

    text: str
    name: str = "<string>"
    first_line: int = 0
    first_column: int = field(default=0, kw_only=True)
    around: Cells | None = field(default=None, kw_only=True)

    @cached_property
    def cells(self) -> Cells | None:
        """The cells of the notebook that this is the text of, or a part of."""
        return self.around or cells_in(self.text)

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        return line_starts(self.text)

    @cached_property
    def is_ascii(self) -> bool:
        """Whether columns in bytes, UTF-16 units and characters agree."""
        return self.text.isascii()

    def offset(self, line: int, utf8_column: int) -> int:
        """Offset of Python `ast`'s position: 0-based `line`, column in UTF-8 bytes."""
        start = self.line_starts[min(line, len(self.line_starts) - 1)]
        if self.is_ascii:
            return min(start + utf8_column, len(self.text))
        return start + len(
            self.line_text(line).encode("utf-8", "surrogatepass")[:utf8_column].decode("utf-8", "ignore")
        )

    def line_of(self, offset: int) -> int:
        """0-based line, counted from the beginning of this text, in which `offset` lies."""
        return bisect_right(self.line_starts, offset) - 1

    def line_text(self, line: int) -> str:
        """Text of 0-based `line` of this text without its line end."""
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def line_end(self, line: int) -> int:
        """Offset behind the last character of 0-based `line` that is no space."""
        return self.line_starts[line] + len(self.line_text(line).rstrip())

    def where(self, offset: int) -> tuple[int, int]:
        """1-based line in the file and 1-based column in characters, as people and messages count them."""
        line = self.line_of(offset)
        column = offset - self.line_starts[line] + 1 + (self.first_column if line == 0 else 0)
        return line + self.first_line + 1, column

    def span(self, start: int, end: int) -> Span:
        """The range from `start` up to `end`."""
        return Span(self, start, end)

    def on_lines(self, offsets: Iterable[int]) -> str:
        """The lines of some offsets in words: "on line 8", "on lines 5, 7", "in cell 3, line 2"."""
        return on_lines((self.where(offset)[0] for offset in offsets), self.cells)

    def number(self, line: int) -> int:
        """The number of a 0-based line of this text as people count, from 1: in its file, or in the cell of a notebook."""
        in_file = line + self.first_line
        return in_file + 1 if self.cells is None else self.cells.at(in_file)[1]

    def place(self, start: int, end: int) -> Place:
        """A range as people count: in its file, or in the cell of a notebook."""
        (line, column), (end_line, end_column) = self.where(start), self.where(end)
        if self.cells is None:
            return Place(None, line, column, end_line, end_column)
        cell, first = self.cells.at(line - 1)
        return Place(cell, first, column, first + end_line - line, end_column)

    def part(self, start: int, text: str) -> Source:
        """The text that begins at `start` and on a line of its own, as a source that knows its place."""
        return Source(text, self.name, self.first_line + self.line_of(start), around=self.cells)

    def row(self) -> list[object]:
        """All about it in plain data, for JSON."""
        cells = [] if self.around is None else [[self.around.numbers, self.around.first_lines]]
        return [self.text, self.name, self.first_line, self.first_column, *cells]

    @staticmethod
    def of_row(row: Sequence[Any]) -> Source:
        """The source that `row` has written."""
        text, name, line, column, *cells = row
        around = Cells(*map(tuple, cells[0])) if cells else None
        return Source(text, name, line, first_column=column, around=around)
