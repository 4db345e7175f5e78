"""Vectors whose lanes are known: broadcasts combine to broadcasts, ramps with broadcasts to ramps."""

from __future__ import annotations

from typing import Any

from tilewright.arith.key import deep_equal
from tilewright.arith.linear import is_index
from tilewright.ir.expr import Add, BinaryOp, Broadcast, Expr, IntImm, Mul, Ramp, Sub


def simplify_vector(e: Any) -> Expr | None:
    """An operator on vectors as one ramp or broadcast, None when it is neither."""
    if not isinstance(e, BinaryOp) or not e.a.dtype.is_vector:
        return None
    a, b = e.a, e.b
    if isinstance(a, Broadcast) and isinstance(b, Broadcast) and deep_equal(a.lanes, b.lanes):
        return Broadcast(type(e)(a.value, b.value), a.lanes)  # broadcast(x) op broadcast(y) -> broadcast(x op y)
    if not is_index(e.dtype.element):
        return None
    if isinstance(e, (Add, Sub)):
        return _sum(e, a, b)
    return _product(a, b) if isinstance(e, Mul) else None


def _sum(e: Any, a: Expr, b: Expr) -> Expr | None:
    """ramp(x, s) + ramp(y, t) -> ramp(x + y, s + t); a broadcast is a ramp of stride 0"""
    first, second = _as_ramp(a), _as_ramp(b)
    if first is None or second is None:
        return None
    cls = type(e)
    return Ramp(cls(first[0], second[0]), cls(first[1], second[1]), first[2])


def _product(a: Expr, b: Expr) -> Expr | None:
    """ramp(x, s) * broadcast(y) -> ramp(x * y, s * y)"""
    if isinstance(a, Broadcast) and isinstance(b, Ramp):
        a, b = b, a
    if isinstance(a, Ramp) and isinstance(b, Broadcast):
        return Ramp(Mul(a.base, b.value), Mul(a.stride, b.value), a.lanes)
    return None


def _as_ramp(e: Expr) -> tuple[Expr, Expr, Expr] | None:
    if isinstance(e, Ramp):
        return e.base, e.stride, e.lanes
    if isinstance(e, Broadcast) and not e.value.dtype.is_vector:
        return e.value, IntImm(e.value.dtype, 0), e.lanes
    return None
