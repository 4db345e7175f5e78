"""Schedules: what each primitive makes of a small program, what it refuses and with which words, and what traces replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import tir
from tilewright.core.schedule.sampling import Chance, Choice
from tilewright.script import tir as T
from tilewright.script import tirx as Tx
from tilewright.tir.schedule.testing import verify_trace_roundtrip


@Tx.prim_func(s_tir=True)
def tirx_copy(A: Tx.Buffer((16,), "float32"), C: Tx.Buffer((16,), "float32")):
    for i in range(16):
        with Tx.sblock("copy"):
            vi = Tx.axis.spatial(16, i)
            C[vi] = A[vi]


@T.prim_func
def chain(A: T.Buffer((16, 24), "float32"), C: T.Buffer((16, 24), "float32")):
    B = T.alloc_buffer((16, 24))
    for i, j in T.grid(16, 24):
        with T.block("double"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2.0
    for i, j in T.grid(16, 24):
        with T.block("plus"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + 1.0


@T.prim_func
def matmul(A: T.Buffer((8, 12), "float32"), B: T.Buffer((12, 10), "float32"), C: T.Buffer((8, 10), "float32")):
    for i, j, k in T.grid(8, 10, 12):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0.0
            C[vi, vj] += A[vi, vk] * B[vk, vj]


def computes(sch: tir.Schedule, func: Any) -> None:
    """The scheduled program gives what the program before gives."""
    rng = np.random.default_rng(0)
    shapes = [tuple(int(size) for size in buffer.shape) for buffer in func.buffer_map.values()]
    inputs = [rng.standard_normal(shape).astype("float32") for shape in shapes[:-1]]
    got, wanted = np.zeros(shapes[-1], "float32"), np.zeros(shapes[-1], "float32")
    tilewright.build(sch.mod["main"])(*inputs, got)
    tilewright.build(func)(*inputs, wanted)
    np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)


def loops_of(sch: tir.Schedule, block: str) -> list[str]:
    return [f"{sch.get(loop).loop_var.name}:{sch.get(loop).extent}" for loop in sch.get_loops(block)]


def test_split_that_does_not_divide_guards_the_block() -> None:
    sch = tir.Schedule(chain)
    _, j = sch.get_loops("double")
    sch.split(j, factors=[None, 7])
    assert loops_of(sch, "double") == ["i:16", "j_0:4", "j_1:7"]
    assert "T.where(j_0 * 7 + j_1 < 24)" in sch.mod.script()
    computes(sch, chain)


def test_split_and_fuse_give_the_loop_back() -> None:
    sch = tir.Schedule(chain)
    i, j = sch.get_loops("plus")
    fused = sch.fuse(*sch.split(i, factors=[4, 4]))
    assert loops_of(sch, "plus") == ["i_0_i_1_fused:16", "j:24"]
    assert 'T.axis.remap("SS", [i_0_i_1_fused, j])' in sch.mod.script()
    assert sch.get(fused).body is sch.get(j)
    computes(sch, chain)


def test_reorder_keeps_references() -> None:
    sch = tir.Schedule(matmul)
    i, j, k = sch.get_loops("C")
    sch.reorder(k, i)
    assert loops_of(sch, "C") == ["k:12", "j:10", "i:8"]
    assert [sch.get(each).loop_var.name for each in (i, j, k)] == ["i", "j", "k"]
    computes(sch, matmul)


def test_unit_loop_above_a_loop_and_above_a_block() -> None:
    sch = tir.Schedule(chain)
    i, _ = sch.get_loops("double")
    sch.add_unit_loop(i)
    sch.add_unit_loop(sch.get_block("double"))
    assert loops_of(sch, "double") == ["u:1", "i:16", "j:24", "u:1"]
    computes(sch, chain)


def test_kinds_of_loops() -> None:
    sch = tir.Schedule(matmul)
    i, j, k = sch.get_loops("C")
    sch.reorder(i, k, j)
    sch.parallel(i)
    sch.unroll(k)
    sch.vectorize(j)
    text = sch.mod.script()
    assert "in T.parallel(8)" in text
    assert "in T.unroll(12)" in text
    assert "in T.vectorized(10)" in text
    computes(sch, matmul)


def test_a_thread_axis_of_a_reduction() -> None:
    sch = tir.Schedule(matmul)
    sch.bind(sch.get_loops("C")[2], "threadIdx.x")
    assert 'in T.thread_binding(12, thread="threadIdx.x")' in sch.mod.script()
    with pytest.raises(tir.ScheduleError, match="is not data parallel"):
        sch.bind(sch.get_loops("C")[2], "blockIdx.x")


@T.prim_func
def until_negative(A: T.Buffer((4, 6), "float32"), B: T.Buffer((4, 6), "float32")):
    for i, j in T.grid(4, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            if A[vi, vj] < 0.0:
                break
            B[vi, vj] = A[vi, vj]


@pytest.mark.parametrize(
    "step",
    [
        lambda sch, i, j: sch.split(j, factors=[3, 2]),
        lambda sch, i, j: sch.fuse(i, j),
        lambda sch, i, j: sch.reorder(j, i),
        lambda sch, i, j: sch.parallel(j),
        lambda sch, i, j: sch.vectorize(j),
        lambda sch, i, j: sch.bind(j, "threadIdx.x"),
        lambda sch, i, j: sch.loop_partition(j, [2, None]),
    ],
)
def test_loops_that_break_ends_stay_as_they_are(step: Callable[..., object]) -> None:
    sch = tir.Schedule(until_negative)
    with pytest.raises(tir.ScheduleError, match="has a `break`"):
        step(sch, *sch.get_loops("B"))
    assert loops_of(sch, "B") == ["i:4", "j:6"]


def test_the_loop_around_one_that_break_ends_is_split() -> None:
    sch = tir.Schedule(until_negative)
    i, j = sch.get_loops("B")
    sch.split(i, factors=[2, 2])
    sch.unroll(j)
    computes(sch, until_negative)


def test_compute_at_takes_what_is_read() -> None:
    sch = tir.Schedule(chain)
    i, _ = sch.get_loops("plus")
    sch.compute_at("double", i)
    assert loops_of(sch, "double") == ["i:16", "ax0:24"]
    computes(sch, chain)


def test_reverse_compute_at_of_tiles() -> None:
    sch = tir.Schedule(chain)
    i, j = sch.get_loops("double")
    outer, inner = sch.split(j, factors=[None, 7])
    sch.reorder(outer, i, inner)
    sch.reverse_compute_at("plus", outer)
    assert loops_of(sch, "plus") == ["j_0:4", "ax0:16", "ax1:7"]
    computes(sch, chain)


@T.prim_func
def window(A: T.Buffer((18,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((18,))
    for i in range(18):
        with T.block("double"):
            vi = T.axis.spatial(18, i)
            B[vi] = A[vi] * 2.0
    for i in range(16):
        with T.block("plus"):
            vi = T.axis.spatial(16, i)
            C[vi] = B[vi] + B[vi + 2]


def test_reverse_compute_at_of_digits_in_a_symbolic_size_needs_no_condition() -> None:
    @T.prim_func
    def fused(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (32, n))
        C = T.match_buffer(c, (32, n))
        B = T.alloc_buffer((32, n))
        for i_j in range(n * 32):
            with T.block("B"):
                vi = T.axis.spatial(32, i_j // n)
                vj = T.axis.spatial(n, i_j % n)
                B[vi, vj] = A[vi, vj] * 2.0
        for i, j in T.grid(32, n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + 1.0

    sch = tir.Schedule(fused)
    sch.reverse_compute_at("C", sch.get_loops("B")[0])
    assert "T.where" not in sch.mod.script()
    a = np.arange(96, dtype="float32").reshape(32, 3)
    found = np.zeros_like(a)
    tilewright.build(sch.mod)(a, found)
    np.testing.assert_array_equal(found, a * 2 + 1)


def test_reverse_compute_at_refuses_what_is_not_made_yet() -> None:
    sch = tir.Schedule(window)
    (loop,) = sch.get_loops("double")
    with pytest.raises(tir.ScheduleError, match="does not tell which of its axes reads no more"):
        sch.reverse_compute_at("plus", loop)
    unit = sch.add_unit_loop(loop)
    sch.reverse_compute_at("plus", unit)
    computes(sch, window)


@T.prim_func
def reversed_twice(A: T.Buffer((10, 8), "float32"), C: T.Buffer((10, 8), "float32")):
    B = T.alloc_buffer((10, 8))
    for i, j in T.grid(10, 8):
        with T.block("double"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[9 - vi, vj] = A[vi, vj] * 2.0
    for i, j in T.grid(10, 8):
        with T.block("plus"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[9 - vi, vj] + 1.0


def test_compute_at_of_an_axis_that_runs_backwards() -> None:
    sch = tir.Schedule(reversed_twice)
    sch.compute_at("double", sch.get_loops("plus")[0])
    assert loops_of(sch, "double") == ["i:10", "ax0:8"]
    computes(sch, reversed_twice)
    sch = tir.Schedule(reversed_twice)
    sch.reverse_compute_at("plus", sch.get_loops("double")[0])
    assert loops_of(sch, "plus") == ["i:10", "ax0:8"]
    computes(sch, reversed_twice)


@T.prim_func
def packed(A: T.Buffer((3, 16), "float32"), C: T.Buffer((6, 8), "float32")):
    B = T.alloc_buffer((3, 16))
    for i, j in T.grid(3, 16):
        with T.block("double"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2.0
    for i, j in T.grid(6, 8):
        with T.block("repack"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[(vi * 8 + vj) // 16, (vi * 8 + vj) % 16]


def test_reverse_compute_at_of_a_change_of_layout() -> None:
    sch = tir.Schedule(packed)
    sch.reverse_compute_at("repack", sch.get_loops("double")[0])
    assert loops_of(sch, "repack") == ["i:3", "ax0:2", "ax1:8"]
    computes(sch, packed)


def test_reverse_compute_at_of_rows_that_an_iteration_makes_in_part() -> None:
    text = packed.script().replace("(3, 16)", "(4, 12)").replace("T.grid(3, 16)", "T.grid(4, 12)").replace("16", "12")
    uneven = tilewright.script.from_source(text)
    sch = tir.Schedule(uneven)
    with pytest.raises(tir.ScheduleError, match="does not tell which of its axes reads no more"):
        sch.reverse_compute_at("repack", sch.get_loops("double")[0])


@T.prim_func
def scaled_by_constants(C: T.Buffer((4,), "float32")):
    B = T.alloc_buffer((4,))
    pointer = T.allocate_const([1.0, 2.0, 3.0, 4.0], "float32", [4])
    numbers = T.decl_buffer((4,), data=pointer)
    for i in range(4):
        with T.block("double"):
            vi = T.axis.spatial(4, i)
            B[vi] = numbers[vi] * 2.0
    for i in range(4):
        with T.block("plus"):
            vi = T.axis.spatial(4, i)
            C[vi] = B[vi] + 1.0


def test_an_index_that_a_call_computes_may_be_any() -> None:
    text = """# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = A[vi, T.shift_right(vi, 1)]
