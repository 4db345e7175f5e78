"""A five-point stencil: the border is copied under `if`, the inside is averaged; rows run in parallel."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def stencil(A: T.Buffer((66, 66), "float32"), B: T.Buffer((66, 66), "float32")):
    for i in T.parallel(66):
        for j in range(66):
            if i == 0 or i == 65 or j == 0 or j == 65:
                B[i, j] = A[i, j]
            else:
                B[i, j] = (A[i, j] + A[i - 1, j] + A[i + 1, j] + A[i, j - 1] + A[i, j + 1]) * T.float32(0.2)


def check() -> None:
    """Build, run, and compare with numpy."""
    a = np.random.default_rng(0).standard_normal((66, 66), dtype=np.float32)
    b = np.empty_like(a)
    tilewright.build(stencil)(a, b)
    expected = a.copy()
    inside = a[1:-1, 1:-1] + a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
    expected[1:-1, 1:-1] = inside * np.float32(0.2)
    np.testing.assert_allclose(b, expected, rtol=1e-5, atol=1e-6)


if __name__ == "__main__":
    check()
    print("stencil equals numpy")
