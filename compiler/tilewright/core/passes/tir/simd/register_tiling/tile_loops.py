"""Loops over tiles: where each begins, that they may run at the same time, and what runs only where loops do."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import UINT64
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Call, Expr, FloorDiv, FloorMod, IntImm, Var
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import For, IfThenElse, Stmt
from tilewright.core.ops.op import Op
from tilewright.core.passes.tir.simd.register_tiling.nest import number
from tilewright.core.passes.tir.threads.independent import INDEPENDENT

# The bytes of a line of a cache.
LINE = 64


def independent(loop: For, body: Stmt, **changes: object) -> For:
    """The loop with another body, and a note that its iterations may run at the same time: where they store the same element, they store the same value."""
    return loop.replace(body=body, annotations={INDEPENDENT: const(1)}, **changes)


def if_any(loops: Sequence[For], body: Stmt) -> Stmt:
    """`stmt`, guarded so that it runs only when every loop of unknown extent is non-empty."""
    for loop in loops:
        if not isinstance(loop.extent, IntImm):
            body = IfThenElse(binary("GT", loop.extent, const(0, loop.extent.dtype)), body)
    return body


def start(loop: For | None, size: int) -> tuple[Expr, For | None]:
    """The first element of a tile, and the loop over the tiles; the last one is moved back to fit."""
    if loop is None:
        return const(0), None
    extent = number(loop.extent)
    variable = loop.loop_var.replace()
    low = loop.min + variable * const(size, variable.dtype)
    if extent % size:
        low = binary("Min", low, loop.min + const(extent - size, variable.dtype))
    return low, loop.replace(
        loop_var=variable, min=const(0, variable.dtype), extent=const(-(-extent // size), variable.dtype)
    )


def start_at_lines(loop: For, size: int, buffer: Buffer, first: Expr) -> tuple[Expr, For, tuple[Var, Expr]]:
    """`start` for tiles that begin where lines of a cache do, with a variable and its value: the number of elements before the first line.

    `first` is the index in the buffer of the first element; the first and the last tile are moved to fit.
    """
    extent, variable, offset = number(loop.extent), loop.loop_var.replace(), Var("offset", loop.loop_var.dtype)
    begin = offset + (variable - const(1, variable.dtype)) * const(size, variable.dtype)
    bounded = binary("Max", binary("Min", begin, const(extent - size, variable.dtype)), const(0, variable.dtype))
    tiles = loop.replace(
        loop_var=variable, min=const(0, variable.dtype), extent=const(-(-extent // size) + 1, variable.dtype)
    )
    return loop.min + bounded, tiles, (offset, cast(_to_line(buffer, first), offset.dtype))


def _to_line(buffer: Buffer, first: Expr) -> Expr:
    """The number of elements from the one at an index to the first that begins a line of the cache."""
    element, line = const(buffer.dtype.bits // 8, UINT64), const(LINE, UINT64)
    address = Call(UINT64, Op.get("tir.reinterpret"), (buffer.data,)) + cast(first, UINT64) * element
    return FloorDiv(FloorMod(line - FloorMod(address, line), line), element)


__all__ = ["LINE", "if_any", "independent", "start", "start_at_lines"]
