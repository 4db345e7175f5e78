"""The integer solver beside trying all points of a box, and where eliminating over the rationals would answer wrongly."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.arith.omega import OutOfSteps, Row, solve

ROWS = st.lists(st.tuples(*[st.integers(-7, 7)] * 3, st.integers(-20, 20)), max_size=4)
NAMES = "xyz"


def made(numbers: tuple[int, ...]) -> Row:
    return Row({name: c for name, c in zip(NAMES, numbers) if c}, numbers[-1])


@settings(max_examples=400, deadline=None)
@given(ROWS.filter(lambda rows: len(rows) < 3), ROWS)
def test_a_solution_is_found_exactly_where_there_is_one(
    equalities: list[tuple[int, ...]], inequalities: list[tuple[int, ...]]
) -> None:
    box = [Row({name: sign}, 4) for name in NAMES for sign in (1, -1)]
    zero, positive = [made(row) for row in equalities], [made(row) for row in inequalities] + box
    points = [dict(zip(NAMES, point)) for point in itertools.product(range(-4, 5), repeat=3)]
    solutions = [
        point for point in points if not any(r.at(point) for r in zero) and all(r.at(point) >= 0 for r in positive)
    ]
    found = solve(zero, positive, 100_000)
    if found is None:
        assert not solutions
    else:
        assert {name: found.get(name, 0) for name in NAMES} in solutions


def test_a_gap_between_integers_is_seen() -> None:
    # 27 <= 11x + 13y <= 45, -10 <= 7x - 9y <= 4: rational points, no integer ones (Pugh's example)
    rows = [Row({"x": 11, "y": 13}, -27), Row({"x": -11, "y": -13}, 45), Row({"x": 7, "y": -9}, 10)]
    assert solve([], [*rows, Row({"x": -7, "y": 9}, 4)]) is None
    assert solve([Row({"x": 2, "y": -4}, -1)], []) is None


def test_unbounded_variables_get_values() -> None:
    found = solve([Row({"i": 1, "n": -1}, 1)], [Row({"i": 1}), Row({"n": 1}, -1)])
    assert found == {"i": 0, "n": 1}


def test_a_budget_ends_the_search() -> None:
    with pytest.raises(OutOfSteps):
        solve([], [Row({"x": 1, "y": 3}, 5), Row({"x": -2, "y": 5}, 9), Row({"x": 3, "y": -7}, 4)], 4)