"""
    assert "T.reads(A[vi, 0:8])" in tilewright.script.from_source(text).script()
    wide = text.replace(
        "T.shift_right(vi, 1)", 'T.min(T.shift_right(T.Cast("int64", vi), T.int64(1)), T.int64(3)) + T.int64(2)'
    )
    assert "T.reads(A[vi, 0:8])" in tilewright.script.from_source(wide).script()


def test_what_is_inlined_declares_that_it_reads_a_constant() -> None:
    sch = tir.Schedule(scaled_by_constants)
    sch.compute_inline("double")
    assert "T.reads(numbers[vi])" in sch.mod.script()


def test_compute_inline_and_back() -> None:
    sch = tir.Schedule(chain)
    sch.compute_inline("double")
    assert "C[vi, vj] = A[vi, vj] * T.float32(2.0) + T.float32(1.0)" in sch.mod.script()
    computes(sch, chain)
    other = tir.Schedule(chain)
    other.reverse_compute_inline("plus")
    assert 'T.block("double")' in other.mod.script()
    computes(other, chain)


@T.prim_func
def gather(A: T.Buffer((16,), "float32"), K: T.Buffer((8,), "int32"), C: T.Buffer((8,), "float32")):
    B = T.alloc_buffer((16,))
    J = T.alloc_buffer((8,), "int32")
    for i in range(16):
        with T.block("double"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] * 2.0
    for i in range(8):
        with T.block("index"):
            vi = T.axis.spatial(8, i)
            J[vi] = 15 - K[vi]
    for i in range(8):
        with T.block("take"):
            vi = T.axis.spatial(8, i)
            C[vi] = B[J[vi]]


@pytest.mark.parametrize("blocks", [("double",), ("index",), ("double", "index"), ("index", "double")])
def test_compute_inline_through_a_gather(blocks: tuple[str, ...]) -> None:
    """The values that are gathered, and the indices: the block declares what it reads then, and nothing else."""
    sch = tir.Schedule(gather)
    for block in blocks:
        sch.compute_inline(block)
    if len(blocks) == 2:
        reads = {region.buffer.name for region in sch.get(sch.get_block("take")).reads}
        assert reads == {"A", "K"}
    data, indices, got = (
        np.arange(16, dtype="float32"),
        np.array([3, 15, 0, 7, 7, 2, 9, 1], "int32"),
        np.zeros(8, "float32"),
    )
    tilewright.build(sch.mod["main"])(data, indices, got)
    np.testing.assert_array_equal(got, 2 * data[15 - indices])


def test_decompose_reduction() -> None:
    sch = tir.Schedule(matmul)
    k = sch.get_loops("C")[2]
    init = sch.decompose_reduction("C", k)
    assert sch.get(init).name_hint == "C_init"
    assert loops_of(sch, "C_init") == ["i:8", "j:10"]
    assert loops_of(sch, "C_update") == ["i:8", "j:10", "k:12"]
    computes(sch, matmul)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_rfactor_at_every_axis(axis: int) -> None:
    sch = tir.Schedule(matmul)
    outer, _ = sch.split(sch.get_loops("C")[2], factors=[3, 4])
    first = sch.rfactor(outer, axis)
    assert sch.get(first).name_hint == "C_rf"
    shape = [int(size) for size in sch.get(first).writes[0].buffer.shape]
    wanted = [8, 10]
    wanted.insert(axis % 3, 3)
    assert shape == wanted
    computes(sch, matmul)


@T.prim_func
def rows(A: T.Buffer((8, 4), "int32"), C: T.Buffer((8,), "int32"), E: T.Buffer((8,), "int32")):
    B = T.alloc_buffer((8,), "int32")
    for i in range(8):
        for k in range(4):
            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 0
                B[vi] = B[vi] + A[vi, vk]
        with T.block("out"):
            vi = T.axis.spatial(8, i)
            C[vi] = B[vi]
        for k in range(4):
            with T.block("later"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    E[vi] = 1
                E[vi] = E[vi] * A[vi, vk]


def test_rfactor_keeps_the_blocks_that_follow_in_the_same_loop() -> None:
    sch = tir.Schedule(rows)
    outer, _ = sch.split(sch.get_loops(sch.get_block("sum"))[1], factors=[2, 2])
    sch.rfactor(outer, 0)
    assert loops_of(sch, "sum_rf") == ["i:8", "k_0:2", "k_1:2"]
    assert loops_of(sch, "sum") == ["i:8", "k_0:2"]
    assert loops_of(sch, "out") == ["i:8"]
    made = tilewright.script.from_source(sch.mod.script())
    given = np.arange(32, dtype="int32").reshape(8, 4) % 7
    C, E = np.zeros(8, "int32"), np.zeros(8, "int32")
    tilewright.build(made)(given, C, E)
    np.testing.assert_array_equal(C, given.sum(1))
    np.testing.assert_array_equal(E, given.prod(1))


def test_rfactor_refuses_a_block_behind_others() -> None:
    sch = tir.Schedule(rows)
    with pytest.raises(tir.ScheduleError, match="runs other blocks before the block"):
        sch.rfactor(sch.get_loops(sch.get_block("later"))[1], 0)


def test_rfactor_over_the_only_loop_stores_the_values() -> None:
    sch = tir.Schedule(matmul)
    first = sch.rfactor(sch.get_loops("C")[2], 2)
    assert sch.get(first).init is None
    computes(sch, matmul)


def test_rfactor_keeps_loops_that_are_no_axes() -> None:
    sch = tir.Schedule(matmul)
    sch.add_unit_loop(sch.get_loops("C")[0])
    *_, k = sch.get_loops("C")
    sch.rfactor(k, 0)
    assert [sch.get(loop).extent for loop in sch.get_loops("C")] == [1, 8, 10, 12]
    computes(sch, matmul)


@pytest.mark.parametrize("side", ["read", "write"])
def test_reindex_refuses_a_buffer_that_the_block_updates(side: str) -> None:
    sch = tir.Schedule(matmul)
    block = sch.get_block("C")
    sch.decompose_reduction(block, sch.get_loops(block)[0])
    with pytest.raises(tir.ScheduleError, match="reads and writes `C`"):
        sch.reindex("C_update", (side, 0))


def test_cache_read_and_write() -> None:
    sch = tir.Schedule(matmul)
    sch.cache_read("C", 0, "local")
    sch.cache_write("C", "C", "global")
    names = [sch.get(block).name_hint for block in sch.get_child_blocks(sch.get_block("root"))]
    assert names == ["A_local", "C", "C_global"]
    computes(sch, matmul)


def test_a_cache_of_one_row_at_a_time() -> None:
    sch = tir.Schedule(matmul)
    cache = sch.cache_read("C", "A", "local")
    sch.compute_at(cache, sch.get_loops("C")[0])
    assert loops_of(sch, "A_local") == ["i:8", "ax0:12"]
    computes(sch, matmul)


def test_annotations_come_and_go() -> None:
    sch = tir.Schedule(chain)
    loop = sch.get_loops("plus")[0]
    sch.annotate(loop, "pragma_unroll", 4)
    assert 'annotations={"pragma_unroll": 4}' in sch.mod.script()
    with pytest.raises(tir.ScheduleError, match="has the annotation `pragma_unroll` already"):
        sch.annotate(loop, "pragma_unroll", 5)
    sch.unannotate(loop, "pragma_unroll")
    tilewright.ir.assert_structural_equal(sch.mod["main"], chain.with_attr("global_symbol", "chain"))


def test_buffers_in_other_memory_and_types() -> None:
    sch = tir.Schedule(chain)
    sch.set_scope("double", 0, "local")
    sch.unsafe_set_dtype("double", 0, "float64")
    sch.storage_align("double", 0, axis=0, factor=8, offset=1)
    text = sch.mod.script()
    assert 'T.alloc_buffer((16, 24), "float64", scope="local")' in text
    assert '"buffer_dim_align": [[0, 0, 8, 1]]' in text


REFUSED: list[tuple[Callable[[tir.Schedule], Any], str]] = [
    (lambda s: s.get_block("none"), "Cannot find a block with the name: none; the blocks are root, double, plus"),
    (lambda s: s.split(s.get_loops("plus")[0], [None, None]), "only one factor can be specified as -1 or none"),
    (lambda s: s.split(s.get_loops("plus")[0], [2, 3]), "not larger than or equal to the extent"),
    (lambda s: s.split(s.get_loops("plus")[0], [None, 0]), "the factor at position 1 is 0"),
    (lambda s: s.fuse(*s.get_loops("plus")[::-1]), "is not around the loop"),
    (lambda s: s.reorder(s.get_loops("plus")[0], s.get_loops("double")[0]), "are not in a chain"),
    (lambda s: s.compute_inline("plus"), "is an output block"),
    (lambda s: s.compute_at("plus", s.get_loops("double")[0]), "is an output block"),
    (lambda s: s.reverse_compute_at("double", s.get_loops("plus")[0]), "Nothing writes what the block"),
    (lambda s: s.decompose_reduction("plus", s.get_loops("plus")[0]), "it has no initialisation"),
    (lambda s: s.cache_read("plus", 1, "local"), "reads 1 regions; there is no number 1"),
    (lambda s: s.cache_read("plus", 0, "nowhere"), 'no memory of the scope "nowhere"'),
    (lambda s: s.reorder_block_iter_var("plus", [0, 0]), "is no permutation"),
    (lambda s: s.compute_inline("root"), "root block"),
]


@pytest.mark.parametrize(("step", "message"), REFUSED)
def test_what_is_refused_changes_nothing(step: Callable[[tir.Schedule], Any], message: str) -> None:
    sch = tir.Schedule(chain)
    before = sch.mod
    with pytest.raises(tir.ScheduleError) as caught:
        step(sch)
    assert message in str(caught.value)
    assert sch.mod is before


def test_levels_of_errors() -> None:
    for level, words in (("fast", "Cannot find a block with the specified name"), ("none", "(not rendered)")):
        with pytest.raises(tir.ScheduleError) as caught:
            tir.Schedule(chain, error_render_level=level).get_block("none")
        assert words in str(caught.value)
        assert "T.prim_func" not in str(caught.value)


def test_the_error_marks_the_loops() -> None:
    sch = tir.Schedule(chain)
    inside_out = sch.get_loops("plus")[::-1]
    with pytest.raises(tir.ScheduleError) as caught:
        sch.fuse(*inside_out)
    lines = str(caught.value).splitlines()
    marked = [lines[at - 1].strip() for at, line in enumerate(lines) if line.strip() and set(line.strip()) == {"^"}]
    assert marked == ["for i in range(16):", "for j in range(24):"]


def test_wrong_kinds_of_arguments() -> None:
    sch = tir.Schedule(chain)
    with pytest.raises(TypeError, match="LoopRV"):
        sch.parallel(sch.get_block("plus"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="BlockRV"):
        sch.get_loops(3)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="no attribute"):
        sch.nonesuch  # noqa: B018


def test_traces_replay_as_python_and_as_json() -> None:
    sch = tir.Schedule(matmul, seed=1)
    i, j, k = sch.get_loops("C")
    tile = sch.sample_perfect_tile(k, n=2, max_innermost_factor=4)
    sch.split(k, factors=tile)
    sch.annotate(i, "note", sch.sample_categorical([16, 64], [0.5, 0.5]))
    sch.cache_write("C", 0, "local")
    sch.parallel(i)
    verify_trace_roundtrip(sch, matmul)
    assert str(sch.trace).splitlines()[2].strip() == 'b0 = sch.get_block(name="C", func_name="main")'
    product = 1
    for factor in tile:
        product *= sch.get(factor)
    assert product == 12
    del j


def test_a_trace_is_written_in_the_names_of_the_programs_dialect() -> None:
    for program, own, instruction, home in (
        (chain, "get_block", "GetBlock", "tir"),
        (tirx_copy, "get_sblock", "GetSBlock", "s_tir"),
    ):
        sch = tir.Schedule(program)
        name = "plus" if program is chain else "copy"
        block = sch.get_sblock(name)
        sch.parallel(sch.get_loops(block)[0])
        line = f'sch.{own}(name="{name}", func_name="main")'
        assert sch.trace.as_python()[0] == f"b0 = {line}"
        assert str(sch.copy().trace).startswith(f"# from tvm import {home}\ndef apply_trace(sch: {home}.Schedule)")
        assert sch.trace.simplified(remove_postproc=True).as_python()[0] == f"b0 = {line}"
        written = sch.trace.as_json()
        assert written[0][0][0] == instruction
        replayed = tir.Schedule(program)
        tir.schedule.Trace.apply_json_to_schedule(written, replayed)
        assert replayed.trace.as_json() == written
        assert tir.schedule.InstructionKind.get(instruction) is tir.schedule.InstructionKind.get("GetBlock")


def test_a_trace_without_what_nothing_uses() -> None:
    sch = tir.Schedule(chain)
    sch.get_block("double")
    sch.parallel(sch.get_loops("plus")[0])
    sch.enter_postproc()
    sch.unroll(sch.get_loops("plus")[1])
    kept = [inst.kind.name for inst in sch.trace.simplified(remove_postproc=True).insts]
    assert kept == ["GetBlock", "GetLoops", "Parallel"]


def test_a_copy_goes_its_own_way() -> None:
    sch = tir.Schedule(chain)
    i, _ = sch.get_loops("plus")
    other = sch.copy()
    parts = other.split(i, factors=[None, 4])
    assert loops_of(sch, "plus") == ["i:16", "j:24"]
    with pytest.raises(IndexError):
        sch.get(parts[0])
    with pytest.raises(IndexError):
        other.get(i)


def test_modules_with_several_functions() -> None:
    mod = tilewright.IRModule({"one": chain, "two": chain})
    sch = tir.Schedule(mod)
    with pytest.raises(ValueError, match="does not know which function"):
        sch.get_block("plus")
    sch.work_on("two")
    sch.compute_inline("double")
    assert sch.mod["one"] is mod["one"]
    assert "double" not in sch.mod["two"].script()


def test_a_reduction_goes_on_where_each_part_of_what_it_reads_is_made() -> None:
    @T.prim_func
    def sums(A: T.Buffer((6, 10), "float32"), C: T.Buffer((6, 4), "float32")):
        S = T.alloc_buffer((6, 10))
        for i, k in T.grid(6, 10):
            with T.block("scale"):
                vi, vk = T.axis.remap("SS", [i, k])
                S[vi, vk] = A[vi, vk] * 3.0
        for i, j, k in T.grid(6, 4, 10):
            with T.block("sum"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0.0
                C[vi, vj] += S[vi, vk]

    sch = tir.Schedule(sums)
    sch.reverse_compute_at("sum", sch.get_loops("scale")[1])
    assert loops_of(sch, "sum") == ["i:6", "k:10", "ax0:4"]
    assert 'vi, vj, vk = T.axis.remap("SSR", [i, ax0, k])' in sch.mod.script()
    computes(sch, sums)


def test_decompose_reduction_refuses_a_loop_that_reduces_again() -> None:
    @T.prim_func
    def again(A: T.Buffer((6,), "float32"), C: T.Buffer((1,), "float32")):
        for _, k in T.grid(3, 6):
            with T.block("sum"):
                vk = T.axis.reduce(6, k)
                with T.init():
                    C[0] = 0.0
                C[0] += A[vk]

    sch = tir.Schedule(again)
    with pytest.raises(tir.ScheduleError, match="would go on from what it has already reduced"):
        sch.decompose_reduction("sum", sch.get_loops("sum")[0])
    sch.decompose_reduction("sum", sch.get_loops("sum")[1])
    computes(sch, again)


@T.prim_func
def windowed_sum(A: T.Buffer((10,), "float32"), C: T.Buffer((8,), "float32")):
    B = T.alloc_buffer((10,), "float32")
    for i in range(10):
        with T.block("copy"):
            vi = T.axis.spatial(10, i)
            B[vi] = A[vi]
    for i, r in T.grid(8, 3):
        with T.block("sum"):
            vi, vr = T.axis.remap("SR", [i, r])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi + vr]


def test_reverse_compute_at_needs_an_index_that_tells_its_axis() -> None:
    sch = tir.Schedule(windowed_sum)
    with pytest.raises(tir.ScheduleError, match="does not tell"):
        sch.reverse_compute_at("sum", sch.get_loops("copy")[0])


def test_a_reduction_whose_second_store_reads_what_the_first_wrote_is_not_factored() -> None:
    text = """# from tvm.script import tir as T

