"""Schedules as courses and tutorials teach them, each over one of the plain programs of `compile_programs`.

Every entry names its program and has the function that rewrites it; block names are those of the buffers that they store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compile_programs import PROGRAMS, elementwise, matmul

Rewriting = Callable[[Any], object]

_RELU_OF_PRODUCT = """@T.prim_func
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    Y = T.alloc_buffer((128, 128), "float32")
    for i, j, k in T.grid(128, 128, 128):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(128, 128):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""
_RELU_OF_BATCHED = """@T.prim_func
def main(A: T.Buffer((16, 128, 128), "float32"), B: T.Buffer((16, 128, 128), "float32"), C: T.Buffer((16, 128, 128), "float32")):
    Y = T.alloc_buffer((16, 128, 128), "float32")
    for n, i, j, k in T.grid(16, 128, 128, 128):
        with T.block("Y"):
            vn, vi, vj, vk = T.axis.remap("SSSR", [n, i, j, k])
            with T.init():
                Y[vn, vi, vj] = T.float32(0)
            Y[vn, vi, vj] = Y[vn, vi, vj] + A[vn, vi, vk] * B[vn, vk, vj]
    for n, i, j in T.grid(16, 128, 128):
        with T.block("C"):
            vn, vi, vj = T.axis.remap("SSS", [n, i, j])
            C[vn, vi, vj] = T.max(Y[vn, vi, vj], T.float32(0))
"""
_DENSE = """@T.prim_func
def main(x: T.Buffer(({rows}, 784), "float32"), W: T.Buffer((128, 784), "float32"), b: T.Buffer((128,), "float32"), y: T.Buffer(({rows}, 128), "float32")):
    h = T.alloc_buffer(({rows}, 128), "float32")
    for i, j, k in T.grid({rows}, 128, 784):
        with T.block("h"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                h[vi, vj] = T.float32(0)
            h[vi, vj] = h[vi, vj] + x[vi, vk] * W[vj, vk]
    for i, j in T.grid({rows}, 128):
        with T.block("y"):
            vi, vj = T.axis.remap("SS", [i, j])
            y[vi, vj] = T.max(h[vi, vj] + b[vj], T.float32(0))
"""
_TWO_MAPS = """@T.prim_func
def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
    t = T.alloc_buffer((1024, 1024), "float32")
    for i, j in T.grid(1024, 1024):
        with T.block("t"):
            vi, vj = T.axis.remap("SS", [i, j])
            t[vi, vj] = A[vi, vj] * T.float32(2) + T.float32(1)
    for i, j in T.grid(1024, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.max(t[vi, vj], T.float32(0))
"""
_GEMM = matmul(1024, 1024, 1024)
_SUM_OF_1M = PROGRAMS["sum 16M"].replace("16777216", "1048576")


def _split_j(s: Any) -> None:
    i, j, k = s.get_loops(s.get_block("Y"))
    j0, j1 = s.split(j, [None, 4])
    s.reorder(i, j0, k, j1)
    s.reverse_compute_at(s.get_block("C"), j0)
    s.decompose_reduction(s.get_block("Y"), k)


def _batched(s: Any) -> None:
    block = s.get_block("Y")
    n, i, j, k = s.get_loops(block)
    j0, j1 = s.split(j, [None, 8])
    k0, k1 = s.split(k, [None, 4])
    s.reorder(n, i, j0, k0, k1, j1)
    s.reverse_compute_at(s.get_block("C"), j0)
    s.parallel(n)
    s.unroll(k1)
    s.vectorize(j1)
    s.vectorize(s.get_loops(s.get_block("C"))[-1])
    begin = s.decompose_reduction(block, k0)
    s.vectorize(s.get_loops(begin)[-1])


def _course_gemm(s: Any) -> None:
    block = s.get_block("C")
    i, j, k = s.get_loops(block)
    i0, i1 = s.split(i, [None, 32])
    j0, j1 = s.split(j, [None, 32])
    k0, k1 = s.split(k, [None, 4])
    s.reorder(i0, j0, k0, i1, k1, j1)
    write = s.cache_write(block, 0, "global")
    s.reverse_compute_at(write, j0)
    s.parallel(i0)
    s.unroll(k1)
    s.vectorize(j1)
    begin = s.decompose_reduction(block, k0)
    s.vectorize(s.get_loops(begin)[-1])
    s.vectorize(s.get_loops(write)[-1])


