"""The same multiplication written with explicit loops and no block: what a block becomes when it is lowered."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def matmul_loops(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (64, 64), "float64")
    B = T.match_buffer(b, (64, 64), "float64")
    C = T.match_buffer(c, (64, 64), "float64")
    for i in T.serial(64):
        for j in range(64):
            C[i, j] = 0.0
            for k in range(64):
                C[i, j] += A[i, k] * B[k, j]


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    a, b, c = rng.random((64, 64)), rng.random((64, 64)), np.empty((64, 64))
    tilewright.build(matmul_loops)(a, b, c)
    np.testing.assert_allclose(c, a @ b)


if __name__ == "__main__":
    check()
    print("matmul_loops equals numpy")
