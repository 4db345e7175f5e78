"""Softmax over rows: maximum, exponentials, sum, division; the intermediates live inside the function."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def softmax(A: T.Buffer((32, 100), "float32"), B: T.Buffer((32, 100), "float32")):
    largest = T.alloc_buffer((32,), "float32")
    exponential = T.alloc_buffer((32, 100), "float32")
    total = T.alloc_buffer((32,), "float32")
    for i, j in T.grid(32, 100):
        with T.block("largest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], A[vi, vj])
    for i, j in T.grid(32, 100):
        with T.block("exponential"):
            vi, vj = T.axis.remap("SS", [i, j])
            exponential[vi, vj] = T.exp(A[vi, vj] - largest[vi])
    for i, j in T.grid(32, 100):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + exponential[vi, vj]
    for i, j in T.grid(32, 100):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = exponential[vi, vj] / total[vi]


def check() -> None:
    """Build, run, and compare with numpy."""
    a = np.random.default_rng(0).standard_normal((32, 100), dtype=np.float32)
    b = np.empty_like(a)
    tilewright.build(softmax)(a, b)
    e = np.exp(a - a.max(axis=1, keepdims=True))
    np.testing.assert_allclose(b, e / e.sum(axis=1, keepdims=True), rtol=1e-5)


if __name__ == "__main__":
    check()
    print("softmax equals numpy")