def _blocked(s: Any) -> Any:
    i, j, k = s.get_loops(s.get_block("C"))
    i0, i1 = s.split(i, [None, 32])
    j0, j1 = s.split(j, [None, 32])
    k0, k1 = s.split(k, [None, 4])
    return i0, i1, j0, j1, k0, k1


def _blocking(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, k1, i1, j1)


def _blocking_decomposed(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, k1, i1, j1)
    s.decompose_reduction(s.get_block("C"), k0)


def _vectorized(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, k1, i1, j1)
    s.vectorize(j1)
    s.decompose_reduction(s.get_block("C"), k0)


def _permuted(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, i1, k1, j1)
    s.vectorize(j1)
    s.decompose_reduction(s.get_block("C"), k0)


def _packed(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, i1, k1, j1)
    copy = s.cache_read(s.get_block("C"), 1, "global")
    s.transform_layout(s.get_block("C"), ("read", 1), lambda k, j: (j // 32, k, j % 32))
    s.vectorize(s.get_loops(copy)[-1])
    s.vectorize(j1)
    s.decompose_reduction(s.get_block("C"), k0)


def _cached(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, i1, k1, j1)
    write = s.cache_write(s.get_block("C"), 0, "global")
    s.reverse_compute_at(write, j0)
    s.unroll(k1)
    s.vectorize(j1)
    s.decompose_reduction(s.get_block("C"), k0)


def _all_of_tutorial(s: Any) -> None:
    i0, i1, j0, j1, k0, k1 = _blocked(s)
    s.reorder(i0, j0, k0, i1, k1, j1)
    copy = s.cache_read(s.get_block("C"), 1, "global")
    s.transform_layout(s.get_block("C"), ("read", 1), lambda k, j: (j // 32, k, j % 32))
    s.parallel(s.get_loops(copy)[0])
    s.vectorize(s.get_loops(copy)[-1])
    write = s.cache_write(s.get_block("C"), 0, "global")
    s.reverse_compute_at(write, j0)
    s.parallel(i0)
    s.unroll(k1)
    s.vectorize(j1)
    begin = s.decompose_reduction(s.get_block("C"), k0)
    s.vectorize(s.get_loops(begin)[-1])
    s.vectorize(s.get_loops(write)[-1])


def _four_levels(s: Any) -> None:
    i, j, k = s.get_loops(s.get_block("C"))
    i0, i1, i2 = s.split(i, [None, 8, 4])
    j0, j1, j2 = s.split(j, [None, 4, 16])
    k0, k1 = s.split(k, [None, 16])
    s.reorder(i0, j0, i1, j1, k0, k1, i2, j2)
    s.parallel(s.fuse(i0, j0))
    s.unroll(i2)
    s.vectorize(j2)
    s.decompose_reduction(s.get_block("C"), k0)


def _unrolled_k(s: Any) -> None:
    _, _, k = s.get_loops(s.get_block("h"))
    s.unroll(s.split(k, [None, 16])[1])


def _dense_in_tiles(s: Any) -> None:
    block = s.get_block("h")
    i, j, k = s.get_loops(block)
    j0, j1 = s.split(j, [None, 16])
    k0, k1 = s.split(k, [None, 8])
    s.reorder(i, j0, k0, k1, j1)
    s.unroll(k1)
    s.vectorize(j1)
    s.reverse_compute_at(s.get_block("y"), j0)
    s.decompose_reduction(block, k0)


def _dense_in_parts(s: Any) -> None:
    block = s.get_block("h")
    _, _, k = s.get_loops(block)
    _, k1 = s.split(k, [None, 16])
    s.rfactor(k1, 2)


def _dense_with_relu(s: Any) -> None:
    s.reverse_compute_at(s.get_block("y"), s.get_loops(s.get_block("h"))[0])


def _row_with_unrolled_k(s: Any) -> None:
    _, _, k = s.get_loops(s.get_block("C"))
    s.unroll(s.split(k, [None, 4])[1])


def _sum_in_parts(s: Any) -> None:
    _, k = s.get_loops(s.get_block("B"))
    _, k1 = s.split(k, [None, 16])
    s.rfactor(k1, 1)


def _sum_in_vectors(s: Any) -> None:
    _, k = s.get_loops(s.get_block("B"))
    _, k1 = s.split(k, [None, 16])
    part = s.rfactor(k1, 1)
    s.vectorize(s.get_loops(part)[-1])


def _softmax_at_rows(s: Any) -> None:
    rows = s.get_loops(s.get_block("B"))[0]
    s.parallel(rows)
    for name in ("s", "e", "m"):
        s.compute_at(s.get_block(name), rows)


def _softmax_in_vectors(s: Any) -> None:
    for name in ("e", "B"):
        i, j = s.get_loops(s.get_block(name))
        _, lanes = s.split(j, [None, 16])
        s.vectorize(lanes)
        s.parallel(i)


def _softmax_in_parts(s: Any) -> None:
    for name in ("m", "s"):
        i, k = s.get_loops(s.get_block(name))
        _, k1 = s.split(k, [None, 16])
        part = s.rfactor(k1, 1)
        s.parallel(s.get_loops(part)[0])
    for name in ("e", "B"):
        i, j = s.get_loops(s.get_block(name))
        s.vectorize(s.split(j, [None, 16])[1])
        s.parallel(i)


def _layernorm_at_rows(s: Any) -> None:
    rows, j = s.get_loops(s.get_block("B"))
    s.parallel(rows)
    s.vectorize(s.split(j, [None, 16])[1])
    for name in ("s", "q"):
        s.compute_at(s.get_block(name), rows)


def _conv_in_vectors(s: Any) -> None:
    block = s.get_block("C")
    n, f, y, x, c, r, q = s.get_loops(block)
    x0, x1 = s.split(x, [None, 8])
    s.reorder(n, f, y, x0, c, r, q, x1)
    s.unroll(q)
    s.vectorize(x1)
    s.parallel(s.fuse(n, f))
    s.decompose_reduction(block, c)


def _conv_with_padding_inside(s: Any) -> None:
    block = s.get_block("C")
    n, f, y, x, c, r, q = s.get_loops(block)
    s.compute_at(s.get_block("P"), n)
    f0, f1 = s.split(f, [None, 8])
    s.reorder(f0, y, c, r, q, f1, x)
    s.unroll(q)


def _conv_inline_padding(s: Any) -> None:
    s.compute_inline(s.get_block("P"))
    s.parallel(s.get_loops(s.get_block("C"))[1])


def _conv_inline_padding_in_vectors(s: Any) -> None:
    s.compute_inline(s.get_block("P"))
    _conv_in_vectors(s)


def _depthwise(s: Any) -> None:
    block = s.get_block("C")
    n, c, y, x, r, q = s.get_loops(block)
    s.parallel(s.fuse(n, c))
    x0, x1 = s.split(x, [None, 8])
    s.reorder(y, x0, r, q, x1)
    s.unroll(r)
    s.unroll(q)
    s.vectorize(x1)


def _map_in_vectors(s: Any) -> None:
    (i,) = s.get_loops(s.get_block("D"))
    i0, i1 = s.split(i, [None, 16])
    s.parallel(i0)
    s.vectorize(i1)


def _map_unrolled(s: Any) -> None:
    (i,) = s.get_loops(s.get_block("D"))
    _, i1 = s.split(i, [None, 8])
    s.unroll(i1)


def _map_in_three(s: Any) -> None:
    (i,) = s.get_loops(s.get_block("D"))
    i0, i1, i2 = s.split(i, [None, 4, 8])
    s.parallel(i0)
    s.unroll(i1)
    s.vectorize(i2)


def _maps_fused(s: Any) -> None:
    i, j = s.get_loops(s.get_block("t"))
    j0, j1 = s.split(j, [None, 8])
    s.reverse_compute_at(s.get_block("B"), j0)
    s.parallel(s.fuse(i, j0))
    s.vectorize(j1)


def _maps_at(s: Any) -> None:
    i, j = s.get_loops(s.get_block("B"))
    fused = s.fuse(i, j)
    outer, lanes = s.split(fused, [None, 32])
    s.compute_inline(s.get_block("t"))
    s.parallel(outer)
    s.vectorize(lanes)


def _transpose_in_tiles(s: Any) -> None:
    i, j = s.get_loops(s.get_block("B"))
    i0, i1 = s.split(i, [None, 16])
    j0, j1 = s.split(j, [None, 16])
    s.reorder(i0, j0, i1, j1)
    s.parallel(i0)
    s.vectorize(j1)


def _stencil(s: Any) -> None:
    i, j = s.get_loops(s.get_block("B"))
    s.parallel(i)
    s.vectorize(s.split(j, [None, 16])[1])


@dataclass(frozen=True)
class Lesson:
    """A plain program and the rewriting that is taught for it."""

    program: str
    rewriting: Rewriting


LESSONS: dict[str, Lesson] = {
    "matmul 128 + relu: split j, reverse_compute_at, decompose": Lesson(_RELU_OF_PRODUCT, _split_j),
    "batched matmul + relu: parallel, vectorize, unroll": Lesson(_RELU_OF_BATCHED, _batched),
    "matmul 1024: cache_write, parallel, decompose, unroll, vectorize": Lesson(_GEMM, _course_gemm),
    "matmul 1024: blocking": Lesson(_GEMM, _blocking),
    "matmul 1024: blocking, decompose": Lesson(_GEMM, _blocking_decomposed),
    "matmul 1024: vectorization": Lesson(_GEMM, _vectorized),
    "matmul 1024: loop permutation": Lesson(_GEMM, _permuted),
    "matmul 1024: array packing": Lesson(_GEMM, _packed),
    "matmul 1024: cache_write": Lesson(_GEMM, _cached),
    "matmul 1024: packing, cache_write, parallel": Lesson(_GEMM, _all_of_tutorial),
    "matmul 1024: four levels, unroll i, vectorize j": Lesson(_GEMM, _four_levels),
    "1x784x128: split k, unroll": Lesson(PROGRAMS["1x784x128"], _row_with_unrolled_k),
    "dense 1: split k, unroll": Lesson(_DENSE.format(rows=1), _unrolled_k),
    "dense 1: tiles, vectorize, unroll": Lesson(_DENSE.format(rows=1), _dense_in_tiles),
    "dense 16: rfactor": Lesson(_DENSE.format(rows=16), _dense_in_parts),
    "dense 16: tiles, vectorize, unroll": Lesson(_DENSE.format(rows=16), _dense_in_tiles),
    "dense 16: reverse_compute_at": Lesson(_DENSE.format(rows=16), _dense_with_relu),
    "sum 1M: rfactor": Lesson(_SUM_OF_1M, _sum_in_parts),
    "sum 1M: rfactor, vectorize": Lesson(_SUM_OF_1M, _sum_in_vectors),
    "softmax: compute_at rows, parallel": Lesson(PROGRAMS["softmax 1024x1024"], _softmax_at_rows),
    "softmax: split, vectorize, parallel": Lesson(PROGRAMS["softmax 1024x1024"], _softmax_in_vectors),
    "softmax: rfactor, vectorize, parallel": Lesson(PROGRAMS["softmax 1024x1024"], _softmax_in_parts),
    "layernorm: compute_at rows, vectorize": Lesson(PROGRAMS["layernorm 1024x1024"], _layernorm_at_rows),
    "conv2d: split x, vectorize, unroll, parallel": Lesson(PROGRAMS["conv2d 1x64x56x56"], _conv_in_vectors),
    "conv2d: compute_at, split channels": Lesson(PROGRAMS["conv2d 1x64x56x56"], _conv_with_padding_inside),
    "conv2d: compute_inline": Lesson(PROGRAMS["conv2d 1x64x56x56"], _conv_inline_padding),
    "conv2d: compute_inline, split x, vectorize, unroll": Lesson(
        PROGRAMS["conv2d 1x64x56x56"], _conv_inline_padding_in_vectors
    ),
    "depthwise: vectorize, unroll, parallel": Lesson(PROGRAMS["depthwise conv"], _depthwise),
    "relu(a*b+c) 4K: split, parallel, vectorize": Lesson(elementwise(4096), _map_in_vectors),
    "relu(a*b+c) 4K: split, unroll": Lesson(elementwise(4096), _map_unrolled),
    "relu(a*b+c) 1M: three levels": Lesson(elementwise(1 << 20), _map_in_three),
    "two maps: reverse_compute_at, vectorize": Lesson(_TWO_MAPS, _maps_fused),
    "two maps: fuse, split, inline": Lesson(_TWO_MAPS, _maps_at),
    "transpose: tiles, vectorize": Lesson(PROGRAMS["transpose 2048x2048"], _transpose_in_tiles),
    "stencil: split, vectorize": Lesson(PROGRAMS["5-point stencil 2048x2048"], _stencil),
}
