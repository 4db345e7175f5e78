"""Values of integer expressions at points: numbers in place of their variables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.base.dtype import INT32, INT64
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BinaryOp, Call, Cast, Expr, IntImm, Let, Not, Select, Var
from tilewright.core.ops.evaluation import wrap
from tilewright.core.ops.op import Op

Point = dict[Var, int]


def evaluate(e: Expr, point: Mapping[Var, int]) -> int | None:
    """The value of an integer expression at a point; None when it depends on anything else."""
    if isinstance(e, IntImm):
        return e.value
    if isinstance(e, Var):
        return point.get(e)
    rule = _RULES.get(type(e))
    if rule is not None:
        return rule(e, point)
    return _binary(e, point) if isinstance(e, BinaryOp) else None


def _binary(e: BinaryOp, point: Mapping[Var, int]) -> int | None:
    a = evaluate(e.a, point)
    b = None if a is None else evaluate(e.b, point)
    if a is None or b is None:
        return None
    quick = OF_INDICES.get(type(e))
    if quick is not None and (e.a.dtype is INT32 or e.a.dtype is INT64):
        value = quick(a, b)
        if -HALF <= value < HALF:  # most are; others may wrap around
            return int(value)
    if not e.a.dtype.is_integer or e.row.evaluate is None:
        return None
    try:
        return int(e.row.evaluate(a, b, e.dtype))
    except (ArithmeticError, ValueError):
        return None


HALF = 1 << 31  # from there on a result may wrap around
# What sums, differences, products and comparisons of index types are where they fit.
OF_INDICES: dict[type, Callable[[int, int], int]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.LT: operator.lt,
    nodes.LE: operator.le,
    nodes.GT: operator.gt,
    nodes.GE: operator.ge,
    nodes.EQ: operator.eq,
    nodes.NE: operator.ne,
}


def _not(e: Not, point: Mapping[Var, int]) -> int | None:
    value = evaluate(e.a, point)
    return None if value is None else int(not value)


def _select(e: Select, point: Mapping[Var, int]) -> int | None:
    return _chosen(e.condition, e.true_value, e.false_value, point)


def _call(e: Call, point: Mapping[Var, int]) -> int | None:
    name = callee_name(e)
    if name == "tir.if_then_else":
        return _chosen(e.args[0], e.args[1], e.args[2], point)
    if name == "tir.likely":
        return evaluate(e.args[0], point)
    if not isinstance(e.op, Op) or not e.dtype.is_integer or e.dtype.is_vector:
        return None
    return _computed(e.op, e, point)


def _computed(op: Op, e: Call, point: Mapping[Var, int]) -> int | None:
    """The value that the row of an op computes, as for shifts and masks."""
    args = [evaluate(arg, point) for arg in e.args]
    if op.evaluate is None or None in args or not all(arg.dtype.is_integer for arg in e.args):
        return None
    try:
        return int(op.evaluate(*args, e.dtype))
    except (ArithmeticError, ValueError):
        return None


def _chosen(condition: Expr, yes: Expr, no: Expr, point: Mapping[Var, int]) -> int | None:
    holds = evaluate(condition, point)
    return None if holds is None else evaluate(yes if holds else no, point)


def _cast(e: Cast, point: Mapping[Var, int]) -> int | None:
    value = evaluate(e.value, point)
    if value is None or not (e.dtype.is_integer and e.value.dtype.is_integer):
        return None
    return wrap(value, e.dtype)


def _let(e: Let, point: Mapping[Var, int]) -> int | None:
    value = evaluate(e.value, point)
    return None if value is None else evaluate(e.body, {**point, e.var: value})


_RULES: dict[type, Callable[[Any, Mapping[Var, int]], int | None]] = {
    Not: _not,
    Select: _select,
    Call: _call,
    Cast: _cast,
    Let: _let,
}
