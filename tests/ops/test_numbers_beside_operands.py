"""The type of a number beside an operand: that of the operand where it holds the number, else the one in which both meet, as in TVM."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright import build, tir
from tilewright.core.analyze import analyze


@pytest.mark.parametrize(
    ("dtype", "number", "made"),
    [
        ("uint8", 255, "uint8"),
        ("uint8", 256, "int32"),
        ("uint8", -1, "int32"),
        ("int8", -128, "int8"),
        ("int8", -129, "int32"),
        ("int8", 128, "int32"),
        ("uint16", -1, "int32"),
        ("int16", 1 << 40, "int64"),
        ("int32", 1 << 31, "int64"),
        ("int32", -(1 << 31) - 1, "int64"),
        ("uint32", -1, "uint32"),
        ("uint64", -1, "uint64"),
        ("int64", 1, "int64"),
        ("float16", 300, "float16"),
    ],
)
def test_the_type_of_a_sum_with_a_number(dtype: str, number: int, made: str) -> None:
    x = tir.Var("x", dtype)
    assert (x + number).dtype == made
    assert (number - x).dtype == made


TEXT = """
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((4,), "uint8"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = A[i] - 300
        C[i] = T.exp(1)
"""


def test_a_difference_from_a_large_number_does_not_wrap_around() -> None:
    found = analyze(TEXT)
    assert not found.diagnostics
    b, c = np.zeros(4, "int32"), np.zeros(4, "float32")
    build(found.functions["f"])(np.array([0, 1, 254, 255], "uint8"), b, c)
    assert b.tolist() == [-300, -299, -46, -45]
    np.testing.assert_allclose(c, np.exp(np.float32(1)), rtol=1e-6)


def test_an_integer_expression_is_none_for_a_function_of_floats() -> None:
    found = analyze(TEXT.replace("T.exp(1)", "T.exp(B[i])"))
    assert [each.code for each in found.diagnostics] == ["dtype-mismatch"]
