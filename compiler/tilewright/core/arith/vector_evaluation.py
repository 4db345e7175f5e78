"""Integer expressions at many points at once: the variables stand for numpy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import BinaryOp, Cast, Expr, IntImm, Not, Select, Var


def evaluate(e: Expr, values: Mapping[Var, object]) -> Any:
    """The value of `e` at each point.  Raises `ValueError` for what is no arithmetic on the variables."""
    if isinstance(e, IntImm):
        return e.value
    if isinstance(e, Var) and e in values:
        return values[e]
    if isinstance(e, Cast):
        return evaluate(e.value, values)
    if isinstance(e, Select):
        return np.where(*[evaluate(part, values) for part in (e.condition, e.true_value, e.false_value)])
    if isinstance(e, Not):
        return np.logical_not(evaluate(e.a, values))
    rule = _RULES.get(type(e)) if isinstance(e, BinaryOp) else None
    if rule is None or not isinstance(e, BinaryOp):
        raise ValueError(f"{e} is no arithmetic on {', '.join(var.name for var in values)}")
    return rule(evaluate(e.a, values), evaluate(e.b, values))


def _truncated(a: Any, b: Any) -> object:
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


_RULES: dict[type, Callable[[Any, Any], Any]] = {
    nodes.Add: np.add,
    nodes.Sub: np.subtract,
    nodes.Mul: np.multiply,
    nodes.FloorDiv: np.floor_divide,
    nodes.FloorMod: np.mod,
    nodes.Div: _truncated,
    nodes.Mod: lambda a, b: a - _truncated(a, b) * b,
    nodes.Min: np.minimum,
    nodes.Max: np.maximum,
    nodes.EQ: np.equal,
    nodes.NE: np.not_equal,
    nodes.LT: np.less,
    nodes.LE: np.less_equal,
    nodes.GT: np.greater,
    nodes.GE: np.greater_equal,
    nodes.And: np.logical_and,
    nodes.Or: np.logical_or,
}
