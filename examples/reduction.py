"""Sums along each axis of a matrix, in one module of two functions."""

import numpy as np

import tilewright
from tilewright.script import ir as I
from tilewright.script import tir as T


@I.ir_module
class Reductions:
    @T.prim_func
    def row_sums(A: T.Buffer((48, 80), "float64"), B: T.Buffer((48,), "float64")):
        for i, j in T.grid(48, 80):
            with T.block("B"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    B[vi] = 0.0
                B[vi] = B[vi] + A[vi, vj]

    @T.prim_func
    def column_sums(A: T.Buffer((48, 80), "float64"), B: T.Buffer((80,), "float64")):
        for j, i in T.grid(80, 48):
            with T.block("B"):
                vj = T.axis.spatial(80, j)
                vi = T.axis.reduce(48, i)
                with T.init():
                    B[vj] = 0.0
                B[vj] = B[vj] + A[vi, vj]


def check() -> None:
    """Build, run, and compare with numpy."""
    a = np.random.default_rng(0).random((48, 80))
    rows, columns = np.empty(48), np.empty(80)
    built = tilewright.build(Reductions)
    built["row_sums"](a, rows)
    built["column_sums"](a, columns)
    np.testing.assert_allclose(rows, a.sum(axis=1))
    np.testing.assert_allclose(columns, a.sum(axis=0))


if __name__ == "__main__":
    check()
    print("row_sums and column_sums equal numpy")
