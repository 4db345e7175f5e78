"""Transposed convolutions of one, two and three dimensions in numpy: each element adds its multiple of the kernel to the result."""

from __future__ import annotations

import numpy as np

from tilewright.core.topi.testing.convolutions import Steps, convolve
from tilewright.core.topi.testing.layouts import Padding, one_each, padded, reordered, sides, spread


def transposed(
    data: np.ndarray, weight: np.ndarray, stride: Steps, padding: Padding, output_padding: Steps, groups: int = 1
) -> np.ndarray:
    """The transposed convolution of images with channels first by kernels with input channels before output channels."""
    kernel = weight.shape[2:]
    count, none = len(kernel), [1] * len(kernel)
    by_group = weight.reshape(groups, -1, *weight.shape[1:]).swapaxes(1, 2)
    kernels = np.flip(by_group.reshape(-1, *by_group.shape[2:]), tuple(range(2, 2 + count)))
    whole = convolve(
        spread(data, one_each(stride, count)), kernels, none, [(size - 1, size - 1) for size in kernel], none, groups
    )
    more = one_each(output_padding, count)
    return padded(whole, [(-low, extra - high) for (low, high), extra in zip(sides(padding, kernel), more)])


def conv1d_transpose_ncw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, output_padding: Steps
) -> np.ndarray:
    """The transposed convolution of sequences (N, C, W) by kernels (I, O, W)."""
    return transposed(a_np, w_np, stride, padding, output_padding)


def group_conv1d_transpose_ncw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, output_padding: Steps, groups: int = 1
) -> np.ndarray:
    """The transposed convolution of sequences (N, C, W) by kernels (I, O, W), where O is the number of output channels of each group."""
    return transposed(a_np, w_np, stride, padding, output_padding, groups)


def conv2d_transpose_nchw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, output_padding: Steps, groups: int = 1
) -> np.ndarray:
    """The transposed convolution of images (N, C, H, W) by kernels (I, O, H, W)."""
    return transposed(a_np, w_np, stride, padding, output_padding, groups)


def conv2d_transpose_nhwc_python(
    a_nhwc: np.ndarray,
    weight: np.ndarray,
    weight_format: str,
    stride: Steps,
    padding: Padding,
    output_padding: Steps = (0, 0),
) -> np.ndarray:
    """The transposed convolution of images (N, H, W, C) by kernels whose dimensions `weight_format` names, such as "HWIO"."""
    kernels = reordered(weight, weight_format, "IOHW")
    made = transposed(reordered(a_nhwc, "NHWC", "NCHW"), kernels, stride, padding, output_padding)
    return reordered(made, "NCHW", "NHWC")


def conv3d_transpose_ncdhw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, output_padding: Steps, groups: int = 1
) -> np.ndarray:
    """The transposed convolution of volumes (N, C, D, H, W) by kernels (I, O, D, H, W)."""
    return transposed(a_np, w_np, stride, padding, output_padding, groups)
