"""Building ends in reasonable time also for programs that ask for very much: chains of products, many conditions, loops of loops to unroll."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.analyze import analyze
from tilewright.core.driver.build import build
from tilewright.script import from_source

SQUARES = (
    '@T.prim_func\ndef f(A: T.Buffer((128,), "float32")):\n    x0: T.int64 = T.int64(3)\n'
    + "".join(f"    x{at}: T.int64 = x{at - 1} * x{at - 1}\n" for at in range(1, 61))
    + "    A[x60 % T.int64(128)] = 1.0\n"
)


def test_constants_that_are_squared_sixty_times_wrap_around() -> None:
    array = np.zeros(128, "float32")
    build(from_source(SQUARES))(array)
    value = pow(3, 1 << 60, 1 << 64)
    assert array[value % 128] == 1.0


def test_bounds_of_squares_of_squares_stay_small() -> None:
    unknown = SQUARES.replace("T.int64(3)", "n").replace('"float32")', '"float32"), n: T.int64')
    assert [
        found for found in analyze("from tvm.script import tir as T\n" + unknown).diagnostics if found.severity == 1
    ] == []


@pytest.mark.slow
def test_a_loop_with_sixty_conditions_is_built_and_right() -> None:
    conditions = "".join(
        f"            if i * 16 + j < n - {at}:\n                A[i * 16 + j] = A[i * 16 + j] + 1.0\n"
        for at in range(60)
    )
    text = f'@T.prim_func\ndef f(A: T.Buffer((128,), "float32"), n: T.int32):\n    for i in range(8):\n        for j in T.vectorized(16):\n{conditions}'
    array = np.zeros(128, "float32")
    build(from_source(text))(array, 100)
    assert array.tolist() == [min(60, max(0, 100 - at)) for at in range(128)]


@pytest.mark.slow
def test_loops_to_unroll_inside_one_another_are_unrolled_up_to_a_limit() -> None:
    text = (
        '@T.prim_func\ndef f(A: T.Buffer((128,), "float32")):\n'
        + "".join("    " * (at + 1) + f"for i{at} in T.unroll(60):\n" for at in range(4))
        + "    " * 5
        + "A[(i0 + i1 + i2 + i3) % 128] = 1.0\n"
    )
    array = np.zeros(128, "float32")
    build(from_source(text))(array)
    assert array.all()
