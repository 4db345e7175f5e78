"""Quotients and remainders of ramps, and choices put together: the same numbers in every lane, fewer operations."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tilewright.arith import Analyzer
from tilewright.core.interpret.expressions import value
from tilewright.core.interpret.state import State
from tilewright.core.ir.walk import substitute
from tilewright.ir.expr import Broadcast, Expr, FloorDiv, FloorMod, Max, Min, Ramp, Select, Var
from tilewright.ir.operators import const

X, Y, Z = (Var(name, "int32") for name in "xyz")  # pyright: ignore[reportArgumentType]


def lanes(e: Expr, **numbers: int) -> Any:
    """The numbers of the lanes where the variables have these values."""
    values = {var: const(numbers[var.name]) for var in (X, Y, Z) if var.name in numbers}
    return value(State(lambda name, args: None), substitute(e, values))


def ramp(base: Expr, step: int, count: int) -> Expr:
    return Ramp(base, const(step), const(count))


def over(e: Expr, divisor: int) -> tuple[Expr, Expr]:
    by = Broadcast(const(divisor), e.lanes)  # pyright: ignore[reportAttributeAccessIssue]
    return FloorDiv(e, by), FloorMod(e, by)


@pytest.mark.parametrize("factor", [1, 2, 3, 4, 8])
def test_the_lanes_stay_the_same(factor: int) -> None:
    for step, offset, divisor, count in itertools.product((-2, -1, 1, 2, 4, 8), (0, 1, 3, 15), (2, 3, 4, 8), (2, 4)):
        for e in over(ramp(X * factor + offset, step, count), divisor):
            simple = Analyzer().simplify(e)
            for x in range(-9, 10):
                assert lanes(simple, x=x) == lanes(e, x=x), (str(e), str(simple), x)


@pytest.mark.parametrize(
    ("e", "divisor", "quotient", "remainder"),
    [
        (ramp(X, 4, 4), 2, "T.Ramp(x // 2, 2, 4)", "T.Broadcast(x % 2, 4)"),
        (ramp(X * 8 + 1, 1, 4), 8, "T.Broadcast(x, 4)", "T.Ramp(1, 1, 4)"),
        (ramp(X * 4, 1, 4), 64, "T.Broadcast(x // 16, 4)", "T.Ramp(x % 16 * 4, 1, 4)"),
        (ramp(X * 8 + 7, 1, 4), 4, None, "T.Ramp(3, 1, 4) % T.Broadcast(4, 4)"),
        (ramp(X * 4 + 3, 1, 4), 64, None, None),
        (ramp(X, 7, 4), 4, None, None),
    ],
)
def test_divisions_of_ramps(e: Expr, divisor: int, quotient: str | None, remainder: str | None) -> None:
    for made, wanted in zip(over(e, divisor), (quotient, remainder)):
        assert str(Analyzer().simplify(made)) == (str(made) if wanted is None else wanted)


@pytest.mark.parametrize(
    ("e", "wanted"),
    [
        (Select(X < 0, Y, const(0)) + Select(X < 0, const(1), Z), "T.Select(x < 0, y + 1, z)"),
        (Select(X < 0, Y, Z) - Y, "T.Select(x < 0, 0, z - y)"),
        (Select(X < 0, Y, Z) - Z, "T.Select(x < 0, y - z, 0)"),
        (
            Min(Select(X < 0, Y, const(0)), Select(X < 0, const(1), Z)),
            "T.Select(x < 0, T.min(y, 1), T.min(0, z))",
        ),
        (Max(Select(X < 0, Y, Y), Y), "y"),
    ],
)
def test_choices_by_one_condition_are_put_together(e: Expr, wanted: str) -> None:
    simple = Analyzer().simplify(e)
    assert str(simple) == wanted
    for x, y, z in itertools.product((-1, 0, 1), (-2, 3), (-1, 4)):
        assert lanes(simple, x=x, y=y, z=z) == lanes(e, x=x, y=y, z=z)


def test_conditions_of_vectors_are_joined() -> None:
    condition = (Broadcast(X, const(2)) <= Broadcast(Y, const(2))) & Broadcast(const(True, "bool"), const(2))
    assert str(Analyzer().simplify(condition)) == "T.Broadcast(x <= y, 2)"
