"""One function for all sizes: `m` and `n` are bound from the arrays at each call, and must agree between them."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def row_scale(a: T.handle, s: T.handle, b: T.handle):
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(a, (m, n), "float32")
    S = T.match_buffer(s, (m,), "float32")
    B = T.match_buffer(b, (m, n), "float32")
    for i, j in T.grid(m, n):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * S[vi]


def check() -> None:
    """Build once, run with several sizes, and compare with numpy."""
    scale = tilewright.build(row_scale)
    rng = np.random.default_rng(0)
    for m, n in ((1, 1), (3, 50), (64, 7), (0, 5)):
        a, s = rng.standard_normal((m, n), dtype=np.float32), rng.standard_normal(m, dtype=np.float32)
        b = np.empty_like(a)
        scale(a, s, b)
        np.testing.assert_array_equal(b, a * s[:, None])


if __name__ == "__main__":
    check()
    print("row_scale equals numpy for four sizes")
