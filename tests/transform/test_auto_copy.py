"""LowerAutoCopy: marked copies are written out for threads and tensor cores, and shared memory is padded."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.passes.core.errors import PassError


def lowered(text: str) -> list[str]:
    """The lines of a program after the pass."""
    return [line.strip() for line in tir.transform.LowerAutoCopy()(program(text)).script().splitlines()]


def from_global(rows: int, columns: int, store: str, attributes: str = "") -> str:
    """A copy of a matrix from global to shared memory, by 4 warps."""
    return f"""@T.prim_func
def main(A: T.Buffer(({rows}, {columns}), "float32")):
    with T.block("root"):
        T.block_attr({{"warp_execution": True}})
        for y in T.thread_binding(4, thread="threadIdx.y"):
            with T.block():
                S = T.alloc_buffer(({rows}, {columns}), scope="shared")
                with T.block("S"):
                    T.block_attr({{"auto_copy": True{attributes}}})
                    for i, j in T.grid({rows}, {columns}):
                        {store}
"""


def test_neighbouring_threads_copy_neighbouring_vectors() -> None:
    lines = lowered(from_global(64, 64, "S[i, j] = A[i, j]", ', "vector_bytes": 16'))
    assert "for i_j_fused_0 in range(8):" in lines
    assert 'for i_j_fused_1 in T.thread_binding(4, thread="threadIdx.y"):' in lines
    assert 'for i_j_fused_2 in T.thread_binding(32, thread="threadIdx.x"):' in lines
    assert "for i_j_fused_3 in T.vectorized(4):" in lines
    point = "(((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2) * 4 + i_j_fused_3)"
    assert any(line.startswith(f"S[{point} // 64 % 64, {point} % 64] = A[") for line in lines)


def test_rows_are_padded_where_a_warp_writes_a_column() -> None:
    assert 'S = T.alloc_buffer((64, 64), strides=(65, 1), scope="shared")' in lowered(
        from_global(64, 64, "S[j, i] = A[i, j]")
    )
    assert 'S = T.alloc_buffer((64, 64), strides=(64, 1), scope="shared")' in lowered(
        from_global(64, 64, "S[i, j] = A[i, j]")
    )


def test_a_copy_that_the_threads_do_not_divide_is_guarded() -> None:
    assert any(
        line.startswith("if ") and line.endswith("< 90:") for line in lowered(from_global(9, 10, "S[i, j] = A[i, j]"))
    )


def test_registers_hold_what_a_thread_copies() -> None:
    lines = lowered(from_global(64, 64, "S[i, j] = A[i, j]", ', "vector_bytes": 16, "local_stage": 1'))
    assert 'S_local = T.alloc_buffer((8, 4), scope="local")' in lines
    assert any(
        line.startswith("S_local[i_j_fused_0_cache * 4 * 32 * 4 // 64 % 64 // 8, i_j_fused_3_cache % 64] = A[")
        for line in lines
    )


def of_fragments(scope: str, target: str, store: str, size: int = 32) -> str:
    """A copy between fragments and other memory."""
    return f"""@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), D: T.Buffer((64,), "float32")):
    with T.block("root"):
        T.block_attr({{"warp_execution": True}})
        for y in T.thread_binding(2, thread="threadIdx.y"):
            with T.block():
                S = T.alloc_buffer(({size}, {size}), scope="shared")
                C = T.alloc_buffer(({size}, {size}), scope="{scope}")
                with T.block("{target}"):
                    T.block_attr({{"auto_copy": True}})
                    for i, j in T.grid({size}, {size}):
                        {store}
"""


def test_tiles_of_tensor_cores() -> None:
    stored = lowered(of_fragments("wmma.accumulator", "S", "S[i, j] = C[i, j]"))
    assert 'with T.block("wmma_store"):' in stored
    assert 'S = T.alloc_buffer((32, 32), strides=(40, 1), scope="shared")' in stored
    loaded = lowered(of_fragments("wmma.matrix_a", "C", "C[j, i] = S[i, j]"))
    assert 'with T.block("wmma_load"):' in loaded
    assert any('"col_major"' in line for line in loaded)


def test_fragments_reach_global_memory_by_way_of_shared_memory() -> None:
    lines = lowered(of_fragments("m16n8k8.matrixC", "A", "A[i, j] = C[i, j] + D[i]"))
    assert any(line.startswith("C_shared_dyn = T.alloc_buffer((2, 4, 8, 8)") for line in lines)
    assert 'with T.block("mma_store"):' in lines
    assert any(line.startswith("A[") and "C_shared_dyn[" in line and "+ D[" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (from_global(8, 8, "S[i, j] = T.float32(0)"), "reads no memory"),
        (of_fragments("wmma.accumulator", "S", "S[i, j] = C[i, j]", 24), "does not divide into tiles"),
        (of_fragments("wmma.accumulator", "S", "S[i, j] = C[i, j] + D[i]"), "computes nothing on the way"),
        (of_fragments("m16n8k8.matrixC", "C", "C[i, j] = S[i, j]"), "not loaded from memory"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(PassError, match=reason):
        lowered(text)
