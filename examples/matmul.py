"""Matrix multiplication as a block with two spatial axes, a reduction axis, and an initialisation."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 96), "float32"), B: T.Buffer((96, 64), "float32"), C: T.Buffer((128, 64), "float32")):
    for i, j, k in T.grid(128, 64, 96):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    a = rng.standard_normal((128, 96), dtype=np.float32)
    b = rng.standard_normal((96, 64), dtype=np.float32)
    c = np.empty((128, 64), np.float32)
    tilewright.build(matmul)(a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-4, atol=1e-4)


if __name__ == "__main__":
    check()
    print("matmul equals numpy")
