"""reindex and its caches, cache_inplace, decompose_padding and annotate_buffer_access: small programs before and after, and what is refused."""

from __future__ import annotations

import pytest

from tests.schedule.programs import becomes, computes
from tilewright import tir
from tilewright.script import tir as T


@T.prim_func
def turned(A: T.Buffer((6, 8), "int32"), B: T.Buffer((8, 6), "int32")):
    for i, j in T.grid(8, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi] + 1


def test_reindex_of_what_is_read() -> None:
    @T.prim_func
    def after(A: T.Buffer((6, 8), "int32"), B: T.Buffer((8, 6), "int32")):
        A_reindex = T.alloc_buffer((8, 6), "int32")
        for ax0, ax1 in T.grid(8, 6):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                A_reindex[v0, v1] = A[v1, v0]
        for i, j in T.grid(8, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A_reindex[vi, vj] + 1

    sch = tir.Schedule(turned)
    sch.reindex("B", ("read", 0))
    becomes(sch, turned, after)
    computes(sch, turned)


@T.prim_func
def sums(A: T.Buffer((4, 6), "int32"), B: T.Buffer((8,), "int32")):
    for i, k in T.grid(4, 6):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi * 2] = 0
            B[vi * 2] = B[vi * 2] + A[vi, vk]


def test_reindex_of_what_is_written_has_the_axes_that_select_it() -> None:
    sch = tir.Schedule(sums)
    made = sch.reindex("B", "B")
    text = sch.mod.script()
    assert 'B_reindex = T.alloc_buffer((4,), "int32")' in text
    assert sch.get(made).name_hint == "B_reindex"
    assert "B[v0 * 2] = B_reindex[v0]" in text
    computes(sch, sums)


def test_reindex_refuses_two_places_of_one_buffer() -> None:
    @T.prim_func
    def both(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] + A[7 - vi]

    sch = tir.Schedule(both)
    with pytest.raises(tir.ScheduleError, match="Multiple buffer accesses have non-unique indices"):
        sch.reindex("B", "A")


