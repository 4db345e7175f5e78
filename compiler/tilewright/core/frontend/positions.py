"""From Python's `ast` to offsets: where a node, or a name inside a definition's header, stands in the source.

`ast` counts lines from 1 and columns in bytes of UTF-8; the source counts characters.  Most text is ASCII, where the two agree, so the
function that converts is chosen once per source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from tilewright.core.base.source import Source

Place = Callable[[Any], tuple[int, int]]

_HEADER = re.compile(r"(?:async\s+)?(?:def|class)\s+")


def positions(source: Source, first_line: int = 1) -> Place:
    """The function from an `ast` node to its offsets (start, end) in `source`.

    `first_line` is the number that `ast` gives to the first line of the source; it is 2 when a line was put before the text to parse it.
    """
    starts = [0] * first_line + source.line_starts
    if source.is_ascii:

        def place(node: Any) -> tuple[int, int]:
            return starts[node.lineno] + node.col_offset, starts[node.end_lineno] + node.end_col_offset

        return place

    def place_unicode(node: Any) -> tuple[int, int]:
        return (
            source.offset(node.lineno - first_line, node.col_offset),
            source.offset(node.end_lineno - first_line, node.end_col_offset),
        )

    return place_unicode


def name_place(
    place: Place, source: Source, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
) -> tuple[int, int]:
    """The place of the name of a function or class in its header."""
    start, _ = place(node)
    header = _HEADER.match(source.text, start)
    begin = header.end() if header is not None else start
    return begin, begin + len(node.name)


def header_place(place: Place, node: ast.stmt) -> tuple[int, int]:
    """The first line of a compound statement, from its keyword to the last expression before the colon; all of a simple statement."""
    start, end = place(node)
    last = _LAST_OF_HEADER.get(type(node))
    return start, end if last is None else place(last(node))[1]


_LAST_OF_HEADER: dict[type[ast.stmt], Callable[[Any], ast.AST]] = {
    ast.For: lambda node: node.iter,
    ast.If: lambda node: node.test,
    ast.While: lambda node: node.test,
    ast.With: lambda node: node.items[-1].optional_vars or node.items[-1].context_expr,
}
