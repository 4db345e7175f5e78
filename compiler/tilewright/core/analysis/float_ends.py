"""The least and the greatest number that an expression of floating point gives, of one element in memory that may be any number.

Where the element stands in the expression once, both are reached.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Final

from tilewright.core.base.dtype import int_range
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
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


def ends_of_float(e: Expr) -> Ends | None:
    """Both ends; None where they are not known."""
    if isinstance(e, (FloatImm, IntImm)):
        return float(e.value), float(e.value)
    if isinstance(e, BufferLoad):
        return _of_load(e)
    if isinstance(e, Cast):
        return ends_of_float(e.value) if e.dtype.is_float and not e.dtype.is_vector else None
    if isinstance(e, Call):
        rounds = _ROUNDING.get(callee_name(e) or "")
        ends = None if rounds is None else ends_of_float(e.args[0])
        return None if ends is None or rounds is None else (_rounded(rounds, ends[0]), _rounded(rounds, ends[1]))
    compute = _MONOTONE.get(type(e))
    if compute is None or not isinstance(e, BinaryOp):
        return None
    a, b = ends_of_float(e.a), ends_of_float(e.b)
    if a is None or b is None or (isinstance(e, Div) and b[0] <= 0 <= b[1]):
        return None
    corners = [compute(first, second) for first in a for second in b]
    return None if any(map(math.isnan, corners)) else (min(corners), max(corners))


def _of_load(e: BufferLoad) -> Ends | None:
    if e.dtype.is_vector:
        return None
    if e.dtype.is_float:
        return -math.inf, math.inf
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
_MONOTONE: Final[Mapping[type, Callable[[float, float], float]]] = {
    Add: operator.add,
    Sub: operator.sub,
    Mul: operator.mul,
    Div: operator.truediv,
    Min: min,
    Max: max,
}