def test_reindex_cache_read_puts_elements_where_the_map_says() -> None:
    @T.prim_func
    def after(A: T.Buffer((6, 8), "int32"), B: T.Buffer((8, 6), "int32")):
        A_shared = T.alloc_buffer((4, 6, 2), "int32", scope="shared")
        for i, j in T.grid(8, 6):
            with T.block("A_shared"):
                vi, vj = T.axis.remap("SS", [i, j])
                A_shared[vi // 2, vj, vi % 2] = A[vj, vi]
        for i, j in T.grid(8, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A_shared[vi // 2, vj, vi % 2] + 1

    sch = tir.Schedule(turned)
    sch.reindex_cache_read("B", "A", "shared", lambda i, j: (i // 2, j, i % 2))
    becomes(sch, turned, after)


def test_reindex_cache_write_copies_back() -> None:
    sch = tir.Schedule(turned)
    sch.reindex_cache_write("B", 0, "global", lambda i, j: (j, i))
    text = sch.mod.script()
    assert "B_global[vj, vi] = A[vj, vi] + 1" in text
    assert "B[vi, vj] = B_global[vj, vi]" in text
    tir.schedule.testing.verify_trace_roundtrip(sch, turned)
    computes(sch, turned)


def test_reindex_caches_refuse_a_map_that_loses_an_axis() -> None:
    sch = tir.Schedule(turned)
    before = sch.mod
    for step in (sch.reindex_cache_read, sch.reindex_cache_write):
        with pytest.raises(tir.ScheduleError, match=r"the block itervar vj appears in \[.*\], but not in \[vi\]"):
            step("B", 0, "global", lambda i, j: (i,))
    assert sch.mod is before


@T.prim_func
def in_place(A: T.Buffer((8,), "int32")):
    for _i in range(1):
        with T.block("change"):
            T.reads(A[0:8])
            T.writes(A[0:8])
            for j in range(8):
                A[j] = A[j] * 2 + 1


def test_cache_inplace_copies_there_and_back() -> None:
    sch = tir.Schedule(in_place)
    there, back = sch.cache_inplace("change", 0, "global")
    assert [region.buffer.name for region in sch.get(there).writes] == ["A_global"]
    assert [region.buffer.name for region in sch.get(back).writes] == ["A"]
    assert "A_global[j] = A_global[j] * 2 + 1" in sch.mod.script()
    tir.schedule.testing.verify_trace_roundtrip(sch, in_place)
    computes(sch, in_place)


def test_cache_inplace_refuses_what_is_only_read() -> None:
    sch = tir.Schedule(turned)
    with pytest.raises(tir.ScheduleError, match="does not both read & write target buffer A"):
        sch.cache_inplace("B", 0, "global")


@T.prim_func
def pad(A: T.Buffer((10,), "int32"), B: T.Buffer((14,), "int32")):
    for i in range(14):
        with T.block("B"):
            vi = T.axis.spatial(14, i)
            B[vi] = T.if_then_else(2 <= vi and vi < 12, A[vi - 2], 7)


def test_padding_becomes_a_block_of_its_own() -> None:
    @T.prim_func
    def after(A: T.Buffer((10,), "int32"), B: T.Buffer((14,), "int32")):
        for i in range(14):
            with T.block("B_pad_const"):
                vi = T.axis.spatial(14, i)
                T.reads()
                T.writes(B[vi])
                B[vi] = 7
        for i in range(10):
            with T.block("B"):
                vi = T.axis.spatial(10, i)
                T.reads(A[vi])
                T.writes(B[vi + 2])
                B[vi + 2] = A[vi]

    sch = tir.Schedule(pad)
    (i,) = sch.get_loops("B")
    assert sch.can_decompose_padding("B", i)
    made = sch.decompose_padding("B", i)
    assert sch.get(made).name_hint == "B_pad_const"
    becomes(sch, pad, after)
    computes(sch, pad)


def test_padding_in_tiles_keeps_its_condition() -> None:
    sch = tir.Schedule(pad)
    outer, _ = sch.split(sch.get_loops("B")[0], [None, 5])
    sch.decompose_padding("B", outer)
    computes(sch, pad)


def test_decompose_padding_refuses_what_does_not_pad() -> None:
    sch = tir.Schedule(turned)
    i, _ = sch.get_loops("B")
    assert not sch.can_decompose_padding("B", i)
    with pytest.raises(tir.ScheduleError, match="to be constrained by a padding predicate"):
        sch.decompose_padding("B", i)


def test_a_declared_region_is_another_one() -> None:
    sch = tir.Schedule(turned)
    sch.annotate_buffer_access("B", 0, "read", lambda i, j: [(j, j + 1), (i - 1, i + 2)])
    text = sch.mod.script()
    assert "T.reads(A[vj, vi - 1:vi - 1 + 3])" in text
    assert 'T.block_attr({"explicit_read_region": [0]})' in text
    tir.schedule.testing.verify_trace_roundtrip(sch, turned)
    with pytest.raises(tir.ScheduleError, match="There are 1 ranges for the 2 dimensions of `A`"):
        sch.annotate_buffer_access("B", 0, "read", lambda i, j: [j])


@T.prim_func
def guarded(A: T.Buffer((12,), "int32"), C: T.Buffer((10,), "int32")):
    for i in range(12):
        with T.block("outer"):
            vi = T.axis.spatial(12, i)
            with T.block("inner"):
                T.where(vi < 10)
                C[vi] = A[vi] * 2


@pytest.mark.parametrize("cache", ["cache_read", "cache_write"])
def test_a_copy_has_what_blocks_inside_access_under_their_conditions(cache: str) -> None:
    sch = tir.Schedule(guarded)
    getattr(sch, cache)("outer", 0, "global")
    (copy,) = sch.mod["main"].body.block.alloc_buffers
    assert [int(size) for size in copy.shape] == [10]
    computes(sch, guarded)


def test_a_copy_has_what_each_of_several_blocks_inside_accesses() -> None:
    @T.prim_func
    def both(A: T.Buffer((12,), "int32"), C: T.Buffer((12,), "int32")):
        for i in range(12):
            with T.block("outer"):
                vi = T.axis.spatial(12, i)
                with T.block("low"):
                    T.where(vi < 4)
                    C[vi] = A[vi] * 2
                with T.block("high"):
                    T.where(6 <= vi and vi < 11)
                    C[vi] = A[vi] * 3

    sch = tir.Schedule(both)
    sch.cache_read("outer", 0, "global")
    (copy,) = sch.mod["main"].body.block.alloc_buffers
    assert [int(size) for size in copy.shape] == [11]
    computes(sch, both)
