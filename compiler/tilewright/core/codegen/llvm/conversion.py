"""Casts between dtypes.

From float to integer the value is cut towards zero; what lies outside the integer type becomes the nearest end of its range and a
not-a-number becomes 0 (the machine leaves both undefined).  To bool, anything but zero is true.
"""

from __future__ import annotations

from tilewright.core.base.dtype import FLOAT32, INT32, DType, int_range
from tilewright.core.codegen.llvm.constants import number
from tilewright.core.codegen.llvm.types import mask, register, suffix, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Cast


def cast(body: Body, expr: Cast) -> str:
    """The value of a `Cast`."""
    return convert(body, body.value(expr.value), expr.value.dtype, expr.dtype)


def convert(body: Body, value: str, source: DType, target: DType) -> str:
    """`value` of type `source` as a value of type `target`; both have the same number of lanes."""
    if source is target:
        return value
    if source.is_handle or target.is_handle:
        return _handle(body, value, source, target)
    if target.is_bool:
        return _to_bool(body, value, source)
    if source.is_float:
        return _from_float(body, value, source, target)
    if target.is_float:
        return _instruction(body, "sitofp" if source.kind == "int" else "uitofp", value, source, target)
    return _between_integers(body, value, source, target)


def _instruction(body: Body, name: str, value: str, source: DType, target: DType) -> str:
    return body.set(f"{name} {register(source)} {value} to {register(target)}")


def _between_integers(body: Body, value: str, source: DType, target: DType) -> str:
    if source.bits == target.bits:
        return value
    if target.bits < source.bits:
        return _instruction(body, "trunc", value, source, target)
    return _instruction(body, "sext" if source.kind == "int" else "zext", value, source, target)


def _to_bool(body: Body, value: str, source: DType) -> str:
    comparison = "fcmp une" if source.is_float else "icmp ne"
    return body.set(f"{comparison} {register(source)} {value}, {number(source, 0)}")


def _from_float(body: Body, value: str, source: DType, target: DType) -> str:
    if not target.is_float:
        return _to_integer(body, value, source, target)
    if target.bits > source.bits:
        return _instruction(body, "fpext", value, source, target)
    if source.bits == 64 and target.bits == 16:
        single = FLOAT32.times_lanes_of(source)
        return _instruction(body, "fptrunc", _to_odd(body, value, source, single), single, target)
    return _instruction(body, "fptrunc", value, source, target)


def _to_integer(body: Body, value: str, source: DType, target: DType) -> str:
    """A float cut towards zero.

    LLVM's own conversion that ends at the limits takes the lanes of a vector apart on x86, so the value is brought between them first.  A limit that the float's type
    does not have is the number before it, and what is beyond becomes the limit afterwards.
    """
    if source.bits == 16:
        single = FLOAT32.times_lanes_of(source)
        value, source = _instruction(body, "fpext", value, source, single), single
    if target.bits not in (8, 16, 32, 64):
        name = "llvm.fptosi.sat" if target.kind == "int" else "llvm.fptoui.sat"
        return body.set(
            f"call {register(target)} @{name}.{suffix(target)}.{suffix(source)}({register(source)} {value})"
        )
    low, high = int_range(target)
    kind, chosen = register(source), mask(source)
    spare = max(0, high.bit_length() - (24 if source.bits == 32 else 53))
    highest = high >> spare << spare
    above = body.set(f"fcmp ogt {kind} {value}, {number(source, low)}")
    least = body.set(f"select {chosen} {above}, {kind} {value}, {kind} {number(source, low)}")
    below = body.set(f"fcmp olt {kind} {least}, {number(source, highest)}")
    within = body.set(f"select {chosen} {below}, {kind} {least}, {kind} {number(source, highest)}")
    wide = INT32.times_lanes_of(target) if target.bits < 32 else target
    made = _instruction(body, "fptoui" if wide.kind == "uint" else "fptosi", within, source, wide)
    if highest != high:
        beyond = body.set(f"fcmp ogt {kind} {value}, {number(source, highest)}")
        made = body.set(f"select {chosen} {beyond}, {register(wide)} {number(wide, high)}, {register(wide)} {made}")
    if low < 0:  # otherwise what is no number has become 0 already
        real = body.set(f"fcmp ord {kind} {value}, {value}")
        made = body.set(f"select {chosen} {real}, {register(wide)} {made}, {register(wide)} {number(wide, 0)}")
    return _between_integers(body, made, wide, target) if wide is not target else made


def _to_odd(body: Body, value: str, double: DType, single: DType) -> str:
    """A double as a float32 rounded to odd, from which rounding again gives the nearest float16.

    The machine has no double-to-half instruction, and rounding to the nearest twice can miss by one unit.
    """
    bits = INT32.times_lanes_of(double)
    kind, wide, whole = register(single), register(double), register(bits)
    nearest = _instruction(body, "fptrunc", value, double, single)
    back = _instruction(body, "fpext", nearest, single, double)
    size = body.set(f"call {wide} @llvm.fabs.{suffix(double)}({wide} {value})")
    size_back = body.set(f"call {wide} @llvm.fabs.{suffix(double)}({wide} {back})")
    up = body.set(f"fcmp ogt {wide} {size_back}, {size}")
    inexact = body.set(f"fcmp one {wide} {back}, {value}")
    pattern = body.set(f"bitcast {kind} {nearest} to {whole}")
    one = body.set(f"zext {mask(double)} {up} to {whole}")
    below = body.set(f"sub {whole} {pattern}, {one}")
    odd = body.set(f"or {whole} {below}, {number(bits, 1)}")
    chosen = body.set(f"select {mask(double)} {inexact}, {whole} {odd}, {whole} {pattern}")
    return body.set(f"bitcast {whole} {chosen} to {kind}")


def _handle(body: Body, value: str, source: DType, target: DType) -> str:
    if source.is_handle and target.is_integer:
        return body.set(f"ptrtoint {register(source)} {value} to {register(target)}")
    if source.is_integer and target.is_handle:
        return body.set(f"inttoptr {register(source)} {value} to {register(target)}")
    raise unsupported(f"{source} cannot be cast to {target}")
