"""Tensor intrinsics of NVIDIA's matrix cores: programs scheduled for them, in which the intrinsics replace loops."""

from __future__ import annotations

from typing import Any

from tilewright import te, tir
from tilewright.core.schedule.tensor_intrin import TensorIntrin
from tilewright.testing.tir import mma_schedule
from tilewright.tir.tensor_intrin import cuda


def product(size: int, dtype: str, out: str) -> tir.PrimFunc:
    """The product of two square matrices."""
    a, b = (te.placeholder((size, size), dtype, name) for name in "AB")
    k: Any = te.reduce_axis((0, size), "k")

    def element(i: tir.Var, j: tir.Var) -> tir.PrimExpr:
        return te.sum(a[i, k].astype(out) * b[k, j].astype(out), axis=[k])

    return te.create_prim_func([a, b, te.compute((size, size), element, "C")])


def test_a_product_runs_on_the_matrix_cores() -> None:
    def in_registers(i: tir.Var, j: tir.Var) -> tuple[tir.PrimExpr, ...]:
        return i // 16, j // 16, *cuda.shared_16x16_to_ldmatrix_32x8_layout(i % 16, j % 16)

    given: list[Any] = [product(256, "float16", "float32"), 16, "float16", False]
    given += [[1, 2, 1, 4, 2], [2, 2, 4, 1, 1], [8, 2, 1], in_registers, in_registers, in_registers]
    given += [cuda.LDMATRIX_f16_A_DYN_INTRIN, cuda.LDMATRIX_f16_B_DYN_INTRIN, cuda.MMA_f16f16f32_INTRIN]
    given += [cuda.MMA_fill_16x16_f32_INTRIN, cuda.MMA_store_16x16_f32_global_INTRIN, "shared.dyn"]
    text = mma_schedule(*given).mod.script()
    found = [text.count(f"T.{name}(") for name in ("ptx_mma", "ptx_ldmatrix", "mma_fill", "mma_store")]
    assert found == [2, 2, 1, 1]


def test_a_fragment_is_multiplied_by_one_instruction() -> None:
    sch = tir.Schedule(product(16, "float16", "float32"))
    block = sch.get_block("C")
    for operand, scope in enumerate(("wmma.matrix_a", "wmma.matrix_b")):
        sch.cache_read(block, operand, scope)
    sch.cache_write(block, 0, "wmma.accumulator")
    sch.decompose_reduction(block, sch.get_loops(block)[0])
    sch.tensorize(sch.get_loops(block)[0], cuda.WMMA_SYNC_16x16x16_f16f16f32_INTRIN)
    sch.tensorize(sch.get_loops(sch.get_block("C_init"))[0], cuda.WMMA_FILL_16x16x16_F32_INTRIN)
    text = sch.mod.script()
    assert text.count("T.tvm_mma_sync(") == text.count("T.tvm_fill_fragment(") == 1


def test_each_thread_has_its_elements() -> None:
    layout = cuda.shared_16x16_to_ldmatrix_32x8_layout
    found = [[int(part) for part in layout(i, j)] for i in range(16) for j in range(16)]
    assert sorted(found) == [[thread, element] for thread in range(32) for element in range(8)]
    assert all(cuda.ldmatrix_32x8_to_shared_16x16_layout(*layout(i, j)) == (i, j) for i in range(16) for j in range(16))


def test_the_names_of_a_group_are_registered() -> None:
    groups = [
        cuda.get_wmma_intrin_group("shared", "global", "float16", "float32", True),
        cuda.get_mma_intrin_group("shared", "global", "int8", "int32", False, True, False),
    ]
    for group in groups:
        assert list(group) == ["init", "load_a", "load_b", "compute", "store"]
        assert all(TensorIntrin.get(name) for name in group.values())
