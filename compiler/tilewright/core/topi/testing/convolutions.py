"""Convolutions of one, two and three dimensions in numpy; one function computes those of all layouts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tilewright.core.topi.testing.layouts import Padding, one_each, padded, reordered, sides, spatial, windows

Steps = int | Sequence[int]
"""One number for all dimensions, or one for each."""

_PLACES, _TAPS = "xyz", "ijk"


def convolve(
    data: np.ndarray,
    weight: np.ndarray,
    strides: Sequence[int],
    around: Sequence[tuple[int, int]],
    dilation: Sequence[int],
    groups: int = 1,
) -> np.ndarray:
    """The convolution of images with channels first, by kernels with output and input channels first, in the dtype of the images."""
    taps, places = _TAPS[: len(strides)], _PLACES[: len(strides)]
    exact = "float64" if data.dtype.kind == "f" else "int64"
    seen = windows(padded(data.astype(exact), around), weight.shape[2:], strides, dilation)
    seen = seen.reshape(seen.shape[0], groups, -1, *seen.shape[2:])
    kernels = weight.reshape(groups, -1, *weight.shape[1:])
    made = np.einsum(f"ngc{places}{taps},goc{taps}->ngo{places}", seen, kernels, optimize=True)
    return made.reshape(len(data), -1, *made.shape[3:]).astype(data.dtype)


def convolution(
    data: np.ndarray,
    weight: np.ndarray,
    layouts: tuple[str, str],
    stride: Steps,
    padding: Padding,
    dilation: Steps = 1,
    groups: int = 1,
) -> np.ndarray:
    """The convolution of data and weights whose layouts are given, such as "NHWC" and "HWIO", in the layout of the data."""
    layout, of_weight = layouts
    axes = spatial(layout)
    images, kernels = reordered(data, layout, f"NC{axes}"), reordered(weight, of_weight, f"OI{axes}")
    count = len(axes)
    around = sides(
        padding, [(size - 1) * apart + 1 for size, apart in zip(kernels.shape[2:], one_each(dilation, count))]
    )
    made = convolve(images, kernels, one_each(stride, count), around, one_each(dilation, count), groups)
    return reordered(made, f"NC{axes}", layout)


def conv1d_ncw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, dilation: Steps
) -> np.ndarray:
    """The convolution of sequences (N, C, W) by kernels (O, I, W)."""
    return convolution(a_np, w_np, ("NCW", "OIW"), stride, padding, dilation)


def group_conv1d_ncw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, dilation: Steps, groups: int
) -> np.ndarray:
    """The convolution of sequences (N, C, W) by kernels (O, I, W), where I is the number of channels in each group."""
    return convolution(a_np, w_np, ("NCW", "OIW"), stride, padding, dilation, groups)


def conv2d_hwcn_python(a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding) -> np.ndarray:
    """The convolution of images (H, W, C, N) by kernels (H, W, I, O)."""
    return convolution(a_np, w_np, ("HWCN", "HWIO"), stride, padding)


def conv2d_nchw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, groups: int = 1
) -> np.ndarray:
    """The convolution of images (N, C, H, W) by kernels (O, I, H, W)."""
    return convolution(a_np, w_np, ("NCHW", "OIHW"), stride, padding, 1, groups)


def conv2d_nhwc_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, groups: int = 1
) -> np.ndarray:
    """The convolution of images (N, H, W, C) by kernels (H, W, I, O)."""
    return convolution(a_np, w_np, ("NHWC", "HWIO"), stride, padding, 1, groups)


def conv3d_ncdhw_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, groups: int = 1
) -> np.ndarray:
    """The convolution of volumes (N, C, D, H, W) by kernels (O, I, D, H, W)."""
    return convolution(a_np, w_np, ("NCDHW", "OIDHW"), stride, padding, 1, groups)


def conv3d_ndhwc_python(
    a_np: np.ndarray, w_np: np.ndarray, stride: Steps, padding: Padding, groups: int = 1
) -> np.ndarray:
    """The convolution of volumes (N, D, H, W, C) by kernels (D, H, W, I, O)."""
    return convolution(a_np, w_np, ("NDHWC", "DHWIO"), stride, padding, 1, groups)


def _depthwise(images: np.ndarray, kernels: np.ndarray, stride: Steps, padding: Padding) -> np.ndarray:
    """Each channel of images (N, C, H, W) convolved by kernels of its own (C, M, H, W)."""
    kernel = kernels.shape[2:]
    own = kernels.reshape(-1, 1, *kernel)
    return convolve(images, own, one_each(stride, 2), sides(padding, kernel), [1, 1], images.shape[1])


def depthwise_conv2d_python_nchw(
    input_np: np.ndarray, filter_np: np.ndarray, stride: Steps, padding: Padding
) -> np.ndarray:
    """Each channel of images (N, C, H, W) convolved by its kernels (C, M, H, W)."""
    return _depthwise(input_np, filter_np, stride, padding)


def depthwise_conv2d_python_nhwc(
    input_np: np.ndarray, filter_np: np.ndarray, stride: Steps, padding: Padding
) -> np.ndarray:
    """Each channel of images (N, H, W, C) convolved by its kernels (H, W, C, M)."""
    made = _depthwise(reordered(input_np, "NHWC", "NCHW"), reordered(filter_np, "HWCM", "CMHW"), stride, padding)
    return reordered(made, "NCHW", "NHWC")


def depthwise_conv2d_python_nchwc(
    input_np: np.ndarray, filter_np: np.ndarray, stride: Steps, padding: Padding
) -> np.ndarray:
    """Each channel of images in blocks of channels (N, C, H, W, c) convolved by its kernels, which are in blocks of output channels (O, 1, H, W, 1, o)."""
    blocks = reordered(input_np, "NCHWc", "NCcHW")
    images = blocks.reshape(len(blocks), -1, *blocks.shape[3:])
    kernels = reordered(filter_np, "OIHWio", "OoIiHW").reshape(images.shape[1], -1, *filter_np.shape[2:4])
    made = _depthwise(images, kernels, stride, padding)
    split = made.reshape(len(made), -1, filter_np.shape[-1], *made.shape[2:])
    return reordered(split, "NCcHW", "NCHWc")


def conv2d_backward_weight_python(
    dy_np: np.ndarray,
    x_np: np.ndarray,
    kernel_size: tuple[int, int],
    stride: Steps,
    padding: Padding,
    layout: str = "NCHW",
    groups: int = 1,
    channels: int | None = None,
) -> np.ndarray:
    """The gradient of a convolution's kernels from that of its result, in the layout (O, I, H, W), or (O, H, W, I) for "NHWC".

    Raises `ValueError` where the result has not `channels` channels.
    """
    grads, images = reordered(dy_np, layout, "NCHW"), reordered(x_np, layout, "NCHW")
    if channels is not None and channels != grads.shape[1]:
        raise ValueError(f"the gradient has {grads.shape[1]} channels, not {channels}")
    seen = windows(padded(images, sides(padding, kernel_size)), kernel_size, one_each(stride, 2), [1, 1])
    rows, columns = grads.shape[2:]
    seen = seen[:, :, :rows, :columns].reshape(len(images), groups, -1, rows, columns, *kernel_size)
    of_groups = grads.reshape(len(grads), groups, -1, rows, columns)
    made = np.einsum("ngcxyij,ngoxy->gocij", seen, of_groups, optimize=True)
    return reordered(made.reshape(-1, *made.shape[2:]), "NCHW", layout)
