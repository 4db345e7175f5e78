"""Four lanes at a time: a vectorised loop, and the same written with vector loads and stores."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def vector_add(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32"), C: T.Buffer((256,), "float32")):
    for io in range(16):
        for ii in T.vectorized(16):
            C[io * 16 + ii] = A[io * 16 + ii] + B[io * 16 + ii]


@T.prim_func
def explicit_vectors(A: T.Buffer((64,), "float32x4"), B: T.Buffer((64,), "float32x4")):
    for i in range(64):
        B[i] = A[i] * T.broadcast(T.float32(3), 4)


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal(256, dtype=np.float32), rng.standard_normal(256, dtype=np.float32)
    c = np.empty_like(a)
    tilewright.build(vector_add)(a, b, c)
    np.testing.assert_array_equal(c, a + b)
    wide = np.empty((64, 4), np.float32)
    tilewright.build(explicit_vectors)(a.reshape(64, 4), wide)
    np.testing.assert_array_equal(wide, a.reshape(64, 4) * 3)


if __name__ == "__main__":
    check()
    print("vector_add and explicit_vectors equal numpy")
