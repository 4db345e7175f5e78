"""Recipes: functions from the values of constants, and settings, to the values of constants that a build makes of them.

An array may be a view of what is given: the constant is a copy of it.  A large constant is made where it stays, since memory that the process has not used yet takes longer than the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tilewright.core.runtime.tensor import Tensor, empty

Recipe = Callable[[Sequence[np.ndarray], Any], np.ndarray | Tensor]

# The epsilon of a batch norm, and whether it has a factor and an offset of the program's own.
Settings = tuple[float, bool, bool]


def _scale(settings: Settings, gamma: np.ndarray, variance: np.ndarray) -> np.ndarray:
    epsilon, scaled, _ = settings
    deviation = np.sqrt(variance + variance.dtype.type(epsilon))
    return gamma / deviation if scaled else 1 / deviation


def _factor(tensors: Sequence[np.ndarray], settings: Any) -> np.ndarray:
    gamma, _, _, variance = tensors
    return _scale(settings[:3], gamma, variance).reshape(settings[3])


def _offset(tensors: Sequence[np.ndarray], settings: Any) -> np.ndarray:
    gamma, beta, mean, variance = tensors
    moved = mean * _scale(settings[:3], gamma, variance)
    return (beta - moved if settings[2] else -moved).reshape(settings[3])


def _weight(tensors: Sequence[np.ndarray], settings: Any) -> Tensor:
    weight, gamma, _, _, variance = tensors
    scale = _scale(settings, gamma, variance).reshape(-1, *[1] * (weight.ndim - 1))
    made = empty(weight.shape, str(np.result_type(weight, scale)))
    np.multiply(weight, scale, out=made.numpy_view())
    return made


def _panels(tensors: Sequence[np.ndarray], width: int) -> np.ndarray:
    (weight,) = tensors
    return np.moveaxis(weight.reshape(weight.shape[0] // width, width, *weight.shape[1:]), 1, -1)


RECIPES: dict[str, Recipe] = {
    "batch_norm_scale": _factor,
    "batch_norm_offset": _offset,
    "batch_norm_weight": _weight,
    "conv2d_panels": _panels,
}
