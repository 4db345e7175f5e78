"""ReduceBranchingThroughOvercompute with `use_dataflow_analysis`: conditions go where what is done in addition is undone, or is nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.interpret import run
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.transform import PassContext

HEAD = '@T.prim_func\ndef main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):\n'
PART = "for i in range(16):\n    if i < 14:\n        A[i] = 1\n"
WHOLE = "for i in range(16):\n    A[i] = 1\n"
REST = "for i in range(16):\n    if i >= 14:\n        A[i] = 2\n"
DIGITS = "for i, j in T.grid(4, 4):\n    if i == 3 and j >= 2:\n        A[i * 4 + j] = 2\n"


def text(lines: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PART + REST, WHOLE + REST),
        (PART + DIGITS, WHOLE + DIGITS),
        (PART + "B[0] = 3\n" + REST, WHOLE + "B[0] = 3\n" + REST),
        (
            "for i in range(16):\n    if i > 0:\n        A[0] = A[0] + i * i\n",
            "for i in range(16):\n    A[0] = A[0] + i * i\n",
        ),
    ],
    ids=["overwritten", "in two loops", "with another statement between", "nothing is added"],
)
def test_the_condition_goes(before: str, after: str) -> None:
    with PassContext(config={"tir.ReduceBranchingThroughOvercompute": {"use_dataflow_analysis": True}}):
        made = tir.transform.ReduceBranchingThroughOvercompute()(program(text(before)))
    assert_structural_equal(made["main"], program(text(after))["main"])
    results: list[Any] = []
    for func in (program(text(before)), made):
        arrays = [np.arange(16, dtype="int32"), np.zeros(16, "int32")]
        run(func, *arrays)
        results.append(np.stack(arrays))
    np.testing.assert_array_equal(*results)


@pytest.mark.parametrize(
    "lines",
    [
        PART,
        PART + REST.replace("14", "15"),
        PART + "B[0] = A[15]\n" + REST,
        PART + REST.replace("= 2", "= A[i] + 1"),
        PART.replace("= 1", "= B[i]") + REST,
        PART + "if B[0] > 0:\n    A[14] = 2\n    A[15] = 2\n",
        "for i in range(16):\n    if i > 0:\n        A[i] = 100 // i\nA[0] = 7\n",
    ],
    ids=["alone", "in part", "read between", "read where it is stored", "reads more", "perhaps", "divides by zero"],
)
def test_the_condition_stays(lines: str) -> None:
    with PassContext(config={"tir.ReduceBranchingThroughOvercompute": {"use_dataflow_analysis": True}}):
        made = tir.transform.ReduceBranchingThroughOvercompute()(program(text(lines)))["main"]
    assert_structural_equal(made, program(text(lines))["main"])
