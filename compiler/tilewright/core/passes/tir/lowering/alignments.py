"""The declared strides of buffers: `buffer_dim_align` on the block that writes one, later on its allocation.

Each row is (place among the writes, dimension, factor, offset); on an allocation, which has no writes, the place is -1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Allocate, Block
from tilewright.core.ir.walk import walk

ALIGN = "buffer_dim_align"
Row = tuple[int, int, int]


def alignments(root: Node) -> dict[Var, list[Row]]:
    """Dimension, factor and offset of each row, by the pointer of the buffer."""
    found: dict[Var, list[Row]] = {}
    for node in walk(root):
        if isinstance(node, Block):
            for position, *row in _rows(node.annotations.get(ALIGN)):
                found.setdefault(node.writes[position].buffer.data, []).append((row[0], row[1], row[2]))
        elif isinstance(node, Allocate):
            for _, *row in _rows(node.annotations.get(ALIGN)):
                found.setdefault(node.buffer_var, []).append((row[0], row[1], row[2]))
    return found


def _rows(align: object) -> list[tuple[int, ...]]:
    if not isinstance(align, Sequence) or isinstance(align, str):
        return []
    return [tuple([int(value) for value in row]) for row in align]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]


def aligned_strides(shape: tuple[Expr, ...], rows: Sequence[Row]) -> tuple[Expr, ...]:
    """Row-major strides; that of a dimension with a row is the next number that leaves `offset` when divided by `factor`."""
    aligns: Mapping[int, tuple[int, int]] = {dimension: (factor, offset) for dimension, factor, offset in rows}
    strides: list[Expr] = []
    stride: Expr = const(1, shape[0].dtype)
    for dimension in range(len(shape) - 1, -1, -1):
        if dimension in aligns:
            factor, offset = [const(value, stride.dtype) for value in aligns[dimension]]
            stride = stride + binary("FloorMod", factor + offset - binary("FloorMod", stride, factor), factor)
        strides.insert(0, stride)
        stride = stride * shape[dimension]
    return tuple(strides)
