"""Floats as bit patterns: the neighbours of a number in its own format."""

from __future__ import annotations

import math
import struct

from tilewright.core.base.dtype import DType

_CODES = {16: ("e", "H"), 32: ("f", "I"), 64: ("d", "Q")}


def next_after(x: float, y: float, type_: DType) -> float:
    """The number of the IEEE format `type_` next to `x` on the way to `y`; raises `ValueError` for other formats."""
    if type_.kind != "float" or type_.bits not in _CODES:
        raise ValueError(f"{type_} is not an IEEE format")
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if x == y:
        return y
    if x == 0:
        return math.copysign(_from_bits(1, type_.bits), y)
    step = 1 if (y > x) == (x > 0) else -1
    return _from_bits(_to_bits(x, type_.bits) + step, type_.bits)


def _to_bits(value: float, bits: int) -> int:
    form, code = _CODES[bits]
    return struct.unpack(code, struct.pack(form, value))[0]


def _from_bits(pattern: int, bits: int) -> float:
    form, code = _CODES[bits]
    return struct.unpack(form, struct.pack(code, pattern))[0]
