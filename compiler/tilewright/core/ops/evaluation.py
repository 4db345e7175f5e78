"""Evaluation of ops over Python numbers with the exact results of the machine: wrapping integers, rounding floats."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from tilewright.core.base.dtype import FLOAT16, FLOAT32, DType, int_range

Number = int | float


def wrap(value: int, type_: DType) -> int:
    """`value` modulo the width of the integer type, as two's complement."""
    if type_.is_bool:
        return int(bool(value))
    low, high = int_range(type_)
    return value if low <= value <= high else (value - low) % (high - low + 1) + low


def round_float(value: float, type_: DType) -> float:
    """`value` rounded to the nearest value of the float type; overflow gives infinity where the type has one."""
    form = _FORMS.get(type_)
    if form is not None:
        try:
            return form.unpack(form.pack(value))[0]
        except OverflowError:
            return math.copysign(math.inf, value)
    if type_.bits == 64 or math.isnan(value) or math.isinf(value):
        return value
    return _round_bfloat16(value) if type_.kind == "bfloat" else _round_small(value, type_)


_FORMS = {FLOAT32: struct.Struct("f"), FLOAT16: struct.Struct("e")}


def _round_small(value: float, type_: DType) -> float:
    import ml_dtypes

    format_ = getattr(ml_dtypes, type_.element)
    return float(format_(value))


def _round_bfloat16(value: float) -> float:
    bits = struct.unpack("I", struct.pack("f", round_float(value, FLOAT32)))[0]
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return struct.unpack("f", struct.pack("I", bits & 0xFFFFFFFF))[0]


def fit(value: Number, type_: DType) -> Number:
    """`value` as a value of `type_`: wrapped, rounded, or cut towards zero from float to integer."""
    if type_.is_float:
        return round_float(float(value), type_)
    return wrap(math.trunc(value), type_)


def arithmetic(function: Callable[[Number, Number], Number]) -> Callable[[Number, Number, DType], Number]:
    """An evaluation of two operands whose result is fitted into the result type."""
    return lambda a, b, type_: fit(function(a, b), type_)


def floordiv(a: Number, b: Number) -> Number:
    """Quotient rounded towards negative infinity; raises ZeroDivisionError."""
    return a // b


def floormod(a: Number, b: Number) -> Number:
    """Remainder with the sign of `b`; raises ZeroDivisionError."""
    return a % b


def truncdiv(a: Number, b: Number) -> Number:
    """Integer quotient rounded towards zero, or the float quotient with the machine's infinities."""
    if isinstance(a, float) or isinstance(b, float):
        return _float_div(float(a), float(b))
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _float_div(a: float, b: float) -> float:
    if b == 0:
        return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b


def truncmod(a: Number, b: Number) -> Number:
    """Remainder with the sign of `a`."""
    if isinstance(a, float) or isinstance(b, float):
        return math.fmod(a, b)
    return a - b * int(truncdiv(a, b))


def minimum(a: Number, b: Number) -> Number:
    """The smaller; the second operand when either is not a number, as a compare-and-select on the machine."""
    return a if a < b else b


def maximum(a: Number, b: Number) -> Number:
    """The larger; the second operand when either is not a number."""
    return a if a > b else b
