"""Vectors whose lanes are known: broadcasts combine to broadcasts, ramps with broadcasts to ramps."""

from __future__ import annotations

from math import gcd

from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.modular import modular
from tilewright.core.ir.expr import Add, BinaryOp, Broadcast, Div, Expr, FloorDiv, FloorMod, IntImm, Mod, Mul, Ramp, Sub


def simplify_vector(e: object) -> Expr | None:
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


def _sum(e: BinaryOp, a: Expr, b: Expr) -> Expr | None:
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


def divided_ramp(facts: Facts, e: FloorDiv | FloorMod | Div | Mod) -> Expr | None:
    """ramp(x, s) divided by the constant c in every lane, and the remainders, where the lanes are known to go together.

    With s a multiple of c the quotients are a ramp and the remainders the same; with x = m * k + r, m dividing c, and all of r, r + s, ... below m, the
    quotients are the same and the remainders a ramp.  Truncated division is the same where no lane is negative.
    """
    ramp, divisor, remainders = e.a, e.b, isinstance(e, (FloorMod, Mod))
    if not (isinstance(ramp, Ramp) and isinstance(divisor, Broadcast) and is_index(ramp.base.dtype)):
        return None
    step, by, lanes = ramp.stride, divisor.value, ramp.lanes
    if not (isinstance(step, IntImm) and isinstance(by, IntImm) and by.value > 0):
        return None
    if isinstance(e, (Div, Mod)) and (step.value < 0 or bound(facts, ramp.base)[0] < 0):
        return None
    first: Expr = type(e)(ramp.base, by)
    if step.value % by.value == 0:
        if remainders:
            return Broadcast(first, lanes)
        return Ramp(first, IntImm(step.dtype, step.value // by.value), lanes)
    known = modular(facts, ramp.base)
    common = gcd(known.coeff, by.value)
    rest = known.base % common
    if isinstance(lanes, IntImm) and 0 <= rest + step.value * (lanes.value - 1) < common:
        return Ramp(first, step, lanes) if remainders else Broadcast(first, lanes)
    if remainders and common == by.value and not isinstance(ramp.base, IntImm):
        return type(e)(Ramp(IntImm(ramp.base.dtype, rest), step, lanes), divisor)
    return None


def _as_ramp(e: Expr) -> tuple[Expr, Expr, Expr] | None:
    if isinstance(e, Ramp):
        return e.base, e.stride, e.lanes
    if isinstance(e, Broadcast) and not e.value.dtype.is_vector:
        return e.value, IntImm(e.value.dtype, 0), e.lanes
    return None
