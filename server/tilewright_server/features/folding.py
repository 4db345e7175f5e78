"""Folding: every indented suite, and runs of imports and comment lines; read from the text, so that broken files fold too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tilewright_server import shapes
from tilewright_server.answers import Fold
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import has_script

_IMPORT = re.compile(r"(?:import|from)\s")
_INDENT = re.compile(r"[ \t]*")


def folds(lines: Sequence[str]) -> tuple[Fold, ...]:
    """The foldable parts of a document given as lines."""
    return tuple(sorted({*_suites(lines), *_runs(lines)}, key=lambda fold: (fold.first, -fold.last)))


def _suites(lines: Sequence[str]) -> Iterator[Fold]:
    """A line and the deeper lines below it."""
    stack: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        depth = _depth(line)
        while stack and stack[-1][0] >= depth:
            _, first = stack.pop()
            if last > first:
                yield Fold(first, last)
        stack.append((depth, number))
        last = number
    for _, first in stack:
        if last > first:
            yield Fold(first, last)


def _depth(line: str) -> int:
    match = _INDENT.match(line)
    return len(match.group().expandtabs()) if match is not None else 0


def _runs(lines: Sequence[str]) -> Iterator[Fold]:
    """Two or more lines in a row that are imports, or comments."""
    kinds = ["imports" if _IMPORT.match(line) else "comment" if line.lstrip().startswith("#") else "" for line in lines]
    first = 0
    for number in range(1, len(kinds) + 1):
        if number < len(kinds) and kinds[number] == kinds[first]:
            continue
        if kinds[first] and number - 1 > first:
            yield Fold(first, number - 1, kinds[first])
        first = number


def answer(ask: Ask) -> list[shapes.FoldingRange]:
    """`textDocument/foldingRange`"""
    return ask.wire.folds(folds(ask.wire.text.lines())) if has_script(ask.analysis) else []
