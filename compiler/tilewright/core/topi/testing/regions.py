"""Pools over regions of interest of images, in numpy; a region is the number of an image and its left, top, right and bottom edge."""

from __future__ import annotations

import numpy as np

from tilewright.core.topi.testing.convolutions import Steps
from tilewright.core.topi.testing.layouts import one_each, reordered
from tilewright.core.topi.testing.sampling import linear_at


def roi_align_nchw_python(
    a_np: np.ndarray,
    rois_np: np.ndarray,
    pooled_size: Steps,
    spatial_scale: float,
    sample_ratio: int,
    mode: bytes | str = b"avg",
    aligned: bool = False,
) -> np.ndarray:
    """The mean or, in `mode` "max", the greatest of interpolated samples in each cell of the regions of images (N, C, H, W).

    A cell has `sample_ratio` samples along each edge, or without one as many as it has pixels.  With `aligned` positions are those of middles of pixels.
    """
    counts = one_each(pooled_size, 2)
    largest = mode in (b"max", "max")
    made = [
        _aligned(a_np[int(roi[0])], roi[1:] * spatial_scale, counts, sample_ratio, largest, aligned) for roi in rois_np
    ]
    return np.array(made, a_np.dtype)


def _aligned(
    image: np.ndarray, roi: np.ndarray, counts: list[int], sample_ratio: int, largest: bool, aligned: bool
) -> np.ndarray:
    edges = roi - 0.5 if aligned else roi
    lengths = edges[2:] - edges[:2] if aligned else np.maximum(edges[2:] - edges[:2], 1)
    places, within, parts = [], [], []
    for start, length, count, size in zip(edges[1::-1], lengths[::-1], counts, image.shape[1:]):
        samples = sample_ratio if sample_ratio > 0 else int(np.ceil(length / count))
        at = start + (np.arange(count * samples) + 0.5) * (length / (count * samples))
        within.append((at >= -1) & (at <= size))
        places.append(np.clip(at, 0, size - 1))
        parts.append((count, samples))
    rows, columns = np.meshgrid(*places, indexing="ij")
    found = linear_at(image, (rows, columns)) * np.outer(*within)
    (down, rows_each), (along, columns_each) = parts
    split = found.reshape(-1, down, rows_each, along, columns_each)
    return split.max(axis=(2, 4)) if largest else split.mean(axis=(2, 4))


def roi_align_nhwc_python(
    a_np: np.ndarray,
    rois_np: np.ndarray,
    pooled_size: Steps,
    spatial_scale: float,
    sample_ratio: int,
    mode: bytes | str = b"avg",
    aligned: bool = False,
) -> np.ndarray:
    """`roi_align_nchw_python` of images (N, H, W, C)."""
    images = reordered(a_np, "NHWC", "NCHW")
    made = roi_align_nchw_python(images, rois_np, pooled_size, spatial_scale, sample_ratio, mode, aligned)
    return reordered(made, "NCHW", "NHWC")


def roi_pool_nchw_python(a_np: np.ndarray, rois_np: np.ndarray, pooled_size: Steps, spatial_scale: float) -> np.ndarray:
    """The greatest element of each cell of the regions of images (N, C, H, W), whose edges are rounded to pixels; 0 in a cell without any."""
    counts = one_each(pooled_size, 2)
    made = np.zeros((len(rois_np), a_np.shape[1], *counts), a_np.dtype)
    for number, roi in enumerate(rois_np):
        left, top, right, bottom = np.floor(roi[1:] * spatial_scale + 0.5).astype(int)
        rows, columns = (
            _cells(low, high, count, size)
            for low, high, count, size in zip((top, left), (bottom, right), counts, a_np.shape[2:])
        )
        for y, across in enumerate(rows):
            for x, along in enumerate(columns):
                cell = a_np[int(roi[0]), :, across, along]
                made[number, :, y, x] = cell.max(axis=(1, 2)) if cell.size else 0
    return made


def _cells(low: int, high: int, count: int, size: int) -> list[slice]:
    """The pixels from `low` to `high` in `count` cells, which may share pixels, cut to the image."""
    length = max(high - low + 1, 1)
    bounds = [(low + at * length // count, low - (-(at + 1) * length // count)) for at in range(count)]
    return [slice(*np.clip(bound, 0, size)) for bound in bounds]
