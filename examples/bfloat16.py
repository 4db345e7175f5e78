"""Mixed precision: bfloat16 in memory, float32 in the sum."""

import ml_dtypes
import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def dot_rows(A: T.Buffer((32, 64), "bfloat16"), B: T.Buffer((32, 64), "bfloat16"), C: T.Buffer((32,), "float32")):
    for i, k in T.grid(32, 64):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vi, vk])


@T.prim_func
def halve(A: T.Buffer((64,), "bfloat16"), B: T.Buffer((64,), "bfloat16")):
    for i in range(64):
        B[i] = A[i] * T.bfloat16(0.5)


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    a = rng.standard_normal((32, 64)).astype(ml_dtypes.bfloat16)
    b = rng.standard_normal((32, 64)).astype(ml_dtypes.bfloat16)
    c = np.empty(32, np.float32)
    tilewright.build(dot_rows)(a, b, c)
    np.testing.assert_allclose(c, (a.astype(np.float32) * b.astype(np.float32)).sum(axis=1), rtol=1e-4, atol=1e-4)
    half = np.empty(64, ml_dtypes.bfloat16)
    tilewright.build(halve)(a[0].copy(), half)
    np.testing.assert_array_equal(half, a[0] * ml_dtypes.bfloat16(0.5))


if __name__ == "__main__":
    check()
    print("dot_rows and halve equal numpy")
