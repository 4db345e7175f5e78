"""Images in another size, and parts of images in a given size, in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tilewright.core.topi.testing.layouts import reordered, spatial
from tilewright.core.topi.testing.sampling import cubic_weights, linear_weights

_POSITIONS: dict[str, Callable[[np.ndarray, int, int], np.ndarray]] = {
    "half_pixel": lambda x, old, new: (x + 0.5) * (old / new) - 0.5,
    "align_corners": lambda x, old, new: x * ((old - 1) / max(new - 1, 1)),
    "asymmetric": lambda x, old, new: x * (old / new),
    "pytorch_half_pixel": lambda x, old, new: (x + 0.5) * (old / new) - 0.5 if new > 1 else 0 * x,
    "tf_half_pixel_for_nn": lambda x, old, new: (x + 0.5) * (old / new),
}
"""The position in the old image of an element of the new one, by `coordinate_transformation_mode`."""

_ROUNDED: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "round": np.rint,
    "floor": lambda x: np.floor(x + 1e-5),
    "ceil": lambda x: np.ceil(x - 1e-5),
    "round_prefer_floor": lambda x: np.ceil(x - 0.5),
    "round_prefer_ceil": lambda x: np.floor(x + 0.5),
}


def _mixed(places: np.ndarray, old: int, weights: Callable[[np.ndarray], list[tuple[int, np.ndarray]]]) -> np.ndarray:
    """The matrix that makes each new element of old ones; those outside are the nearest inside."""
    lows = np.floor(places)
    matrix = np.zeros((len(places), old))
    for step, share in weights(places - lows):
        np.add.at(matrix, (np.arange(len(places)), np.clip(lows.astype(int) + step, 0, old - 1)), share)
    return matrix


def _along(data: np.ndarray, axis: int, new: int, method: str, mode: str, rounding: str) -> np.ndarray:
    """The data with `new` elements along an axis."""
    old = data.shape[axis]
    places = _POSITIONS[mode](np.arange(new), old, new)
    if method == "nearest_neighbor":
        nearest = _ROUNDED[rounding or ("round" if mode == "align_corners" else "floor")](places)
        return data.take(np.clip(nearest.astype(int), 0, old - 1), axis)
    weights = linear_weights if method == "linear" else lambda part: cubic_weights(part, -0.5)
    return np.moveaxis(np.tensordot(data, _mixed(places, old, weights), (axis, 1)), -1, axis)


def _resized(
    data: np.ndarray, scale: Sequence[float], layout: str, method: str, mode: str, rounding: str
) -> np.ndarray:
    made = data
    for letter, factor in zip(spatial(layout), scale):
        axis = layout.index(letter)
        made = _along(made, axis, round(data.shape[axis] * factor), method, mode, rounding)
    return made.astype(data.dtype)


def resize1d_python(
    data: np.ndarray,
    scale: Sequence[float],
    layout: str = "NCW",
    method: str = "nearest_neighbor",
    coordinate_transformation_mode: str = "align_corners",
    rounding_method: str = "",
) -> np.ndarray:
    """Sequences `scale` times as long: see `resize3d_python`."""
    return _resized(data, scale, layout, method, coordinate_transformation_mode, rounding_method)


def resize2d_python(
    data: np.ndarray,
    scale: Sequence[float],
    layout: str = "NCHW",
    method: str = "nearest_neighbor",
    coordinate_transformation_mode: str = "align_corners",
    rounding_method: str = "",
) -> np.ndarray:
    """Images with `scale` times their rows and columns: see `resize3d_python`."""
    return _resized(data, scale, layout, method, coordinate_transformation_mode, rounding_method)


def resize3d_python(
    data: np.ndarray,
    scale: Sequence[float],
    layout: str = "NCDHW",
    method: str = "nearest_neighbor",
    coordinate_transformation_mode: str = "align_corners",
    rounding_method: str = "",
) -> np.ndarray:
    """Volumes with `scale` times their planes, rows and columns, by "nearest_neighbor", "linear" or "cubic".

    `coordinate_transformation_mode` says how positions correspond, `rounding_method` which neighbor is the nearest.
    """
    return _resized(data, scale, layout, method, coordinate_transformation_mode, rounding_method)


def crop_and_resize_python(
    image: np.ndarray,
    boxes: np.ndarray,
    box_indices: np.ndarray,
    crop_size: Sequence[int],
    layout: str,
    method: str = "bilinear",
    extrapolation_value: float = 0,
) -> np.ndarray:
    """The part of an image in each box (top, left, bottom, right, as parts of the image) in the size `crop_size`, "bilinear" or "nearest_neighbor"."""
    images = reordered(image, layout, "NCHW")
    crops = [_crop(images[at], box, crop_size, method, extrapolation_value) for box, at in zip(boxes, box_indices)]
    return reordered(np.array(crops, image.dtype), "NCHW", layout)


def _crop(image: np.ndarray, box: np.ndarray, crop_size: Sequence[int], method: str, outside: float) -> np.ndarray:
    made, inside = image, np.ones((1, 1), bool)
    for axis, (low, high, count) in enumerate(zip(box[:2], box[2:], crop_size)):
        old = image.shape[1 + axis]
        parts = np.linspace(low, high, count) if count > 1 else np.array([(low + high) / 2])
        places = parts * (old - 1)
        matrix = _mixed(np.rint(places) if method == "nearest_neighbor" else places, old, linear_weights)
        made = np.moveaxis(np.tensordot(made, matrix, (1 + axis, 1)), -1, 1 + axis)
        within = (places >= 0) & (places <= old - 1)
        inside = inside & (within if axis else within[:, None])
    return np.where(inside, made, outside)
