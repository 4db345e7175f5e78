"""Indices into memory, as 64-bit integers that LLVM can analyse.

The sums and products of an index are computed in 64 bits with `nsw`, whatever narrower signed type the program spells them in:
loop analysis then sees plain affine functions.  A program notices only where its 32-bit index would have wrapped around
and come out inside the buffer again.  Divisions, remainders, shifts and loads inside an index keep their own width.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.dtype import INT64, DType
from tilewright.core.codegen.llvm.constants import splat, vector
from tilewright.core.codegen.llvm.types import lanes, register, suffix
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Add, Broadcast, Cast, Expr, IntImm, Mul, Ramp, SizeVar, Sub, Var


def index(body: Body, expr: Expr) -> str:
    """The value of a scalar index as an `i64`."""
    rule = _RULES.get(type(expr))
    if rule is not None and widens(expr.dtype):
        return rule(body, expr)
    return extend(body, body.value(expr), expr.dtype)


def linear(body: Body, expr: Expr) -> tuple[str, str] | None:
    """First index and step (both `i64`) of a vector index that is a ramp, a splat, or a sum of those; None for any other."""
    if isinstance(expr, Ramp) and not expr.base.dtype.is_vector:
        return index(body, expr.base), index(body, expr.stride)
    if isinstance(expr, Broadcast) and not expr.value.dtype.is_vector:
        return index(body, expr.value), "0"
    if isinstance(expr, (Add, Sub)) and widens(expr.dtype):
        return _linear_sum(body, expr)
    if isinstance(expr, Mul) and widens(expr.dtype):
        return _linear_product(body, expr)
    return None


def vector_index(body: Body, expr: Expr) -> str:
    """The value of any vector index as a vector of `i64`."""
    parts = linear(body, expr) if is_linear(expr) else None
    if parts is None:
        return extend(body, body.value(expr), expr.dtype)
    base, step = parts
    type_ = INT64.times_lanes_of(expr.dtype)
    first, wide = broadcast(body, INT64, base, type_), register(type_)
    if step == "0":
        return first
    offsets = body.set(f"mul nsw {wide} {broadcast(body, INT64, step, type_)}, {numbered(body, type_)}")
    return body.set(f"add nsw {wide} {first}, {offsets}")


def is_linear(expr: Expr) -> bool:
    """Whether `linear` has an answer; asked first, so that nothing is emitted in vain."""
    if isinstance(expr, Ramp):
        return not expr.base.dtype.is_vector
    if isinstance(expr, Broadcast):
        return not expr.value.dtype.is_vector
    if isinstance(expr, (Add, Sub)):
        return widens(expr.dtype) and is_linear(expr.a) and is_linear(expr.b)
    if isinstance(expr, Mul):
        return widens(expr.dtype) and is_linear(expr.a) and is_linear(expr.b) and _splat_factor(expr) is not None
    return False


def broadcast(body: Body, type_: DType, scalar: str, like: DType) -> str:
    """A vector with `scalar` in every lane, of as many lanes as `like` has."""
    vector_type = type_.times_lanes_of(like)
    wide, element = register(vector_type), register(type_)
    if scalar[0] != "%":
        return splat(vector_type, scalar)
    first = body.set(f"insertelement {wide} poison, {element} {scalar}, i64 0")
    return body.set(f"shufflevector {wide} {first}, {wide} poison, <{lanes(like)} x i32> zeroinitializer")


def numbered(body: Body, type_: DType) -> str:
    """The vector of integers 0, 1, 2, ..."""
    if type_.scalable:
        return body.set(f"call {register(type_)} @llvm.stepvector.{suffix(type_)}()")
    return vector(type_, [str(place) for place in range(type_.lanes)])


def extend(body: Body, value: str, type_: DType) -> str:
    """An integer, or a vector of integers, widened to 64 bits by its sign."""
    if type_.bits == 64 or (value[0] != "%" and not type_.is_vector and not type_.is_bool):
        return value
    operation = "sext" if type_.kind == "int" else "zext"
    return body.set(f"{operation} {register(type_)} {value} to {register(INT64.times_lanes_of(type_))}")


def widens(type_: DType) -> bool:
    """Whether arithmetic of the type is index arithmetic: signed and at least 32 bits wide."""
    return type_.kind == "int" and type_.bits >= 32


def is_affine(expr: Expr) -> bool:
    """Whether an expression is made of variables, constants, sums and products alone, and so may be computed twice."""
    if isinstance(expr, (Add, Sub, Mul)):
        return is_affine(expr.a) and is_affine(expr.b)
    return isinstance(expr, (Var, IntImm))


def _linear_sum(body: Body, expr: Any) -> tuple[str, str] | None:
    a, b = linear(body, expr.a), linear(body, expr.b)
    if a is None or b is None:
        return None
    name = "add" if type(expr) is Add else "sub"
    return arithmetic(body, name, a[0], b[0]), arithmetic(body, name, a[1], b[1])


def _linear_product(body: Body, expr: Any) -> tuple[str, str] | None:
    factor = _splat_factor(expr)
    if factor is None:
        return None
    other = expr.b if factor is expr.a else expr.a
    parts = linear(body, other)
    if parts is None:
        return None
    by = index(body, factor.value)
    return arithmetic(body, "mul", parts[0], by), arithmetic(body, "mul", parts[1], by)


def _splat_factor(expr: Any) -> Broadcast | None:
    """The factor of a product that is the same in every lane."""
    for factor in (expr.a, expr.b):
        if type(factor) is Broadcast and not factor.value.dtype.is_vector:
            return factor
    return None


def arithmetic(body: Body, name: str, a: str, b: str) -> str:
    """A sum, difference or product of two `i64`, computed now when both are constants."""
    if a[0] != "%" and b[0] != "%":
        left, right = int(a), int(b)
        return str(left + right if name == "add" else left - right if name == "sub" else left * right)
    if (name != "mul" and b == "0") or (name == "mul" and b == "1"):
        return a
    return body.set(f"{name} nsw i64 {a}, {b}")


def _binary(name: str) -> Callable[[Body, Any], str]:
    return lambda body, expr: arithmetic(body, name, index(body, expr.a), index(body, expr.b))


def _variable(body: Body, expr: Var) -> str:
    found = body.wide.get(expr)
    return found if found is not None else extend(body, body.value(expr), expr.dtype)


def _cast(body: Body, expr: Cast) -> str:
    """A widening cast keeps the number: look below it."""
    inner = expr.value.dtype
    if widens(inner) and inner.bits <= expr.dtype.bits:
        return index(body, expr.value)
    return extend(body, body.value(expr), expr.dtype)


_RULES: dict[type, Callable[[Body, Any], str]] = {
    IntImm: lambda body, expr: str(expr.value),
    Var: _variable,
    SizeVar: _variable,
    Add: _binary("add"),
    Sub: _binary("sub"),
    Mul: _binary("mul"),
    Cast: _cast,
}
