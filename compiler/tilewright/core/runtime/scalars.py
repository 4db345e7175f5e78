"""Numbers as arguments and results: checked against the parameter's type, and in the form in which native functions take them."""

from __future__ import annotations

import ctypes
import math
import numbers
import struct
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.base.dtype import BFLOAT16, DType, int_range
from tilewright.core.ops.evaluation import round_float

# The numbers of C that are passed.
CInteger = (
    ctypes.c_int8 | ctypes.c_int16 | ctypes.c_int32 | ctypes.c_int64
    | ctypes.c_uint8 | ctypes.c_uint16 | ctypes.c_uint32 | ctypes.c_uint64
)  # fmt: skip
CNumber = CInteger | ctypes.c_float | ctypes.c_double

_INTEGERS: Mapping[tuple[str, int], type[CInteger]] = {
    ("int", 8): ctypes.c_int8,
    ("int", 16): ctypes.c_int16,
    ("int", 32): ctypes.c_int32,
    ("int", 64): ctypes.c_int64,
    ("uint", 8): ctypes.c_uint8,
    ("uint", 16): ctypes.c_uint16,
    ("uint", 32): ctypes.c_uint32,
    ("uint", 64): ctypes.c_uint64,
}


class BadScalar(Exception):
    """A value that a scalar parameter cannot take; the text completes "argument `n` ..."."""


def c_type(type_: DType) -> type[CNumber]:
    """The ctypes type in which a scalar of the type is passed; float16 and bool as their bits."""
    if type_.is_float:
        return {16: ctypes.c_uint16, 32: ctypes.c_float, 64: ctypes.c_double}[type_.bits]
    if type_.is_bool:
        return ctypes.c_uint8
    width = next(bits for bits in (8, 16, 32, 64) if type_.bits <= bits)
    return _INTEGERS[type_.kind, width]


def converter(type_: DType) -> Callable[[object], int | float]:
    """A function from a Python or numpy number to what is passed; it raises `BadScalar`."""
    if type_.is_float:
        return {"bfloat16": _bfloat, "float16": _half}.get(str(type_), _float)
    if type_.is_bool:
        return _bool
    low, high = int_range(type_)
    return lambda value: _integer(value, type_, low, high)


def _integer(value: object, type_: DType, low: int, high: int) -> int:
    if type(value) is not int:
        number = _item(value)
        if not isinstance(number, numbers.Integral):  # which True and False are
            raise BadScalar(f"must be an integer ({type_}), and {_described(value)} was given")
        value = int(number)
    if not low <= value <= high:
        raise BadScalar(f"is {value}, which does not fit {type_} ({low} to {high})")
    return value


def _float(value: object) -> float:
    if type(value) is float:
        return value
    number = _item(value)
    if not isinstance(number, numbers.Real):
        raise BadScalar(f"must be a number, and {_described(value)} was given")
    try:
        return float(number)
    except OverflowError:
        return math.copysign(math.inf, -1 if number < 0 else 1)


def _half(value: object) -> int:
    number = _float(value)
    try:
        return struct.unpack("<H", struct.pack("<e", number))[0]
    except OverflowError:
        return 0x7C00 if number > 0 else 0xFC00


def _bfloat(value: object) -> int:
    number = round_float(_float(value), BFLOAT16)
    return struct.unpack("<I", struct.pack("<f", number))[0] >> 16


def _bool(value: object) -> int:
    """Any integer but 0 is true, as in C."""
    number = _item(value)
    if not isinstance(number, int):
        raise BadScalar(f"must be True or False, and {_described(value)} was given")
    return int(bool(number))


def _item(value: Any) -> object:
    """The Python number inside a numpy scalar or an array without dimensions."""
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


def _described(value: object) -> str:
    if value is None:
        return "None"
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:37] + '...'}"


def python_value(type_: DType, raw: int | float) -> int | float:
    """The Python number that a native function returned."""
    if type_.is_bool:
        return bool(raw)
    if type_.kind == "bfloat":
        return struct.unpack("<f", struct.pack("<I", int(raw) << 16))[0]
    if type_.is_float and type_.bits == 16:
        return struct.unpack("<e", struct.pack("<H", int(raw)))[0]
    return raw
