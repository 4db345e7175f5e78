"""The functions of `tvm.tir` that are no ops of their own: other names of operators, and short forms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any

from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.base.dtype import dtype_named, int_range
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Call, Expr, ExprLike, GlobalVar, StringImm, exprs
from tilewright.core.ir.operators import binary, call, checked, convert, match_types
from tilewright.core.ir.operators import const as constant
from tilewright.core.ir.stmt import Evaluate, SeqStmt, Stmt
from tilewright.core.ops.dtype_rules import DTypeError, LiteralError, of_immediate
from tilewright.core.ops.table import OPS


def const(value: Any, dtype: str | None = None, span: Span | None = None) -> Expr:
    """`value` as a constant, of the type that it has in Python or numpy unless another is given.

    Raises `LiteralError` when the type does not hold it.
    """
    if dtype is None:
        dtype = _type_of(value)
    type_ = dtype_named(dtype)
    number = value.item() if hasattr(value, "item") else value
    element = type_.element
    if element.is_integer and isinstance(number, int):
        low, high = int_range(element)
        if not low <= number <= max(high, 1):  # 1 is the set bit of int1, which TVM takes
            raise LiteralError(f"Literal value {number} exceeds range of {element}")
    elif str(element) in _LARGEST and math.isfinite(number) and abs(number) > _LARGEST[str(element)]:
        raise LiteralError(f"Literal value {number} exceeds maximum of {element}")
    return constant(number, type_, span)


_LARGEST = {"float16": 65504.0, "float32": 3.4028234663852886e38}


def _type_of(value: Any) -> str:
    if hasattr(value, "dtype"):
        return str(value.dtype)
    wide = isinstance(value, float) and math.isfinite(value) and abs(value) > _LARGEST["float32"]
    return "float64" if wide else of_immediate(value)


def trace(args: Sequence[ExprLike], trace_action: str = "tvm.default_trace_action") -> Call:
    """The last of `args`, which the registered function `trace_action` is called with first; what it returns, if anything, takes its place."""
    values = exprs(args)
    if not values:
        raise TypeError("trace needs a value to give back: args must be a non-empty list")
    return Call(values[-1].dtype, OPS["tir.tvm_call_trace_packed"], (StringImm(trace_action), *values))


def floordiv(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """The quotient, rounded down."""
    return checked("FloorDiv", a, b, span)


def floormod(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """The remainder of floor division."""
    return checked("FloorMod", a, b, span)


def truncdiv(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """The quotient, rounded towards zero."""
    return checked("Div", a, b, span)


def truncmod(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """The remainder of truncated division."""
    return checked("Mod", a, b, span)


def add(lhs: ExprLike, rhs: ExprLike, span: Span | None = None) -> Expr:
    """lhs + rhs"""
    return binary("Add", lhs, rhs, span)


def subtract(lhs: ExprLike, rhs: ExprLike, span: Span | None = None) -> Expr:
    """lhs - rhs"""
    return checked("Sub", lhs, rhs, span)


def multiply(lhs: ExprLike, rhs: ExprLike, span: Span | None = None) -> Expr:
    """lhs * rhs"""
    return binary("Mul", lhs, rhs, span)


def div(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """The quotient; of integers rounded towards zero."""
    return checked("Div", a, b, span)


def indexdiv(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """a // b of indices, which are not negative."""
    return checked("FloorDiv", a, b, span)


def indexmod(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """a % b of indices, which are not negative."""
    return checked("FloorMod", a, b, span)


def power(x: ExprLike, y: ExprLike, span: Span | None = None) -> Expr:
    """x to the power of y, of which one is a float."""
    left, right = match_types(x, y)
    if not left.dtype.is_float:
        raise DTypeError(f"power takes floats, and these are {left.dtype}")
    return call("tir.pow", left, right, span=span)


def logaddexp(a: ExprLike, b: ExprLike, span: Span | None = None) -> Expr:
    """log(exp(a) + exp(b)), computed from the larger one so that it does not overflow."""
    larger, smaller = binary("Max", a, b, span), binary("Min", a, b, span)
    return larger + call("tir.log1p", call("tir.exp", smaller - larger, span=span), span=span)


def all(*args: object, span: Span | None = None) -> Expr:
    """Whether every condition holds; raises `ValueError` without any."""
    return _folded("And", args, span)


def any(*args: object, span: Span | None = None) -> Expr:
    """Whether one of the conditions holds; raises `ValueError` without any."""
    return _folded("Or", args, span)


def _folded(name: str, args: tuple[object, ...], span: Span | None) -> Expr:
    conditions = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
    if not conditions:
        raise ValueError("Any must take at least 1 argument")
    return reduce(lambda a, b: binary(name, a, b, span), [convert(condition) for condition in conditions])


def stmt_seq(*args: Expr | Stmt) -> SeqStmt:
    """The statements one after another; expressions are evaluated."""
    return SeqStmt(tuple(Evaluate(item) if isinstance(item, Expr) else item for item in args))


def call_tir(global_var: GlobalVar, *args: object) -> Call:
    """A call of a function of the module that returns nothing."""
    return Call(parse_dtype("void"), global_var, exprs(args))


def get_vscale_expr(dtype: str, min_size: int = 128) -> Expr:
    """The number of lanes of a scalable vector of `dtype` whose registers have at least `min_size` bits."""
    lanes = min_size // dtype_named(dtype).bits
    return constant(lanes, "int32") * Call(parse_dtype("int32"), OPS["tir.vscale"], ())
