"""Assertions about arrays and expressions."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.arith.vector_evaluation import evaluate as evaluate_many
from tilewright.core.ir.expr import And, Expr, IntImm, Not, Or, Range, Var
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import substitute


def assert_allclose(
    actual: object, desired: object, rtol: float = 1e-7, atol: float = 1e-7, verbose: bool = True
) -> None:
    """Raise `AssertionError` unless both have the same shape and |actual - desired| <= atol + rtol * |desired| everywhere.

    Takes arrays, tensors of the runtime, lists and numbers.
    """
    left, right = _array(actual), _array(desired)
    np.testing.assert_array_equal(left.shape, right.shape, err_msg="the shapes differ")
    np.testing.assert_allclose(left, right, rtol=rtol, atol=atol, verbose=verbose)


def _array(value: Any) -> Any:
    return np.asanyarray(value.numpy() if hasattr(value, "numpy") else value)


def assert_prim_expr_equal(lhs: Expr, rhs: Expr) -> None:
    """Raise `ValueError` unless the two can be proved to have the same value everywhere."""
    if not structural_equal(lhs, rhs) and not Analyzer().can_prove_equal(lhs, rhs):
        raise ValueError(f"{lhs} and {rhs} are not equal, as far as can be proved")


def check_bool_expr_is_true(bool_expr: Expr, vranges: Mapping[Var, Range], cond: Expr | None = None) -> None:
    """Raise `AssertionError` with a counterexample unless the condition holds at all points of `vranges` where `cond` does.

    What cannot be proved is tried at all points, so the ranges have to be constant and small.
    """
    if _is_proved(bool_expr, vranges, cond):
        return
    spans = [_points(item) for item in vranges.values()]
    claim = bool_expr if cond is None else Or(Not(cond), bool_expr)
    try:
        values = _failing(claim, tuple(vranges), spans)
    except (ValueError, FloatingPointError):  # no plain arithmetic, or one that fails at some point
        values = _failing_one_by_one(bool_expr, cond, tuple(vranges), spans)
    if values is not None:
        where = ", ".join(f"{var.name} = {value}" for var, value in zip(vranges, values))
        raise AssertionError(f"{bool_expr} does not hold at {where}")


def _is_proved(claim: Expr, vranges: Mapping[Var, Range], cond: Expr | None) -> bool:
    analyzer = Analyzer()
    for var, range_ in vranges.items():
        analyzer.bind(var, range_)
    with nullcontext() if cond is None else analyzer.constraint_scope(cond):
        return analyzer.can_prove(claim)


def _failing(claim: Expr, variables: Sequence[Var], spans: Sequence[range]) -> list[int] | None:
    """The values of the variables at the first point where the claim fails, many points at a time; None when it holds everywhere."""
    sizes = tuple(len(span) for span in spans)
    total = math.prod(sizes)
    with np.errstate(all="raise"):
        for first in range(0, total, _TOGETHER):
            numbers = np.arange(first, min(first + _TOGETHER, total))
            digits: Iterable[Any] = np.unravel_index(numbers, sizes) if sizes else ()
            points = {var: digit + span.start for var, digit, span in zip(variables, digits, spans)}
            holds = np.broadcast_to(evaluate_many(claim, points), numbers.shape)
            if not holds.all():
                at = int(np.argmin(holds))
                return [int(values[at]) for values in points.values()]
    return None


_TOGETHER = 1 << 18  # points; arrays of this length stay in cache


def _failing_one_by_one(
    claim: Expr, cond: Expr | None, variables: Sequence[Var], spans: Sequence[range]
) -> Sequence[int] | None:
    for values in itertools.product(*spans):
        point = dict(zip(variables, values))
        if (cond is None or _value(cond, point)) and not _value(claim, point):
            return values
    return None


def _points(item: Range) -> range:
    low, extent = (Analyzer().simplify(end) for end in (item.min, item.extent))
    if not (isinstance(low, IntImm) and isinstance(extent, IntImm)):
        raise ValueError(f"the range from {item.min} with {item.extent} members is not constant")
    return range(low.value, low.value + extent.value)


def _value(e: Expr, point: Mapping[Var, int]) -> int:
    found = evaluate(e, point)
    if found is None:
        raise ValueError(f"{e} has no value where {', '.join(var.name for var in point)} are known")
    return found


def check_int_constraints_trans_consistency(constraints_trans: Any, vranges: Mapping[Var, Range] | None = None) -> None:
    """Raise `AssertionError` unless a transformation of integer constraints and its inverse match solutions one to one.

    `constraints_trans` has the constraints `src` and `dst` (`variables`, `ranges`, `relations`), `src_to_dst`, which gives the variables of `src`
    in terms of those of `dst`, and `dst_to_src`; `vranges` are the ranges of all other variables.
    """
    t, known = constraints_trans, dict(vranges or {})
    _check_solutions_go(t.src, t.dst, t.src_to_dst, t.dst_to_src, known)
    _check_solutions_go(t.dst, t.src, t.dst_to_src, t.src_to_dst, known)


def _check_solutions_go(
    here: Any, there: Any, forth: Mapping[Var, Expr], back: Mapping[Var, Expr], known: Mapping[Var, Range]
) -> None:
    """Each solution of `here` is, in the variables of `there`, a solution of `there`, and comes back as itself."""
    wanted: list[Expr] = [substitute(relation, dict(back)) for relation in (*there.relations, *_bounds(there))]
    wanted += [var.equal(substitute(forth[var], dict(back))) for var in here.variables if var in forth]
    for claim in wanted:
        check_bool_expr_is_true(claim, {**known, **here.ranges}, _all(here.relations))


def _bounds(constraints: Any) -> Iterator[Expr]:
    for var in constraints.variables:
        if var in constraints.ranges:
            range_ = constraints.ranges[var]
            yield var >= range_.min
            yield var < range_.min + range_.extent


def _all(conditions: Iterable[Expr]) -> Expr:
    return functools.reduce(And, conditions, IntImm("bool", 1))  # pyright: ignore[reportArgumentType]
