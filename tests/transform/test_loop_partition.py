"""The options of `LoopPartition`, and conditions that are no whole statements."""

from __future__ import annotations

from typing import Any

from tests.transform.programs import assert_same, program, results
from tilewright import tir
from tilewright.ir.function import IRModule
from tilewright.transform import PassContext

LIKELY = """@T.prim_func
def main(A: T.Buffer((36,), "int32")):
    for i, j in T.grid(4, 10):
        if T.likely(i * 10 + j < 36):
            A[i * 10 + j] = i + j
"""
HINT = """@T.prim_func
def main(A: T.Buffer((9,), "int32"), B: T.Buffer((16,), "int32")):
    for i in T.serial(8, annotations={"pragma_loop_partition_hint": 1}):
        for j in range(9):
            if 2 <= i + j and i + j < 9:
                A[j] = A[j] + B[i + j]
"""
ONCE = """@T.prim_func
def main(A: T.Buffer((8,), "int32")):
    for i in T.serial(8, annotations={"pragma_loop_partition_hint": 1}):
        if i < 7:
            A[i] = A[i] + 2
        A[i] = A[i] * 3
"""


def partitioned(text: str, **options: bool) -> IRModule:
    config: dict[str, Any] = {"tir.LoopPartition": options}
    with PassContext(config=config):
        made = tir.transform.LoopPartition()(program(text))
    assert_same(results(program(text)), results(made))
    return made


def test_loops_of_known_extent_are_split_when_asked() -> None:
    assert "T.likely" not in partitioned(LIKELY).script()
    assert "if " in partitioned(LIKELY).script()
    made = tir.transform.Simplify()(partitioned(LIKELY, partition_const_loop=True))
    assert "if " not in made.script()


def test_loops_in_which_nothing_is_decided_are_unrolled_when_asked() -> None:
    assert "T.unroll" not in partitioned(HINT).script()
    assert "T.unroll" in partitioned(HINT, unroll_loop_with_partition_hint_no_interval=True).script()


def test_parts_that_run_once_stay_loops_when_asked() -> None:
    assert "range(1)" not in partitioned(ONCE).script()
    assert "range(1)" in partitioned(ONCE, no_unroll_loop_with_extent_one=True).script()
