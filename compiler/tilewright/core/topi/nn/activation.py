"""Activations: functions of each element that are linear on one side, or nearly so."""

from __future__ import annotations

from tilewright.core.ir.expr import Expr, IntImm, Select
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.elementwise import elementwise
from tilewright.core.topi.shapes import axis_of


def relu(x: Tensor) -> Tensor:
    """The element, or 0 when it is negative."""
    return elementwise(x, lambda value: binary("Max", value, const(0, x.dtype)))


def leaky_relu(x: Tensor, alpha: ExprLike) -> Tensor:
    """The element, `alpha` times it when it is negative."""

    def value(found: Expr) -> Expr:
        return Select(binary("GT", found, const(0, x.dtype)), found, found * const(alpha, x.dtype))

    return elementwise(x, value)


def prelu(x: Tensor, slope: Tensor, axis: int = 1) -> Tensor:
    """The element, or when it is negative that times the slope of its place along `axis`; one slope serves all places."""
    place = axis_of(axis, x.ndim)
    if _is_one(slope.shape[0]) and not _is_one(x.shape[place]):
        one = slope
        slope = compute((x.shape[place],), lambda c: one(0), name="slope_broadcasted")

    def value(*at: Expr) -> Expr:
        found = x(*at)
        return Select(binary("GT", found, const(0, x.dtype)), found, found * slope(at[place]))

    return compute(x.shape, value, tag=tag.BROADCAST)


def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """log(1 + exp(beta x)) / beta, and x itself where beta x is above `threshold`, which makes no difference there."""

    def value(found: Expr) -> Expr:
        scaled = found * const(beta, x.dtype)
        curve = call("tir.log", const(1, x.dtype) + call("tir.exp", scaled)) / const(beta, x.dtype)
        return Select(binary("GT", scaled, const(threshold, x.dtype)), found, curve)

    return elementwise(x, value)


def _is_one(size: ExprLike) -> bool:
    return isinstance(size, IntImm) and size.value == 1
