"""The text of an open document: immutable, with its line starts, and edited by pieces.

Positions are (line, column) pairs as the Language Server Protocol counts them: only `\\n`, `\\r\\n` and `\\r` end a line, and a column counts
units of the encoding that client and server agreed on.  `str.splitlines` is of no use here: it ends lines at form feeds and Unicode
separators too, so an edit behind one would land on the wrong line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final, Literal

from tilewright.core.base.source import line_starts

Encoding = Literal["utf-8", "utf-16", "utf-32"]
ENCODINGS: Final[tuple[Encoding, ...]] = ("utf-8", "utf-16", "utf-32")

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Text:
    """Characters and the offset of the first one of each line."""

    content: str
    line_starts: list[int]

    @staticmethod
    def of(content: str) -> Text:
        """The text of a document just opened."""
        return Text(content, line_starts(content))

    def edited(self, start: int, end: int, new: str) -> Text:
        """The text with the characters from `start` to `end` replaced by `new`; only the lines touched are scanned again."""
        content = self.content[:start] + new + self.content[end:]
        moved = len(new) - (end - start)
        # A line end may grow together at either seam (`\r` before, `\n` after), so one line before the edit is scanned too.
        first = max(0, self.line_of(start) - 1)
        after = self.line_of(end) + 1
        stop = self.line_starts[after] + moved if after < len(self.line_starts) else len(content)
        scanned = _line_starts(content, self.line_starts[first], stop)
        tail = self.line_starts[after:]
        if scanned and tail and scanned[-1] == stop:
            scanned.pop()
        starts = [*self.line_starts[: first + 1], *scanned, *[offset + moved for offset in tail]]
        return Text(content, starts)

    def line_of(self, offset: int) -> int:
        """0-based line in which `offset` lies."""
        return bisect_right(self.line_starts, offset) - 1

    def line(self, number: int) -> str:
        """Text of 0-based line `number`, without its line end."""
        start = self.line_starts[number]
        end = self.line_starts[number + 1] if number + 1 < len(self.line_starts) else len(self.content)
        return self.content[start:end].rstrip("\r\n")

    def lines(self) -> list[str]:
        """All lines, without their ends."""
        return [self.line(number) for number in range(len(self.line_starts))]

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """The offset of a position; one behind the end of its line (or of the text) means that end."""
        if line >= len(self.line_starts):
            return len(self.content)
        return self.line_starts[line] + characters(self.line(line), column, encoding)

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Line and column of an offset."""
        line = self.line_of(offset)
        start = self.line_starts[line]
        return line, offset - start if self.content.isascii() else units(self.content[start:offset], encoding)


def edited(
    text: Text, start: tuple[int, int] | None, end: tuple[int, int] | None, new: str, encoding: Encoding
) -> Text:
    """The text after an edit between two positions, each a line and a column; without them all of it is replaced."""
    if start is None or end is None:
        return Text.of(new)
    first, last = text.offset(*start, encoding), text.offset(*end, encoding)
    return text.edited(min(first, last), max(first, last), new)


def units(text: str, encoding: Encoding) -> int:
    """The length of `text` in units of the encoding."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


def characters(text: str, column: int, encoding: Encoding) -> int:
    """The number of characters of `text` before unit `column`; a column inside a character means its beginning."""
    if encoding == "utf-32" or text.isascii():
        return min(column, len(text))
    taken = 0
    for index, character in enumerate(text):
        taken += units(character, encoding)
        if taken > column:
            return index
    return len(text)


def _line_starts(content: str, start: int, stop: int) -> list[int]:
    return [match.end() for match in _LINE_END.finditer(content, start, stop)]
