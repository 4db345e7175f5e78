"""`reverse_compute_inline` where the consumer reads its producer at a place that several axes make together."""

from __future__ import annotations

import pytest

from tests.schedule.programs import computes
from tilewright import tir
from tilewright.script import tir as T


def test_a_fused_index_is_taken_apart() -> None:
    @T.prim_func
    def before(A: T.Buffer((16, 16), "float32"), C: T.Buffer((2, 8, 16), "float32")):
        B = T.alloc_buffer((16, 16))
        for i, j in T.grid(16, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j, k in T.grid(2, 8, 16):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                C[vi, vj, vk] = B[((vi * 8 + vj) * 16 + vk) // 16, ((vi * 8 + vj) * 16 + vk) % 16]

    sch = tir.Schedule(before)
    sch.reverse_compute_inline("C")
    text = sch.mod.script()
    assert (
        "C[(vj + vi * 16) // 128, (vj + vi * 16) // 16 % 8, (vj + vi * 16) % 16] = A[vi, vj] * T.float32(2.0)" in text
    )
    assert "B =" not in text


def test_values_outside_of_the_consumer_are_left_out_once() -> None:
    @T.prim_func
    def before(A: T.Buffer((16, 16), "float32"), C: T.Buffer((15, 16), "float32")):
        B = T.alloc_buffer((16, 16))
        for i, j in T.grid(16, 16):
            with T.block("B"):
                T.where(i < 15)
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(15, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float32(1)

    sch = tir.Schedule(before)
    sch.reverse_compute_inline("C")
    assert "T.where(i < 15)\n" in sch.mod.script()


def test_tiles_that_are_not_full_are_put_together() -> None:
    @T.prim_func
    def before(A: T.Buffer((16,), "float32"), C: T.Buffer((15,), "float32")):
        B = T.alloc_buffer((4, 4))
        for i, j in T.grid(4, 4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi * 4 + vj] * T.float32(2)
        for i in range(15):
            with T.block("C"):
                vi = T.axis.spatial(15, i)
                C[vi] = B[vi // 4, vi % 4] + T.float32(1)

    sch = tir.Schedule(before)
    sch.reverse_compute_inline("C")
    text = sch.mod.script()
    assert "T.where(i * 4 + j < 15)" in text
    assert "C[vj + vi * 4] = A[vi * 4 + vj] * T.float32(2.0) + T.float32(1.0)" in text


@T.prim_func
def updated(A: T.Buffer((4, 6), "int32"), C: T.Buffer((1, 6, 4), "int32")):
    B = T.alloc_buffer((4, 6), "int32")
    for i, j in T.grid(4, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            with T.init():
                B[vi, vj] = 1
            B[vi, vj] = B[vi, vj] + A[vi, vj]
    for i, j in T.grid(4, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[0, vj, vi] = B[vi, vj]


def test_a_copy_goes_into_a_block_that_updates_what_it_initializes() -> None:
    sch = tir.Schedule(updated)
    sch.reverse_compute_inline("C")
    (block,) = [sch.get(each) for each in sch.get_child_blocks(sch.get_block("root"))]
    assert str(block.init).strip().endswith("C[0, vj, vi] = 1")
    assert str(block.body).strip().endswith("C[0, vj, vi] = C[0, vj, vi] + A[vi, vj]")
    computes(sch, updated)


def test_more_than_a_copy_stays_behind_a_block_that_updates() -> None:
    @T.prim_func
    def doubled(A: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int32")):
        B = T.alloc_buffer((4,), "int32")
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                with T.init():
                    B[vi] = 1
                B[vi] = B[vi] + A[vi]
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = B[vi] * 2

    with pytest.raises(tir.ScheduleError, match="does more than to store one element"):
        tir.Schedule(doubled).reverse_compute_inline("C")
