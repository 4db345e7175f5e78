"""The least and the greatest number that an expression of floating point gives, of one element in memory that may be any number, or any between those that conditions leave.

Where the element stands in the expression once, both are reached.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from tilewright.core.arith.key import Key, key
from tilewright.core.base.dtype import int_range
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    GE,
    GT,
    LE,
    LT,
    Add,
    BinaryOp,
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
    Sub,
)

Ends = tuple[float, float]
NOTHING: Final[Mapping[Key, Ends]] = {}


def ends_of_float(e: Expr, known: Mapping[Key, Ends] = NOTHING) -> Ends | None:
    """Both ends, where elements lie between those that are `known` of them; None where they are not known."""
    if isinstance(e, (FloatImm, IntImm)):
        return float(e.value), float(e.value)
    if isinstance(e, BufferLoad):
        return _of_load(e, known)
    if isinstance(e, Cast):
        return ends_of_float(e.value, known) if e.dtype.is_float and not e.dtype.is_vector else None
    if isinstance(e, Call):
        rounds = _ROUNDING.get(callee_name(e) or "")
        ends = None if rounds is None else ends_of_float(e.args[0], known)
        return None if ends is None or rounds is None else (_rounded(rounds, ends[0]), _rounded(rounds, ends[1]))
    compute = _MONOTONE.get(type(e))
    if compute is None or not isinstance(e, BinaryOp):
        return None
    a, b = ends_of_float(e.a, known), ends_of_float(e.b, known)
    if a is None or b is None or (isinstance(e, Div) and b[0] <= 0 <= b[1]):
        return None
    corners = [compute(first, second) for first in a for second in b]
    return None if any(map(math.isnan, corners)) else (min(corners), max(corners))


def ends_by_conditions(conditions: Iterable[Expr]) -> dict[Key, Ends]:
    """The ends of the elements of floating point that conditions compare with numbers, as in `0.0 <= x[i] and x[i] < 1.0`."""
    found: dict[Key, Ends] = {}
    for condition in conditions:
        if isinstance(condition, (LT, LE, GT, GE)):
            _narrow(found, condition.a, type(condition), condition.b)
            _narrow(found, condition.b, _TURNED[type(condition)], condition.a)
    return found


def _narrow(found: dict[Key, Ends], load: Expr, kind: type[Expr], number: Expr) -> None:
    """Note that the load is smaller or larger than the number."""
    if not isinstance(load, BufferLoad) or not isinstance(number, FloatImm) or load.dtype.is_vector:
        return
    low, high = found.get(key(load), (-math.inf, math.inf))
    if kind in (GE, GT):
        low = max(low, number.value if kind is GE else math.nextafter(number.value, math.inf))
    else:
        high = min(high, number.value if kind is LE else math.nextafter(number.value, -math.inf))
    found[key(load)] = low, high


def _of_load(e: BufferLoad, known: Mapping[Key, Ends]) -> Ends | None:
    if e.dtype.is_vector:
        return None
    if e.dtype.is_float:
        return known.get(key(e), (-math.inf, math.inf)) if known else (-math.inf, math.inf)
    low, high = int_range(e.dtype)
    return float(low), float(high)


def _rounded(rounds: Callable[[float], float], value: float) -> float:
    return value if math.isinf(value) else float(rounds(value))


_ROUNDING: Final[Mapping[str, Callable[[float], float]]] = {
    "tir.floor": math.floor,
    "tir.ceil": math.ceil,
    "tir.trunc": math.trunc,
    "tir.round": round,
    "tir.nearbyint": round,
}
_TURNED: Final[Mapping[type[Expr], type[Expr]]] = {LT: GT, LE: GE, GT: LT, GE: LE}
_MONOTONE: Final[Mapping[type, Callable[[float, float], float]]] = {
    Add: operator.add,
    Sub: operator.sub,
    Mul: operator.mul,
    Div: operator.truediv,
    Min: min,
    Max: max,
}
