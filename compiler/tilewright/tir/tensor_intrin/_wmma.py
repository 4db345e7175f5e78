"""Matrix fragments of a warp (`wmma`): load from shared memory, fill with zeros, multiply and add, store.

A fragment is a part of a buffer in the scope `wmma.matrix_a`, `wmma.matrix_b` or `wmma.accumulator`; the instructions name it by its number in the buffer.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.script import tir as T

Intrinsic = tuple[PrimFunc, PrimFunc]


def get_wmma_fragment_index(buffer: Any, stride: Any, m_dim: int, n_dim: int) -> Any:
    """The number of the fragment of `m_dim` by `n_dim` elements that begins at the buffer's offset."""
    row, column = buffer.elem_offset // stride // m_dim, buffer.elem_offset % stride // n_dim
    return row * (stride // n_dim) + column


def _copied(rows: int, columns: int, dtype: str, source: str, target: str, factor: int) -> PrimFunc:
    """`C = A`, an element at a time."""

    @T.prim_func
    def copy(
        A: T.Buffer((rows, columns), dtype, align=64, offset_factor=factor, scope=source),
        C: T.Buffer((rows, columns), dtype, align=64, offset_factor=factor, scope=target),
    ) -> None:
        with T.block("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(C[0:rows, 0:columns])
            for i, j in T.grid(rows, columns):
                with T.block("copy"):
                    vii, vjj = T.axis.remap("SS", [i, j])
                    C[vii, vjj] = A[vii, vjj]

    return copy


def get_wmma_load_intrin(
    m_dim: int, n_dim: int, k_dim: int, dtype: str, shared_scope: str, is_b: bool, is_col_major: bool
) -> Intrinsic:
    """A fragment of a factor, from shared memory."""
    rows, columns = (k_dim, n_dim) if is_b else (m_dim, k_dim)
    if is_col_major:
        rows, columns = columns, rows
    scope, layout = f"wmma.matrix_{'b' if is_b else 'a'}", "col_major" if is_col_major else "row_major"

    @T.prim_func
    def load(a: T.handle, c: T.handle) -> None:
        s1, s0, d1, d0 = T.int32(), T.int32(), T.int32(), T.int32()
        A = T.match_buffer(
            a, (rows, columns), dtype, align=64, offset_factor=columns, scope=shared_scope, strides=[s1, s0]
        )
        C = T.match_buffer(c, (rows, columns), dtype, align=64, offset_factor=columns, scope=scope, strides=[d1, d0])
        with T.block("root"):
            T.reads(A[0:rows, 0:columns])
            T.writes(C[0:rows, 0:columns])
            T.evaluate(
                T.tvm_load_matrix_sync(
                    C.data,
                    m_dim,
                    n_dim,
                    k_dim,
                    get_wmma_fragment_index(C, d1, rows, columns),
                    T.tvm_access_ptr(T.type_annotation(dtype), A.data, A.elem_offset, s1 * rows, 1),
                    s1,
                    layout,
                )
            )

    return _copied(rows, columns, dtype, shared_scope, scope, columns), load


def get_wmma_fill_intrin(m_dim: int, n_dim: int, k_dim: int, dtype: str) -> Intrinsic:
    """A fragment of zeros."""
    zero = const(0, dtype)

    @T.prim_func
    def zeros(
        C: T.Buffer((m_dim, n_dim), dtype, align=64, offset_factor=n_dim, scope="wmma.accumulator"),
    ) -> None:
        with T.block("root"):
            T.reads()
            T.writes(C[0:m_dim, 0:n_dim])
            for i, j in T.grid(m_dim, n_dim):
                with T.block("init"):
                    vii, vjj = T.axis.remap("SS", [i, j])
                    C[vii, vjj] = zero

    @T.prim_func
    def fill(c: T.handle) -> None:
        d1, d0 = T.int32(), T.int32()
        C = T.match_buffer(
            c, (m_dim, n_dim), dtype, align=64, offset_factor=n_dim, scope="wmma.accumulator", strides=[d1, d0]
        )
        with T.block("root"):
            T.reads()
            T.writes(C[0:m_dim, 0:n_dim])
            T.evaluate(
                T.tvm_fill_fragment(
                    C.data, m_dim, n_dim, k_dim, get_wmma_fragment_index(C, d1, m_dim, n_dim), T.float32(0)
                )
            )

    return zeros, fill


def get_wmma_store_intrin(m_dim: int, n_dim: int, k_dim: int, dtype: str, scope: str) -> Intrinsic:
    """A fragment of a result, to memory."""

    @T.prim_func
    def store(a: T.handle, c: T.handle) -> None:
        s1, s0, d1, d0 = T.int32(), T.int32(), T.int32(), T.int32()
        A = T.match_buffer(
            a, (m_dim, n_dim), dtype, align=64, offset_factor=n_dim, scope="wmma.accumulator", strides=[d1, d0]
        )
        C = T.match_buffer(c, (m_dim, n_dim), dtype, align=64, offset_factor=n_dim, scope=scope, strides=[s1, s0])
        with T.block("root"):
            T.reads(A[0:m_dim, 0:n_dim])
            T.writes(C[0:m_dim, 0:n_dim])
            T.evaluate(
                T.tvm_store_matrix_sync(
                    A.data,
                    m_dim,
                    n_dim,
                    k_dim,
                    get_wmma_fragment_index(A, d1, m_dim, n_dim),
                    T.tvm_access_ptr(T.type_annotation(dtype), C.data, C.elem_offset, s1 * m_dim, 2),
                    s1,
                    "row_major",
                )
            )

    return _copied(m_dim, n_dim, dtype, "wmma.accumulator", scope, n_dim), store


def get_wmma_sync_intrin(
    m_dim: int, n_dim: int, k_dim: int, in_dtype: str, out_dtype: str, b_transposed: bool
) -> Intrinsic:
    """Fragments multiplied and added: `C += A @ B`, or `A @ B.T`."""
    b_rows, b_columns = (n_dim, k_dim) if b_transposed else (k_dim, n_dim)

    def widened(value: object) -> Any:
        return value if in_dtype == out_dtype else T.Cast(out_dtype, value)

    def place(k: object, j: object) -> tuple[Any, Any]:
        return (j, k) if b_transposed else (k, j)

    @T.prim_func
    def product(
        A: T.Buffer((m_dim, k_dim), in_dtype, align=64, offset_factor=k_dim, scope="wmma.matrix_a"),
        B: T.Buffer((b_rows, b_columns), in_dtype, align=64, offset_factor=b_columns, scope="wmma.matrix_b"),
        C: T.Buffer((m_dim, n_dim), out_dtype, align=64, offset_factor=n_dim, scope="wmma.accumulator"),
    ) -> None:
        with T.block("root"):
            T.reads(C[0:m_dim, 0:n_dim], A[0:m_dim, 0:k_dim], B[0:b_rows, 0:b_columns])
            T.writes(C[0:m_dim, 0:n_dim])
            for i, j, k in T.grid(m_dim, n_dim, k_dim):
                with T.block(""):
                    vii, vjj, vkk = T.axis.remap("SSR", [i, j, k])
                    C[vii, vjj] = C[vii, vjj] + widened(A[vii, vkk]) * widened(B[place(vkk, vjj)])

    @T.prim_func
    def sync(a: T.handle, b: T.handle, c: T.handle) -> None:
        a1, a0, b1, b0, c1, c0 = T.int32(), T.int32(), T.int32(), T.int32(), T.int32(), T.int32()
        A = T.match_buffer(
            a, (m_dim, k_dim), in_dtype, align=64, offset_factor=k_dim, scope="wmma.matrix_a", strides=[a1, a0]
        )
        B = T.match_buffer(
            b, (b_rows, b_columns), in_dtype, align=64, offset_factor=b_columns, scope="wmma.matrix_b", strides=[b1, b0]
        )
        C = T.match_buffer(
            c, (m_dim, n_dim), out_dtype, align=64, offset_factor=n_dim, scope="wmma.accumulator", strides=[c1, c0]
        )
        with T.block("root"):
            T.reads(C[0:m_dim, 0:n_dim], A[0:m_dim, 0:k_dim], B[0:b_rows, 0:b_columns])
            T.writes(C[0:m_dim, 0:n_dim])
            T.evaluate(
                T.tvm_mma_sync(
                    C.data,
                    get_wmma_fragment_index(C, c1, m_dim, n_dim),
                    A.data,
                    get_wmma_fragment_index(A, a1, m_dim, k_dim),
                    B.data,
                    get_wmma_fragment_index(B, b1, b_rows, b_columns),
                    C.data,
                    get_wmma_fragment_index(C, c1, m_dim, n_dim),
                )
            )

    return product, sync


__all__ = [
    "Intrinsic",
    "get_wmma_fill_intrin",
    "get_wmma_fragment_index",
    "get_wmma_load_intrin",
    "get_wmma_store_intrin",
    "get_wmma_sync_intrin",
]
