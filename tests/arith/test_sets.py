"""Symbolic sets and equations: relaxed intervals contain every value, solved bounds say where a condition holds."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from hypothesis import given, settings

sys.path.insert(0, str(Path(__file__).parent))
from tests.arith.reference import Undefined, evaluator, integers
from tilewright.arith.analyzer import Analyzer
from tilewright.arith.equations import deduce_bound, detect_clip_bound, detect_linear_equation
from tilewright.arith.facts import Facts
from tilewright.arith.int_set import IntervalSet, eval_set, from_range, union
from tilewright.ir import expr as nodes
from tilewright.ir.expr import Expr, IntImm, Range, Var

X, Y, N = (Var(name, "int32") for name in "ijn")


def test_affine_access_is_relaxed_exactly() -> None:
    found = Analyzer().int_set(X * 16 + Y, {Y: Range(0, 16)})
    analyzer = Analyzer()
    assert found.min_value is not None
    assert found.max_value is not None
    assert analyzer.can_prove_equal(found.min_value, X * 16)
    assert analyzer.can_prove_equal(found.max_value, X * 16 + 15)


def test_union_of_neighbours() -> None:
    found = union(Facts(), IntervalSet(X - 1, X - 1), IntervalSet(X + 1, X + 1))
    assert found.min_value is not None
    assert found.max_value is not None
    assert Analyzer().can_prove_equal(found.max_value - found.min_value, 2)


@settings(max_examples=150, deadline=None)
@given(integers([X, Y, N]))
def test_a_relaxed_interval_contains_every_value(e: Expr) -> None:
    found = eval_set(e, {X: from_range(Range(-3, 4)), Y: from_range(Range(N, N + 5))})
    value = evaluator(e)
    ends = [None if end is None else evaluator(end) for end in (found.min_value, found.max_value)]
    for i, n, step in itertools.product(range(-3, 4), range(-3, 4), range(5)):
        point = {X: i, N: n, Y: n + step}
        try:
            here = value(point)
            low, high = (None if end is None else end(point) for end in ends)
        except Undefined:
            continue
        assert low is None or low <= here
        assert high is None or here <= high


def test_linear_equation() -> None:
    found = detect_linear_equation(X * 3 + Y * N + N - 2, [X, Y])
    analyzer = Analyzer()
    assert len(found) == 3
    assert all(analyzer.can_prove_equal(a, b) for a, b in zip(found, (IntImm("int32", 3), N, N - 2)))
    assert detect_linear_equation(X * Y, [X, Y]) == []
    assert detect_linear_equation(X // 2, [X]) == []


def test_clip_bound() -> None:
    low, high = detect_clip_bound(nodes.And(X * 2 >= 3, X < N), [X])
    assert low is not None
    assert high is not None
    assert Analyzer().can_prove_equal(low, 2)
    assert Analyzer().can_prove_equal(high, N - 1)
    assert detect_clip_bound(nodes.NE(X, N), [X]) == []


def test_deduced_bound_holds_for_every_relaxed_value() -> None:
    found = deduce_bound(X, X + Y < 10, {}, {Y: IntervalSet(0, 3)})
    assert found.min_value is None
    assert found.max_value is not None
    assert Analyzer().can_prove_equal(found.max_value, 6)
