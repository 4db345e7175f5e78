"""Grids of positions from -1 to 1, and images and volumes at such positions, in numpy."""

from __future__ import annotations

import numpy as np

from tilewright.core.topi.testing.layouts import reordered, spatial
from tilewright.core.topi.testing.sampling import cubic_weights, linear_weights, mixed, taken


def affine_grid_python(data: np.ndarray, target_shape: tuple[int, int]) -> np.ndarray:
    """The images of the points of a regular grid over [-1, 1] under matrices of two rows and three columns: x and y planes a matrix."""
    height, width = target_shape
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    points = np.stack([x.ravel(), y.ravel(), np.ones(height * width)])
    return (data.reshape(-1, 2, 3) @ points).reshape(-1, 2, height, width)


def grid_sample_python(
    data: np.ndarray,
    grid: np.ndarray,
    method: str = "bilinear",
    layout: str = "NCHW",
    padding_mode: str = "zeros",
    align_corners: bool = True,
) -> np.ndarray:
    """Images or volumes at the positions of `grid`, whose dimension 1 is column, row and, in volumes, plane.

    `method` is "nearest", "bilinear" or "bicubic"; outside there are "zeros", the "border", or the image mirrored ("reflection").  With `align_corners` -1 and
    1 are the middles of the first and last elements, else their outer edges.
    """
    first = f"NC{spatial(layout)}"
    images = reordered(data, layout, first)
    made = [_sampled(image, at[::-1], method, padding_mode, align_corners) for image, at in zip(images, grid)]
    return reordered(np.array(made, data.dtype), first, layout)


def _sampled(image: np.ndarray, grid: np.ndarray, method: str, padding_mode: str, align_corners: bool) -> np.ndarray:
    """An image (C, ...) at positions, of which `grid` has one array for each dimension."""
    sizes = image.shape[1:]
    places = [
        (at + 1) / 2 * (size - 1) if align_corners else ((at + 1) * size - 1) / 2 for at, size in zip(grid, sizes)
    ]

    def within(spots: list[np.ndarray]) -> list[np.ndarray]:
        if padding_mode == "zeros":
            return spots
        return [_moved_inside(at, size, padding_mode, align_corners) for at, size in zip(spots, sizes)]

    if method != "bicubic":
        places = within(places)
    if method == "nearest":
        return taken(image, tuple(np.rint(at).astype(int) for at in places))
    lows = [np.floor(at) for at in places]
    weights = [
        linear_weights(at - low) if method == "bilinear" else cubic_weights(at - low, -0.75)
        for at, low in zip(places, lows)
    ]
    return mixed(image, lows, weights, within)


def _moved_inside(place: np.ndarray, size: int, padding_mode: str, align_corners: bool) -> np.ndarray:
    """The position in the image that stands for any: the nearest, or the one to which mirroring at the borders leads."""
    if padding_mode == "reflection":
        low, width = (0, size - 1) if align_corners else (-0.5, size)
        apart = np.mod(place - low, 2 * width) if width else 0 * place
        place = low + np.minimum(apart, 2 * width - apart)
    return np.clip(place, 0, size - 1)
