"""Loops over tiles: where each begins, that they may run at the same time, and what runs only where loops do."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import For, IfThenElse, Stmt
from tilewright.core.passes.tir.simd.register_tiling.nest import number
from tilewright.core.passes.tir.threads.independent import INDEPENDENT


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


__all__ = ["if_any", "independent", "start"]
