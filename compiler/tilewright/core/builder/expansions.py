"""Ops that are other ops in disguise: what the rule named by a row's `Expand` stands for.

`EXPANSIONS` answers every name that a row of the op table gives; `LowerIntrin` applies it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tilewright.core.base.dtype import INT32, INT64, DType
from tilewright.core.ir.expr import Broadcast, Call, Div, Expr, IntImm, Shuffle
from tilewright.core.ir.operators import binary, bitwise, call, cast, const, negate


def exp10(e: Call) -> Expr:
    """10 ** x"""
    return call("tir.pow", const(10.0, e.dtype), e.args[0], span=e.span)


def rsqrt(e: Call) -> Expr:
    """1 / sqrt(x)"""
    return Div(const(1.0, e.dtype), call("tir.sqrt", e.args[0]), e.span)


def sigmoid(e: Call) -> Expr:
    """1 / (1 + exp(-x)); exp overflows to infinity for very negative x, whose reciprocal is the 0 that is wanted"""
    one = const(1.0, e.dtype)
    return Div(one, one + call("tir.exp", negate(e.args[0])), e.span)


def q_multiply_shift(e: Call) -> Expr:
    """(x * 2**left * y + half) >> (q + right), where s is left when positive and -right when not, in 64 bits"""
    x, y, q, shift = e.args
    s = _constant(shift)
    left = const(max(s, 0), INT64) if s is not None else _at_least_zero(shift)
    right = const(max(-s, 0), INT64) if s is not None else _at_least_zero(negate(shift))
    return _fixed_point(x, y, left, _wide(q) + right, e.dtype)


def q_multiply_shift_per_axis(e: Call) -> Expr:
    """(x * 2**ls * y + half) >> (q + rs) in 64 bits, where a shift that is not required is 0"""
    x, y, ls, rs, q, has_left, has_right = e.args
    left = _wide(ls) * _wide(has_left)
    right = _wide(rs) * _wide(has_right)
    return _fixed_point(x, y, left, _wide(q) + right, e.dtype)


def dp4a(e: Call) -> Expr:
    """a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + acc"""
    a, b, total = e.args
    total = cast(total, e.dtype)
    for lane in range(4):
        picked = [cast(Shuffle((vector,), (const(lane, INT32),)), e.dtype) for vector in (a, b)]
        total = total + picked[0] * picked[1]
    return total


def _fixed_point(x: Expr, y: Expr, left: Expr, right: Expr, type_: DType) -> Expr:
    product = bitwise("shift_left", _wide(x), _like(left, x)) * _wide(y)
    one = const(1, INT64.with_lanes(product.dtype.lanes))
    amount = _like(right, x)
    half = bitwise("shift_left", one, amount - one)
    return cast(bitwise("shift_right", product + half, amount), type_)


def _wide(value: Expr) -> Expr:
    return cast(value, INT64.with_lanes(value.dtype.lanes))


def _like(value: Expr, other: Expr) -> Expr:
    return value if value.dtype.lanes == other.dtype.lanes else cast(value, INT64.with_lanes(other.dtype.lanes))


def _constant(value: Expr) -> int | None:
    inner = value.value if isinstance(value, Broadcast) else value
    return inner.value if isinstance(inner, IntImm) else None


def _at_least_zero(value: Expr) -> Expr:
    return binary("Max", _wide(value), const(0, INT64.with_lanes(value.dtype.lanes)))


EXPANSIONS: Mapping[str, Callable[[Call], Expr]] = MappingProxyType(
    {rule.__name__: rule for rule in (exp10, rsqrt, sigmoid, q_multiply_shift, q_multiply_shift_per_axis, dp4a)}
)
