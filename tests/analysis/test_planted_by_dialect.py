"""Mistakes planted in tiled, reduced, parallel, GPU, quantized and Relax programs and in kernel factories, and correct ones that resemble them, in each dialect."""

from __future__ import annotations

import pytest

from tests.analysis.test_planted_mistakes import programs
from tilewright.core.analyze import analyze

HEADERS = {
    "tir": "import tvm\nfrom tvm.script import ir as I, relax as R, tir as T\n",
    "tirx": "import tvm\nfrom tvm.script import ir as I, relax as R, tirx as T\n",
    "hyb": "import tvm\nfrom tvm import tir\nfrom tvm.hybrid import ty\n",
}
MISTAKES = programs("mistakes_by_dialect.txt")
CORRECT = programs("correct_by_dialect.txt")


def codes(dialect: str, text: str) -> list[str]:
    return sorted({found.code for found in analyze(HEADERS[dialect] + text).diagnostics})


@pytest.mark.parametrize("heading", MISTAKES)
def test_the_mistake_is_found(heading: str) -> None:
    dialect, _, expected = heading.rpartition("@")[2].partition(": ")
    assert codes(dialect, MISTAKES[heading]) == expected.split()


@pytest.mark.parametrize("heading", CORRECT)
def test_what_is_right_is_not_accused(heading: str) -> None:
    assert codes(heading.rpartition("@")[2], CORRECT[heading]) == []


def test_a_part_of_a_partitioned_loop_may_declare_all_that_it_touches() -> None:
    text = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.block("B_common"):
        T.reads()
        T.writes()
        with T.block("B_i0_partition"):
            T.reads()
            T.writes()
            for i0 in range(5):
                with T.block("B_i0"):
                    vi = T.axis.spatial(5, i0)
                    T.reads(A[0:5])
                    T.writes(B[0:5])
                    B[vi] = A[vi]
        with T.block("B_i1_partition"):
            T.reads()
            T.writes()
            for i1 in range(5, 8):
                with T.block("B_i1"):
                    vi = T.axis.spatial((5, 8), i1)
                    T.reads(A[5:8])
                    T.writes(B[5:8])
                    B[vi] = A[vi]
"""
    assert codes("tir", text) == []
    assert codes("tir", text.replace("_partition", "_whole").replace("T.writes()", "T.writes(B[0:8])")) != []


def test_a_cast_wraps_before_it_is_an_index() -> None:
    body = '@T.prim_func\ndef f(A: T.Buffer((256,), "float32")):\n    for i in range(300):\n        A[T.cast(i, "uint8")] = 0.0\n'
    assert codes("tir", body) == []
