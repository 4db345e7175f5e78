"""Quotients of products, differences of conversions, and sets of conditions."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tilewright.arith import Analyzer, ConstIntBound, IntervalSet
from tilewright.core.arith.evaluate import evaluate
from tilewright.tir import Cast, IntImm, Var, floordiv, floormod, truncdiv, truncmod
from tilewright.tir import PrimExpr as Expr

X, Y, Z = Var("x", "int32"), Var("y", "int32"), Var("z", "int32")


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (floormod(X * 32 * X, X), "0"),
        (floormod(Z * X * 32 * X * Y, X * Z * Y * 8 * X), "0"),
        (floormod(X * 32 * X, X * Z), "x * 32 % z * x"),
        (truncmod(X * 32 * X, X * Z), "T.truncmod(x * 32, z) * x"),
        (floordiv(X * 2 * X * Z, 4 * X * X * X), "z // (x * 2)"),
        (floordiv(X * (2 * Y) * 3, 3 * Y), "x * 2"),
        (floordiv(X * (2 * Y) * 3, 6 * Y * Z), "x // z"),
        (truncdiv(X * (2 * Y) * 3, 3 * Y * Z), "T.Div(x * 2, z)"),
        (floordiv(X + Y, Z), "(x + y) // z"),
        (floordiv(X * Y, Z), "x * y // z"),
    ],
)
def test_common_factors_go_out(made: Expr, expected: str) -> None:
    assert str(Analyzer().canonical_simplify(made)) == expected


@pytest.mark.parametrize("divide", [floordiv, floormod, truncdiv, truncmod])
def test_the_values_are_the_same(divide: Callable[[Expr, Expr], Expr]) -> None:
    given = divide(X * 6 * Y, X * Z * 4)
    made = Analyzer().canonical_simplify(given)
    assert str(made) != str(given)
    for x, y, z in itertools.product((-3, -1, 2, 5), (-4, 0, 7), (-2, 1, 3)):
        point = {X: x, Y: y, Z: z}
        assert evaluate(made, point) == evaluate(given, point)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (floordiv(X, Y) * Y + floormod(X, Y), "x"),
        (floormod(X, Y * Z), "x % (y * z)"),
        (floordiv(floormod(X, Y * Z), Y) * Y + floormod(X, Y), "x % (y * z)"),
        (floordiv(floormod(X, Y * Z), Y) * Y * 3 + floormod(X, Y) * 3 + 1, "x % (y * z) * 3 + 1"),
        ((floordiv(X, Y * Y) * Y + floordiv(floormod(X, Y * Y), Y)) * Y + floormod(X, Y), "x"),
        ((floordiv(X, Y * Y) * Z + floordiv(X, Y)) * Y + floormod(X, Y), "x + x // (y * y) * z * y"),
        (floordiv(X, Y) * Z + floormod(X, Y), "x // y * z + x % y"),
        (floordiv(floormod(X, Z), Y) * Y + floormod(X, Y), "x % z // y * y + x % y"),
    ],
)
def test_quotient_and_remainder_by_a_variable_are_joined(made: Expr, expected: str) -> None:
    found = Analyzer().canonical_simplify(made)
    assert str(found) == expected
    for x, y, z in itertools.product((-17, -3, 0, 5, 40), (-4, -1, 3), (-2, 1, 5)):
        point = {X: x, Y: y, Z: z}
        assert evaluate(found, point) == evaluate(made, point)


def test_terms_of_conversions_cancel() -> None:
    assert str(Analyzer().canonical_simplify(Cast("int64", X + Y + 1) - Cast("int64", X))) == (
        'T.Cast("int64", y) + T.int64(1)'
    )


def test_a_conversion_to_a_narrower_type_needs_bounds() -> None:
    wide, other = Var("i", "int64"), Var("j", "int64")
    difference = Cast("int32", wide + other + 1) - Cast("int32", wide)
    assert "i" in str(Analyzer().canonical_simplify(difference))
    analyzer = Analyzer()
    analyzer.update(wide, ConstIntBound(0, 10))
    analyzer.update(other, ConstIntBound(0, 10))
    assert str(analyzer.canonical_simplify(difference)) == 'T.Cast("int32", j) + 1'


def test_quotients_by_powers_of_two_are_products() -> None:
    number = Var("f", "float32")
    assert str(Analyzer().simplify(number / 8.0)) == "f * T.float32(0.125)"
    assert str(Analyzer().simplify(number / 3.0)) == "f / T.float32(3.0)"


@pytest.mark.parametrize("condition", [X < 3, X.equal(3), (X < 3) & (X > Y)])
def test_a_condition_over_a_running_variable_may_fail_and_hold(condition: Expr) -> None:
    found = Analyzer().int_set(condition, {X: IntervalSet(IntImm("int32", 0), IntImm("int32", 9))})
    assert (str(found.min_value), str(found.max_value)) == ("T.bool(False)", "T.bool(True)")


def test_the_square_of_a_variable_times_another_is_compared() -> None:
    """Such a product is not linear in each variable, so its ends do not decide."""
    analyzer = Analyzer()
    analyzer.update(X, ConstIntBound(1, 4))
    analyzer.update(Y, ConstIntBound(1, 4))
    assert not analyzer.can_prove(X * X * Y == X)
    assert not analyzer.can_prove(X * X * Y > X)
