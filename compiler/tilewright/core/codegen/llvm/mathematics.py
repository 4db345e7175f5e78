"""Mathematical functions: our own for float32 (`polynomials`), LLVM's intrinsics, and functions of the C library.

float16 is computed in float32 and rounded.  A vector goes through the C library lane by lane.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import FLOAT32, FLOAT64, DType, dtype
from tilewright.core.codegen.llvm.arithmetic import choose
from tilewright.core.codegen.llvm.constants import integer, number
from tilewright.core.codegen.llvm.conversion import convert
from tilewright.core.codegen.llvm.polynomials import own_function
from tilewright.core.codegen.llvm.types import mask, register, suffix, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr
from tilewright.core.ops.op import Extern, Intrinsic
from tilewright.core.passes.tir.lowering.expand_powers import whole_exponent

# Intrinsics that carry the type of their last operand in their name as well.
_TWO_TYPES = frozenset({"llvm.ldexp", "llvm.powi"})


def intrinsic(body: Body, lowering: Intrinsic, result: DType, args: Sequence[Expr]) -> str:
    """The intrinsic that a row names, for the type of its first operand, converted to the result type."""
    given = args[0].dtype
    if given.is_integer and lowering.name in _OF_FLOATS:
        return convert(body, _of_integer(body, lowering.name, args[0]), given, result)
    type_ = _computed_in(given)
    if type_.scalable and lowering.name not in _OF_MACHINES:
        raise unsupported(f"`{lowering.name.removeprefix('llvm.')}` is a function, and none takes a {given}")
    values = [_operand(body, arg, given, type_) for arg in args]
    exponent = whole_exponent(args[1]) if lowering.name == "llvm.pow" else None
    own = (
        own_function(body, lowering.name, type_, values[0])
        if exponent is None
        else _product(body, type_, values[0], exponent)
    )
    if own is not None:
        return convert(body, own, type_, result)
    operands = [f"{register(_raised(arg.dtype, given, type_))} {value}" for arg, value in zip(args, values)]
    operands += [f"i1 {str(flag).lower()}" for flag in lowering.flags]
    name = f"{lowering.name}.{suffix(type_)}"
    if lowering.name in _TWO_TYPES:
        name += f".{suffix(args[-1].dtype)}"
    computed = body.set(f"call {register(type_)} @{name}({', '.join(operands)})")
    return convert(body, computed, type_, result)


def _product(body: Body, type_: DType, base: str, exponent: int) -> str:
    """The power of a base with the exponent 2, 3 or 4."""
    kind = register(type_)
    square = body.set(f"fmul {kind} {base}, {base}")
    other = {3: base, 4: square}.get(exponent)
    return square if other is None else body.set(f"fmul {kind} {square}, {other}")


# Roundings and the magnitude, which rows allow for integers too.
_OF_FLOATS = frozenset(
    {"llvm.floor", "llvm.ceil", "llvm.trunc", "llvm.round", "llvm.nearbyint", "llvm.rint", "llvm.fabs"}
)
# What is an instruction of machines that have scalable vectors; a function of the C library would have to be called for each lane.
_OF_MACHINES = _OF_FLOATS | {"llvm.sqrt", "llvm.fma", "llvm.copysign", "llvm.ctpop"}


def _of_integer(body: Body, name: str, arg: Expr) -> str:
    """An integer is whole already; its magnitude differs when it has a sign."""
    value, kind = body.value(arg), register(arg.dtype)
    if name != "llvm.fabs" or arg.dtype.kind != "int":
        return value
    return body.set(f"call {kind} @llvm.abs.{suffix(arg.dtype)}({kind} {value}, i1 false)")


def extern(body: Body, lowering: Extern, result: DType, args: Sequence[Expr]) -> str:
    """The function of the C mathematics library that a row names, in the width of its first operand."""
    given = args[0].dtype
    if not given.is_float:
        raise unsupported(f"`{lowering.name}` takes floats, and its argument is {given}")
    if lowering.name == "nextafter" and given.bits == 16:
        return _half_neighbour(body, body.value(args[0]), body.value(args[1]), given)
    type_ = _computed_in(given)
    if type_.scalable:
        raise unsupported(f"`{lowering.name}` is a function of the C library, and none takes a {given}")
    types = [_raised(arg.dtype, given, type_) for arg in args]
    values = [_operand(body, arg, given, type_) for arg in args]
    own = own_function(body, lowering.name, type_, values[0])
    if own is not None:
        return convert(body, own, type_, result)
    name = library_function(body, lowering.name, type_.element, [each.element for each in types])
    if type_.is_vector:
        computed = _lane_by_lane(body, name, type_, values, types)
    else:
        computed = body.set(f"call {register(type_)} @{name}({_list(values, types)})")
    return convert(body, computed, type_, result)


def _half_neighbour(body: Body, x: str, y: str, type_: DType) -> str:
    """`nextafter` of float16, whose neighbours are not those of float32: the bit pattern one up or down.

    From zero, the smallest number with the sign of `y`; `y` when the two are equal; not a number when one is none.
    """
    kind, bits = register(type_), dtype("int16").times_lanes_of(type_)
    whole, condition = register(bits), mask(type_)
    zero = number(type_, 0.0)
    above, positive = body.set(f"fcmp ogt {kind} {y}, {x}"), body.set(f"fcmp ogt {kind} {x}, {zero}")
    away = body.set(f"icmp eq {condition} {above}, {positive}")
    step = choose(body, away, integer(bits, 1), integer(bits, -1), bits)
    moved = body.set(f"add {whole} {body.set(f'bitcast {kind} {x} to {whole}')}, {step}")
    neighbour = body.set(f"bitcast {whole} {moved} to {kind}")
    least = number(type_, 2.0**-24)
    smallest = body.set(f"call {kind} @llvm.copysign.{suffix(type_)}({kind} {least}, {kind} {y})")
    started = choose(body, body.set(f"fcmp oeq {kind} {x}, {zero}"), smallest, neighbour, type_)
    found = choose(body, body.set(f"fcmp oeq {kind} {x}, {y}"), y, started, type_)
    return choose(body, body.set(f"fcmp uno {kind} {x}, {y}"), number(type_, float("nan")), found, type_)


def library_function(body: Body, name: str, type_: DType, params: Sequence[DType]) -> str:
    """The C function for the width, declared: `erff` for float32, `erf` for float64."""
    full = name if type_ is FLOAT64 else f"{name}f"
    kinds = ", ".join(register(param) for param in params)
    body.module.declare(full, f"declare {register(type_)} @{full}({kinds}) nounwind willreturn memory(none)")
    return full


def _lane_by_lane(body: Body, name: str, type_: DType, values: Sequence[str], types: Sequence[DType]) -> str:
    kind, element, made = register(type_), register(type_.element), "poison"
    elements = [each.element for each in types]
    for lane in range(type_.lanes):
        parts = [body.set(f"extractelement {register(each)} {value}, i64 {lane}") for value, each in zip(values, types)]
        computed = body.set(f"call {element} @{name}({_list(parts, elements)})")
        made = body.set(f"insertelement {kind} {made}, {element} {computed}, i64 {lane}")
    return made


def _list(values: Sequence[str], types: Sequence[DType]) -> str:
    return ", ".join(f"{register(type_)} {value}" for value, type_ in zip(values, types))


def _computed_in(type_: DType) -> DType:
    """float32 for float16, which has no functions of its own; any other type is kept."""
    return FLOAT32.times_lanes_of(type_) if type_.is_float and type_.bits == 16 else type_


def _raised(own: DType, given: DType, type_: DType) -> DType:
    """The type in which an operand is passed: operands of the first one's type move with it."""
    return type_ if own is given else own


def _operand(body: Body, arg: Expr, given: DType, type_: DType) -> str:
    value = body.value(arg)
    return convert(body, value, given, type_) if arg.dtype is given else value
