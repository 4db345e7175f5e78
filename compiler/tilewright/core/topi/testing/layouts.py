"""Layouts, padding and windows of arrays: what references over several dimensions share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Padding = int | str | Sequence[int]
"""Zeros around: one number, a number for each dimension, numbers before all dimensions followed by numbers after them, "SAME" or "VALID"."""


def reordered(array: np.ndarray, given: str, wanted: str) -> np.ndarray:
    """The array with its dimensions, which `given` names by letters, in the order of `wanted`."""
    return np.transpose(array, [given.index(letter) for letter in wanted])


def spatial(layout: str) -> str:
    """The letters of a layout other than those of images and channels."""
    return "".join(letter for letter in layout if letter not in "NC")


def one_each(value: int | Sequence[int], count: int) -> list[int]:
    """A number for each of `count` dimensions: one that holds for all, or as many as there are."""
    return [value] * count if isinstance(value, int) else [value[0]] * count if len(value) == 1 else list(value)


def sides(padding: Padding, kernel: Sequence[int]) -> list[tuple[int, int]]:
    """The padding before and after each dimension of a kernel.

    "SAME" gives a convolution of stride 1 as many places as its input has.  Raises `ValueError` for another word or number of numbers.
    """
    count = len(kernel)
    if isinstance(padding, str):
        if padding not in ("SAME", "VALID"):
            raise ValueError(f"the padding is SAME or VALID, not {padding}")
        return [(size // 2, (size - 1) // 2) if padding == "SAME" else (0, 0) for size in kernel]
    given = one_each(padding, count)
    if len(given) not in (count, 2 * count):
        raise ValueError(f"padding of {count} dimensions has {count} or {2 * count} numbers, not {len(given)}")
    return list(zip(given[:count], given[-count:]))


def padded(array: np.ndarray, around: Sequence[tuple[int, int]], value: float = 0) -> np.ndarray:
    """The array with a value around its last dimensions; negative padding removes elements."""
    first = array.ndim - len(around)
    wide = np.pad(
        array, [(0, 0)] * first + [(max(low, 0), max(high, 0)) for low, high in around], constant_values=value
    )
    kept = [slice(max(-low, 0), size - max(-high, 0)) for (low, high), size in zip(around, wide.shape[first:])]
    return wide[(..., *kept)]


def windows(array: np.ndarray, kernel: Sequence[int], strides: Sequence[int], dilation: Sequence[int]) -> np.ndarray:
    """A view of the windows over the last dimensions: their places, then the elements in each."""
    count = len(kernel)
    reach = [(size - 1) * apart + 1 for size, apart in zip(kernel, dilation)]
    seen = np.lib.stride_tricks.sliding_window_view(array, reach, axis=tuple(range(-count, 0)))
    steps = [slice(None, None, step) for step in (*strides, *dilation)]
    return seen[(..., *steps)]


def spread(array: np.ndarray, strides: Sequence[int], value: float = 0) -> np.ndarray:
    """The array with `value` between the elements of its last dimensions, so that they are `strides` apart."""
    first = array.ndim - len(strides)
    shape = [(size - 1) * step + 1 for size, step in zip(array.shape[first:], strides)]
    made = np.full((*array.shape[:first], *shape), value, array.dtype)
    made[(..., *(slice(None, None, step) for step in strides))] = array
    return made
