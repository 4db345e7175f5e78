"""Addresses, and bits read as another type."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.codegen.llvm.index import arithmetic, index
from tilewright.core.codegen.llvm.memory import element_address, pointer_plus
from tilewright.core.codegen.llvm.types import register, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Ramp


def address_of(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The address of an element; that of the first one for a vector."""
    target = args[0]
    if not isinstance(target, BufferLoad):
        return body.value(target)
    if len(target.indices) != 1:
        raise unsupported(
            f"`{target.buffer.name}` has several dimensions where its address is taken; it must be flattened first"
        )
    place = target.indices[0]
    return element_address(body, target.buffer, place.base if isinstance(place, Ramp) else place)


def access_ptr(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The pointer `offset` elements of the annotated type behind `data`."""
    element, data, offset = args[0].dtype, args[1], args[2]
    places = arithmetic(body, "mul", index(body, offset), str(element.lanes))
    return pointer_plus(body, body.value(data), element, places)


def add_byte_offset(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """A pointer some bytes further on."""
    return body.set(f"getelementptr inbounds i8, ptr {body.value(args[0])}, i64 {index(body, args[1])}")


def is_null(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Whether a pointer is null."""
    return body.set(f"icmp eq ptr {body.value(args[0])}, null")


def prefetch(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Bring memory near; the address may be given as the element that lies there."""
    address = address_of(body, expr, args[:1])
    hints = [str(arg.value) if isinstance(arg, IntImm) else "0" for arg in args[1:4]]
    write, locality, instruction = (*hints, *("0", "3", "1")[len(hints) :])
    body.do(f"call void @llvm.prefetch.p0(ptr {address}, i32 {write}, i32 {locality}, i32 {instruction})")
    return "poison"


def reinterpret(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The same bits as another type."""
    value, source, target = body.value(args[0]), args[0].dtype, expr.dtype
    if source is target:
        return value
    if source.bits * source.lanes != target.bits * target.lanes:
        raise unsupported(f"{source} and {target} have different sizes, so the bits cannot be reinterpreted")
    if source.is_handle or target.is_handle:
        return _pointer_bits(body, value, expr, args[0])
    if register(source) == register(target):
        return value
    return body.set(f"bitcast {register(source)} {value} to {register(target)}")


def _pointer_bits(body: Body, value: str, expr: Expr, arg: Expr) -> str:
    """Between pointers and 64-bit values."""
    if expr.dtype.is_handle:
        if arg.dtype.is_float or arg.dtype.is_vector:
            value = body.set(f"bitcast {register(arg.dtype)} {value} to i64")
        return body.set(f"inttoptr i64 {value} to ptr")
    whole = body.set(f"ptrtoint ptr {value} to i64")
    if register(expr.dtype) == "i64":
        return whole
    return body.set(f"bitcast i64 {whole} to {register(expr.dtype)}")


def large_unsigned(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """A 64-bit constant from its halves."""
    low, high = (arg.value if isinstance(arg, IntImm) else None for arg in args)
    if low is None or high is None:
        raise unsupported("the halves of a large constant are constants")
    return str((high << 32) | low)


def no_value(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The placeholder `poison`, for an object that only names a type and has no value."""
    return "poison"
