"""merge and pad_einsum: small programs before and after, and what is refused."""

from __future__ import annotations

import pytest

from tests.schedule.programs import becomes, computes
from tilewright import tir
from tilewright.script import tir as T


@T.prim_func
def two(A: T.Buffer((8, 6), "int32"), B: T.Buffer((8, 6), "int32"), C: T.Buffer((8, 4), "int32")):
    for i, j in T.grid(8, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
    for i, j in T.grid(8, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + 1


def test_merged_loops_run_both_bodies() -> None:
    @T.prim_func
    def after(A: T.Buffer((8, 6), "int32"), B: T.Buffer((8, 6), "int32"), C: T.Buffer((8, 4), "int32")):
        for i_m in range(8):
            for j in range(6):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i_m, j])
                    B[vi, vj] = A[vi, vj] * 2
            for j in range(4):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i_m, j])
                    C[vi, vj] = A[vi, vj] + 1

    sch = tir.Schedule(two)
    made = sch.merge(sch.get_loops("B")[0], sch.get_loops("C")[0])
    assert sch.get(made).loop_var.name == "i_m"
    becomes(sch, two, after)
    computes(sch, two)


@T.prim_func
def chain(A: T.Buffer((8, 6), "int32"), C: T.Buffer((8, 6), "int32")):
    B = T.alloc_buffer((8, 6), "int32")
    for i, j in T.grid(8, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
    for i, j in T.grid(8, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + 1


def test_a_consumer_of_the_same_iteration_can_be_merged() -> None:
    sch = tir.Schedule(chain)
    sch.merge(sch.get_loops("B")[1], sch.get_loops("C")[1])
    assert [sch.get(loop).loop_var.name for loop in sch.get_loops("C")] == ["i_m", "j_m"]
    computes(sch, chain)


def test_a_consumer_of_other_iterations_is_refused() -> None:
    @T.prim_func
    def turned(A: T.Buffer((6, 6), "int32"), C: T.Buffer((6, 6), "int32")):
        B = T.alloc_buffer((6, 6), "int32")
        for i, j in T.grid(6, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * 2
        for i, j in T.grid(6, 6):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vj, vi] + 1

    sch = tir.Schedule(turned)
    with pytest.raises(tir.ScheduleError, match="use `B` in an order that merging their loops would change"):
        sch.merge(sch.get_loops("B")[0], sch.get_loops("C")[0])


def test_merges_that_are_refused() -> None:
    sch = tir.Schedule(two)
    (i, j), (k, m) = sch.get_loops("B"), sch.get_loops("C")
    before = sch.mod
    for loops, words in (
        ((i,), "at least 2"),
        ((j, m), "same extent"),
        ((i, m), "same level"),
        ((k, i), "follow each other"),
    ):
        with pytest.raises(tir.ScheduleError, match=words):
            sch.merge(*loops)
    assert sch.mod is before


@T.prim_func
def matmul(A: T.Buffer((5, 6), "int32"), B: T.Buffer((6, 7), "int32"), C: T.Buffer((5, 7), "int32")):
    for i, j, k in T.grid(5, 7, 6):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def test_padded_axes_are_multiples() -> None:
    sch = tir.Schedule(matmul)
    sch.pad_einsum("C", [4, 1, 4])
    assert [str(sch.get(loop).extent) for loop in sch.get_loops("C")] == ["8", "7", "8"]
    text = sch.mod.script()
    assert "A_pad[v0, v1] = T.if_then_else(v0 < 5 and v1 < 6, A[v0, v1], 0)" in text
    assert "C[v0, v1] = C_pad[v0, v1]" in text
    tir.schedule.testing.verify_trace_roundtrip(sch, matmul)
    computes(sch, matmul)


def test_axes_that_are_multiples_already_stay() -> None:
    sch = tir.Schedule(matmul)
    before = sch.mod["main"]
    sch.pad_einsum("C", [5, 7, 3])
    assert tir.schedule.testing.assert_structural_equal_ignore_global_symbol(sch.mod["main"], before) is None
    assert "_pad" not in sch.mod.script()


def test_padding_that_is_refused() -> None:
    @T.prim_func
    def highest(A: T.Buffer((5, 6), "int32"), B: T.Buffer((5,), "int32")):
        for i, k in T.grid(5, 6):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = -100
                B[vi] = T.max(B[vi], A[vi, vk])

    sch = tir.Schedule(highest)
    with pytest.raises(tir.ScheduleError, match="zeros along its axis `vk` would change its result"):
        sch.pad_einsum("B", [1, 4])
    with pytest.raises(tir.ScheduleError, match="has 2 axes, and the padding is"):
        sch.pad_einsum("B", [4])
    sch.pad_einsum("B", [4, 1])
    computes(sch, highest)
