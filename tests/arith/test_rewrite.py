"""`Analyzer.rewrite_simplify` gives TVM's forms: constants last, the order of what was written otherwise kept."""

from __future__ import annotations

import pytest

from tilewright.arith.analyzer import Analyzer
from tilewright.core.arith.key import deep_equal
from tilewright.core.base.diagnostics import TVMError
from tilewright.ir.expr import (
    EQ,
    LE,
    LT,
    NE,
    Add,
    And,
    Broadcast,
    Div,
    Expr,
    FloorDiv,
    FloorMod,
    IntImm,
    Max,
    Min,
    Mod,
    Mul,
    Or,
    Ramp,
    Select,
    Sub,
    Var,
)
from tilewright.ir.operators import call
from tilewright.tir import if_then_else

V = Var("v", "int32x2")
x, y, z = (Var(name, "int32") for name in "xyz")


def c(value: int) -> IntImm:
    return IntImm("int32", value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Add(c(1), x), Add(c(1), x)),
        (x - 3, Add(x, c(-3))),
        (x + 2 + y, x + y + 2),
        (x - (x + y), Sub(c(0), y)),
        (x * y + 10 * x, (y + 10) * x),
        (Min(x, y) - x, Min(c(0), y - x)),
        (Max(2 - x * 4, c(0)) + x * 4, Max(x * 4, c(2))),
        (x - FloorDiv(x, c(3)) * 3, FloorMod(x, c(3))),
        (Div(y + z, c(3)) * 6 - y * 2, Mul(z - Mod(y + z, c(3)), c(2))),
        (FloorDiv(x, c(2)) - FloorDiv(x - 1, c(2)), Mul(FloorMod(x, c(2)), c(-1)) + 1),
        ((x - y) * -2, Mul(y - x, c(2))),
        (FloorDiv(x * 8 + 39, c(16)), FloorDiv(x, c(2)) + 2),
        (FloorMod(x * 360 + y, c(16)), FloorMod(x * 8 + y, c(16))),
        (FloorMod(x + FloorMod(x * 8, c(9)), c(9)), c(0)),
        (Min(Max(x, y), Min(y, x)), Min(x, y)),
        (Min(c(3) - x, c(2)), 3 - Max(x, c(1))),
        (x * -2 >= -3, LE(x, c(1))),
        (Div(x, c(2)) >= -1, LE(c(-3), x)),
        (FloorDiv(x, c(4)) * 4 >= x, EQ(FloorMod(x, c(4)), c(0))),
        (NE(x * 3 + 10, c(0)), IntImm("bool", 1)),
        (And(EQ(FloorDiv(x, c(8)), c(3)), EQ(FloorMod(x, c(8)), c(4))), EQ(x, c(28))),
        (And(LT(x, c(20)), LT(FloorMod(x, c(5)), c(2))), And(LT(x, c(17)), LT(FloorMod(x, c(5)), c(2)))),
        (Or(NE(x, c(1)), EQ(x, c(2))), NE(x, c(1))),
        (Select(LT(x, c(0)), y, z) - z, Select(LT(x, c(0)), y - z, c(0))),
        (Ramp(x, c(4), c(4)) + Ramp(y, c(2), c(4)), Ramp(x + y, c(6), c(4))),
        (FloorMod(Ramp(x * 8 + 1, c(1), c(4)), Broadcast(c(8), c(4))), Ramp(c(1), c(1), c(4))),
        (Min(Min(V, Broadcast(y, c(2))), Broadcast(x, c(2))), Min(V, Broadcast(Min(y, x), c(2)))),
        (Sub(V, Broadcast(c(0), c(2))), V),
        (Max(c(0), x * 8), Max(x, c(0)) * 8),
        (if_then_else(x < 5, if_then_else(x > 1, 1, 0), 0), if_then_else(And(LT(x, c(5)), LT(c(1), x)), 1, 0)),
        (call("tir.clz", IntImm("int64", 2)), c(62)),
    ],
)
def test_rewritten(before: Expr, after: Expr) -> None:
    assert deep_equal(Analyzer().rewrite_simplify(before), after)


def test_what_could_fail_stays_in_a_select() -> None:
    """Both values of a Select are computed: with x = 0 the remainder fails, and 1 would not."""
    chosen = Select(LT(c(16), x), FloorMod(c(1), x), y)
    assert deep_equal(Analyzer().rewrite_simplify(chosen), chosen)
    lazily = Analyzer().rewrite_simplify(if_then_else(c(16) < x, FloorMod(c(1), x), y))
    assert deep_equal(lazily, if_then_else(LT(c(16), x), 1, y))


def test_truncated_division_of_what_is_not_negative() -> None:
    made = Analyzer()
    with made.constraint_scope(And(x >= 0, y >= 0)):
        assert deep_equal(made.rewrite_simplify(Div(x * 4 + y, c(2))), x * 2 + Div(y, c(2)))
        assert deep_equal(made.rewrite_simplify(Mod(x * 10 + y, c(-2))), Mod(y, c(2)))
    assert deep_equal(made.rewrite_simplify(Mod(x * 3 + y, c(3))), Mod(x * 3 + y, c(3)))


@pytest.mark.parametrize("kind", [Div, Mod, FloorDiv, FloorMod])
def test_lanes_divided_by_zero_are_refused(kind: type[Div]) -> None:
    with pytest.raises(TVMError, match="Divide by zero"):
        Analyzer().rewrite_simplify(kind(V, Broadcast(c(0), c(2))))


def test_what_is_below_its_divisor() -> None:
    made = Analyzer()
    with made.constraint_scope(And(x >= 0, x < y)):
        assert deep_equal(made.rewrite_simplify(FloorDiv(x, y)), c(0))
        assert deep_equal(made.rewrite_simplify(Div(x, y)), c(0))
    assert deep_equal(made.rewrite_simplify(FloorDiv(x, y)), FloorDiv(x, y))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (And(x <= 7, y <= 17), True),
        (And(x <= 7, y <= 18), False),
        (And(x <= 8, y <= 13), True),
        (x <= 5, True),
        (x <= 6, False),
    ],
)
def test_a_product_below_a_sum(condition: Expr, holds: bool) -> None:
    """x * y < (x + y) * 5 where both are positive: it is worst where both are as large as they get."""
    made = Analyzer()
    with made.constraint_scope(And(And(x > 0, y > 0), condition)):
        assert made.can_prove(x * y < (x + y) * 5) is holds
