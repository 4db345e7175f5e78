"""Points of spatial blocks that need each other, and conditions that never change: said exactly where trying all points shows it."""

from __future__ import annotations

import itertools

import pytest

from tests.analysis.test_planted_mistakes import codes

EXTENT = 5


def _copies(put: tuple[int, int], taken: tuple[int, int]) -> str:
    return f"""
@T.prim_func
def f(A: T.Buffer((32,), "float32")):
    for i in range({EXTENT}):
        with T.block("b"):
            vi = T.axis.spatial({EXTENT}, i)
            A[vi * {put[0]} + {put[1]}] = A[vi * {taken[0]} + {taken[1]}] + T.float32(1)
"""


@pytest.mark.parametrize("factors", [*itertools.product((1, 2, 3), repeat=2)])
def test_dependence_is_said_where_two_points_meet(factors: tuple[int, int]) -> None:
    for first, second in itertools.product((0, 1, 4, 7), repeat=2):
        put, taken = (factors[0], first), (factors[1], second)
        meet = any(
            p != q and put[0] * p + put[1] == taken[0] * q + taken[1]
            for p, q in itertools.product(range(EXTENT), repeat=2)
        )
        found = codes(_copies(put, taken))
        assert ("dependent-points" in found) == meet, (put, taken)


def _chooses(condition: str, where: str) -> str:
    return f"""
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        if {where}:
            B[i, j] = T.if_then_else({condition}, A[i, j], T.float32(0))
        else:
            B[i, j] = A[i, j]
"""


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">="])
def test_a_condition_is_said_to_be_decided_only_where_it_is(operator: str) -> None:
    for side, limit, where in itertools.product(
        ("i", "i * 2 + 1", "i - j", "7 - i"), (-8, 0, 7, 8, 16), ("i < 4", "j > i")
    ):
        condition = f"{side} {operator} {limit}"
        points = [dict(zip("ij", point)) for point in itertools.product(range(8), repeat=2)]
        outcomes = {eval(condition, {}, at) for at in points if eval(where, {}, at)}
        said = "decided-comparison" in codes(_chooses(condition, where))
        assert not said or len(outcomes) == 1, (condition, where)
        if len({eval(condition, {}, at) for at in points}) == 1:
            assert said, (condition, where)
