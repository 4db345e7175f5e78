"""What `Simplify` does with the options of "tir.Simplify", and with names that it does not write out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.transform import PassContext


def check(signature: str, before: str, after: str, **options: Any) -> None:
    """The body `before` becomes `after`; lines are joined by semicolons, and each holds the rest."""

    def text(body: str) -> str:
        lines = [f"{'    ' * (depth + 1)}{line}" for depth, line in enumerate(body.split(" :: "))]
        return f"@T.prim_func\ndef main({signature}):\n" + "\n".join(lines) + "\n"

    with PassContext(config={"tir.Simplify": options}):
        found = tir.transform.Simplify()(program(text(before)))
    assert_structural_equal(found, program(text(after)))


FLAGS = 'A: T.Buffer((4,), "bool")'
NUMBERS = 'A: T.Buffer((4,), "bool"), i: T.int32, j: T.int32, k: T.int32'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A[0] or (A[1] and A[2])", "(A[0] or A[1]) and (A[0] or A[2])"),
        (
            "(A[0] or A[1]) and (A[1] or (A[0] and A[2] and A[3]))",
            "(A[0] or A[1]) and (A[1] or A[2]) and (A[1] or A[3])",
        ),
        ("(A[0] or A[1]) and A[0]", "A[0]"),
        ("A[0] or not A[0] or A[1]", "T.bool(True)"),
    ],
)
def test_conditions_become_conjunctions_of_disjunctions(before: str, after: str) -> None:
    check(FLAGS, f"T.evaluate({before})", f"T.evaluate({after})", convert_boolean_to_and_of_ors=True)
    if before != after:
        check(FLAGS, "T.evaluate(A[0] or (A[1] and A[2]))", "T.evaluate(A[0] or (A[1] and A[2]))")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(i == 0 or j == 1 or k == 2) and (j == 1 or k != 3 or i == 0)", "j == 1 or k == 2 or i == 0"),
        ("(k == 2) and ((i == 0 or j == 1) and (k != 3))", "(i == 0 or j == 1) and (k == 2)"),
        ("(i == 2) or (j == 0) or (i != 3)", "(j == 0) or (i != 3)"),
        ("(i < 2) and (j == 0) and (i > 3)", "T.bool(False)"),
    ],
)
def test_parts_that_do_not_stand_side_by_side_are_simplified_together(before: str, after: str) -> None:
    check(NUMBERS, f"A[0] = {before}", f"A[0] = {after}", convert_boolean_to_and_of_ors=True)


def test_inequalities_are_put_together_where_that_is_asked_for() -> None:
    before = "if i < j and j < k: :: A[0] = i < k"
    check(NUMBERS, before, "if i < j and j < k: :: A[0] = True", transitively_prove_inequalities=True)
    check(NUMBERS, before, before, transitively_prove_inequalities=False)


def test_conditions_are_proved_by_names_that_stay() -> None:
    start = "for n in range(4): :: with T.LetStmt(n < 3) as c: :: "
    check(FLAGS, start + "if c or n >= 3: :: A[n] = c", start + "A[n] = c")
    check(FLAGS, start + "if n < 3: :: if c: :: A[n] = c", start + "if n < 3: :: A[n] = c")
    check(FLAGS, start + "if c: :: if c: :: A[n] = c", start + "if c: :: A[n] = True")


def test_a_variable_stays_where_a_condition_makes_it_constant() -> None:
    check(
        FLAGS,
        "for n in range(4): :: if n == 2: :: if n < 3: :: A[n] = True",
        "for n in range(4): :: if n == 2: :: A[n] = True",
    )


@pytest.mark.parametrize(
    "condition",
    [
        "T.shift_left(1, n) >= 1",
        "T.shift_left(3, n) <= 24",
        'T.cast(T.ceil(T.log2(T.cast(n + 5, "float64"))), "int32") == 3',
    ],
)
def test_bounds_of_shifts_and_of_logarithms(condition: str) -> None:
    check(FLAGS, f"for n in range(4): :: if {condition}: :: A[n] = True", "for n in range(4): :: A[n] = True")


@pytest.mark.parametrize("condition", ["-64 <= T.shift_left(-n, 4)", "T.shift_left(16, -n) <= 16"])
def test_nothing_is_said_of_shifts_of_and_by_negative_numbers(condition: str) -> None:
    text = f"for n in range(4): :: if {condition}: :: A[n] = True"
    check(FLAGS, text, text)
