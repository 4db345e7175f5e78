"""A quantized product: int8 operands, int32 sums, and one factor for each row and column back to float32.

The compiler uses the processor's dot products of small integers where it has them.
"""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def quantized(
    A: T.Buffer((64, 256), "int8"),
    B: T.Buffer((256, 128), "int8"),
    rows: T.Buffer((64,), "float32"),
    columns: T.Buffer((128,), "float32"),
    C: T.Buffer((64, 128), "float32"),
):
    total = T.alloc_buffer((64, 128), "int32")
    for i, j, k in T.grid(64, 128, 256):
        with T.block("total"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                total[vi, vj] = 0
            total[vi, vj] = total[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vk, vj])
    for i, j in T.grid(64, 128):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.Cast("float32", total[vi, vj]) * rows[vi] * columns[vj]


def quantize(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """The values as int8, and the factor of each line across `axis`."""
    factors = np.abs(values).max(axis=axis, keepdims=True) / 127
    return np.round(values / factors).astype(np.int8), factors.reshape(-1).astype(np.float32)


def check() -> None:
    """Build, run, and compare with the product of the float32 matrices: quantization loses about a hundredth."""
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((64, 256), dtype=np.float32), rng.standard_normal((256, 128), dtype=np.float32)
    (small_a, rows), (small_b, columns) = quantize(a, 1), quantize(b, 0)
    c = np.empty((64, 128), np.float32)
    tilewright.build(quantized)(small_a, small_b, rows, columns, c)
    exact = small_a.astype(np.int32) @ small_b.astype(np.int32)
    np.testing.assert_allclose(c, exact * rows[:, None] * columns, rtol=1e-5)
    assert np.abs(c - a @ b).max() < 0.02 * np.abs(a @ b).max()


if __name__ == "__main__":
    check()
    print("quantized_matmul equals numpy")
