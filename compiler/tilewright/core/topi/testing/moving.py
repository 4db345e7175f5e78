"""Taking and replacing parts of arrays in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tilewright.core.topi.testing.layouts import spread


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


def strided_set_python(
    data: np.ndarray,
    v: np.ndarray,
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[int] | None = None,
) -> np.ndarray:
    """A copy of the data whose slice from `begin` to `end` is `v`."""
    made = data.copy()
    strided_slice_python(made, begin, end, strides)[...] = v
    return made


def slice_axis_python(data: np.ndarray, axis: int, begin: int, end: int | None = None) -> np.ndarray:
    """The elements from `begin` to `end`, or to the last, along an axis."""
    return data[(*[slice(None)] * (axis % data.ndim), slice(begin, end))]


def gather_python(data: np.ndarray, axis: int, indices: np.ndarray) -> np.ndarray:
    """For each index the element there along the axis, at the index's own place along the others."""
    places: list[Any] = list(np.indices(indices.shape))
    places[axis] = indices
    return data[tuple(places)]


def gather_nd_python(a_np: np.ndarray, indices_np: np.ndarray) -> np.ndarray:
    """The parts of the data at places whose coordinates are the rows of `indices_np`."""
    return a_np[tuple(indices_np.astype("int64"))]


def dilate_python(
    input_np: np.ndarray, strides: Sequence[int], dilation_value: float = 0.0, out_dtype: str | None = None
) -> np.ndarray:
    """The data with `dilation_value` between its elements, so that they are `strides` apart."""
    return spread(input_np.astype(out_dtype or input_np.dtype), strides, dilation_value)
