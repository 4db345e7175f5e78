"""transform_layout, transform_block_layout and set_axis_separator: where elements go, what becomes of padding, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright
from tests.schedule.programs import becomes, computes
from tilewright import tir
from tilewright.core.analyze import analyze
from tilewright.script import tir as T


@T.prim_func
def chain(A: T.Buffer((14,), "int32"), C: T.Buffer((14,), "int32")):
    B = T.alloc_buffer((14,), "int32")
    for i in range(14):
        with T.block("B"):
            vi = T.axis.spatial(14, i)
            B[vi] = A[vi] * 2
    for i in range(14):
        with T.block("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi] + 1


def test_an_inner_buffer_changes_wherever_it_is_used() -> None:
    @T.prim_func
    def after(A: T.Buffer((14,), "int32"), C: T.Buffer((14,), "int32")):
        B = T.alloc_buffer((2, 7), "int32")
        for i in range(14):
            with T.block("B"):
                vi = T.axis.spatial(14, i)
                B[vi // 7, vi % 7] = A[vi] * 2
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                C[vi] = B[vi // 7, vi % 7] + 1

    sch = tir.Schedule(chain)
    sch.transform_layout("B", "B", lambda i: (i // 7, i % 7))
    becomes(sch, chain, after)
    computes(sch, chain)


def test_a_parameter_changes_in_the_signature() -> None:
    sch = tir.Schedule(chain)
    sch.transform_layout("C", ("write", 0), lambda i: (i % 7, i // 7))
    func = sch.mod["main"]
    assert [int(size) for size in func.buffer_map[func.params[1]].shape] == [7, 2]
    assert "C[vi % 7, vi // 7] = B[vi] + 1" in sch.mod.script()


def test_padding_is_written_with_the_elements() -> None:
    @T.prim_func
    def after(A: T.Buffer((14,), "int32"), C: T.Buffer((14,), "int32")):
        B = T.alloc_buffer((4, 4), "int32")
        for i, j in T.grid(4, 4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = T.if_then_else(vi == 3 and 2 <= vj, 5, A[vi * 4 + vj] * 2)
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                C[vi] = B[vi // 4, vi % 4] + 1

    sch = tir.Schedule(chain)
    block = sch.get_block("B")
    sch.transform_layout(block, "B", lambda i: (i // 4, i % 4), pad_value=5)
    assert sch.get(block).name_hint == "B"
    tir.schedule.testing.assert_structural_equal_ignore_global_symbol(_without_regions(sch), _without_regions(after))
    computes(sch, chain)


def _without_regions(program: Any) -> tir.PrimFunc:
    """The program as its own text without declared regions makes it."""
    func = program.mod["main"] if isinstance(program, tir.Schedule) else program
    assert isinstance(func, tir.PrimFunc)
    lines = [line for line in func.script().splitlines() if "T.reads" not in line and "T.writes" not in line]
    made = tilewright.script.from_source("\n".join(lines))
    assert isinstance(made, tir.PrimFunc)
    return made


def test_padding_is_written_after_elements_that_come_in_another_order() -> None:
    @T.prim_func
    def backwards(A: T.Buffer((6,), "int32"), C: T.Buffer((6,), "int32")):
        B = T.alloc_buffer((6,), "int32")
        for i in range(6):
            with T.block("B"):
                vi = T.axis.spatial(6, i)
                B[5 - vi] = A[vi]
        for i in range(6):
            with T.block("C"):
                vi = T.axis.spatial(6, i)
                C[vi] = B[vi]

    sch = tir.Schedule(backwards)
    sch.transform_layout("B", "B", lambda i: (i // 4, i % 4), pad_value=0)
    text = sch.mod.script()
    assert 'with T.block("buffer_B_padding"):' in text
    assert "T.where(axis0 == 1 and 2 <= axis1)" in text
    computes(sch, backwards)


def test_padding_of_an_input_is_assumed() -> None:
    sch = tir.Schedule(chain)
    sch.transform_layout("B", "A", lambda i: (i // 4, i % 4), pad_value=lambda i, j: i + j)
    text = sch.mod.script()
    assert 'with T.block("buffer_A_assumptions"):' in text
    assert "T.assume(not (v_axis0 == 3 and 2 <= v_axis1) or A[v_axis0, v_axis1] == v_axis0 + v_axis1)" in text


@pytest.mark.parametrize(
    ("index_map", "pad_value", "words"),
    [
        (lambda i: (i // 4, i % 4), None, r"would introduce padding wherever axis0 == 3 and 2 <= axis1 is true"),
        (lambda i: (i // 4, i % 4), 1.5, r"has elements of type int32, but the transformation fills padding"),
        (lambda i: (i // 4, i % 4), lambda i, j: (i, j), r"has 2 outputs, but should only have one"),
        (lambda i: (i // 2,), None, r"cannot be put where"),
    ],
)
def test_layouts_that_are_refused(index_map: object, pad_value: object, words: str) -> None:
    sch = tir.Schedule(chain)
    before = sch.mod
    with pytest.raises(tir.ScheduleError, match=words):
        sch.transform_layout("B", "B", index_map, pad_value)  # type: ignore[arg-type]
    assert sch.mod is before


def test_a_buffer_that_the_block_does_not_use() -> None:
    sch = tir.Schedule(chain)
    for name in ("D", ("write", 1)):
        with pytest.raises(AssertionError, match="the block `B`"):
            sch.transform_layout("B", name, lambda i: (i,))


def test_separators_group_the_axes() -> None:
    sch = tir.Schedule(chain)
    sch.transform_layout("B", "B", lambda i: (i // 7, tir.IndexMap.AXIS_SEPARATOR, i % 7))
    assert 'B = T.alloc_buffer((2, 7), "int32", axis_separators=[1])' in sch.mod.script()
    assert "sch.set_axis_separator(" in str(sch.trace)
    tir.schedule.testing.verify_trace_roundtrip(sch, chain)


def test_a_block_runs_over_other_axes() -> None:
    @T.prim_func
    def table(A: T.Buffer((4, 6), "int32"), B: T.Buffer((4, 6), "int32")):
        for i, j in T.grid(4, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + vj

    @T.prim_func
    def after(A: T.Buffer((4, 6), "int32"), B: T.Buffer((4, 6), "int32")):
        for ax0 in range(24):
            with T.block("B"):
                v0 = T.axis.spatial(24, ax0)
                T.reads(A[v0 // 6, v0 % 6])
                T.writes(B[v0 // 6, v0 % 6])
                B[v0 // 6, v0 % 6] = A[v0 // 6, v0 % 6] + v0 % 6

    sch = tir.Schedule(table)
    sch.transform_block_layout("B", lambda i, j: (i * 6 + j,))
    becomes(sch, table, after)
    computes(sch, table)


def test_a_block_layout_of_symbolic_size_joins_the_digits_again() -> None:
    @T.prim_func
    def before(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (32, n))
        C = T.match_buffer(c, (n * 32,))
        for i, j in T.grid(32, n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi * n + vj] = A[vi, vj] + 1.0

    sch = tir.Schedule(before)
    n = before.buffer_map[before.params[0]].shape[1]
    sch.transform_block_layout("C", lambda i, j: (i * n + j,))
    assert "C[v0] = A[v0 // n, v0 % n] + T.float32(1.0)" in sch.mod.script()


def test_block_layouts_that_are_refused() -> None:
    @T.prim_func
    def sums(A: T.Buffer((4, 6), "int32"), B: T.Buffer((4,), "int32")):
        for i, k in T.grid(4, 6):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 0
                B[vi] += A[vi, vk]

    sch = tir.Schedule(sums)
    with pytest.raises(tir.ScheduleError, match="more than one type of original iter vars"):
        sch.transform_block_layout("B", lambda i, k: (i * 6 + k,))
    with pytest.raises(tir.ScheduleError, match="not bijective affine"):
        sch.transform_block_layout("B", lambda i, k: (i, k // 2))
    sch.split(sch.get_loops("B")[0], [2, 2])
    with pytest.raises(tir.ScheduleError, match="binding values of the"):
        sch.transform_block_layout("B", lambda i, k: (i, k))


@T.prim_func
def summed(A: T.Buffer((6, 10), "int32"), B: T.Buffer((10, 9), "int32"), D: T.Buffer((6, 9), "int32")):
    C = T.alloc_buffer((6, 9), "int32")
    for i, j, k in T.grid(6, 9, 10):
        with T.block("matmul"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] += A[vi, vk] * B[vk, vj]
    for i, j in T.grid(6, 9):
        with T.block("relu"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], 0)


def test_padding_is_written_behind_a_block_that_lies_in_another() -> None:
    sch = tir.Schedule(summed)
    sch.blockize(sch.get_loops("matmul")[2])
    sch.transform_layout("matmul", ("write", 0), lambda i, j: (j // 2, i, j % 2), pad_value=0)
    assert not analyze(sch.mod.script().replace("# from", "from")).diagnostics
    computes(sch, summed)


def test_a_copy_is_declared_in_the_blocks_inside_too() -> None:
    sch = tir.Schedule(summed)
    sch.reindex_cache_write(sch.blockize(sch.get_loops("matmul")[2]), 0, "global", lambda i, j, *_: (j, i))
    assert not analyze(sch.mod.script().replace("# from", "from")).diagnostics
    computes(sch, summed)
