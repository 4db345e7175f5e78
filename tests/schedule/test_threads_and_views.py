"""Shared memory below virtual threads, views of buffers that change, and splits by the length of vectors."""

from __future__ import annotations

import pytest

from tilewright import tir
from tilewright.ir.function import IRModule
from tilewright.script import tir as T
from tilewright.target import Target


@T.prim_func
def by_virtual_threads(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")) -> None:
    S = T.alloc_buffer((64,), "float32", scope="shared")
    for i in range(64):
        with T.block("S"):
            v = T.axis.spatial(64, i)
            S[v] = A[v]
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for w in T.thread_binding(2, thread="vthread.x"):
            for t in T.thread_binding(8, thread="threadIdx.x"):
                for j in range(2):
                    with T.block("B"):
                        v = T.axis.spatial(64, b * 32 + w * 16 + t * 2 + j)
                        B[v] = S[v]


def test_virtual_threads_share_memory_as_threads_do() -> None:
    schedule = tir.Schedule(by_virtual_threads)
    loop = schedule.get_loops(schedule.get_block("B"))[2]
    schedule.compute_at(schedule.get_block("S"), loop)
    assert "v = T.axis.spatial(64, b * 32 + ax0)" in schedule.mod["main"].script()
    assert schedule.get(schedule.get_loops(schedule.get_block("S"))[-1]).extent == 32


@T.prim_func
def through_a_view(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")) -> None:
    B = T.alloc_buffer((8,), "float32")
    for i in range(8):
        with T.block("B"):
            v = T.axis.spatial(8, i)
            V = T.match_buffer(B[v], (), "float32", offset_factor=1)
            V[()] = A[v] * T.float32(2)
    for i in range(8):
        with T.block("C"):
            v = T.axis.spatial(8, i)
            C[v] = B[v] + T.float32(1)


def test_views_have_the_scope_of_their_buffer() -> None:
    schedule = tir.Schedule(through_a_view)
    schedule.set_scope(schedule.get_block("B"), 0, "shared")
    assert 'V = T.match_buffer(B_shared[v], (), scope="shared", offset_factor=1)' in schedule.mod["main"].script()


def test_views_have_the_data_type_of_their_buffer() -> None:
    schedule = tir.Schedule(through_a_view)
    schedule.unsafe_set_dtype(schedule.get_block("B"), 0, "float16")
    text = schedule.mod["main"].script()
    assert 'V = T.match_buffer(B[v], (), "float16", offset_factor=1)' in text
    assert 'V[()] = T.Cast("float16", A[v] * T.float32(2.0))' in text
    assert 'C[v] = T.Cast("float32", B[v]) + T.float32(1.0)' in text


@T.prim_func
def ones(A: T.Buffer((115,), "float32")) -> None:
    for i in range(115):
        with T.block("A"):
            v = T.axis.spatial(115, i)
            A[v] = T.float32(1)


def test_split_by_the_length_of_vectors() -> None:
    factors = [T.ceildiv(115, 4 * T.vscale()), 4 * T.vscale()]
    schedule = tir.Schedule(ones)
    with pytest.raises(tir.ScheduleError, match="not larger than or equal to the extent"):
        schedule.split(schedule.get_loops("A")[0], factors)
    with Target({"kind": "llvm", "mtriple": "aarch64-linux-gnu", "mattr": ["+sve"]}):
        schedule.split(schedule.get_loops("A")[0], factors)
    assert "< 115)" in schedule.mod["main"].script()


def test_a_store_takes_what_builders_hold_for_a_buffer() -> None:
    builder = tir.ir_builder.create()
    held = builder.buffer_ptr(tir.decl_buffer((2,), "float32", "A"))
    builder.emit(tir.BufferStore(held, tir.const(1.0, "float32"), [1]))
    (store,) = [builder.get()]
    assert store.buffer is held.asobject()
    assert isinstance(IRModule.from_expr(tir.PrimFunc([], store)), IRModule)
