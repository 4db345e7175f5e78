"""Systems of linear relations: the solved system has the solutions of the given one, found by trying all integers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tilewright import arith, tir
from tilewright.core.ir.walk import substitute
from tilewright.ir.expr import EQ, GE, LE, Expr, IntImm, Range, Var
from tilewright.ir.operators import const

X, Y, Z = (Var(name, "int32") for name in "xyz")  # pyright: ignore[reportArgumentType]
LOW, HIGH = -4, 5
BOX = {var: Range(LOW, HIGH) for var in (X, Y, Z)}


def value(e: Expr, point: Mapping[Var, int]) -> int:
    found = arith.Analyzer().simplify(substitute(e, {var: const(number) for var, number in point.items()}))
    assert isinstance(found, IntImm), found
    return found.value


def solutions(system: Any) -> Iterator[dict[Var, int]]:
    """All points of a system whose variables have ranges of constants (one may begin where another stands)."""
    if not system.variables:
        if all(value(relation, {}) for relation in system.relations):
            yield {}
        return
    for numbers in itertools.product(range(-17, 18), repeat=len(system.variables)):
        point = dict(zip(system.variables, numbers))
        inside = all(
            value(range_.min, point) <= point[var] < value(range_.min, point) + value(range_.extent, point)
            for var, range_ in system.ranges.items()
        )
        if inside and all(value(relation, point) for relation in system.relations):
            yield point


def expected(relations: list[Expr], variables: tuple[Var, ...]) -> set[tuple[int, ...]]:
    points = itertools.product(range(LOW, HIGH), repeat=len(variables))
    return {point for point in points if all(value(relation, dict(zip(variables, point))) for relation in relations)}


def mapped(solution: Any, variables: tuple[Var, ...]) -> set[tuple[int, ...]]:
    """The solutions of `dst`, written with the variables of `src`; going there and back changes nothing."""
    found: set[tuple[int, ...]] = set()
    for point in solutions(solution.dst):
        old = {var: value(solution.src_to_dst[var], point) for var in variables}
        assert {var: value(e, old) for var, e in solution.dst_to_src.items()} == point
        found.add(tuple(old.values()))
    return found


def relation(chance: random.Random, variables: tuple[Var, ...], kinds: tuple[Any, ...]) -> Expr:
    left: Expr = const(chance.randint(-3, 3))
    for var in variables:
        left = left + var * chance.randint(-2, 2)
    return chance.choice(kinds)(left, const(chance.randint(-3, 3)))


@pytest.mark.parametrize("seed", range(9))
def test_equations_keep_their_solutions(seed: int) -> None:
    chance = random.Random(seed)
    relations = [relation(chance, (X, Y), (EQ, EQ, LE)) for _ in range(1 + seed % 3)]
    solution = arith.solve_linear_equations(relations, [X, Y], {X: BOX[X], Y: BOX[Y]})
    assert mapped(solution, (X, Y)) == expected(relations, (X, Y)) or not solution.src_to_dst
    if not solution.src_to_dst:
        assert not expected(relations, (X, Y))


@pytest.mark.parametrize("seed", range(9))
def test_inequalities_keep_their_solutions(seed: int) -> None:
    chance = random.Random(seed)
    relations = [relation(chance, (X, Y), (LE, GE, EQ)) for _ in range(1 + seed % 3)]
    wanted = expected(relations, (X, Y))
    ranged = arith.solve_linear_inequalities(relations, [X, Y], {X: BOX[X], Y: BOX[Y]})
    found = {tuple(point.values()) for point in solutions(ranged)} if ranged.variables else set()
    assert found == wanted
    moved = arith.solve_linear_inequalities(relations, [X, Y], {X: BOX[X], Y: BOX[Y]}, deskew_range=True)
    assert (mapped(moved, (X, Y)) if moved.src_to_dst else set()) == wanted


def texts(values: Mapping[Var, Expr]) -> dict[str, str]:
    return {var.name: str(e) for var, e in values.items()}


def test_one_solution() -> None:
    solution = arith.solve_linear_equations([EQ(X + Y, const(20)), EQ(X - Y, const(10))], [X, Y])
    assert solution.dst.variables == ()
    assert texts(solution.src_to_dst) == {"x": "15", "y": "5"}


def test_a_degree_of_freedom_has_a_variable() -> None:
    solution = arith.solve_linear_equations([EQ(X + Y + Z, const(15)), EQ(X + Y, const(10))], [X, Y, Z])
    assert texts(solution.src_to_dst) == {"x": "n0 + 10", "y": "n0 * -1", "z": "5"}
    assert solution.dst.ranges == {}


def test_the_range_of_a_new_variable_follows_from_the_old_ones() -> None:
    solution = arith.solve_linear_equations([EQ(X + Y, const(0))], [X, Y], {X: Range(-5, 5), Y: Range(0, 10)})
    (n0,) = solution.dst.variables
    assert str(solution.dst.ranges[n0]) == "I.Range(-9, 1)"
    assert [str(e) for e in solution.dst.relations] == ["-5 <= n0"]


@pytest.mark.parametrize(
    "relations", [[EQ(X, const(1)), EQ(X, const(2))], [EQ(X * 2, const(3))]], ids=["contradiction", "no integer"]
)
def test_no_solution_is_a_false_relation(relations: list[Expr]) -> None:
    solution = arith.solve_linear_equations(relations, [X])
    assert solution.dst.variables == ()
    assert [str(e) for e in solution.dst.relations] == ["T.bool(False)"]
    assert not solution.src_to_dst


def test_parameters_stay_in_the_result() -> None:
    solution = arith.solve_linear_equations([EQ(X + Y, Z)], [X])
    assert texts(solution.src_to_dst) == {"x": "z - y"}
    asked = arith.solve_linear_equations([EQ(X * 2, Z)], [X])
    assert [str(e) for e in asked.dst.relations] == ["z % 2 == 0"]


def test_without_variables_nothing_is_solved() -> None:
    solution = arith.solve_linear_equations(EQ(X + Y, const(20)))
    assert solution.src is solution.dst


def test_ranges_of_later_variables_bound_earlier_ones() -> None:
    system = [tir.LE(X + Y, 20), tir.GE(X - Y, 10)]  # pyright: ignore[reportArgumentType]
    ranges = {X: Range(-100, 100), Y: Range(0, 10)}
    solution = arith.solve_linear_inequalities(system, [X, Y], ranges)
    assert texts({var: range_.min for var, range_ in solution.ranges.items()}) == {"x": "y + 10", "y": "0"}
    assert texts({var: range_.extent for var, range_ in solution.ranges.items()}) == {"x": "11", "y": "6"}
    assert [str(e) for e in solution.relations] == ["x <= 20 - y"]


def test_ranges_are_moved_to_begin_at_zero() -> None:
    system = [tir.LE(X + Y, 20), tir.GE(X - Y, 10)]  # pyright: ignore[reportArgumentType]
    ranges = {X: Range(-100, 100), Y: Range(0, 10)}
    solution = arith.solve_linear_inequalities(system, [X, Y], ranges, deskew_range=True)
    assert [str(range_.min) for range_ in solution.dst.ranges.values()] == ["0", "0"]
    assert [str(e) for e in solution.dst.relations] == ["y_shifted * 2 + x_shifted <= 10"]


def test_a_variable_without_bounds_keeps_its_relations() -> None:
    solution = arith.solve_linear_inequalities([GE(X, Y)], [X])
    assert solution.ranges == {}
    assert [str(e) for e in solution.relations] == ["x >= y"]
