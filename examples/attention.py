"""Attention of one head, softmax(Q K^T / sqrt(d)) V, as four blocks that pass values on in buffers of their own."""

import numpy as np

import tilewright
from tilewright.script import tir as T


@T.prim_func
def attention(
    Q: T.Buffer((64, 32), "float32"),
    K: T.Buffer((96, 32), "float32"),
    V: T.Buffer((96, 32), "float32"),
    O: T.Buffer((64, 32), "float32"),  # noqa: E741
):
    scores = T.alloc_buffer((64, 96), "float32")
    highest = T.alloc_buffer((64,), "float32")
    total = T.alloc_buffer((64,), "float32")
    for i, j, k in T.grid(64, 96, 32):
        with T.block("scores"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                scores[vi, vj] = T.float32(0)
            scores[vi, vj] += Q[vi, vk] * K[vj, vk]
    for i, j in T.grid(64, 96):
        with T.block("highest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                highest[vi] = T.min_value("float32")
            highest[vi] = T.max(highest[vi], scores[vi, vj])
    for i, j in T.grid(64, 96):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] += T.exp((scores[vi, vj] - highest[vi]) * T.float32(0.17677669))
    for i, d, j in T.grid(64, 32, 96):
        with T.block("O"):
            vi, vd, vj = T.axis.remap("SSR", [i, d, j])
            with T.init():
                O[vi, vd] = T.float32(0)
            O[vi, vd] += T.exp((scores[vi, vj] - highest[vi]) * T.float32(0.17677669)) / total[vi] * V[vj, vd]


def check() -> None:
    """Build, run, and compare with numpy."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((rows, 32), dtype=np.float32) for rows in (64, 96, 96))
    result = np.empty((64, 32), np.float32)
    tilewright.build(attention)(q, k, v, result)
    scores = q @ k.T / np.sqrt(32)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    np.testing.assert_allclose(result, weights / weights.sum(axis=1, keepdims=True) @ v, rtol=1e-4, atol=1e-5)


if __name__ == "__main__":
    check()
    print("attention equals numpy")
