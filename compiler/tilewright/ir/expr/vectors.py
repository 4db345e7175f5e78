"""Making vectors and picking their lanes."""

from __future__ import annotations

from tilewright.base.dtype import INT32, DType, DTypeField, dtype
from tilewright.base.source import Span
from tilewright.ir.expr.base import Expr, derived, expr, exprs, operands
from tilewright.ir.expr.immediates import IntImm
from tilewright.ir.expr.operations import Mul
from tilewright.ir.node import node
from tilewright.ops.dtype_rules import DTypeError


@node
class Ramp(Expr):
    """The vector base, base + stride, ..., base + (lanes - 1) * stride."""

    base: Expr
    stride: Expr
    lanes: Expr
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.base = expr(self.base)
        if not isinstance(self.stride, Expr):
            self.base, self.stride = operands(self.base, self.stride)
        self.lanes = expr(self.lanes)
        if self.base.dtype.is_handle:
            raise DTypeError("a ramp counts up from a number, not from a handle")
        self.dtype = _of_lanes(self.base.dtype, self.lanes)


@node
class Broadcast(Expr):
    """`value` in each of `lanes` lanes."""

    value: Expr
    lanes: Expr
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.value = expr(self.value)
        self.lanes = expr(self.lanes)
        self.dtype = _of_lanes(self.value.dtype, self.lanes)


@node
class Shuffle(Expr):
    """The lanes of the concatenated `vectors` picked by constant `indices`."""

    vectors: tuple[Expr, ...]
    indices: tuple[Expr, ...]
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.vectors, self.indices = exprs(self.vectors), exprs(self.indices)
        self.dtype = self.vectors[0].dtype.element.with_lanes(len(self.indices))


def _of_lanes(element: DType, lanes: Expr) -> DType:
    """The vector type of `lanes` times `element`; lanes is a constant or a multiple of the target's `vscale`."""
    if isinstance(lanes, IntImm):
        if lanes.value < 1:
            raise DTypeError(f"a vector has at least one lane, not {lanes.value}")
        return element.with_lanes(element.lanes * lanes.value)
    factors = (lanes.a, lanes.b) if isinstance(lanes, Mul) else (IntImm(INT32, 1), lanes)
    known = [factor.value for factor in factors if isinstance(factor, IntImm)]
    return dtype(f"{element}xvscalex{known[0] if known else 1}")
