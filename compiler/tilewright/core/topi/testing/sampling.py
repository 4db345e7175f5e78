"""Values of images between their elements, in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

Weights = list[tuple[int, np.ndarray]]


def taken(images: np.ndarray, places: tuple[np.ndarray, ...]) -> np.ndarray:
    """The elements of channels (C, D, ...) at whole places, 0 outside: a row of results for each channel."""
    sizes = images.shape[1:]
    inside = np.all([(place >= 0) & (place < size) for place, size in zip(places, sizes)], axis=0)
    at = tuple(np.clip(place, 0, size - 1) for place, size in zip(places, sizes))
    return np.where(inside, images[(slice(None), *at)], 0)


def linear_at(images: np.ndarray, places: tuple[np.ndarray, ...]) -> np.ndarray:
    """The values of channels (C, D, ...) at places by linear interpolation; elements outside are 0."""
    lows = [np.floor(place).astype(int) for place in places]
    return mixed(images, lows, [linear_weights(place - low) for place, low in zip(places, lows)])


def mixed(
    images: np.ndarray,
    lows: Sequence[np.ndarray],
    weights: Sequence[Weights],
    moved: Callable[[list[np.ndarray]], list[np.ndarray]] = list,
) -> np.ndarray:
    """The sums of elements of channels (C, D, ...) around whole places, times their weights; `moved` gives the places of elements that stand for any."""
    made = np.zeros((len(images), *lows[0].shape))
    for around in product(*weights):
        spots = moved([low + step for low, (step, _) in zip(lows, around)])
        share = np.prod([weight for _, weight in around], axis=0)
        made += share * taken(images, tuple(np.rint(at).astype(int) for at in spots))
    return made


def linear_weights(part: np.ndarray) -> Weights:
    """The weights of the elements before and after a position."""
    return [(0, 1 - part), (1, part)]


def cubic_weights(part: np.ndarray, alpha: float) -> Weights:
    """The weights of the four elements around a position, in cubic convolution with the parameter `alpha`."""

    def inner(x: np.ndarray) -> np.ndarray:
        return (alpha + 2) * x**3 - (alpha + 3) * x**2 + 1

    def outer(x: np.ndarray) -> np.ndarray:
        return alpha * (x**3 - 5 * x**2 + 8 * x - 4)

    return [(-1, outer(part + 1)), (0, inner(part)), (1, inner(1 - part)), (2, outer(2 - part))]
