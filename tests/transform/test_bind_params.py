"""BindParams: constants in the place of the last parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import build
from tilewright.ir.function import IRModule
from tilewright.tir.transform import BindParams

PROGRAM = """@T.prim_func
def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), W: T.Buffer((4,), "float32"), s: T.float32):
    for i in range(4):
        B[i] = A[i] * W[i] + s
"""
WEIGHTS = np.arange(4, dtype="float32")


def bound(*constants: Any) -> IRModule:
    return BindParams(list(constants))(program(PROGRAM))


def test_arrays_and_numbers_become_constants() -> None:
    func = bound(WEIGHTS, 2.0)["main"]
    assert 'def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):' in func.script()
    assert 'T.allocate_const([0.0, 1.0, 2.0, 3.0], "float32", [4])' in func.script()
    assert "s: T.float32 = T.float32(2.0)" in func.script()


def test_the_function_computes_with_them() -> None:
    data, result = np.full(4, 3, "float32"), np.zeros(4, "float32")
    build(bound(WEIGHTS, 2.0))(data, result)
    np.testing.assert_array_equal(result, 3 * WEIGHTS + 2)


def test_one_constant_is_for_the_last_parameter() -> None:
    text = bound(2.0)["main"].script()
    assert 'W: T.Buffer((4,), "float32")):' in text
    assert "s: T.float32 = T.float32(2.0)" in text


def test_without_constants_nothing_changes() -> None:
    module = program(PROGRAM)
    assert BindParams()(module) is module


@pytest.mark.parametrize("weights", [WEIGHTS[:3], WEIGHTS.astype("float64"), WEIGHTS.reshape(2, 2)])
def test_a_constant_has_the_type_and_shape_of_its_parameter(weights: Any) -> None:
    with pytest.raises(
        ValueError, match=r"parameter `W` is float32 of shape \(4,\), and the constant is float\d\d of shape"
    ):
        bound(weights, 2.0)


def test_there_are_not_more_constants_than_parameters() -> None:
    with pytest.raises(ValueError, match="has 4 parameters, and 5 constants are given"):
        bound(1.0, 1.0, 1.0, 1.0, 1.0)
