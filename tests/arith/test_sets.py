"""Symbolic sets and equations: relaxed intervals contain every value, solved bounds say where a condition holds."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

sys.path.insert(0, str(Path(__file__).parent))
from tests.arith.reference import Undefined, evaluator, integers
from tilewright.arith.analyzer import Analyzer
from tilewright.core.arith.deduce import deduce_bound
from tilewright.core.arith.domains import domain_touched
from tilewright.core.arith.equations import detect_clip_bound, detect_linear_equation
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.int_set import IntervalSet, eval_set, from_range, neg_inf, pos_inf, union, union_lower_bound
from tilewright.core.arith.narrow import narrow_predicate_expression
from tilewright.ir import expr as nodes
from tilewright.ir.expr import Expr, IntImm, Range, Var
from tilewright.script import tir as T

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
    ends = [None if end is None else evaluator(end) for end in (found.low, found.high)]
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
    assert not detect_linear_equation(X * Y, [X, Y])
    assert not detect_linear_equation(X // 2, [X])


def test_clip_bound() -> None:
    low, high = detect_clip_bound(nodes.And(X * 2 >= 3, X < N), [X])
    assert low is not None
    assert high is not None
    assert Analyzer().can_prove_equal(low, 2)
    assert Analyzer().can_prove_equal(high, N - 1)
    assert detect_clip_bound(nodes.NE(X, N), [X]) == []


def test_deduced_bound_holds_for_every_relaxed_value() -> None:
    found = deduce_bound(X, X + Y < 10, {}, {Y: IntervalSet(0, 3)})
    assert found.min_value is neg_inf()
    assert Analyzer().can_prove_equal(found.max_value, 6)


@pytest.mark.parametrize(
    ("condition", "low", "high"),
    [
        (X // 8 > 3, 32, None),
        (X // 8 <= 3, None, 31),
        (X // -8 >= 3, None, -24),
        (X // -8 < 3, -23, None),
        (X * -4 + 3 <= 17, -3, None),
        (5 - X >= 2, None, 3),
        (nodes.EQ(X * 5, IntImm("int32", -10)), -2, -2),
    ],
    ids=str,
)
def test_bounds_are_deduced_through_quotients_and_products(condition: Expr, low: int | None, high: int | None) -> None:
    found = deduce_bound(X, condition, {}, {})
    assert str(found.min_value) == ("neg_inf" if low is None else str(low))
    assert str(found.max_value) == ("pos_inf" if high is None else str(high))


def test_a_factor_of_known_sign_is_divided_out() -> None:
    found = deduce_bound(X, X * N < 7, {N: IntervalSet(2, 3)}, {})
    assert str(found.max_value) == "6 // n"
    assert deduce_bound(X, X * N < 7, {}, {}).is_nothing()


@pytest.mark.parametrize(
    "condition", [X % 4 < 3, X * 2 - X > Y, 8 // X >= 2, X + Y, nodes.EQ(X // 8, IntImm("int32", 3))], ids=str
)
def test_nothing_is_deduced_of_what_cannot_be_undone(condition: Expr) -> None:
    found = deduce_bound(X, condition, {}, {})
    assert found.is_nothing()
    assert found.min_value is pos_inf()
    assert found.max_value is neg_inf()


def test_a_conjunction_bounds_both_operands_of_a_minimum() -> None:
    condition = nodes.And(nodes.Min(X, Y) > 3, nodes.Not(X > 9))
    assert list(map(str, detect_clip_bound(condition, [X, Y]))) == ["4", "9", "4", "None"]


def test_sets_without_ends_cover_together_what_lies_between() -> None:
    below, above = IntervalSet(neg_inf(), 0), IntervalSet(1, pos_inf())
    assert union_lower_bound([below, above]).is_everything()
    assert union_lower_bound([below, IntervalSet(2, 5)]).is_nothing()


@pytest.mark.parametrize(
    ("condition", "narrowed"),
    [
        (X < N, "i < 0"),
        (X - N < 10, "T.Sub(i, 0) < 10"),
        (nodes.NE(X, N), "i < 0 or 7 < i"),
        (nodes.Not(X < N), "not i < 7"),
        (X % N < 2, "T.bool(False)"),
        (nodes.EQ(X // N, IntImm("int32", 0)), "T.bool(False)"),
    ],
    ids=str,
)
def test_a_narrowed_condition_holds_whatever_the_parameter_is(condition: Expr, narrowed: str) -> None:
    found = narrow_predicate_expression(condition, {N: Range(0, 8)})
    assert str(found) == narrowed


def test_touched_domain_is_the_box_around_all_accesses() -> None:
    @T.prim_func
    def stencil(a: T.handle, b: T.handle, m: T.int32):
        A = T.match_buffer(a, (100, m))
        B = T.match_buffer(b, (100, m))
        for i, j in T.grid(100, m):
            A[i, j] = B[i - 1, j + 1] + A[i - 1, j - 1]

    A = stencil.buffer_map[stencil.params[0]]
    read = domain_touched(stencil.body, A, True, False)
    assert [(str(each.min), str(each.extent)) for each in read] == [("-1", "100"), ("-1", "m")]
    both = domain_touched(stencil.body, A, True, True)
    assert [(str(each.min), str(each.extent)) for each in both] == [("-1", "101"), ("-1", "m + 1")]
    assert not domain_touched(stencil.body, stencil.buffer_map[stencil.params[1]], False, True)
