"""Pools of windows of a fixed size, of a fixed number of windows, and their gradients, in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tilewright.core.topi.testing.layouts import one_each, padded, reordered, spatial, windows

_Sides = Sequence[tuple[int, int]]


def _ceiled(
    around: _Sides, sizes: Sequence[int], reach: Sequence[int], strides: Sequence[int]
) -> list[tuple[int, int]]:
    """The padding with what the last window needs which begins within the padded input."""
    lacks = [-(size + low + high - one) % step for (low, high), size, one, step in zip(around, sizes, reach, strides)]
    return [(low, high + lack) for (low, high), lack in zip(around, lacks)]


def _counts(sizes: Sequence[int], around: _Sides, whole: _Sides, counted: bool) -> np.ndarray:
    """1 where an element counts for a mean, in the input and, if `counted`, in its padding `around`, within the padding `whole`."""
    if not counted:
        return padded(np.ones(sizes), whole)
    inner = np.ones([size + low + high for size, (low, high) in zip(sizes, around)])
    return padded(inner, [(0, wide - high) for (_, high), (_, wide) in zip(around, whole)])


def poolnd_python(
    np_data: np.ndarray,
    kernel: Sequence[int],
    strides: Sequence[int],
    dilation: Sequence[int],
    padding_before: Sequence[int],
    padding_after: Sequence[int],
    pool_type: str,
    count_include_pad: bool = True,
    ceil_mode: bool = False,
    dtype: str = "float32",
    layout: str | None = None,
) -> np.ndarray:
    """The largest element or the mean, as `pool_type` "max" or "avg" says, of each window; by default images and channels come first."""
    given = layout or f"NC{'DHW'[-len(kernel) :]}"
    axes = spatial(given)
    data = reordered(np_data, given, f"NC{axes}")
    sizes, around = data.shape[2:], list(zip(padding_before, padding_after))
    reach = [(size - 1) * apart + 1 for size, apart in zip(kernel, dilation)]
    whole = _ceiled(around, sizes, reach, strides) if ceil_mode else around
    inside = tuple(range(-len(kernel), 0))

    def seen(array: np.ndarray) -> np.ndarray:
        return windows(array, kernel, strides, dilation)

    if pool_type == "max":
        made = seen(padded(data, whole, lowest(data.dtype))).max(axis=inside)
    else:
        counts = seen(_counts(sizes, around, whole, count_include_pad)).sum(axis=inside)
        made = seen(padded(data, whole)).sum(axis=inside) / np.maximum(counts, 1)
    return reordered(made, f"NC{axes}", given).astype(dtype)


def lowest(dtype: np.dtype) -> float:
    """The least finite number of a dtype."""
    return float(np.finfo(dtype).min) if dtype.kind == "f" else int(np.iinfo(dtype).min)


def adaptive_pool(np_data: np.ndarray, out_size: int | Sequence[int], pool_type: str, layout: str) -> np.ndarray:
    """The largest element or the mean of each of `out_size` windows, which together cover the input."""
    axes = [layout.index(letter) for letter in spatial(layout)]
    reduce = np.max if pool_type == "max" else np.mean
    made = np_data
    for axis, count in zip(axes, one_each(out_size, len(axes))):
        size = np_data.shape[axis]
        bounds = [(at * size // count, -(-(at + 1) * size // count)) for at in range(count)]
        parts = [made.take(range(*bound), axis) for bound in bounds]
        made = np.stack([reduce(part, axis=axis) for part in parts], axis)
    return made


def pool_grad_nchw(
    a_np: np.ndarray,
    out_grad_np: np.ndarray,
    pool_size: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    pool_type: str,
    ceil_mode: bool,
    count_include_pad: bool = True,
) -> np.ndarray:
    """The gradient of a pool's input (N, C, H, W): of "max" it goes to the first largest element of each window, of "avg" to all in equal parts.

    `padding` is that before rows and columns, then that after them.
    """
    sizes = a_np.shape[2:]
    around = list(zip(padding[:2], padding[2:]))
    whole = _ceiled(around, sizes, pool_size, strides) if ceil_mode else around
    if pool_type == "max":
        shares = _first_largest(_seen(padded(a_np, whole, lowest(a_np.dtype)), pool_size, strides))
    else:
        counts = _seen(_counts(sizes, around, whole, count_include_pad), pool_size, strides).sum(-1, keepdims=True)
        shares = np.broadcast_to(1 / np.maximum(counts, 1), (*counts.shape[:-1], pool_size[0] * pool_size[1]))
    shape = [size + low + high for size, (low, high) in zip(sizes, whole)]
    targets: Any = (..., _seen(np.arange(shape[0] * shape[1]).reshape(shape), pool_size, strides))
    made = np.zeros((*a_np.shape[:2], shape[0] * shape[1]), a_np.dtype)
    np.add.at(made, targets, (shares * out_grad_np[..., None]).astype(a_np.dtype))
    return padded(made.reshape(*a_np.shape[:2], *shape), [(-low, -high) for low, high in whole])


def _seen(array: np.ndarray, kernel: Sequence[int], strides: Sequence[int]) -> np.ndarray:
    """The windows over rows and columns, with their elements in one dimension."""
    made = windows(array, kernel, strides, [1, 1])
    return made.reshape(*made.shape[:-2], -1)


def _first_largest(seen: np.ndarray) -> np.ndarray:
    """1 at the first largest element along the last dimension, 0 at all others."""
    return np.arange(seen.shape[-1]) == seen.argmax(-1)[..., None]
