"""The cells of a notebook that are read as one text: above each stands a line with its number, from which places in cells are counted.

The line is a comment that ends in a control character, so that nobody writes it by accident; any process that has the text has the cells.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

# The control character at the end of these lines; `str.splitlines` takes it for no end of a line.
UNIT = "\x1f"
HEAD = re.compile(rf"^# cell (\d+){UNIT}$\n?", re.MULTILINE)


def head(number: int) -> str:
    """The line that stands above the cell with this number."""
    return f"# cell {number}{UNIT}\n"


@dataclass(frozen=True, slots=True)
class Cells:
    """The numbers of a notebook's cells, and the 0-based lines of the text on which they begin."""

    numbers: tuple[int, ...]
    first_lines: tuple[int, ...]

    def at(self, line: int) -> tuple[int, int]:
        """The number of the cell with a 0-based line of the text, and the line in it, from 1."""
        found = max(bisect_right(self.first_lines, line) - 1, 0)
        return self.numbers[found], max(line - self.first_lines[found], 0) + 1


def begins_cell(text: str) -> bool:
    """Whether a text begins with the head of a cell."""
    return HEAD.match(text) is not None


def cells_in(text: str) -> Cells | None:
    """The cells of a text, which begins with the head of one; None for any other text."""
    if not begins_cell(text):
        return None
    numbers, first_lines, line, reached = list[int](), list[int](), 0, 0
    for found in HEAD.finditer(text):
        line, reached = line + text.count("\n", reached, found.start()), found.start()
        numbers.append(int(found[1]))
        first_lines.append(line + 1)
    return Cells(tuple(numbers), tuple(first_lines))


def on_lines(lines: Iterable[int], cells: Cells | None = None) -> str:
    """The place of something in words, by 1-based lines of the text, each once and in order: "on lines 5, 7", or "in cell 3, line 2" of a notebook."""
    ordered = sorted(set(lines))
    if cells is None:
        return f"on {_counted(ordered)}"
    by_cell: dict[int, list[int]] = {}
    for line in ordered:
        cell, inside = cells.at(line - 1)
        by_cell.setdefault(cell, []).append(inside)
    return "in " + " and in ".join(f"cell {cell}, {_counted(inside)}" for cell, inside in by_cell.items())


def _counted(lines: list[int]) -> str:
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}"
