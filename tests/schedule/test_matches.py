"""Questions about blocks that tensor intrinsics could compute."""

from __future__ import annotations

import tilewright
from tilewright import te, tir
from tilewright.core.schedule.tensor_intrin import TensorIntrin
from tilewright.meta_schedule.testing import te_workload
from tilewright.tir.schedule import analysis, transform
from tilewright.tir.tensor_intrin import cuda


def described() -> tir.PrimFunc:
    intrinsic = TensorIntrin.get(cuda.WMMA_SYNC_16x16x16_f16f16f32_INTRIN)
    assert intrinsic is not None
    return intrinsic.desc


def scheduled(n: int, m: int, k: int) -> tir.Schedule:
    return tir.Schedule(te.create_prim_func(list(te_workload.matmul(n, m, k, "float16", "float32"))))


def test_the_loops_of_a_product_are_those_of_the_intrinsic() -> None:
    sch = scheduled(32, 64, 48)
    found = analysis.get_tensorize_loop_mapping(sch, sch.get_block("C"), described())
    assert found is not None
    extents = {str(ref.loop.extent): str(loop.extent) for ref, loop in found.loop_map.items()}
    assert extents == {"32": "16", "64": "16", "48": "16"}
    assert found.block_iter_paddings is None


def test_sizes_that_do_not_divide_need_padding() -> None:
    sch = scheduled(20, 64, 5)
    block = sch.get_block("C")
    assert analysis.get_tensorize_loop_mapping(sch, block, described()) is None
    found = analysis.get_tensorize_loop_mapping(sch, block, described(), allow_padding=True)
    assert found is not None
    assert found.block_iter_paddings == (16, 1, 16)


def test_the_axes_of_a_convolution_become_those_of_a_product() -> None:
    sizes = te_workload.conv2d_nhwc(2, 8, 8, 4, 16, 3, 1, 1, in_dtype="float16", out_dtype="float32")
    sch = tir.Schedule(te.create_prim_func(list(sizes)))
    found = analysis.get_auto_tensorize_mapping_info(sch, sch.get_block("conv2d_nhwc"), described())
    assert found is not None
    expected = tir.IndexMap.from_func(
        lambda n, h, w, c, rh, rw, rc: (n * 64 + h * 8 + w, c, rh * 12 + rw * 4 + rc), index_dtype="int32"
    )
    assert found.mappings[0].is_equivalent_to(expected)


def test_a_block_that_adds_nothing_fits_no_product() -> None:
    a = te.placeholder((16, 16), "float16", "A")
    copy = te.compute((16, 16), lambda i, j: a[i, j], name="copy")
    sch = tir.Schedule(te.create_prim_func([a, copy]))
    assert analysis.get_auto_tensorize_mapping_info(sch, sch.get_block("copy"), described()) is None
    assert analysis.get_tensorize_loop_mapping(sch, sch.get_block("copy"), described()) is None


def test_a_buffer_is_arranged_as_its_loops_run() -> None:
    i, j = (tir.Var(name, "int32") for name in "ij")
    loops = [tir.For(var, 0, size, tir.ForKind.SERIAL, tir.Evaluate(0)) for var, size in ((i, 32), (j, 64))]
    rows, columns = i // 16 * 4 + j // 16, i % 16 * 16 + j % 16
    true = tilewright.tir.const(True, "bool")
    found = analysis.suggest_index_map(tir.decl_buffer((8, 256)), [rows, columns], loops, true)
    assert found is not None
    assert found.is_equivalent_to(tir.IndexMap.from_func(lambda x, y: (x // 4, y // 16, x % 4, y % 16)))


def test_a_product_is_tiled_for_an_intrinsic() -> None:
    sch = scheduled(32, 64, 48)
    block = sch.get_block("C")
    inner = transform.tile_with_tensor_intrin(sch, block, cuda.WMMA_SYNC_16x16x16_f16f16f32_INTRIN)
    loops = sch.get_loops(block)
    assert [str(sch.get(loop).extent) for loop in loops] == ["2", "4", "3", "16", "16", "16"]
    assert inner is not None
    assert sch.get(inner).same_as(sch.get(loops[3]))
