"""Slices as values, `A[0:4] + 1.0`: a vector in the classic dialect, which tirx writes with a ramp, `A[T.Ramp(0, 1, 4)]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tilewright.core.frontend.source_map import Symbol
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.expr import IntImm
from tilewright.core.migrate.edits import Change, Piece, statements

# Forms that take a part of a buffer, not its value.
_TAKE_REGIONS: Final = frozenset({"reads", "writes", "match_buffer", "buffer_bind", "realize", "axis", "attr"})


def with_ramps(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that write the vectors of a function with ramps."""
    regions = {
        (start, end): value
        for start, end, value in piece.definition.source_map.values
        if isinstance(value, BufferRegion)
    }
    space = script_namespace(node)
    for statement in statements(node) if regions else ():
        for value in _values(statement):
            for part in _slices(value, space):
                region = regions.get(piece.place(part))
                if region is not None:
                    yield from _as_ramps(piece, part, region, space)


def _values(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement itself whose values count."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr) and not (isinstance(child, ast.Subscript) and isinstance(child.ctx, ast.Store)):
            yield child


def _slices(value: ast.expr, space: str) -> Iterator[ast.Subscript]:
    if isinstance(value, ast.Subscript):
        yield value
    if isinstance(value, ast.Call) and not _takes_values(value.func, space):
        return
    for child in ast.iter_child_nodes(value):
        if isinstance(child, ast.expr):
            yield from _slices(child, space)


def _takes_values(function: ast.expr, space: str) -> bool:
    """Whether a call is one of the namespace whose arguments are values; those of a macro may be parts of buffers."""
    named = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == space
    return named and isinstance(function, ast.Attribute) and function.attr not in _TAKE_REGIONS


def _as_ramps(piece: Piece, part: ast.Subscript, region: BufferRegion, space: str) -> Iterator[Change]:
    items = part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]
    for item, extent in zip(items, (each.extent for each in region.region)):
        if isinstance(item, ast.Slice) and item.step is None and isinstance(extent, IntImm) and extent.value > 1:
            low = "0" if item.lower is None else piece.text(item.lower)
            yield Change(*piece.place(item), 0, f"{space}.Ramp({low}, 1, {extent.value})")
