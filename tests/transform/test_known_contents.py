"""Simplify with what elements of buffers are known to hold: conditions are proved by it, expressions are changed only where that is asked for."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.transform import PassContext

HEAD = '@T.prim_func\ndef main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), n: T.int32):\n'
# what is written, and how often the last condition is still asked
ROWS = {
    "a store": ("A[0] = 0\nif A[0] == 0:\n    B[0] = 1\n", 0),
    "stores of what was known": (
        "T.assume(A[0] == 0)\nA[0] = A[0] + 1\nA[0] = A[0] + 1\nif A[0] == 2:\n    B[0] = 1\n",
        0,
    ),
    "a vector": ("A[T.ramp(0, 1, 4)] = T.ramp(11, 1, 4)\nif A[1] == 12:\n    B[0] = 1\n", 0),
    "an assumption about a number": ("T.assume(n == 3)\nif n < 4:\n    B[0] = 1\n", 0),
    "a branch": ("if A[0] == n:\n    if A[0] == n:\n        B[0] = 1\n", 1),
    "an assumption about each element": (
        "for i in range(8):\n    T.assume(A[i] == i)\nfor j in range(8):\n    if A[j] < 10:\n        A[j] = 0\n",
        0,
    ),
    "an assumption under a condition": (
        "for i in range(8):\n    if i >= 4:\n        T.assume(A[i] == 0)\nfor j in range(8):\n    if j >= 5:\n        if A[j] == 0:\n            B[j] = 1\n",
        0,
    ),
    "an assumption with a condition": (
        "for i in range(8):\n    T.assume(i < 4 or A[i] == 0)\nfor j in range(8):\n    if j >= 4:\n        if A[j] == 0:\n            A[j] = 1\n",
        0,
    ),
    "where the condition of an assumption is not known": (
        "for i in range(8):\n    if i >= 4:\n        T.assume(A[i] == 0)\nfor j in range(8):\n    if j >= 3:\n        if A[j] == 0:\n            B[j] = 1\n",
        1,
    ),
    "an assumption under a condition is overwritten": (
        "if n > 3:\n    T.assume(A[0] == 0)\nA[0] = B[1]\nif n > 3:\n    if A[0] == 0:\n        B[0] = 1\n",
        1,
    ),
    "another element is written": ("A[0] = 0\nA[1] = 5\nif A[0] == 0:\n    B[0] = 1\n", 0),
    "each iteration stores": (
        "for i in range(8):\n    A[i] = i\nfor j in range(6):\n    if A[j + 1] == j + 1:\n        B[j] = 1\n",
        0,
    ),
    "each iteration overwrites its element": (
        "for i in range(8):\n    A[i] = 0\nfor i in range(8):\n    if A[i] < 10:\n        A[i] = B[i]\n",
        0,
    ),
    "beyond what the loop stored": (
        "for i in range(6):\n    A[i] = i\nfor j in range(8):\n    if A[j] == j:\n        B[j] = 1\n",
        1,
    ),
    "iterations overlap": (
        "for i in range(7):\n    A[i] = 0\n    A[i + 1] = 1\nfor j in range(7):\n    if A[j] == 0:\n        B[j] = 1\n",
        1,
    ),
    "after its element is overwritten": (
        "for i in range(8):\n    A[i] = 0\nfor i in range(8):\n    A[i] = n\n    if A[i] == 0:\n        B[i] = 1\n",
        1,
    ),
    "the element may be written": ("A[0] = 0\nA[n] = 5\nif A[0] == 0:\n    B[0] = 1\n", 1),
    "one branch writes": ("A[0] = 0\nif n == 0:\n    A[0] = 5\nif A[0] == 0:\n    B[0] = 1\n", 1),
    "an assumption in a branch": ("if n == 0:\n    T.assume(A[0] == 0)\nif A[0] == 0:\n    B[0] = 1\n", 1),
    "the loop writes": ("A[0] = 0\nfor i in range(8):\n    if A[0] == 0:\n        A[0] = i\n", 1),
    "another loop writes": ("A[0] = 0\nfor i in range(8):\n    A[i] = n\nif A[0] == 0:\n    B[0] = 1\n", 1),
    "threads write": ("for i in T.parallel(8):\n    A[0] = 0\n    if A[0] == 0:\n        B[i] = 1\n", 1),
    "a call may write": ('A[0] = 0\nT.call_extern("int32", "f", A.data)\nif A[0] == 0:\n    B[0] = 1\n', 1),
    "the loop writes after asking": ("A[0] = 0\nwhile A[0] == 0:\n    if A[0] == 0:\n        A[0] = n\n", 1),
}


def simplified(body: str, option: str) -> str:
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines())
    with PassContext(config={"tir.Simplify": {option: True}}):
        return tir.transform.Simplify()(program(text)).script()


@pytest.mark.parametrize("row", list(ROWS))
def test_conditions(row: str) -> None:
    body, times = ROWS[row]
    found = simplified(body, "propagate_knowns_to_prove_conditional")
    asked = body.rstrip().splitlines()[-2].strip()
    assert found.count(asked) == times


def test_expressions_change_only_where_that_is_asked() -> None:
    body = "A[0] = 5\nA[0] = A[0] + 7\n"
    assert "A[0] = A[0] + 7" in simplified(body, "propagate_knowns_to_prove_conditional")
    assert "A[0] = 12" in simplified(body, "propagate_knowns_to_simplify_expressions")
