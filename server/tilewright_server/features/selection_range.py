"""Selection ranges: from the name at the cursor to expression, statement, suite, block, function and file.

They are read from the syntax tree of the definition around the cursor, as the parser recovers it, and from its source map, which knows the
names that are no nodes of the tree.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.frontend.parse import statements_of
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.frontend.recover import recover
from tilewright.core.frontend.unknown import HOLE
from tilewright_server import shapes
from tilewright_server.answers import Extent
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import has_script
from tilewright_server.features.remembered import remembered

_SUITES: Final = ("body", "orelse", "finalbody")
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def selection_ranges(analysis: Analysis, offset: int) -> tuple[Extent, ...]:
    """The ranges that may be selected around `offset`, each inside the next; the last is the whole file."""
    whole = Extent(0, len(analysis.source.text))
    definition = analysis.definition_at(offset)
    if definition is None:
        return (whole,)
    at = offset - definition.base
    around = {(start, end) for start, end in _extents(definition) if start <= at <= end}
    occurrence = definition.source_map.at(at)
    if occurrence is not None and occurrence.start >= 0:
        around.add((occurrence.start, occurrence.end))
    moved = (Extent(start + definition.base, end + definition.base) for start, end in around)
    return _nested((*moved, whole))


def _nested(extents: Iterable[Extent]) -> tuple[Extent, ...]:
    """The ranges by length, without those that do not hold the one before."""
    kept: list[Extent] = []
    for extent in sorted(set(extents), key=lambda each: (each.end - each.start, -each.start)):
        if not kept or (extent.start <= kept[-1].start and kept[-1].end <= extent.end):
            kept.append(extent)
    return tuple(kept)


@remembered
def _extents(definition: Definition) -> tuple[tuple[int, int], ...]:
    """Every range of the definition that means something, in its own offsets; a broken statement counts as it is written."""
    recovered, text = recover(definition.source), definition.source.text
    place = positions(definition.source, recovered.first_line)
    broken = [_stripped(text, *extent) for extent in recovered.doubtful]

    def written(start: int, end: int) -> tuple[int, int]:
        return start, max((last for first, last in broken if first <= end <= last), default=min(end, len(text)))

    found = (written(*extent) for node in statements_of(recovered) for extent in _of_node(place, node))
    return tuple(dict.fromkeys((*found, *broken)))


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the white space at its ends."""
    inside = text[start:end]
    return start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())


def _of_node(place: Place, node: ast.AST) -> Iterator[tuple[int, int]]:
    """The range of the node, of its suites, and of all inside it."""
    if isinstance(node, ast.Name) and node.id == HOLE:
        return
    if hasattr(node, "lineno"):
        yield place(node)
    if isinstance(node, _DEFINITIONS) and node.decorator_list:
        # With the `@` of the first decorator.
        yield place(node.decorator_list[0])[0] - 1, place(node)[1]
    yield from _suites(place, node)
    if not isinstance(node, ast.JoinedStr):
        # Before Python 3.12 the parts of a formatted string have places that mean nothing.
        for child in ast.iter_child_nodes(node):
            yield from _of_node(place, child)


def _suites(place: Place, node: ast.AST) -> Iterator[tuple[int, int]]:
    for name in _SUITES:
        suite = vars(node).get(name)
        if isinstance(suite, list) and suite:
            yield place(suite[0])[0], place(suite[-1])[1]


def answer(ask: Ask) -> list[shapes.SelectionRange | None]:
    """`textDocument/selectionRange`"""
    if not has_script(ask.analysis):
        return []
    places = (ask.wire.offset(position) for position in ask.params["positions"])
    return [ask.wire.selection(selection_ranges(ask.analysis, place)) for place in places]
