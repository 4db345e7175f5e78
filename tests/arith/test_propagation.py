"""What bounds settle about linear constraints is what trying all points of a box settles."""

from __future__ import annotations

import itertools
import random

import pytest

from tilewright.core.analysis import exact_counter_example
from tilewright.core.analysis.checks.collected import check
from tilewright.core.arith import models
from tilewright.core.arith.omega import Row, solve
from tilewright.core.arith.propagation import look
from tilewright.script import from_source

NAMES = ("x", "y", "z")


def random_rows(rng: random.Random, count: int) -> list[Row]:
    rows = [{name: rng.randint(-4, 4) for name in rng.sample(NAMES, rng.randint(1, 3))} for _ in range(count)]
    return [Row({name: c for name, c in terms.items() if c}, rng.randint(-9, 9)) for terms in rows]


def box(size: int) -> list[Row]:
    return [row for name in NAMES for row in (Row({name: 1}), Row({name: -1}, size))]


@pytest.mark.parametrize("seed", range(200))
def test_bounds_settle_what_trying_all_points_settles(seed: int) -> None:
    rng = random.Random(seed)
    zero, positive = random_rows(rng, rng.randint(0, 2)), random_rows(rng, rng.randint(0, 3)) + box(6)
    points = [dict(zip(NAMES, values)) for values in itertools.product(range(7), repeat=3)]
    exists = any(all(r.at(p) == 0 for r in zero) and all(r.at(p) >= 0 for r in positive) for p in points)
    found = look(zero, positive)
    if isinstance(found, dict):
        assert all(row.at(found) == 0 for row in zero)
        assert all(row.at(found) >= 0 for row in positive)
    assert found is True or bool(found is not False) == exists == (solve(zero, positive) is not None)


def test_both_answers_are_given_without_the_solver() -> None:
    digits = [Row({"x": 1}), Row({"x": -1}, 15), Row({"y": 1}), Row({"y": -1}, 31)]
    assert look([Row({"x": 32, "y": 1}, -300)], digits) == {"x": 9, "y": 12}
    assert look([Row({"x": 32, "y": 1}, -600)], digits) is False
    assert look([Row({"x": 2, "y": 4}, -3)], []) is True  # has no solution, which bounds do not tell


TILES = """
@T.prim_func
def main(A: T.Buffer((512,)), B: T.Buffer((512,))):
    for i0, i1 in T.grid(16, 32):
        with T.block("B"):
            vi = T.axis.spatial(512, i0 * 32 + i1)
            T.reads(A[vi])
            T.writes(B[vi])
            B[vi] = A[vi]
"""


def test_plain_tiles_ask_the_solver_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the solver is asked")

    func = from_source(TILES)
    monkeypatch.setattr(models, "solve", refuse)
    assert check(func) == []


def test_tiles_that_leave_an_end_out_are_still_found() -> None:
    (found,) = check(from_source(TILES.replace("T.grid(16, 32)", "T.grid(16, 31)")))
    assert found.code == "axis-domain-not-covered"


FUSED = """
@T.prim_func
def main(A: T.Buffer((64, 48)), B: T.Buffer((64, 48))):
    for bx in T.thread_binding({blocks}, thread="blockIdx.x"):
        for tx in T.thread_binding(96, thread="threadIdx.x"):
            with T.block("B"):
                T.where(bx * 96 + tx < {end})
                vi = T.axis.spatial(64, (bx * 96 + tx) // 48)
                vj = T.axis.spatial(48, (bx * 96 + tx) % 48)
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj]
"""


def test_threads_over_fused_loops_ask_the_solver_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the solver is asked")

    func = from_source(FUSED.replace("                T.where(bx * 96 + tx < {end})\n", "").format(blocks=32))
    monkeypatch.setattr(exact_counter_example, "has_model", refuse)
    monkeypatch.setattr(exact_counter_example, "find_model", refuse)
    assert check(func) == []


@pytest.mark.parametrize(
    ("blocks", "end", "said"),
    [
        (32, 3072, []),
        (33, 3072, []),
        (31, 3072, ["the axis `vi` is never 63, but its domain is 0 to 63"]),
        (32, 3024, ["the axis `vi` is never 63, but its domain is 0 to 63"]),
    ],
)
def test_threads_that_leave_an_end_out_are_still_found(blocks: int, end: int, said: list[str]) -> None:
    found = check(from_source(FUSED.format(blocks=blocks, end=end)))
    assert [each.message for each in found] == said
