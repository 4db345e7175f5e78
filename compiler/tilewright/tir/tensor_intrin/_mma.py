"""Matrices in the registers of a warp (`mma`): load with `ldmatrix`, fill with zeros, multiply and add, store.

A matrix of 16 by 16 elements, or 16 by 32 bytes, lies in the scope `warp` as 32 threads by the elements of each; the functions named `..._layout` say where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import const
from tilewright.script import tir as T
from tilewright.tir.tensor_intrin._wmma import Intrinsic

# A place is told of numbers as well as of expressions.
Index = TypeVar("Index", int, Expr)
# The threads of a warp, and the elements of a result that each has.
_THREADS, _OUT_SIZE = 32, 8
# The data types as names of intrinsics and as instructions have them.
SHORT = {
    "float16": "f16",
    "float32": "f32",
    "int8": "i8",
    "int32": "i32",
    "float8_e4m3fn": "e4m3",
    "float8_e5m2": "e5m2",
}
_INSTRUCTION = {**SHORT, "float16": "fp16", "float32": "fp32", "int8": "int8", "int32": "int32"}


def shared_16x16_to_ldmatrix_32x8_layout(i: Index, j: Index) -> tuple[Index, Index]:
    """The thread and the number of its element for an element of a matrix of 16 by 16."""
    return 4 * (i % 8) + (j % 8) // 2, 4 * (j // 8) + (i // 8) * 2 + (j % 2)


def shared_16x32_to_ldmatrix_32x16_layout(i: Index, j: Index) -> tuple[Index, Index]:
    """The thread and the number of its element for an element of a matrix of 16 by 32."""
    return 4 * (i % 8) + (j % 16) // 4, 8 * (j // 16) + (i // 8) * 4 + j % 4


def shared_32x16_to_ldmatrix_32x16_layout(i: Index, j: Index) -> tuple[Index, Index]:
    """The thread and the number of its element for an element of a matrix of 32 by 16."""
    return (i % 16) // 4 + 4 * (j % 8), 8 * (j // 8) + (i // 16) * 4 + i % 4


def ldmatrix_32x8_to_shared_16x16_layout(thread_id: Index, local_id: Index) -> tuple[Index, Index]:
    """The element of a matrix of 16 by 16 that a thread has."""
    row = 8 * (local_id % 4 // 2) + thread_id // 4
    return row, 8 * (local_id // 4) + (thread_id % 4) * 2 + local_id % 2


_LAYOUTS = {
    (16, 16): shared_16x16_to_ldmatrix_32x8_layout,
    (16, 32): shared_16x32_to_ldmatrix_32x16_layout,
    (32, 16): shared_32x16_to_ldmatrix_32x16_layout,
}


def _shape(k_dim: int, matrix: str, transposed: bool) -> tuple[int, int]:
    """Rows and columns of a factor as it lies in shared memory."""
    return (k_dim, 16) if transposed != (matrix == "B") else (16, k_dim)


def get_ldmatrix_intrin(
    k_dim: int,
    dtype: str,
    matrix_name: Literal["A", "B"],
    transposed: bool,
    shared_scope: str = "shared",
) -> Intrinsic:
    """A factor, from shared memory into the registers of a warp."""
    rows, columns = _shape(k_dim, matrix_name, transposed)
    size = 16 * k_dim // _THREADS
    layout = _LAYOUTS[rows, columns]
    crossed = transposed != (matrix_name == "B")

    def offset(stride: Expr, tx: Expr) -> Expr:
        if (rows, columns) == (32, 16):
            return stride
        half = columns // 2
        if transposed:
            return stride * 8 * (tx // 16) + stride * (tx % 8) + half * (tx % 16 // 8)
        return stride * (tx % 16) + half * (tx // 16)

    @T.prim_func
    def copy(
        warp: T.Buffer((_THREADS, size), dtype, align=64, offset_factor=columns, scope="warp"),
        shared: T.Buffer((rows, columns), dtype, align=64, offset_factor=columns, scope=shared_scope),
    ) -> None:
        with T.block("root"):
            T.reads(shared[0:rows, 0:columns])
            T.writes(warp[0:_THREADS, 0:size])
            for ax0, ax1 in T.grid(rows, columns):
                with T.block("shared_warp"):
                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                    T.reads(shared[v0, v1])
                    T.writes(warp[layout(v0, v1)])
                    warp[layout(v0, v1)] = shared[v0, v1]

    @T.prim_func
    def load(warp_handle: T.handle, shared_handle: T.handle) -> None:
        s0, s1 = T.int32(), T.int32()
        shared = T.match_buffer(
            shared_handle, (rows, columns), dtype, align=64, offset_factor=columns, scope=shared_scope, strides=[s0, s1]
        )
        warp = T.match_buffer(warp_handle, (_THREADS, size), dtype, align=64, offset_factor=columns, scope="warp")
        with T.block("root"):
            T.reads(shared[0:rows, 0:columns])
            T.writes(warp[0:_THREADS, 0:size])
            for tx in T.thread_binding(_THREADS, "threadIdx.x"):
                T.evaluate(
                    T.ptx_ldmatrix(
                        dtype,
                        crossed,
                        4,
                        ".b16",
                        warp.data,
                        warp.elem_offset + size * tx,
                        T.tvm_access_ptr(T.type_annotation(dtype), shared.data, shared.elem_offset, s0 * rows, 1),
                        offset(s0, tx),
                    )
                )

    return copy, load


def _multiplication(
    k_dim: int, a_dtype: str, b_dtype: str, out_dtype: str
) -> Callable[[Buffer, Buffer, Buffer, Expr, int], Expr]:
    """The instruction by which a thread does its part of one half of the columns of a product."""
    size, out_size = 16 * k_dim // _THREADS, _OUT_SIZE

    def multiplied(A: Buffer, B: Buffer, C: Buffer, tx: Expr, half: int) -> Expr:
        return T.ptx_mma(
            out_dtype,
            f"m16n8k{k_dim}",
            "row",
            "col",
            _INSTRUCTION[a_dtype],
            _INSTRUCTION[b_dtype],
            _INSTRUCTION[out_dtype],
            A.data,
            A.elem_offset + tx * size,
            B.data,
            B.elem_offset + tx * size + half * (size // 2),
            C.data,
            C.elem_offset + tx * out_size + half * (out_size // 2),
            False,
        )

    return multiplied


def get_mma_intrin(
    k_dim: int,
    a_dtype: str = "float16",
    b_dtype: str = "float16",
    out_dtype: str = "float16",
    a_transposed: bool = False,
    b_transposed: bool = False,
) -> Intrinsic:
    """Matrices in registers multiplied and added: `C += A @ B`, each factor as it is or transposed."""
    size, factor, out_size = 16 * k_dim // _THREADS, k_dim, _OUT_SIZE
    a_layout = _LAYOUTS[_shape(k_dim, "A", a_transposed)]
    b_layout = _LAYOUTS[_shape(k_dim, "B", b_transposed)]
    c_layout = shared_16x16_to_ldmatrix_32x8_layout

    def a_place(i: Expr, k: Expr) -> tuple[Expr, Expr]:
        return a_layout(k, i) if a_transposed else a_layout(i, k)

    def b_place(k: Expr, j: Expr) -> tuple[Expr, Expr]:
        return b_layout(j, k) if b_transposed else b_layout(k, j)

    def widened(value: Expr, dtype: str) -> Expr:
        return value if dtype == out_dtype else T.Cast(out_dtype, value)

    multiplied = _multiplication(k_dim, a_dtype, b_dtype, out_dtype)

    @T.prim_func
    def product(
        A: T.Buffer((_THREADS, size), a_dtype, align=64, offset_factor=factor, scope="warp"),
        B: T.Buffer((_THREADS, size), b_dtype, align=64, offset_factor=factor, scope="warp"),
        C: T.Buffer((_THREADS, out_size), out_dtype, align=64, offset_factor=16, scope="warp"),
    ) -> None:
        with T.block("root"):
            T.reads(C[0:_THREADS, 0:out_size], A[0:_THREADS, 0:size], B[0:_THREADS, 0:size])
            T.writes(C[0:_THREADS, 0:out_size])
            for i, j, k in T.grid(16, 16, k_dim):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(C[c_layout(vi, vj)], A[a_place(vi, vk)], B[b_place(vk, vj)])
                    T.writes(C[c_layout(vi, vj)])
                    C[c_layout(vi, vj)] = C[c_layout(vi, vj)] + widened(A[a_place(vi, vk)], a_dtype) * widened(
                        B[b_place(vk, vj)], b_dtype
                    )

    @T.prim_func
    def sync(
        A: T.Buffer((_THREADS, size), a_dtype, align=64, offset_factor=factor, scope="warp"),
        B: T.Buffer((_THREADS, size), b_dtype, align=64, offset_factor=factor, scope="warp"),
        C: T.Buffer((_THREADS, out_size), out_dtype, align=64, offset_factor=16, scope="warp"),
    ) -> None:
        with T.block("root"):
            T.reads(C[0:_THREADS, 0:out_size], A[0:_THREADS, 0:size], B[0:_THREADS, 0:size])
            T.writes(C[0:_THREADS, 0:out_size])
            for tx in T.thread_binding(_THREADS, "threadIdx.x"):
                T.evaluate(multiplied(A, B, C, tx, 0))
                T.evaluate(multiplied(A, B, C, tx, 1))

    return product, sync


def get_mma_fill_intrin(dtype: str, local_size: int) -> Intrinsic:
    """A matrix of zeros in registers."""
    zero = const(0, dtype)
    layout = shared_16x16_to_ldmatrix_32x8_layout

    @T.prim_func
    def zeros(C_warp: T.Buffer((_THREADS, local_size), dtype, scope="warp")) -> None:
        with T.block("root"):
            T.reads()
            T.writes(C_warp[0:_THREADS, 0:local_size])
            for i0, i1 in T.grid(16, 16):
                with T.block("C_warp"):
                    i, j = T.axis.remap("SS", [i0, i1])
                    T.reads()
                    T.writes(C_warp[layout(i, j)])
                    C_warp[layout(i, j)] = zero

    @T.prim_func
    def fill(C_warp: T.Buffer((_THREADS, local_size), dtype, scope="warp", offset_factor=1)) -> None:
        with T.block("root"):
            T.reads()
            T.writes(C_warp[0:_THREADS, 0:local_size])
            for _ in T.thread_binding(_THREADS, "threadIdx.x"):
                T.evaluate(T.mma_fill(dtype, local_size, C_warp.data, C_warp.elem_offset))

    return zeros, fill


def get_mma_store_intrin(
    dtype: str, local_size: int, scope: str = "global", use_mma_store_intrinic: bool = True
) -> Intrinsic:
    """A matrix from registers to memory: by one instruction, or each thread its elements."""
    layout, back = shared_16x16_to_ldmatrix_32x8_layout, ldmatrix_32x8_to_shared_16x16_layout

    @T.prim_func
    def copy(
        C_warp: T.Buffer((_THREADS, local_size), dtype, scope="warp"), C: T.Buffer((16, 16), dtype, scope=scope)
    ) -> None:
        with T.block("root"):
            T.reads(C_warp[0:_THREADS, 0:local_size])
            T.writes(C[0:16, 0:16])
            for i0, i1 in T.grid(16, 16):
                with T.block("C_warp"):
                    v0, v1 = T.axis.remap("SS", [i0, i1])
                    T.reads(C_warp[layout(v0, v1)])
                    T.writes(C[v0, v1])
                    C[v0, v1] = C_warp[layout(v0, v1)]

    if use_mma_store_intrinic:

        @T.prim_func
        def store(a: T.handle, c: T.handle) -> None:
            s0, s1 = T.int32(), T.int32()
            C_warp = T.match_buffer(a, (_THREADS, local_size), dtype, scope="warp", offset_factor=1)
            C = T.match_buffer(c, (16, 16), dtype, scope=scope, offset_factor=1, strides=[s0, s1])
            with T.block("root"):
                T.reads(C_warp[0:_THREADS, 0:local_size])
                T.writes(C[0:16, 0:16])
                for _ in T.thread_binding(_THREADS, "threadIdx.x"):
                    T.evaluate(
                        T.mma_store(
                            dtype,
                            16,
                            16,
                            T.tvm_access_ptr(T.type_annotation(dtype), C.data, C.elem_offset, s0 * 16, 2),
                            C_warp.data,
                            C_warp.elem_offset,
                            s0,
                        )
                    )

        return copy, store

    @T.prim_func
    def each(a: T.handle, c: T.handle) -> None:
        s0, s1 = T.int32(), T.int32()
        C_warp = T.match_buffer(a, (_THREADS, local_size), dtype, scope="warp", offset_factor=1)
        C = T.match_buffer(c, (16, 16), dtype, scope=scope, offset_factor=1, strides=[s0, s1])
        with T.block("root"):
            T.reads(C_warp[0:_THREADS, 0:local_size])
            T.writes(C[0:16, 0:16])
            for tx in T.thread_binding(_THREADS, "threadIdx.x"):
                for local_id in range(local_size):
                    C[back(tx, local_id)] = C_warp[tx, local_id]

    return copy, each


__all__ = [
    "SHORT",
    "get_ldmatrix_intrin",
    "get_mma_fill_intrin",
    "get_mma_intrin",
    "get_mma_store_intrin",
    "ldmatrix_32x8_to_shared_16x16_layout",
    "shared_16x16_to_ldmatrix_32x8_layout",
    "shared_16x32_to_ldmatrix_32x16_layout",
    "shared_32x16_to_ldmatrix_32x16_layout",
]
