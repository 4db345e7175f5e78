"""Element by element: the smallest useful kernel.

A block names the point that it computes; `T.grid` makes the loops around it.
"""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def relu_scale(A: T.Buffer((64, 256), "float32"), B: T.Buffer((64, 256), "float32")):
    for i, j in T.grid(64, 256):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.max(A[vi, vj] * T.float32(2), T.float32(0))


def check() -> None:
    """Build, run, and compare with numpy."""
    a = np.random.default_rng(0).standard_normal((64, 256), dtype=np.float32)
    b = np.empty_like(a)
    tilewright.build(relu_scale)(a, b)
    np.testing.assert_allclose(b, np.maximum(a * 2, 0))


if __name__ == "__main__":
    check()
    print("relu_scale equals numpy")
