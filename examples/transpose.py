"""Transposition in tiles: the loops are split by hand, and `T.axis.spatial` computes the indices from the parts."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def transpose(A: T.Buffer((128, 64), "int32"), B: T.Buffer((64, 128), "int32")):
    for io, jo, ii, ji in T.grid(8, 4, 16, 16):
        with T.block("B"):
            vi = T.axis.spatial(128, io * 16 + ii)
            vj = T.axis.spatial(64, jo * 16 + ji)
            B[vj, vi] = A[vi, vj]


def check() -> None:
    """Build, run, and compare with numpy."""
    a = np.random.default_rng(0).integers(-1000, 1000, (128, 64), dtype=np.int32)
    b = np.empty((64, 128), np.int32)
    tilewright.build(transpose)(a, b)
    np.testing.assert_array_equal(b, a.T)


if __name__ == "__main__":
    check()
    print("transpose equals numpy")
