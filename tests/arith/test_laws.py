"""Simplification, bounds and remainders never say anything untrue: checked by evaluating at every point of small domains."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from tests.arith.reference import Undefined, conditions, evaluator, integers, script
from tilewright.arith.analyzer import Analyzer
from tilewright.ir import expr as nodes
from tilewright.ir.expr import Expr, IntImm, Range, SizeVar, Var

X, Y, N = Var("i", "int32"), Var("j", "int32"), SizeVar("n", "int32")
VARIABLES = [X, Y, N]
MANY = settings(max_examples=100, deadline=None)


def points(**ranges: range) -> Iterator[dict[Var, int]]:
    domain = {X: ranges.get("i", range(-9, 10)), Y: ranges.get("j", range(0, 8)), N: ranges.get("n", range(0, 7))}
    for values in itertools.product(*domain.values()):
        yield dict(zip(domain, values))


def agree(before: Expr, after: Expr, known: Expr | None = None, **ranges: range) -> None:
    """Both have the same value wherever the first has one (and `known` holds)."""
    run_before, run_after = evaluator(before), evaluator(after)
    holds = None if known is None else evaluator(known)
    for values in points(**ranges):
        try:
            if holds is not None and not holds(values):
                continue
            expected = run_before(values)
        except Undefined:
            continue
        assert run_after(values) == expected, (script(before), script(after), {v.name: x for v, x in values.items()})


def analyzer() -> Analyzer:
    made = Analyzer()
    made.bind(Y, Range(0, 8))
    return made


@MANY
@given(integers(VARIABLES))
@example((X * 8 + Y) // 8 * 8 + (X * 8 + Y) % 8)
def test_simplified_integers_keep_their_value(e: Expr) -> None:
    agree(e, analyzer().simplify(e))


@MANY
@given(conditions(VARIABLES))
def test_simplified_conditions_keep_their_value(e: Expr) -> None:
    agree(e, analyzer().simplify(e))


@MANY
@given(integers(VARIABLES))
def test_rewritten_integers_keep_their_value(e: Expr) -> None:
    agree(e, analyzer().rewrite_simplify(e))


@MANY
@given(conditions(VARIABLES))
def test_rewritten_conditions_keep_their_value(e: Expr) -> None:
    agree(e, analyzer().rewrite_simplify(e))


@settings(max_examples=100, deadline=None)
@given(conditions(VARIABLES), integers(VARIABLES))
def test_under_a_constraint_the_value_stays_where_it_holds(known: Expr, e: Expr) -> None:
    made = analyzer()
    with made.constraint_scope(known):
        simpler = made.simplify(e)
    agree(e, simpler, known)


@settings(max_examples=100, deadline=None)
@given(conditions(VARIABLES), conditions(VARIABLES))
def test_what_is_proved_under_a_constraint_holds(known: Expr, claim: Expr) -> None:
    made = analyzer()
    with made.constraint_scope(known):
        simpler = made.simplify(claim)
    agree(claim, simpler, known)


@settings(max_examples=100, deadline=None)
@given(conditions(VARIABLES))
def test_with_symbolic_ranges(e: Expr) -> None:
    made = Analyzer()
    made.bind(X, Range(0, N))
    made.bind(Y, Range(X, N))
    simpler = made.simplify(e)
    known = nodes.And(nodes.And(X >= 0, X < N), nodes.And(Y >= X, Y < X + (N - X)))
    agree(e, simpler, known)


@MANY
@given(integers(VARIABLES))
def test_bounds_and_remainders_hold(e: Expr) -> None:
    made = analyzer()
    found, remainders = made.const_int_bound(e), made.modular_set(e)
    run = evaluator(e)
    for values in points():
        try:
            value = run(values)
        except Undefined:
            continue
        assert found.min_value <= value <= found.max_value, script(e)
        rest = value - remainders.base
        assert (rest % remainders.coeff if remainders.coeff else rest) == 0, script(e)


@settings(max_examples=100, deadline=None)
@given(integers(VARIABLES))
def test_simplifying_again_changes_nothing(e: Expr) -> None:
    once = analyzer().simplify(e)
    again = analyzer().simplify(once)
    assert script(again) == script(once)


@settings(max_examples=100, deadline=None)
@given(integers(VARIABLES), st.integers(0, 6))
def test_a_bound_value_is_put_in(e: Expr, size: int) -> None:
    made = analyzer()
    made.bind(N, IntImm("int32", size))
    agree(e, made.simplify(e), n=range(size, size + 1))
