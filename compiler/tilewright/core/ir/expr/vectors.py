"""Making vectors and picking their lanes."""

from __future__ import annotations

from tilewright.core.base.dtype import INT32, DType, DTypeField, dtype
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, derived, expr, exprs, operands
from tilewright.core.ir.expr.immediates import IntImm
from tilewright.core.ir.expr.operations import Mul
from tilewright.core.ir.node import node
from tilewright.core.ir.node.fields import ExprField, ExprsField
from tilewright.core.ops.dtype_rules import DTypeError


@node
class Ramp(Expr):
    """The vector base, base + stride, ..., base + (lanes - 1) * stride."""

    base: ExprField
    stride: ExprField
    lanes: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.base = expr(self.base)
        if not isinstance(self.stride, Expr):
            self.base, self.stride = operands(self.base, self.stride)
        self.lanes = _lanes(self.lanes)
        if self.base.dtype.is_handle:
            raise DTypeError("a ramp counts up from a number, not from a handle")
        self.dtype = _of_lanes(self.base.dtype, self.lanes)


@node
class Broadcast(Expr):
    """`value` in each of `lanes` lanes."""

    value: ExprField
    lanes: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.value = expr(self.value)
        self.lanes = _lanes(self.lanes)
        self.dtype = _of_lanes(self.value.dtype, self.lanes)


@node
class Shuffle(Expr):
    """The lanes of the concatenated `vectors` picked by constant `indices`."""

    vectors: ExprsField
    indices: ExprsField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.vectors, self.indices = exprs(self.vectors), exprs(self.indices)
        if not self.vectors or not self.indices:
            raise ValueError("a shuffle picks one lane or more of one vector or more")
        self.dtype = self.vectors[0].dtype.element.with_lanes(len(self.indices))


def _lanes(lanes: object) -> Expr:
    """A number of lanes as TVM writes it: an int32, or `vscale * n`.  Raises `DTypeError` for anything else."""
    made = expr(lanes)
    if isinstance(made, IntImm):
        return made if made.dtype is INT32 else IntImm(INT32, made.value, made.span)
    if isinstance(made, Mul) and isinstance(made.a, IntImm) and _is_vscale(made.b):
        return Mul(made.b, made.a, made.span)
    if isinstance(made, Mul) and _is_vscale(made.a) and isinstance(made.b, IntImm):
        return made
    raise DTypeError(f"Invalid expression for scalable lanes {made}: it is no number, and not vscale times a number")


def _is_vscale(e: Expr) -> bool:
    return getattr(getattr(e, "op", None), "name", "") == "tir.vscale"


def _of_lanes(element: DType, lanes: Expr) -> DType:
    """The vector type of `lanes` times `element`; lanes is a constant or a multiple of the target's `vscale`."""
    if isinstance(lanes, IntImm):
        if lanes.value < 1:
            raise DTypeError(f"a vector has at least one lane, not {lanes.value}")
        return element.with_lanes(element.lanes * lanes.value)
    assert isinstance(lanes, Mul), "lanes are as `_lanes` writes them"
    assert isinstance(lanes.b, IntImm), "lanes are as `_lanes` writes them"
    return dtype(f"{element}xvscalex{lanes.b.value}")


def check_mask(predicate: Expr, accessed: DType, access: str) -> None:
    """Raises `DTypeError` when `predicate` is no condition for each of the lanes that are loaded or stored."""
    mask = predicate.dtype
    if mask.bits != 1:
        raise DTypeError(f"Predicate mask elements must be boolean values, but got {mask.element}.")
    if mask.scalable != accessed.scalable:
        whole = "load indices" if access == "load" else "value dtype"
        raise DTypeError(f"Predicate mask dtype and {whole} must both be scalable.")
    if mask.lanes != accessed.lanes:
        what = "load a vector" if access == "load" else "store a value"
        raise DTypeError(
            f"Got a predicate mask with {mask.lanes} lanes, but trying to {what} with {accessed.lanes} lanes. The number of lanes must match."
        )
