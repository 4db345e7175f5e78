"""Small floats and their bits, written in integer arithmetic: `to_float32`, `to_bits`, and `bits_of` a number.

Decoding moves exponent and fraction to their places in a float32 and corrects the exponent by a multiplication, which makes subnormal numbers normal on the
way.  Encoding rounds to the nearest, ties to even: normal numbers by adding half a unit before the shift, subnormal ones in the adder of the machine.
What does not fit becomes infinity where the format has one, and otherwise not a number, as in `ml_dtypes`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.base.dtype import BFLOAT16, FLOAT32, DType, dtype
from tilewright.core.ir.expr import Call, Expr, Let, Select, Var
from tilewright.core.ir.operators import binary, bitwise, cast, const
from tilewright.core.ops.op import Op

_UINT8, _UINT16, _UINT32 = dtype("uint8"), dtype("uint16"), dtype("uint32")
_INFINITY = 0x7F800000


@dataclass(frozen=True)
class Format:
    """A sign, an exponent and a fraction of `fraction` bits.

    `special` is the smallest magnitude that is no number: infinity where `infinite`, else not a number.  Where `unsigned_zero`, the bits of -0 are
    the one not-a-number, and `special` is past the end.
    """

    fraction: int
    bias: int
    special: int
    infinite: bool = False
    unsigned_zero: bool = False


FORMATS = {
    "float8_e3m4": Format(4, 3, 0x70, infinite=True),
    "float8_e4m3": Format(3, 7, 0x78, infinite=True),
    "float8_e4m3b11fnuz": Format(3, 11, 0x80, unsigned_zero=True),
    "float8_e4m3fn": Format(3, 7, 0x7F),
    "float8_e4m3fnuz": Format(3, 8, 0x80, unsigned_zero=True),
    "float8_e5m2": Format(2, 15, 0x7C, infinite=True),
    "float8_e5m2fnuz": Format(2, 16, 0x80, unsigned_zero=True),
}


def to_float32(bits: Expr, type_: DType) -> Expr:
    """The float32 with the value of the number of `type_` that has these bits."""
    wide = cast(bits, _UINT32.with_lanes(bits.dtype.lanes))
    if type_.element is BFLOAT16:
        return _as_float(_shifted("shift_left", wide, 16))
    decode = _decode_exponent if type_.element == "float8_e8m0fnu" else _decode
    given = Var("bits", wide.dtype)
    return Let(given, wide, decode(given, FORMATS.get(type_.element)))  # pyright: ignore[reportArgumentType]


def to_bits(value: Expr, type_: DType) -> Expr:
    """The bits of the number of `type_` nearest to a float32, ties to even; not-a-numbers stay ones."""
    bits = Var("bits", _UINT32.with_lanes(value.dtype.lanes))
    narrow = dtype(f"uint{type_.bits}").with_lanes(value.dtype.lanes)
    if type_.element is BFLOAT16:
        encoded = _encode_bfloat16(bits)
    elif type_.element == "float8_e8m0fnu":
        encoded = _encode_exponent(bits)
    else:
        encoded = _encode(bits, FORMATS[type_.element])
    return Let(bits, _reinterpret(value, bits.dtype), cast(encoded, narrow))


def bits_of(value: float, type_: DType) -> int:
    """The bits of the number of `type_` nearest to `value`."""
    import ml_dtypes
    import numpy as np

    format_ = getattr(ml_dtypes, type_.element)
    return int(np.asarray(value, "float32").astype(format_).view(f"uint{type_.bits}"))


def _decode(bits: Expr, format_: Format) -> Expr:
    """sign | (exponent and fraction in place, times a power of two)"""
    size = _masked(bits, 0x7F)
    placed = _as_float(_shifted("shift_left", size, 23 - format_.fraction))
    scaled = _as_bits(placed * const(2.0 ** (127 - format_.bias), placed.dtype))
    if format_.infinite:
        scaled = Select(
            _at_least(size, format_.special), bitwise("bitwise_or", scaled, _number(_INFINITY, bits)), scaled
        )
    elif not format_.unsigned_zero:
        scaled = Select(_at_least(size, format_.special), _number(_NAN, bits), scaled)
    signed = bitwise("bitwise_or", scaled, _shifted("shift_left", _masked(bits, 0x80), 24))
    if format_.unsigned_zero:
        signed = Select(binary("EQ", bits, _number(0x80, bits)), _number(_NAN, bits), signed)
    return _as_float(signed)


_NAN = 0x7FC00000


def _decode_exponent(bits: Expr, format_: Format | None) -> Expr:
    """A power of two: the bits are the exponent of a float32, 0 that of the one below its normal numbers, 255 not a number."""
    placed = _shifted("shift_left", bits, 23)
    found = Select(binary("EQ", bits, _number(0, bits)), _number(0x00400000, bits), placed)
    return _as_float(Select(binary("EQ", bits, _number(0xFF, bits)), _number(_NAN, bits), found))


def _encode_bfloat16(bits: Expr) -> Expr:
    upper = _shifted("shift_right", bits, 16)
    odd = _masked(upper, 1)
    rounded = _shifted("shift_right", bits + (odd + _number(0x7FFF, bits)), 16)
    quiet = bitwise("bitwise_or", upper, _number(0x40, bits))
    return Select(_above(_masked(bits, 0x7FFFFFFF), _INFINITY), quiet, rounded)


def _encode(bits: Expr, format_: Format) -> Expr:
    """Normal numbers by an addition and a shift, subnormal ones by the adder, what is too large by what the format has for it."""
    shift = 23 - format_.fraction
    size = Var("size", bits.dtype)  # pyright: ignore[reportArgumentType]
    odd = _masked(_shifted("shift_right", size, shift), 1)
    rounded = _shifted("shift_right", size + (odd + _number((1 << (shift - 1)) - 1, bits)), shift)
    normal = rounded - _number((127 - format_.bias) << format_.fraction, bits)
    magnet = 2.0 ** (1 - format_.bias - format_.fraction + 23)
    value = _as_float(size)
    tiny = _as_bits(value + const(magnet, value.dtype)) - _as_bits(const(magnet, value.dtype))
    is_tiny = binary("LT", size, _number((128 - format_.bias) << 23, bits))
    finite = Select(is_tiny, tiny, normal)
    found = Var("found", bits.dtype)  # pyright: ignore[reportArgumentType]
    sign = _masked(_shifted("shift_right", bits, 24), 0x80)
    chosen = _finished(found, size, sign, format_)
    return Let(size, _masked(bits, 0x7FFFFFFF), Let(found, finite, chosen))


def _finished(found: Expr, size: Expr, sign: Expr, format_: Format) -> Expr:
    """The bits with their sign, or those of what is no finite number."""
    special = _number(format_.special, found)
    huge = _at_least(found, format_.special)
    if format_.unsigned_zero:
        kept = Select(binary("EQ", found, _number(0, found)), found, bitwise("bitwise_or", found, sign))
        return Select(binary("Or", huge, _at_least(size, _INFINITY)), _number(0x80, found), kept)
    if format_.infinite:
        quiet = _number(format_.special | (1 << (format_.fraction - 1)), found)
        bounded = Select(binary("Or", huge, _at_least(size, _INFINITY)), special, found)
        magnitude = Select(_above(size, _INFINITY), quiet, bounded)
    else:
        magnitude = Select(binary("Or", huge, _at_least(size, _INFINITY)), special, found)
    return bitwise("bitwise_or", magnitude, sign)


def _encode_exponent(bits: Expr) -> Expr:
    """The exponent of the nearest power of two; what has none (zero, negative numbers, infinity) is not a number."""
    rounded = _shifted("shift_right", bits + _number(0x400000, bits), 23)
    has_none = binary("Or", _at_least(bits, 0x7F400000), binary("EQ", bits, _number(0, bits)))
    tiny = binary("LT", bits, _number(0x600000, bits))  # nearer to the number below the normal ones
    return Select(has_none, _number(0xFF, bits), Select(tiny, _number(0, bits), rounded))


def _number(value: int, like: Expr) -> Expr:
    return const(value, like.dtype)


def _masked(bits: Expr, mask: int) -> Expr:
    return bitwise("bitwise_and", bits, _number(mask, bits))


def _shifted(direction: str, bits: Expr, amount: int) -> Expr:
    return bitwise(direction, bits, _number(amount, bits))


def _at_least(bits: Expr, least: int) -> Expr:
    return binary("LE", _number(least, bits), bits)


def _above(bits: Expr, limit: int) -> Expr:
    return binary("LT", _number(limit, bits), bits)


def _as_float(bits: Expr) -> Expr:
    return _reinterpret(bits, FLOAT32.with_lanes(bits.dtype.lanes))


def _as_bits(value: Expr) -> Expr:
    return _reinterpret(value, _UINT32.with_lanes(value.dtype.lanes))


def _reinterpret(value: Expr, type_: DType) -> Expr:
    return Call(type_, Op.get("tir.reinterpret"), (value,))
