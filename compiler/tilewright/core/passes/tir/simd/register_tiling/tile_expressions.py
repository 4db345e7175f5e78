"""Vectorizes an expression over consecutive iterations of a loop: the lanes of tiles and of horizontal reductions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.ir.expr import (
    Add,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Div,
    Expr,
    FloatImm,
    IntImm,
    Max,
    Min,
    Mul,
    Ramp,
    Sub,
    Var,
)
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import For
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.simd.register_tiling.nest import step

# What stands for a load instead of itself; None where the load stays.
Instead = Callable[[BufferLoad], Expr | None]


class Lanes:
    """`count` consecutive iterations of `loop`; `place` gives the loop variables of the first one."""

    def __init__(self, loop: For, count: int, place: Mapping[Var, Expr], instead: Instead) -> None:
        self.loop, self.count, self.place, self.instead = loop, count, place, instead

    def value(self, e: Expr) -> Expr:
        """The expression as a vector, one value for each lane."""
        if isinstance(e, BufferLoad):
            return self._load(e)
        if isinstance(e, (IntImm, FloatImm, Var)):
            return self.wide(substitute(e, self.place))
        if isinstance(e, Cast):
            return Cast(e.dtype.with_lanes(self.count), self.value(e.value), e.span)
        if isinstance(e, Call):
            return Call(e.dtype.with_lanes(self.count), e.op, tuple(self.value(arg) for arg in e.args), e.span)
        assert isinstance(e, (Add, Sub, Mul, Div, Min, Max))
        return type(e)(self.value(e.a), self.value(e.b), e.span)

    def _load(self, load: BufferLoad) -> Expr:
        other = self.instead(load)
        if other is not None:
            return other
        moved = step(load.indices[0], self.loop)
        if moved:
            return BufferLoad(load.buffer, (self.index(load.indices[0], moved),), None, load.span)
        return self.wide(BufferLoad(load.buffer, (substitute(load.indices[0], self.place),), None, load.span))

    def index(self, index: Expr, by: int = 1) -> Expr:
        """A scalar index as a vector (ramp) over the lanes."""
        low: Expr = substitute(index, self.place)
        return low if self.count == 1 else Ramp(low, const(by, low.dtype), const(self.count))

    def wide(self, e: Expr) -> Expr:
        """A scalar broadcast to all lanes."""
        return e if self.count == 1 else Broadcast(e, const(self.count))


def slot(at: Expr | int, count: int) -> Expr:
    """The index of `count` consecutive elements of a buffer, from `at` on."""
    first = const(at) if isinstance(at, int) else at
    return first if count == 1 else Ramp(first, const(1, first.dtype), const(count))
