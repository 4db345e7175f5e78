"""Conditions that cannot be computed from the text: in a world each has one outcome, and the same wherever it is asked again."""

from __future__ import annotations

import ast

from tilewright.core.frontend.context import Context
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.frontend.world import UNFIT, World
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import EqualOp


def truth(context: Context, world: World, test: ast.expr, preferred: bool = True) -> bool:
    """The outcome of a condition of Python's, by parts: what decides is computed where it can be."""
    if isinstance(test, ast.BoolOp):
        wanted = isinstance(test.op, ast.And)
        return (
            all(truth(context, world, part, preferred) for part in test.values)
            if wanted
            else _any(context, world, test, preferred)
        )
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return not truth(context, world, test.operand, not preferred)
    value = quiet_value(context, test)
    if value is not UNKNOWN and not isinstance(value, (Expr, EqualOp)):
        try:
            return bool(value)
        except Exception:
            return world.decision(ast.unparse(test), preferred)
    text, negated = _positive(test)
    return world.decision(text, preferred is not negated) is not negated


def require(context: Context, world: World, test: ast.expr, holds: bool) -> None:
    """Keep to what Python demands of the unknowns, by `assert` or by raising: numbers that do not meet it do not fit, and no mistake is shown by values that do not."""
    parts = ast.And if holds else ast.Or
    if isinstance(test, ast.BoolOp) and isinstance(test.op, parts):
        for part in test.values:
            require(context, world, part, holds)
        return
    value = quiet_value(context, test)
    if isinstance(value, (bool, int)):
        world.strain += 0 if bool(value) is holds else UNFIT
    elif of_unknowns(world, value):
        world.required.append((value.asobject() if isinstance(value, EqualOp) else value, holds))


def _any(context: Context, world: World, test: ast.BoolOp, preferred: bool) -> bool:
    return any(truth(context, world, part, preferred) for part in test.values)


def _positive(test: ast.expr) -> tuple[str, bool]:
    """A comparison without its negation, and whether there was one: `a is not None` is decided as `a is None`, and `a is Kind.B` as `a == Kind.B`."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        op, (right,) = test.ops[0], test.comparators
        found = next((opposite for kind, opposite in _OPPOSITES.items() if isinstance(op, kind)), None)
        kept = type(op) if found is None else found
        if kept in _SAME:
            kept = ast.Is if isinstance(right, ast.Constant) and right.value is None else ast.Eq
        return ast.unparse(ast.Compare(test.left, [kept()], test.comparators)), found is not None
    return ast.unparse(test), False


def of_unknowns(world: World, value: object) -> bool:
    """Whether a value is a condition on unknowns alone, which Python would decide."""
    return isinstance(value, (Expr, EqualOp)) and world.of_unknowns(value)


def quiet_value(context: Context, node: ast.expr) -> object:
    """The value of an expression, silently and without a trace; nothing of the user's is called."""
    try:
        with context.silence(), context.recorder.paused():
            return evaluate(context.unexecuted(), node)
    except Exception:
        return UNKNOWN


def prefers(taken: list[ast.stmt], other: list[ast.stmt]) -> bool:
    """The outcome of a condition that does not end the function with an exception, true where neither does."""
    return not fails(taken) or fails(other)


def fails(statements: list[ast.stmt]) -> bool:
    """Whether a suite ends with an exception."""
    return bool(statements) and isinstance(statements[-1], ast.Raise)


_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.IsNot: ast.Is,
    ast.NotEq: ast.Eq,
    ast.NotIn: ast.In,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
}
_SAME = (ast.Is, ast.Eq)