@T.prim_func
def main(x: T.Buffer((8,), "float32"), at: T.Buffer((1,), "int32"), top: T.Buffer((1,), "float32")):
    for i in range(8):
        with T.block("argmax"):
            k = T.axis.reduce(8, i)
            with T.init():
                at[0] = -1
                top[0] = T.min_value("float32")
            top[0] = T.Select(top[0] >= x[k], top[0], x[k])
            at[0] = T.Select(top[0] >= x[k], at[0], k)
"""
    sch = tir.Schedule(tilewright.script.from_source(text))
    with pytest.raises(tir.ScheduleError, match="one store could read what another wrote"):
        sch.rfactor(sch.get_loops(sch.get_block("argmax"))[0], 0)


def test_a_tile_of_a_loop_of_any_length_leaves_the_first_factor_open() -> None:
    @T.prim_func
    def rows(a: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 8), "int32")
        for i, j in T.grid(n, 8):
            with T.block("A"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi, vj] = 1

    sch = tir.Schedule(rows)
    i, _ = sch.get_loops("A")
    first, *others = sch.sample_perfect_tile(i, n=3)
    assert first is None
    assert [sch.get(each) for each in others] == [1, 1]
    sch.split(i, factors=[first, *others])
    verify_trace_roundtrip(sch, rows)


def test_threads_that_share_memory_read_what_the_others_wrote() -> None:
    @T.prim_func
    def transposed(A: T.Buffer((32, 32), "int32"), C: T.Buffer((32, 32), "int32")):
        B = T.alloc_buffer((32, 32), "int32", scope="shared")
        D = T.alloc_buffer((32, 32), "int32", scope="local")
        for i in T.thread_binding(32, thread="threadIdx.x"):
            for j in range(32):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]
            for j in range(32):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    D[vj, vi] = B[vj, vi]
            for j in range(32):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = D[vi, vj]

    sch = tir.Schedule(transposed)
    flags = {name: sch.state._get_cached_flags(sch.get_sref(sch.get_block(name))) for name in "BDC"}  # pyright: ignore[reportPrivateUsage]
    assert {name: each.region_cover for name, each in flags.items()} == {"B": True, "D": True, "C": False}


def test_a_copy_without_the_border_covers_what_is_read_inside() -> None:
    @T.prim_func
    def bordered(A: T.Buffer((32,), "int32"), C: T.Buffer((32,), "int32")):
        B = T.alloc_buffer((32,), "int32")
        for i in range(4):
            for x in range(10):
                with T.block("B"):
                    v = T.axis.spatial(32, i * 8 - 1 + x)
                    T.where(1 <= i * 8 + x and i * 8 + x < 33)
                    B[v] = A[v]
            for x, k in T.grid(8, 3):
                with T.block("C"):
                    v = T.axis.spatial(32, i * 8 + x)
                    vk = T.axis.reduce(3, k)
                    with T.init():
                        C[v] = 0
                    C[v] = T.max(C[v], T.if_then_else(1 <= v + vk and v + vk < 33, B[v + vk - 1], 0))

    sch = tir.Schedule(bordered)
    flags = sch.state._get_cached_flags(sch.get_sref(sch.get_block("C")))  # pyright: ignore[reportPrivateUsage]
    assert flags.region_cover


def test_the_generator_of_choices_is_the_standard_one() -> None:
    chance = Chance(1)
    drawn = [chance._next() + 1 for _ in range(10000)]  # pyright: ignore[reportPrivateUsage]
    assert drawn[-1] == 399268537  # what the C++ standard requires of `minstd_rand`


def test_decisions_are_numbers_with_a_value() -> None:
    sch = tir.Schedule(matmul, seed=42)
    drawn = [int(sch.get(sch.sample_categorical([1, 2, 3, 4], [0.25] * 4))) for _ in range(200)]
    decisions = [each for each in sch.trace.decisions.values() if isinstance(each, Choice)]
    assert [each.value + 1 for each in decisions] == [int(each) + 1 for each in decisions] == drawn
    assert all(30 < drawn.count(each) < 70 for each in (1, 2, 3, 4))
    other = tir.Schedule(matmul)
    other.seed(42)
    again = [int(other.get(other.sample_categorical([1, 2, 3, 4], [0.25] * 4))) for _ in range(200)]
    assert drawn == again
