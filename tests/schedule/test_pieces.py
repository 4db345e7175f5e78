"""blockize and tensorize: what they make of small programs, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tests.schedule.programs import becomes, computes, double, row_sums
from tilewright import tir
from tilewright.core.schedule.instructions import LoopRV
from tilewright.script import tir as T


@T.prim_func
def one_row(A: T.Buffer((1, 12), "int32"), B: T.Buffer((1, 12), "int32")):
    for i, j in T.grid(1, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2


def test_blockize_divides_the_axes() -> None:
    @T.prim_func
    def after(A: T.Buffer((8, 12), "int32"), B: T.Buffer((8, 12), "int32")):
        for i, j_0 in T.grid(8, 3):
            with T.block("B_o"):
                vi, vj_o = T.axis.remap("SS", [i, j_0])
                T.reads(A[vi, vj_o * 4 : vj_o * 4 + 4])
                T.writes(B[vi, vj_o * 4 : vj_o * 4 + 4])
                for j_1 in range(4):
                    with T.block("B"):
                        vj_i = T.axis.spatial(4, j_1)
                        T.reads(A[vi, vj_o * 4 + vj_i])
                        T.writes(B[vi, vj_o * 4 + vj_i])
                        B[vi, vj_o * 4 + vj_i] = A[vi, vj_o * 4 + vj_i] * 2

    sch = tir.Schedule(double)
    _, j = sch.get_loops("B")
    _, inner = sch.split(j, [None, 4])
    made = sch.blockize(inner)
    assert sch.get(made).name_hint == "B_o"
    becomes(sch, double, after)
    computes(sch, double)


def test_blockize_initialises_in_the_block_outside() -> None:
    @T.prim_func
    def after(A: T.Buffer((8, 12), "int32"), B: T.Buffer((8,), "int32")):
        for i, k_0 in T.grid(8, 3):
            with T.block("B_o"):
                vi, vk_o = T.axis.remap("SR", [i, k_0])
                T.reads(A[vi, vk_o * 4 : vk_o * 4 + 4])
                T.writes(B[vi])
                with T.init():
                    with T.block("B_init"):
                        T.reads()
                        T.writes(B[vi])
                        B[vi] = 0
                for k_1 in range(4):
                    with T.block("B"):
                        vk_i = T.axis.reduce(4, k_1)
                        T.reads(B[vi], A[vi, vk_o * 4 + vk_i])
                        T.writes(B[vi])
                        B[vi] = B[vi] + A[vi, vk_o * 4 + vk_i]

    sch = tir.Schedule(row_sums)
    _, k = sch.get_loops("B")
    sch.blockize(sch.split(k, [None, 4])[1])
    becomes(sch, row_sums, after)
    computes(sch, row_sums)


def test_blockize_keeps_or_drops_axes_of_one_iteration() -> None:
    for keep, wanted in ((True, "B[vi_o, vj_i]"), (False, "B[0, vj_i]")):
        sch = tir.Schedule(one_row)
        sch.blockize(sch.get_loops("B")[1], preserve_unit_iters=keep)
        assert wanted in sch.mod.script()
        computes(sch, one_row)


def test_blocks_that_follow_each_other_become_one() -> None:
    @T.prim_func
    def two(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32"), C: T.Buffer((8, 8), "int32")):
        for i in range(8):
            for j in range(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj] * 2
            for j in range(8):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = B[vi, vj] + 1

    sch = tir.Schedule(two)
    made = sch.blockize(["B", "C"])
    node = sch.get(made)
    assert node.name_hint == "outer_B_C_"
    assert [str(region) for region in node.writes] == ["B[vi_o, 0:8]", "C[vi_o, 0:8]"]
    computes(sch, two)


def test_blockize_refuses_bindings_that_mix_loops() -> None:
    @T.prim_func
    def mixed(A: T.Buffer((24,), "int32"), B: T.Buffer((24,), "int32")):
        for i, j in T.grid(3, 8):
            with T.block("B"):
                vi = T.axis.spatial(24, j * 3 + i)
                B[vi] = A[vi]

    sch = tir.Schedule(mixed)
    with pytest.raises(tir.ScheduleError, match=r"bindings of the inner block `B` can not be blockized"):
        sch.blockize(sch.get_loops("B")[1])


def test_an_error_names_the_block_and_the_one_that_took_its_initialisation() -> None:
    @T.prim_func
    def total(A: T.Buffer((8, 4), "int32"), B: T.Buffer((8,), "int32")):
        for i, k in T.grid(8, 4):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 0
                B[vi] += A[vi, vk]

    sch = tir.Schedule(total)
    sch.decompose_reduction("B", sch.get_loops("B")[1])
    with pytest.raises(tir.ScheduleError) as refused:
        sch.parallel(sch.get_loops("B_update")[1])
    said = str(refused.value).partition("Error message: ")[2]
    assert said.startswith("The block `B_update` below the loop")
    assert said.endswith(
        "no initialisation of its own, since the block `B_init` fills `B` before it, as after decompose_reduction"
    )
    with pytest.raises(tir.ScheduleError, match=r"extent of loop tir\.For#0 \(`i`\)"):
        sch.split(sch.get_loops("B_init")[0], [2, 2])


@T.prim_func
def dot_desc(A: T.Buffer((4,), "int32", offset_factor=1), C: T.Buffer((1,), "int32", offset_factor=1)):
    with T.block("root"):
        T.reads(C[0], A[0:4])
        T.writes(C[0])
        for k in range(4):
            with T.block("update"):
                vk = T.axis.reduce(4, k)
                C[0] = C[0] + A[vk]


@T.prim_func
def dot_impl(A: T.Buffer((4,), "int32", offset_factor=1), C: T.Buffer((1,), "int32", offset_factor=1)):
    with T.block("root"):
        T.reads(C[0], A[0:4])
        T.writes(C[0])
        C[0] = C[0] + (A[0] + A[1] + (A[2] + A[3]))


tir.TensorIntrin.register("tests.sum_of_four", dot_desc, dot_impl, override=True)


def sums_by_four() -> tuple[tir.Schedule, LoopRV]:
    sch = tir.Schedule(row_sums)
    _, k = sch.get_loops("B")
    outer, inner = sch.split(k, [None, 4])
    sch.decompose_reduction("B", outer)
    return sch, inner


def test_tensorize_puts_the_implementation_on_parts_of_the_buffers() -> None:
    sch, inner = sums_by_four()
    sch.tensorize(inner, "tests.sum_of_four")
    text = sch.mod.script()
    assert 'T.match_buffer(A[vi_o, vk_o * 4:vk_o * 4 + 4], (4,), "int32", offset_factor=1)' in text
    assert 'T.match_buffer(B[vi_o], (1,), "int32", offset_factor=1)' in text
    computes(sch, row_sums)


def test_tensorize_takes_a_block_too() -> None:
    sch, inner = sums_by_four()
    sch.tensorize(sch.blockize(inner), "tests.sum_of_four")
    computes(sch, row_sums)


def test_tensorize_refuses_another_computation() -> None:
    sch = tir.Schedule(double)
    _, j = sch.get_loops("B")
    inner = sch.split(j, [None, 4])[1]
    before = sch.mod
    with pytest.raises(tir.ScheduleError, match="doesn't match the tensor intrin: the block `B_o` writes"):
        sch.tensorize(inner, "tests.sum_of_four")
    assert sch.mod is before
    with pytest.raises(ValueError, match="no tensor intrinsic is registered"):
        sch.tensorize(inner, "tests.none")


def test_tensorize_widens_the_indices_of_the_implementation() -> None:
    @T.prim_func
    def wide(A: T.Buffer((T.int64(8), T.int64(12)), "int32"), B: T.Buffer((T.int64(8),), "int32")):
        for i, k in T.grid(T.int64(8), T.int64(12)):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 0
                B[vi] = B[vi] + A[vi, vk]

    sch = tir.Schedule(wide)
    _, k = sch.get_loops("B")
    outer, inner = sch.split(k, [None, 4])
    sch.decompose_reduction("B", outer)
    sch.tensorize(inner, "tests.sum_of_four")
    assert "(T.int64(4),)" in sch.mod.script()
    computes(sch, wide)


def test_intrinsics_of_processors_compute_dot_products_of_bytes() -> None:
    from tilewright.tir.tensor_intrin import arm_cpu, x86

    @T.prim_func
    def dots(X: T.Buffer((3, 8), "uint8"), W: T.Buffer((2, 16, 4), "int8"), C: T.Buffer((3, 16), "int32")):
        for i, j, k in T.grid(3, 16, 8):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = C[vi, vj] + T.cast(X[vi, vk], "int32") * T.cast(W[vk // 4, vj, vk % 4], "int32")

    for name in (x86.VNNI_DOT_16x4_INTRIN, x86.AVX512_DOT_16x4_INTRIN):
        sch = tir.Schedule(dots)
        _, j, k = sch.get_loops("C")
        outer, inner = sch.split(k, [None, 4])
        sch.reorder(outer, j, inner)
        sch.decompose_reduction("C", outer)
        sch.tensorize(j, name)
        assert "llvm.x86.avx512" in sch.mod.script()
    assert tir.TensorIntrin.get(arm_cpu.ARM_DOT_4x4_i8_SDOT_INTRIN) is not None


@pytest.mark.skipif("avx512_vnni" not in open("/proc/cpuinfo").read(), reason="a processor with VNNI")
def test_a_processor_with_vnni_runs_its_intrinsic() -> None:
    from tilewright.tir.tensor_intrin.x86 import VNNI_DOT_16x4_INTRIN

    @T.prim_func
    def dots(X: T.Buffer((3, 4), "uint8"), W: T.Buffer((16, 4), "int8"), C: T.Buffer((3, 16), "int32")):
        for i, j, k in T.grid(3, 16, 4):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = C[vi, vj] + T.cast(X[vi, vk], "int32") * T.cast(W[vj, vk], "int32")

    sch = tir.Schedule(dots)
    _, j, _ = sch.get_loops("C")
    sch.decompose_reduction("C", j)
    sch.tensorize(j, VNNI_DOT_16x4_INTRIN)
    rng = np.random.default_rng(0)
    x, w, got = (
        rng.integers(0, 255, (3, 4), "uint8"),
        rng.integers(-128, 127, (16, 4), "int8"),
        np.zeros((3, 16), "int32"),
    )
    tilewright.build(sch.mod["main"])(x, w, got)
    np.testing.assert_array_equal(got, x.astype("int32") @ w.astype("int32").T)
