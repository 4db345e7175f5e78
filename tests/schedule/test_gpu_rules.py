"""The rules of dlight for GPUs: what `Fallback` and `Transpose` make of small programs, and which functions are none of theirs."""

from __future__ import annotations

import pytest

import tilewright
from tests.schedule.programs import computes
from tilewright import dlight, tir
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.schedule.dlight.normal_form import normalized
from tilewright.script import tir as T
from tilewright.target import Target

CUDA = Target({"kind": "cuda", "max_threads_per_block": 64})


@T.prim_func
def doubled_rows(A: T.Buffer((1, 32, 8), "int32"), C: T.Buffer((256,), "int32")):
    B = T.alloc_buffer((1, 32, 8), "int32")
    for i, j, k in T.grid(1, 32, 8):
        with T.block("B"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            B[vi, vj, vk] = A[vi, vj, vk] * 2
    for i in range(256):
        with T.block("C"):
            vi = T.axis.spatial(256, i)
            C[vi] = B[0, vi // 8, vi % 8]


@T.prim_func
def total(A: T.Buffer((1, 100), "int32"), B: T.Buffer((1,), "int32")):
    for i, k in T.grid(1, 100):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = 0
            B[vi] = B[vi] + A[vi, vk]


@T.prim_func
def transposed(A: T.Buffer((64, 32), "int32"), B: T.Buffer((32, 64), "int32")):
    for i, j in T.grid(32, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


@T.prim_func
def unpacked(A: T.Buffer((8, 32), "int32"), C: T.Buffer((32, 64), "int32")):
    B = T.alloc_buffer((64, 32), "int32")
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi // 8, vj] >> (vi % 8)
    for i, j in T.grid(32, 64):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vj, vi]


def made(func: object, *rules: object, target: Target = CUDA) -> tir.PrimFunc:
    with target:
        return dlight.ApplyDefaultSchedule(*rules)(tilewright.IRModule({"main": func}))["main"]


def on_one_thread(func: tir.PrimFunc) -> tir.Schedule:
    """A schedule of the function whose threads run one after the other."""
    serial = {tir.For: lambda loop: loop.replace(kind=tir.ForKind.SERIAL, thread_binding=None)}
    return tir.Schedule(func.with_body(rewrite(func.body, serial)))


def threads(func: tir.PrimFunc) -> dict[str, int]:
    """The extents of the loops over threads, by thread."""
    loops = (node for node in walk(func.body) if isinstance(node, tir.For))
    return {loop.thread_binding.thread_tag: int(loop.extent) for loop in loops if loop.thread_binding is not None}


def test_fallback_puts_producers_into_consumers_and_binds_what_is_left() -> None:
    func = made(doubled_rows, dlight.gpu.Fallback())
    assert func.attrs["tir.is_scheduled"]
    assert threads(func) == {"blockIdx.x": 4, "threadIdx.x": 64}
    assert not func.body.block.alloc_buffers
    computes(on_one_thread(func), doubled_rows)


def test_fallback_sums_in_one_thread() -> None:
    func = made(total, dlight.gpu.Fallback())
    text = func.script()
    assert 'T.block("B_init")' in text
    assert "for ax1 in range(100)" in text
    computes(on_one_thread(func), total)


@pytest.mark.parametrize("func", [transposed, unpacked])
def test_transpose_goes_through_shared_memory(func: tir.PrimFunc) -> None:
    done = made(func, dlight.gpu.Transpose())
    (buffer,) = done.body.block.alloc_buffers
    assert buffer.scope() == "shared"
    assert threads(done).keys() == {"blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y"}
    assert ("T.vectorized(4)" in done.script()) is (func is unpacked)
    computes(on_one_thread(done), func)


def test_transpose_is_none_of_other_functions() -> None:
    assert made(doubled_rows, dlight.gpu.Transpose()) is doubled_rows


def test_rules_for_reductions_leave_other_functions_to_the_next_rule() -> None:
    rules = [dlight.gpu.Matmul(), dlight.gpu.GEMV(), dlight.gpu.Reduction(), dlight.gpu.GeneralReduction()]
    assert threads(made(doubled_rows, *rules, dlight.gpu.Fallback()))
    with pytest.raises(NotImplementedError, match=r"dlight\.gpu\.Matmul"):
        made(total, *rules)


def test_functions_for_the_cpu_are_none_of_theirs() -> None:
    assert made(total, dlight.gpu.Matmul(), dlight.gpu.Fallback(), target=Target("llvm")) is total
    own = doubled_rows.with_attr("target", Target("llvm"))
    assert made(own, dlight.gpu.Fallback()) is own


def test_functions_without_blocks_are_none_of_theirs() -> None:
    @T.prim_func
    def plain(A: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = A[i] + 1

    for rule in (dlight.gpu.Fallback(), dlight.gpu.Transpose()):
        assert made(plain, rule) is plain


def test_loops_that_are_no_axes_are_not_brought_into_normal_form() -> None:
    @T.prim_func
    def tiled(A: T.Buffer((8,), "int32")):
        for i, j in T.grid(2, 4):
            with T.block("A"):
                v = T.axis.spatial(8, i * 4 + j)
                A[v] = v

    assert normalized(tir.Schedule(tiled)) is None
    assert made(tiled, dlight.gpu.Fallback()) is tiled
