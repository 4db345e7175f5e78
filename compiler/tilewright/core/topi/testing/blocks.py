"""Moving blocks of an image between its rows and columns, its channels and the batch, in numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def depth_to_space_python(data: np.ndarray, block_size: int, mode: str = "DCR") -> np.ndarray:
    """Groups of channels of images (N, C, H, W) as blocks of pixels.

    In `mode` "DCR" the position in the block is the outer part of the channel, in "CRD" the inner one.
    """
    batch, channels, rows, columns = data.shape
    depth = channels // block_size**2
    if mode == "DCR":
        split = data.reshape(batch, block_size, block_size, depth, rows, columns).transpose(0, 3, 4, 1, 5, 2)
    else:
        split = data.reshape(batch, depth, block_size, block_size, rows, columns).transpose(0, 1, 4, 2, 5, 3)
    return split.reshape(batch, depth, rows * block_size, columns * block_size)


def space_to_depth_python(data: np.ndarray, block_size: int) -> np.ndarray:
    """Blocks of pixels of images (N, C, H, W) as groups of channels; the position in the block is the outer part of the channel."""
    batch, channels, rows, columns = data.shape
    split = data.reshape(batch, channels, rows // block_size, block_size, columns // block_size, block_size)
    return split.transpose(0, 3, 5, 1, 2, 4).reshape(batch, -1, rows // block_size, columns // block_size)


def space_to_batch_nd_python(
    data: np.ndarray,
    block_shape: Sequence[int],
    pad_before: Sequence[int],
    pad_after: Sequence[int],
    pad_value: float = 0,
) -> np.ndarray:
    """Blocks of the dimensions after the first, padded, as more members of the batch; the position in the block is the outer part."""
    count = len(block_shape)
    rest = data.ndim - 1 - count
    around = [(0, 0), *zip(pad_before, pad_after), *[(0, 0)] * rest]
    wide = np.pad(data, around, constant_values=pad_value)
    sizes = [size for whole, block in zip(wide.shape[1:], block_shape) for size in (whole // block, block)]
    split = wide.reshape(len(data), *sizes, *wide.shape[1 + count :])
    inner, outer = range(2, 2 * count + 1, 2), range(1, 2 * count, 2)
    moved = split.transpose(*inner, 0, *outer, *range(2 * count + 1, split.ndim))
    return moved.reshape(-1, *moved.shape[1 + count :])


def batch_to_space_nd_python(
    data: np.ndarray, block_shape: Sequence[int], crop_begin_list: Sequence[int], crop_end_list: Sequence[int]
) -> np.ndarray:
    """Members of a batch as blocks of the dimensions after the first, without what is cropped: the inverse of `space_to_batch_nd_python`."""
    count = len(block_shape)
    split = data.reshape(*block_shape, -1, *data.shape[1:])
    pairs = [axis for at in range(count) for axis in (count + 1 + at, at)]
    moved = split.transpose(count, *pairs, *range(2 * count + 1, split.ndim))
    sizes = [size * block for size, block in zip(data.shape[1:], block_shape)]
    whole = moved.reshape(moved.shape[0], *sizes, *data.shape[1 + count :])
    kept = (slice(low, size - high) for low, high, size in zip(crop_begin_list, crop_end_list, sizes))
    return whole[(slice(None), *kept)]


def reorg_python(a_np: np.ndarray, stride: int) -> np.ndarray:
    """Images (N, C, H, W) as `stride` times `stride` the channels of as many times fewer pixels, in the order of the network YOLO.

    The memory is read as as many times fewer channels of larger images, whose blocks `space_to_depth_python` takes apart, and the result's again as smaller ones.
    """
    batch, channels, rows, columns = a_np.shape
    wide = a_np.reshape(batch, channels // stride**2, rows * stride, columns * stride)
    return space_to_depth_python(wide, stride).reshape(batch, channels * stride**2, rows // stride, columns // stride)
