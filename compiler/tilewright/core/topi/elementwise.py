"""Operators of one tensor, element by element."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.base.dtype import dtype
from tilewright.core.builder.namespace import TIR
from tilewright.core.ir.expr import Expr, Select
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, const, invert, negate
from tilewright.core.ir.operators import cast as convert_type
from tilewright.core.ir.operators import logical_not as negation
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import like, named

Unary = Callable[[Tensor], Tensor]


def elementwise(x: Tensor, function: Callable[[Expr], Expr]) -> Tensor:
    """`function` of each element, in a stage called "compute"."""
    return compute(x.shape, lambda *at: function(x(*at)), tag=tag.ELEMWISE)


def _unary(name: str, op: str | None = None) -> Unary:
    """The operator that applies a function of `T` to each element."""
    function = TIR.members[op or name].value

    def apply(x: Tensor) -> Tensor:
        return elementwise(x, function)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = f"`T.{op or name}` of each element."
    return apply


def _unary_of_floats(name: str) -> Unary:
    """The operator that applies a function of `T` to each element, which is a floating-point number; it raises `TypeError` for others."""
    apply_to_any = _unary(name)

    def apply(x: Tensor) -> Tensor:
        if not dtype(str(x.dtype)).is_float:
            raise TypeError(f"topi.{name} only supports floating-point inputs, but got {x.dtype}")
        return apply_to_any(x)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = apply_to_any.__doc__
    return apply


abs = _unary("abs")
acos = _unary_of_floats("acos")
acosh = _unary_of_floats("acosh")
asin = _unary_of_floats("asin")
asinh = _unary_of_floats("asinh")
atan = _unary("atan")
atanh = _unary_of_floats("atanh")
ceil = _unary("ceil")
cos = _unary("cos")
cosh = _unary("cosh")
erf = _unary("erf")
exp = _unary("exp")
floor = _unary("floor")
isfinite = _unary("isfinite")
isinf = _unary("isinf")
isnan = _unary("isnan")
log = _unary("log")
log10 = _unary("log10")
log2 = _unary("log2")
round = _unary("round")
rsqrt = _unary("rsqrt")
sigmoid = _unary("sigmoid")
sin = _unary("sin")
sinh = _unary("sinh")
sqrt = _unary("sqrt")
tan = _unary("tan")
tanh = _unary("tanh")
trunc = _unary("trunc")


def identity(x: Tensor) -> Tensor:
    """A copy."""
    return elementwise(x, lambda value: value)


def negative(x: Tensor) -> Tensor:
    """-x"""
    return elementwise(x, negate)


def cast(x: object, dtype: str, span: object = None) -> Any:
    """Each element, or the number, converted to `dtype`."""
    return elementwise(x, lambda value: convert_type(value, dtype)) if isinstance(x, Tensor) else convert_type(x, dtype)


def reinterpret(x: Tensor, dtype: str) -> Tensor:
    """The bits of each element read as a `dtype` of the same width."""
    return named(x.shape, lambda *at: call("tir.reinterpret", x(*at), dtype_=dtype), "tensor", tag.ELEMWISE)


def clip(x: Tensor, a_min: ExprLike, a_max: ExprLike) -> Tensor:
    """Each element, but not below `a_min` and not above `a_max`."""
    low, high = (convert_type(like(bound, x), x.dtype) for bound in (a_min, a_max))
    return elementwise(x, lambda value: binary("Max", binary("Min", value, high), low))


def sign(x: Tensor) -> Tensor:
    """1, 0 or -1 by the sign of each element."""
    zero, one, minus = (const(value, x.dtype) for value in (0, 1, -1))

    def of(value: Expr) -> Expr:
        return Select(binary("GT", value, zero), one, Select(binary("LT", value, zero), minus, zero))

    return named(x.shape, lambda *at: of(x(*at)), "T_sign", tag.ELEMWISE)


def logical_not(data: Tensor) -> Tensor:
    """Whether each condition does not hold."""
    return named(data.shape, lambda *at: negation(data(*at)), "T_logical_not", tag.ELEMWISE)


def bitwise_not(data: Tensor) -> Tensor:
    """The bits of each element the other way round."""
    return named(data.shape, lambda *at: invert(data(*at)), "T_bitwise_not", tag.ELEMWISE)


def elemwise_sum(xs: Sequence[Tensor]) -> Tensor:
    """The sum of tensors of one shape."""
    if not xs:
        raise ValueError("elemwise_sum needs at least one tensor")

    def total(*at: Expr) -> Expr:
        value = xs[0](*at)
        for other in xs[1:]:
            value = value + other(*at)
        return value

    return named(xs[0].shape, total, "T_elemwise_sum", tag.ELEMWISE)
