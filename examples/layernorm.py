"""Layer normalisation with scale and shift: two reductions in one block, then the normalisation."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def layernorm(
    X: T.Buffer((16, 128), "float32"),
    gamma: T.Buffer((128,), "float32"),
    beta: T.Buffer((128,), "float32"),
    Y: T.Buffer((16, 128), "float32"),
):
    total = T.alloc_buffer((16,), "float32")
    squares = T.alloc_buffer((16,), "float32")
    for i, j in T.grid(16, 128):
        with T.block("moments"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
                squares[vi] = T.float32(0)
            total[vi] = total[vi] + X[vi, vj]
            squares[vi] = squares[vi] + X[vi, vj] * X[vi, vj]
    for i, j in T.grid(16, 128):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            mean: T.float32 = total[vi] / T.float32(128)
            variance: T.float32 = squares[vi] / T.float32(128) - mean * mean
            Y[vi, vj] = (X[vi, vj] - mean) * T.rsqrt(variance + T.float32(1e-5)) * gamma[vj] + beta[vj]


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((16, 128), dtype=np.float32)
    gamma, beta = rng.standard_normal(128, dtype=np.float32), rng.standard_normal(128, dtype=np.float32)
    y = np.empty_like(x)
    tilewright.build(layernorm)(x, gamma, beta, y)
    expected = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * gamma + beta
    np.testing.assert_allclose(y, expected, rtol=1e-4, atol=1e-4)


if __name__ == "__main__":
    check()
    print("layernorm equals numpy")
