"""The kernels as loops for numba, whose outermost loop its threads share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import prange


def gemm(a: Any, b: Any, out: Any) -> None:
    """Products of matrices; of a batch by numpy's function, which numba hands to BLAS."""
    if a.ndim == 2:
        for i in prange(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = 0
            for k in range(a.shape[1]):
                for j in range(out.shape[1]):
                    out[i, j] += a[i, k] * b[k, j]


def depthwise(a: Any, w: Any, out: Any) -> None:
    """A convolution of each channel by itself."""
    for c in prange(out.shape[1]):
        for y in range(out.shape[2]):
            for x in range(out.shape[3]):
                s = np.float32(0)
                for r in range(3):
                    for q in range(3):
                        s += a[0, c, y + r, x + q] * w[c, 0, r, q]
                out[0, c, y, x] = s


def softmax(a: Any, out: Any) -> None:
    """Softmax of rows."""
    for i in prange(a.shape[0]):
        m = a[i, 0]
        for j in range(a.shape[1]):
            m = max(m, a[i, j])
        s = np.float32(0)
        for j in range(a.shape[1]):
            out[i, j] = np.exp(a[i, j] - m)
            s += out[i, j]
        for j in range(a.shape[1]):
            out[i, j] /= s


def layernorm(a: Any, gain: Any, bias: Any, out: Any) -> None:
    """Layer norm of rows."""
    n = np.float32(a.shape[1])
    for i in prange(a.shape[0]):
        s = np.float32(0)
        for j in range(a.shape[1]):
            s += a[i, j]
        mean = s / n
        q = np.float32(0)
        for j in range(a.shape[1]):
            q += (a[i, j] - mean) * (a[i, j] - mean)
        scale = np.float32(1) / np.sqrt(q / n + np.float32(1e-5))
        for j in range(a.shape[1]):
            out[i, j] = (a[i, j] - mean) * scale * gain[j] + bias[j]


def fused(a: Any, b: Any, c: Any, out: Any) -> None:
    """relu(a * b + c)"""
    for i in prange(out.shape[0]):
        out[i] = max(a[i] * b[i] + c[i], np.float32(0))


def sum(a: Any, out: Any) -> None:
    """The sum of all."""
    s = np.float32(0)
    for i in prange(a.shape[0]):
        s += a[i]
    out[0] = s


def transpose(a: Any, out: Any) -> None:
    """The transpose, by blocks."""
    for i in prange(out.shape[0] // 16):
        for j in range(out.shape[1] // 16):
            for p in range(16):
                for q in range(16):
                    out[i * 16 + p, j * 16 + q] = a[j * 16 + q, i * 16 + p]


def stencil3(a: Any, out: Any) -> None:
    """A sum of three neighbours."""
    for i in prange(out.shape[0]):
        out[i] = (a[i] + a[i + 1] + a[i + 2]) * np.float32(0.25)


def stencil5(a: Any, out: Any) -> None:
    """A sum of five neighbours."""
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            near = a[i, j + 1] + a[i + 2, j + 1] + a[i + 1, j] + a[i + 1, j + 2]
            out[i, j] = a[i + 1, j + 1] * np.float32(0.5) + near * np.float32(0.125)


def mlp(x: Any, w: Any, p: Any, v: Any, q: Any, out: Any) -> None:
    """Two layers."""
    h = p.copy()
    for k in range(w.shape[0]):
        for j in range(w.shape[1]):
            h[j] += x[0, k] * w[k, j]
    for j in range(v.shape[1]):
        out[0, j] = q[j]
    for k in range(v.shape[0]):
        r = max(h[k], np.float32(0))
        for j in range(v.shape[1]):
            out[0, j] += r * v[k, j]
