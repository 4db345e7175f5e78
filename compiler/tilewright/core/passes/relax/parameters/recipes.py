"""Recipes: functions from the values of constants, and settings, to the values of constants that a build makes of them.

Values are products of arrays of one shape (`runtime/product_tensor`), which may be views of what is given: the constant is written from them once, also where
a recipe takes what another has made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from tilewright.core.runtime.product_tensor import Factors

Recipe = Callable[[Sequence[Factors], Any], Factors]

# The epsilon of a batch norm, and whether it has a factor and an offset of the program's own.
Settings = tuple[float, bool, bool]


def _whole(factors: Factors) -> np.ndarray:
    return reduce(np.multiply, factors)


def _scale(settings: Settings, gamma: np.ndarray, variance: np.ndarray) -> np.ndarray:
    epsilon, scaled, _ = settings
    deviation = np.sqrt(variance + variance.dtype.type(epsilon))
    return gamma / deviation if scaled else 1 / deviation


def _factor(tensors: Sequence[Factors], settings: Any) -> Factors:
    gamma, _, _, variance = map(_whole, tensors)
    return (_scale(settings[:3], gamma, variance).reshape(settings[3]),)


def _offset(tensors: Sequence[Factors], settings: Any) -> Factors:
    gamma, beta, mean, variance = map(_whole, tensors)
    moved = mean * _scale(settings[:3], gamma, variance)
    return ((beta - moved if settings[2] else -moved).reshape(settings[3]),)


def _weight(tensors: Sequence[Factors], settings: Any) -> Factors:
    weight, *norm = tensors
    gamma, _, _, variance = map(_whole, norm)
    shape = weight[0].shape
    scale = _scale(settings, gamma, variance).reshape(-1, *[1] * (len(shape) - 1))
    return (*weight, np.broadcast_to(scale, shape))


def _panels(tensors: Sequence[Factors], width: int) -> Factors:
    (weight,) = tensors
    return tuple([_in_panels(each, width) for each in weight])


def _in_panels(weight: np.ndarray, width: int) -> np.ndarray:
    return np.moveaxis(weight.reshape(weight.shape[0] // width, width, *weight.shape[1:]), 1, -1)


RECIPES: dict[str, Recipe] = {
    "batch_norm_scale": _factor,
    "batch_norm_offset": _offset,
    "batch_norm_weight": _weight,
    "conv2d_panels": _panels,
}
