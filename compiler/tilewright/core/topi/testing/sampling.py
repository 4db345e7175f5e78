"""Values of images between their elements, in numpy."""

from __future__ import annotations

from itertools import product

import numpy as np


def taken(images: np.ndarray, places: tuple[np.ndarray, ...]) -> np.ndarray:
    """The elements of channels (C, D, ...) at whole places, 0 outside: a row of results for each channel."""
    sizes = images.shape[1:]
    inside = np.all([(place >= 0) & (place < size) for place, size in zip(places, sizes)], axis=0)
    at = tuple(np.clip(place, 0, size - 1) for place, size in zip(places, sizes))
    return np.where(inside, images[(slice(None), *at)], 0)


def linear_at(images: np.ndarray, places: tuple[np.ndarray, ...]) -> np.ndarray:
    """The values of channels (C, D, ...) at places by linear interpolation; elements outside are 0."""
    lows = [np.floor(place).astype(int) for place in places]
    parts = [place - low for place, low in zip(places, lows)]
    made = np.zeros((len(images), *places[0].shape))
    for corner in product((0, 1), repeat=len(places)):
        share = np.prod([part if side else 1 - part for part, side in zip(parts, corner)], axis=0)
        made += share * taken(images, tuple(low + side for low, side in zip(lows, corner)))
    return made


def linear_weights(part: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The weights of the elements before and after a position."""
    return [(0, 1 - part), (1, part)]


def cubic_weights(part: np.ndarray, alpha: float) -> list[tuple[int, np.ndarray]]:
    """The weights of the four elements around a position, in cubic convolution with the parameter `alpha`."""

    def inner(x: np.ndarray) -> np.ndarray:
        return (alpha + 2) * x**3 - (alpha + 3) * x**2 + 1

    def outer(x: np.ndarray) -> np.ndarray:
        return alpha * (x**3 - 5 * x**2 + 8 * x - 4)

    return [(-1, outer(part + 1)), (0, inner(part)), (1, inner(1 - part)), (2, outer(2 - part))]
