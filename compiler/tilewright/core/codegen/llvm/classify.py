"""Classifying floats (NaN, infinite, finite), and counting an integer's leading zeros."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.codegen.llvm.constants import integer, number
from tilewright.core.codegen.llvm.types import register, suffix
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr

_INFINITY = float("inf")


def isnan(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Unordered with itself."""
    type_ = args[0].dtype
    if not type_.is_float:
        return integer(expr.dtype, 0)
    value = body.value(args[0])
    return body.set(f"fcmp uno {register(type_)} {value}, {value}")


def isinf(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Infinite in magnitude."""
    return _magnitude(body, "oeq", expr, args[0]) if args[0].dtype.is_float else integer(expr.dtype, 0)


def isfinite(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Below infinity in magnitude."""
    return _magnitude(body, "olt", expr, args[0]) if args[0].dtype.is_float else integer(expr.dtype, 1)


def _magnitude(body: Body, comparison: str, expr: Expr, arg: Expr) -> str:
    kind, value = register(arg.dtype), body.value(arg)
    size = body.set(f"call {kind} @llvm.fabs.{suffix(arg.dtype)}({kind} {value})")
    return body.set(f"fcmp {comparison} {kind} {size}, {number(arg.dtype, _INFINITY)}")


def clz(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Number of zero bits above the highest one; the width for 0."""
    arg = args[0]
    kind, value, result = register(arg.dtype), body.value(arg), register(expr.dtype)
    count = body.set(f"call {kind} @llvm.ctlz.{suffix(arg.dtype)}({kind} {value}, i1 false)")
    if result == kind:
        return count
    return body.set(f"{'zext' if expr.dtype.bits > arg.dtype.bits else 'trunc'} {kind} {count} to {result}")
