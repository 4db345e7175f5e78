"""The tables of the floor are whole: every name that a row gives is answered, every stage exists, every expansion is right."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tilewright.core.base.dtype import BFLOAT16, FLOAT32, FLOAT64, dtype
from tilewright.core.builder.expansions import EXPANSIONS
from tilewright.core.interpret.expressions import value
from tilewright.core.interpret.state import State
from tilewright.core.ops.op import Expand
from tilewright.core.ops.table import OPS
from tilewright.core.passes.pipelines import stages
from tilewright.core.passes.tir import PASSES
from tilewright.core.passes.tir.lowering.float_bits import bits_of, to_bits, to_float32
from tilewright.ir.expr import Broadcast, Call, Expr, FloatImm
from tilewright.ir.operators import const
from tilewright.target import Target


def evaluated(e: Expr) -> float:
    return value(State(lambda name, args: None), e)


def test_every_expansion_that_a_row_names_is_there_and_no_other() -> None:
    assert {row.lower.rule for row in OPS.values() if isinstance(row.lower, Expand)} == set(EXPANSIONS)


@pytest.mark.parametrize("name", [row.name for row in OPS.values() if isinstance(row.lower, Expand) and row.evaluate])
@pytest.mark.parametrize("type_", [FLOAT32, FLOAT64])
def test_expansions_compute_what_the_row_says(name: str, type_: str) -> None:
    row = OPS[name]
    for number in (0.125, 1.0, 2.5, 7.0):
        call = Call(type_, row, (const(number, type_),))
        assert row.evaluate is not None
        assert evaluated(EXPANSIONS[row.lower.rule](call)) == pytest.approx(
            row.evaluate(number, dtype(type_)), rel=1e-6
        )  # pyright: ignore


@pytest.mark.parametrize("shift", [-2, 0, 3])
def test_fixed_point_products_round_halves_upwards(shift: int) -> None:
    for x in (-7, -1, 0, 5, 1000):
        args = (const(x), const(3 << 28), const(30), const(shift))
        exact = x * (3 << 28) * 2.0 ** (shift - 30)
        assert evaluated(EXPANSIONS["q_multiply_shift"](Call("int32", OPS["tir.q_multiply_shift"], args))) == np.floor(
            exact + 0.5
        )


def test_the_sum_of_four_products() -> None:
    from tilewright.ir.expr import Shuffle

    vectors = [
        Shuffle(tuple(const(n, "int8") for n in lanes), (0, 1, 2, 3)) for lanes in ((1, -2, 3, 100), (5, 6, -7, 100))
    ]
    assert (
        evaluated(EXPANSIONS["dp4a"](Call("int32", OPS["tir.dp4a"], (*vectors, const(10))))) == 10 + 5 - 12 - 21 + 10000
    )


def test_stages_are_passes_of_the_table() -> None:
    # What the first notes nobody sees in a program, and TVM has no rule like the second's: they are no passes to call.
    own = {"tir.NoteSchedule", "tir.GuardSecondOperands"}
    assert all(step in PASSES.values() or step.name in own for step in stages(Target("llvm")))
    assert all(step.summary for step in PASSES.values())


HARD = [0.0, -0.0, 1.0, 1.00390625, 1.01171875, -3.3895314e38, 3.4e38, 1e-40, float("inf"), float("-inf"), 3.14159]


@pytest.mark.parametrize("number", HARD)
def test_bfloat16_rounds_as_ml_dtypes(number: float) -> None:
    expected = int(np.float32(number).astype(ml_dtypes.bfloat16).view(np.uint16))
    assert evaluated(to_bits(FloatImm("float32", number), BFLOAT16)) == expected  # pyright: ignore[reportArgumentType]
    assert bits_of(number, BFLOAT16) == expected
    assert evaluated(to_float32(const(expected, "uint16"), BFLOAT16)) == float(
        np.uint16(expected).view(ml_dtypes.bfloat16)
    )


def test_bfloat16_keeps_not_a_number() -> None:
    bits = int(evaluated(to_bits(FloatImm("float32", float("nan")), BFLOAT16)))  # pyright: ignore[reportArgumentType]
    assert np.isnan(np.uint16(bits).view(ml_dtypes.bfloat16).astype("float32"))


def test_bfloat16_of_vectors() -> None:
    vector = Broadcast(const(1.5, "float32"), 4)
    assert evaluated(to_bits(vector, BFLOAT16)) == (0x3FC0,) * 4
