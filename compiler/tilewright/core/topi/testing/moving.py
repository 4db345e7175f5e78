"""Taking parts of arrays, and grids of positions, in numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def strided_slice_python(
    data: np.ndarray,
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[int] | None = None,
    slice_mode: str = "end",
    axes: Sequence[int] | None = None,
) -> np.ndarray:
    """The slice as numpy computes it.  In `slice_mode` "size", `end` has sizes, and -1 there means up to the end."""
    along = range(len(begin)) if axes is None else axes
    places = [slice(None)] * data.ndim
    for position, axis in enumerate(along):
        step = strides[position] if strides is not None and position < len(strides) else 1
        low, high = begin[position], end[position] if position < len(end) else None
        if slice_mode == "size":
            high = None if high is None or high < 0 else low + high
            step = 1
        places[axis] = slice(low, high, step)
    return data[tuple(places)]


def affine_grid_python(data: np.ndarray, target_shape: tuple[int, int]) -> np.ndarray:
    """The images of the points of a regular grid over [-1, 1] under matrices of two rows and three columns: x and y planes a matrix."""
    height, width = target_shape
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    points = np.stack([x.ravel(), y.ravel(), np.ones(height * width)])
    return (data.reshape(-1, 2, 3) @ points).reshape(-1, 2, height, width)
