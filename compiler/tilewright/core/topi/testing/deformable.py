"""Deformable convolutions, and the correlation of two images, in numpy."""

from __future__ import annotations

import numpy as np

from tilewright.core.topi.testing.convolutions import Steps
from tilewright.core.topi.testing.layouts import Padding, one_each, padded, reordered, sides, windows
from tilewright.core.topi.testing.sampling import linear_at


def deformable_conv2d_nchw_python(
    a_np: np.ndarray,
    offset_np: np.ndarray,
    w_np: np.ndarray,
    stride: Steps,
    padding: Padding,
    dilation: Steps,
    deformable_groups: int,
    groups: int,
) -> np.ndarray:
    """A convolution of images (N, C, H, W) by kernels (O, I, H, W) whose taps are moved by offsets, interpolated, for each place of the result.

    The channels of the offsets are the deformable groups, the taps, and for each its moves along rows and columns.
    A tap before the first row or column is 0.
    """
    kernel = w_np.shape[2:]
    steps, apart, around = one_each(stride, 2), one_each(dilation, 2), sides(padding, kernel)
    batch, _, rows, columns = offset_np.shape
    moves = offset_np.reshape(batch, deformable_groups, *kernel, 2, rows, columns)
    y, x = (np.arange(count) * step - low for count, step, (low, _) in zip((rows, columns), steps, around))
    i, j = (np.arange(size) * by for size, by in zip(kernel, apart))
    down = y[:, None] + i[:, None, None, None] + moves[:, :, :, :, 0]
    along = x + j[:, None, None] + moves[:, :, :, :, 1]
    split = a_np.reshape(batch, deformable_groups, -1, *a_np.shape[2:])
    seen = (
        np.array(
            [
                [linear_at(split[n, g], (down[n, g], along[n, g])) for g in range(deformable_groups)]
                for n in range(batch)
            ]
        )
        * ((down >= 0) & (along >= 0))[:, :, None]
    )
    seen = seen.reshape(batch, groups, -1, *kernel, rows, columns)
    kernels = w_np.reshape(groups, -1, *w_np.shape[1:])
    made = np.einsum("ngcijyx,gocij->ngoyx", seen, kernels, optimize=True)
    return made.reshape(batch, -1, rows, columns).astype(a_np.dtype)


def deformable_conv2d_nhwc_python(
    a_np: np.ndarray,
    offset_np: np.ndarray,
    w_np: np.ndarray,
    stride: Steps,
    padding: Padding,
    dilation: Steps,
    deformable_groups: int,
    groups: int,
) -> np.ndarray:
    """`deformable_conv2d_nchw_python` of images and offsets (N, H, W, C) by kernels (H, W, I, O)."""
    images, moves = (reordered(array, "NHWC", "NCHW") for array in (a_np, offset_np))
    kernels = reordered(w_np, "HWIO", "OIHW")
    made = deformable_conv2d_nchw_python(images, moves, kernels, stride, padding, dilation, deformable_groups, groups)
    return reordered(made, "NCHW", "NHWC")


def correlation_nchw_python(
    data1: np.ndarray,
    data2: np.ndarray,
    kernel_size: int,
    max_displacement: int,
    stride1: int,
    stride2: int,
    padding: int,
    is_multiply: bool,
) -> np.ndarray:
    """The mean product, or absolute difference, of each window of one image and the windows of another that lie at most `max_displacement` away.

    Windows of the first lie `stride1` apart, displacements, one a channel of the result, `stride2` apart.
    """
    reach = max_displacement // stride2
    border = max_displacement + kernel_size // 2
    first, second = (padded(data, [(padding, padding)] * 2) for data in (data1, data2))
    rows, columns = ((size - 2 * border) // stride1 for size in first.shape[2:])
    shifts = [stride2 * step for step in range(-reach, reach + 1)]

    def around(images: np.ndarray, down: int, along: int) -> np.ndarray:
        start = images[:, :, max_displacement + down :, max_displacement + along :]
        return windows(start, [kernel_size] * 2, [stride1] * 2, [1, 1])[:, :, :rows, :columns]

    here = around(first, 0, 0)
    there = (around(second, down, along) for down in shifts for along in shifts)
    made = [here * other if is_multiply else abs(here - other) for other in there]
    return np.stack([part.mean(axis=(1, 4, 5)) for part in made], axis=1).astype(data1.dtype)
