"""Source text and columns: the only place that turns offsets, lines and Python's UTF-8 columns into one another.

An offset counts characters of `text`.  A line is a 0-based number here; users see 1-based ones, made in `Source.where`.
Only `\\n`, `\\r\\n` and `\\r` end a line, as in Python's own tokenizer and the Language Server Protocol; form feeds and the
Unicode separators do not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

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

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@dataclass(frozen=True, eq=False)
class Source:
    """A piece of program text: a whole file or one definition of it.  It is never changed: programs and analyses share it.

    `first_line` is the 0-based line at which the text begins in file `name`; spans stay relative to the text, so a
    definition that moves inside its file keeps them.
    """

    text: str
    name: str = "<string>"
    first_line: int = 0
    first_column: int = field(default=0, kw_only=True)

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

    def where(self, offset: int) -> tuple[int, int]:
        """1-based line in the file and 1-based column in characters, as people and messages count them."""
        line = self.line_of(offset)
        column = offset - self.line_starts[line] + 1 + (self.first_column if line == 0 else 0)
        return line + self.first_line + 1, column

    def span(self, start: int, end: int) -> Span:
        """The range from `start` up to `end`."""
        return Span(self, start, end)
