"""Loops that go up by more than 1, what else `range` takes, and memory with annotations."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright import build
from tilewright.core.base.errors import InternalError
from tilewright.core.interpret import run
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.function import IRModule
from tilewright.script import from_source
from tilewright.tir import transform

HEADER = """# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((20,), "int32"), low: T.int32, by: T.int32):
"""
LOOPS = {
    "range(0, 20, 3)": range(0, 20, 3),
    "range(low, 20, by)": range(2, 20, 7),
    'T.serial(0, 20, annotations={"a": 1}, step=by)': range(0, 20, 7),
    "T.unroll(1, 20, step=4)": range(1, 20, 4),
    "T.vectorized(4, 12, step=2)": range(4, 12, 2),
    "T.parallel(0, 20, step=6)": range(0, 20, 6),
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_with_a_step_runs_and_comes_back(loop: str) -> None:
    func = from_source(f"{HEADER}    for i in {loop}:\n        A[i] = i + 1")
    assert_structural_equal(from_source(func.script()), func)
    assert_structural_equal(from_source(func.script(dialect="tirx")), func)
    expected = np.zeros(20, "int32")
    expected[list(LOOPS[loop])] = np.array(LOOPS[loop]) + 1
    for call in (build(func), lambda *args: run(func, *args)):
        found = np.zeros(20, "int32")
        call(found, 2, 7)
        assert (found == expected).all()


def test_the_step_is_printed() -> None:
    text = (
        HEADER
        + "    for i in range(0, 20, 3):\n        A[i] = 0\n    for i in T.unroll(0, 8, step=2):\n        A[i] = 0"
    )
    func = from_source(text)
    assert func.script() == text
    assert [int(loop.step) for loop in func.body.seq] == [3, 2]


def test_passes_count_iterations_instead() -> None:
    func = from_source(HEADER + "    for i in range(1, 20, 4):\n        A[i] = 0")
    made = transform.CanonicalizeLoop()(IRModule.from_expr(func))["main"]
    assert_structural_equal(made, from_source(HEADER + "    for i in range(5):\n        A[i * 4 + 1] = 0"))


def test_canonical_loops_need_a_step_that_is_a_number() -> None:
    func = from_source(HEADER + "    for i in range(0, 20, by):\n        A[i] = 0")
    with pytest.raises(InternalError, match="the step of loop `i` is by, and no number above 0"):
        transform.CanonicalizeLoop()(IRModule.from_expr(func))


def test_a_step_that_the_loop_changes_is_read_once() -> None:
    func = from_source(HEADER + "    A[1] = 2\n    for i in range(0, 20, A[1]):\n        A[i] = 5")
    found = np.zeros(20, "int32")
    build(func)(found, 0, 0)
    assert found.tolist() == [5, 2] + [5, 0] * 9


def test_range_takes_annotations() -> None:
    func = from_source(HEADER + '    for i in range(4, annotations={"stage": [0, 1]}):\n        A[i] = 0')
    assert [int(stage) for stage in func.body.annotations["stage"]] == [0, 1]


def test_an_integer_is_a_condition() -> None:
    func = from_source(HEADER + "    for i in range(20):\n        if i % 2:\n            A[i] = 1")
    assert_structural_equal(
        func, from_source(HEADER + "    for i in range(20):\n        if i % 2 != 0:\n            A[i] = 1")
    )


def test_memory_of_tirx_takes_annotations() -> None:
    text = """from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    B = T.alloc_buffer((4,), "float32", annotations={"kind": "fast"})
    B[0] = A[0]
"""
    func = from_source(text)
    assert str(func.body.annotations["kind"]) == "fast"
    for dialect in ("classic", "tirx"):
        assert_structural_equal(from_source(func.script(dialect=dialect)), func)
