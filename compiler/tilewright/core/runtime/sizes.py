"""Sizes at run time: integer expressions over symbols, computed from the numbers that the arguments have."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.expr import BinaryOp, Call, Cast, Expr, FloatImm, IntImm, Not, Select, Var
from tilewright.core.ops.evaluation import fit
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import BY_NODE


class UnknownSize(Exception):
    """A size that cannot be computed from what is known."""


def compute(expr: Expr, known: Mapping[Var, int | float]) -> int | float:
    """The number that `expr` is; raises `UnknownSize` when it mentions something unknown or has no value."""
    if isinstance(expr, (IntImm, FloatImm)):
        return expr.value
    if isinstance(expr, Var):
        if expr not in known:
            raise UnknownSize(expr.name)
        return known[expr]
    if isinstance(expr, Cast):
        return fit(compute(expr.value, known), expr.dtype)
    if isinstance(expr, Select):
        return compute(expr.true_value if compute(expr.condition, known) else expr.false_value, known)
    if isinstance(expr, BinaryOp):
        return _apply(BY_NODE[type(expr).__name__], (expr.a, expr.b), expr, known)
    if isinstance(expr, Not):
        return int(not compute(expr.a, known))
    if isinstance(expr, Call) and isinstance(expr.op, Op):
        return _apply(expr.op, expr.args, expr, known)
    raise UnknownSize(str(expr))


def _apply(row: Op, args: tuple[Expr, ...], expr: Expr, known: Mapping[Var, int | float]) -> int | float:
    if row.evaluate is None:
        raise UnknownSize(row.name)
    try:
        return row.evaluate(*[compute(arg, known) for arg in args], expr.dtype)
    except (ArithmeticError, ValueError) as error:
        raise UnknownSize(str(error)) from error
