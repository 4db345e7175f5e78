"""Arithmetic on vectors of indices: ramps stay ramps where they can, so that accesses stay contiguous."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import BinaryOp, Broadcast, Expr, IntImm, Ramp
from tilewright.core.ir.operators import binary, const


class NotVectorizable(Exception):
    """The loop must stay scalar; the text says why."""


def broadcast(value: Expr, lanes: int) -> Expr:
    """`value` in every lane; a vector is left alone."""
    return value if value.dtype.is_vector else Broadcast(value, const(lanes, INT32))


def ramp(base: Expr, stride: Expr, lanes: int) -> Expr:
    """base, base + stride, ...; a broadcast when the stride is zero."""
    if isinstance(stride, IntImm) and stride.value == 0:
        return broadcast(base, lanes)
    return Ramp(base, stride, const(lanes, INT32))


def operate(node: type[BinaryOp], a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> Expr:
    """`node(a, b)` where at least one operand is a vector."""
    special = _SPECIAL.get(node)
    made = special(a, b, lanes, analyzer) if special is not None and a.dtype.is_integer else None
    return node(broadcast(a, lanes), broadcast(b, lanes)) if made is None else made


def _parts(value: Expr) -> tuple[Expr, Expr] | None:
    """Base and stride of a ramp, of a broadcast or of a scalar."""
    if isinstance(value, Ramp):
        return value.base, value.stride
    if isinstance(value, Broadcast):
        return value.value, const(0, value.value.dtype)
    return None if value.dtype.is_vector else (value, const(0, value.dtype))


def _sum(a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> Expr | None:
    """ramp(x, s) + ramp(y, t) -> ramp(x + y, s + t)"""
    return _elementwise("Add", a, b, lanes)


def _difference(a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> Expr | None:
    """ramp(x, s) - ramp(y, t) -> ramp(x - y, s - t)"""
    return _elementwise("Sub", a, b, lanes)


def _elementwise(name: str, a: Expr, b: Expr, lanes: int) -> Expr | None:
    first, second = _parts(a), _parts(b)
    if first is None or second is None:
        return None
    return ramp(binary(name, first[0], second[0]), binary(name, first[1], second[1]), lanes)


def _product(a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> Expr | None:
    """ramp(x, s) * y -> ramp(x * y, s * y)"""
    if isinstance(b, Ramp):
        a, b = b, a
    first, factor = _parts(a), _parts(b)
    if first is None or factor is None or isinstance(b, Ramp):
        return None
    return ramp(binary("Mul", first[0], factor[0]), binary("Mul", first[1], factor[0]), lanes)


def _quotient(a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> Expr | None:
    """ramp(x, 1) // c -> x // c, when the lanes lie between two multiples of c"""
    if not _within_one_period(a, b, lanes, analyzer):
        return None
    assert isinstance(a, Ramp)
    return broadcast(binary("FloorDiv", a.base, b), lanes)


def _remainder(a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> Expr | None:
    """ramp(x, 1) % c -> ramp(x % c, 1), when the lanes lie between two multiples of c"""
    if not _within_one_period(a, b, lanes, analyzer):
        return None
    assert isinstance(a, Ramp)
    return ramp(binary("FloorMod", a.base, b), a.stride, lanes)


def _within_one_period(a: Expr, b: Expr, lanes: int, analyzer: Analyzer) -> bool:
    """Whether the first lane is a multiple of some step and all lanes lie within the step, which divides the period `b`."""
    if not (isinstance(a, Ramp) and isinstance(b, IntImm) and isinstance(a.stride, IntImm) and b.value > 0):
        return False
    span = (lanes - 1) * a.stride.value
    base = analyzer.modular_set(a.base)
    step = _common(base.coeff, b.value)
    return a.stride.value > 0 and base.base % step + span < step


def _common(a: int, b: int) -> int:
    while a:
        a, b = b % a, a
    return b


_SPECIAL: dict[type[BinaryOp], Callable[[Expr, Expr, int, Analyzer], Expr | None]] = {
    nodes.Add: _sum,
    nodes.Sub: _difference,
    nodes.Mul: _product,
    nodes.FloorDiv: _quotient,
    nodes.FloorMod: _remainder,
}
