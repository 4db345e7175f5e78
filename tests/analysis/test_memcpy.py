"""Loops that copy memory: which regions they copy, and why others do not."""

from __future__ import annotations

import pytest

from tilewright.core.analysis.memcpy import identified_memcpys
from tilewright.ir import structural_equal
from tilewright.script import from_source
from tilewright.tir import PrimFunc, StringImm


def _function(loops: str, store: str, a: str = "(8, 4)", b: str = "(8, 4)") -> PrimFunc:
    return from_source(f"""
from tvm.script import tir as T
@T.prim_func
def func(A: T.Buffer({a}, "float32"), B: T.Buffer({b}, "float32"), n: T.int32):
    for {loops}:
        {store}
""")


def _answers(func: PrimFunc) -> list[str]:
    return [
        each.value if isinstance(each, StringImm) else f"{each[0]} -> {each[1]}"
        for each in identified_memcpys(func.body)
    ]


@pytest.mark.parametrize(
    ("loops", "store", "expected"),
    [
        ("i, j in T.grid(8, 4)", "B[i, j] = A[i, j]", ["A[0:8, 0:4] -> B[0:8, 0:4]", "A[i, 0:4] -> B[i, 0:4]"]),
        ("i in range(32)", "B[i // 4, i % 4] = A[i // 4, i % 4]", ["A[0:8, 0:4] -> B[0:8, 0:4]"]),
        ("i in range(n)", "B[0, i] = A[1, i]", ["A[1, 0:n] -> B[0, 0:n]"]),
        ("i in range(3)", "B[1, i + 1] = A[0, i]", ["A[0, 0:3] -> B[1, 1:4]"]),
    ],
)
def test_copies(loops: str, store: str, expected: list[str]) -> None:
    assert _answers(_function(loops, store)) == expected


@pytest.mark.parametrize(
    ("loops", "store", "reason"),
    [
        ("i in range(8)", "B[i, 0] = A[i, 0]", "Mismatch between loop iterations (8) and number of src indices"),
        ("i in range(4)", "B[i, 0] = A[0, i]", "Mismatch between loop iterations (4) and number of dst indices"),
        ("i in range(4)", "B[0, i] = A[0, i] + 1.0", "Expected BufferStore's value to be BufferLoad, but found Add"),
        ("i in range(4)", "T.evaluate(i)", "Expected innermost loop to have BufferStore body, but found Evaluate"),
        ("i in range(4)", "B[0, 0] = A[0, i]", "does not form a bijective transform"),
    ],
)
def test_reasons(loops: str, store: str, reason: str) -> None:
    (answer,) = _answers(_function(loops, store))
    assert reason in answer


def test_a_transpose_is_no_copy() -> None:
    answers = _answers(_function("i, j in T.grid(4, 4)", "B[j, i] = A[i, j]", "(4, 4)", "(4, 4)"))
    assert "different source" in answers[0]
    assert "number of dst indices" in answers[1]


def test_what_is_found_are_regions_of_the_buffers_of_the_function() -> None:
    func = _function("i, j in T.grid(8, 4)", "B[i, j] = A[i, j]")
    buffers = list(func.buffer_map.values())
    whole = identified_memcpys(func.body)[0]
    assert structural_equal(whole, (buffers[0][0:8, 0:4], buffers[1][0:8, 0:4]))
