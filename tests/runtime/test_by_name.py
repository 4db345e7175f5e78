"""Calling compiled functions by the names of their parameters, and programs that are not compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright.core.analyze import analyze

TEXT = """from tilewright.script import tir as T


@T.prim_func
def add(A: T.Buffer((4,), "float32"), n: T.int32, B: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = A[i] + T.Cast("float32", n)
"""


@pytest.fixture(scope="module")
def built() -> Any:
    return tilewright.build(analyze(TEXT).functions["add"])


def test_names_stand_for_positions(built: Any) -> None:
    a, b = np.ones(4, "float32"), np.zeros(4, "float32")
    built(a, B=b, n=2)
    assert b.tolist() == [3, 3, 3, 3]
    built["add"](n=4, B=b, A=a)
    assert b.tolist() == [5, 5, 5, 5]


@pytest.mark.parametrize(
    ("positional", "named", "said"),
    [
        (1, {"A": 0, "n": 2}, "argument `A` is given twice"),
        (1, {"n": 2}, "argument `B` is missing; it takes A, n, B"),
        (1, {"n": 2, "C": 0}, "add has no parameter `C`; it takes A, n, B"),
        (1, {}, r"takes 3 arguments \(A, n, B\), and 1 was given"),
    ],
)
def test_names_that_do_not_fit(built: Any, positional: int, named: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        built(*[np.ones(4, "float32")] * positional, **named)


@pytest.mark.parametrize(
    ("given", "said"), [(3, "an int was given"), ({}, "a dict was given"), (None, "None was given")]
)
def test_the_sentence_about_a_wrong_argument_reads_well(built: Any, given: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        built(given, 2, given)


def test_an_uncompiled_program_says_how_to_call_it() -> None:
    with pytest.raises(TypeError, match=r"call tilewright\.build\(add\)\(\.\.\.\)"):
        analyze(TEXT).functions["add"](np.ones(4, "float32"))
