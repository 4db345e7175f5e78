"""Neural network operators by their definitions, over numpy arrays."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np


def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """exp(x) over its sum."""
    power = np.exp(x - x.max(axis, keepdims=True))
    return power / power.sum(axis, keepdims=True)


def normalized(x: np.ndarray, axes: Any) -> np.ndarray:
    """Mean 0 and variance 1 along axes."""
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + np.float32(1e-5))


def _padded(x: np.ndarray, padding: int, value: float = 0.0) -> np.ndarray:
    widths = [(0, 0), (0, 0), *[(padding, padding)] * (x.ndim - 2)]
    return np.pad(x, widths, constant_values=value)


def conv(
    x: np.ndarray, w: np.ndarray, stride: int = 1, padding: int = 0, dilation: int = 1, groups: int = 1
) -> np.ndarray:
    """A convolution of channels-first data."""
    x = _padded(x, padding)
    sizes = [(n - (k - 1) * dilation - 1) // stride + 1 for n, k in zip(x.shape[2:], w.shape[2:])]
    out = np.zeros((x.shape[0], w.shape[0], *sizes), "float32")
    inner, each = w.shape[1], w.shape[0] // groups
    for o in range(w.shape[0]):
        part = x[:, o // each * inner : (o // each + 1) * inner]
        for k in itertools.product(*map(range, w.shape[2:])):
            window = tuple(
                slice(at * dilation, at * dilation + (size - 1) * stride + 1, stride) for at, size in zip(k, sizes)
            )
            out[:, o] += np.einsum("nc...,c->n...", part[(slice(None), slice(None), *window)], w[(o, slice(None), *k)])
    return out


def conv_transpose(
    x: np.ndarray, w: np.ndarray, stride: int = 1, padding: int = 0, output_padding: int = 0, groups: int = 1
) -> np.ndarray:
    """Each element spreads the filter, cut by the padding."""
    inner, each = x.shape[1] // groups, w.shape[1]
    sizes = [(n - 1) * stride + k for n, k in zip(x.shape[2:], w.shape[2:])]
    out = np.zeros((x.shape[0], each * groups, *[size + output_padding for size in sizes]), "float32")
    for c in range(x.shape[1]):
        first = c // inner * each
        for at in itertools.product(*map(range, x.shape[2:])):
            window = tuple(slice(p * stride, p * stride + k) for p, k in zip(at, w.shape[2:]))
            spread = x[(slice(None), c, *at)].reshape(-1, 1, *[1] * len(at)) * w[c]
            out[(slice(None), slice(first, first + each), *window)] += spread
    cut = tuple(slice(padding, out.shape[2 + at] - padding) for at in range(len(sizes)))
    return out[(slice(None), slice(None), *cut)]


def _windows(x: np.ndarray, size: int, stride: int) -> Any:
    """Each place of a window with the slices of its elements."""
    counts = [(n - size) // stride + 1 for n in x.shape[2:]]
    for at in itertools.product(*map(range, counts)):
        yield at, (slice(None), slice(None), *[slice(p * stride, p * stride + size) for p in at])


def max_pool(x: np.ndarray, size: int, stride: int, padding: int) -> np.ndarray:
    """The greatest element of each window."""
    return _pooled(_padded(x, padding, -np.inf), size, stride, np.max)


def avg_pool(x: np.ndarray, size: int, stride: int, padding: int) -> np.ndarray:
    """The mean of each window, without the padding."""
    return _pooled(_padded(x, padding, np.nan), size, stride, np.nanmean)


def _pooled(x: np.ndarray, size: int, stride: int, reduce: Any) -> np.ndarray:
    counts = [(n - size) // stride + 1 for n in x.shape[2:]]
    out = np.zeros((*x.shape[:2], *counts), "float32")
    for at, window in _windows(x, size, stride):
        out[(slice(None), slice(None), *at)] = reduce(x[window], axis=tuple(range(2, x.ndim)))
    return out


def max_pool_backward(g: np.ndarray, x: np.ndarray, size: int, stride: int, padding: int) -> np.ndarray:
    """The gradient goes to the first greatest element of each window."""
    padded = _padded(x, padding, -np.inf)
    out = np.zeros_like(padded)
    for at, window in _windows(padded, size, stride):
        part = padded[window].reshape(*x.shape[:2], -1)
        hit = np.eye(part.shape[-1], dtype="float32")[part.argmax(-1)].reshape(padded[window].shape)
        out[window] += hit * g[(slice(None), slice(None), *at)][..., None, None]
    return out[:, :, padding:-padding, padding:-padding]


def avg_pool_backward(g: np.ndarray, x: np.ndarray, size: int, stride: int, padding: int) -> np.ndarray:
    """The gradient is shared equally by the elements of each window that are not padding."""
    ones = _padded(np.ones_like(x), padding)
    out = np.zeros_like(ones)
    for at, window in _windows(ones, size, stride):
        share = ones[window] / ones[window].sum((2, 3), keepdims=True)
        out[window] += share * g[(slice(None), slice(None), *at)][..., None, None]
    return out[:, :, padding:-padding, padding:-padding]


def attention(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    scale: float | None = None,
    bias: np.ndarray | None = None,
    offset: int | None = None,
) -> np.ndarray:
    """Scaled dot-product attention of (batch, length, heads, size); `offset` is how many keys the first row sees besides its own."""
    scores = np.einsum("bind,bjnd->bnij", q, k) * np.float32(scale or q.shape[-1] ** -0.5)
    if bias is not None:
        scores = scores + bias
    if offset is not None:
        rows, columns = np.arange(q.shape[1])[:, None], np.arange(k.shape[1])
        scores = np.where(columns > rows + offset, np.float32(-np.inf), scores)
    return np.einsum("bnij,bjnd->bind", softmax(scores), v)
