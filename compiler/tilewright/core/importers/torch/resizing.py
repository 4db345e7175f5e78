"""Operators of PyTorch that give images another size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import Dimensions, Operator, dtype, for_dimensions, shape
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _resized(
    t: Translator,
    x: RelaxExpr,
    size: object,
    mode: str,
    align_corners: bool | None,
    scales: Sequence[float | None] = (),
) -> RelaxExpr:
    """PyTorch's nearest takes the element at floor(position), its cubic has the factor -0.75."""
    if len(shape(x)) != 4:
        raise ValueError("tensors of four dimensions, images, can be resized")
    if not align_corners and _is_rounded(x, scales):
        return _by_scale(t, x, mode, [float(scale or 1.0) for scale in scales])
    if mode == "nearest":
        return op.image.resize2d(
            x,
            size,
            method="nearest_neighbor",
            coordinate_transformation_mode="asymmetric",
            rounding_method="round" if _divides(shape(x)[2:], size) else "floor",
            layout="NCHW",
        )
    rule = "align_corners" if align_corners else "half_pixel"
    named = {"method": {"bilinear": "linear", "bicubic": "cubic"}[mode], "coordinate_transformation_mode": rule}
    return op.image.resize2d(x, size, layout="NCHW", cubic_alpha=-0.75, **named)


def _is_rounded(x: RelaxExpr, scales: Sequence[float | None]) -> bool:
    """Whether the new sizes are rounded, so that their ratio to the old ones is not the scale by which PyTorch finds its positions."""
    known = [(side, scale) for side, scale in zip(shape(x)[2:], scales) if scale is not None]
    return any(not isinstance(side, int) or side * scale != int(side * scale) for side, scale in known)


def _by_scale(t: Translator, x: RelaxExpr, mode: str, scales: list[float]) -> RelaxExpr:
    if mode == "bicubic" or not all(isinstance(side, int) for side in shape(x)[2:]):
        raise ValueError(
            f"resizing by {mode} with scales {scales} that round sizes {shape(x)[2:]} has no translation into Relax"
        )
    for axis, (side, scale) in enumerate(zip(shape(x)[2:], scales), 2):
        along = _nearest_along if mode == "nearest" else _linear_along
        x = t.emit(along(t, x, axis, np.arange(int(side * scale), dtype="float32"), np.float32(1 / scale)))
    return x


def _nearest_along(t: Translator, x: RelaxExpr, axis: int, places: np.ndarray, step: np.float32) -> RelaxExpr:
    picked = np.minimum(np.floor(places * step), shape(x)[axis] - 1)
    return op.take(x, const(picked.astype("int64"), "int64"), axis=axis)


def _linear_along(t: Translator, x: RelaxExpr, axis: int, places: np.ndarray, step: np.float32) -> RelaxExpr:
    """Between the two elements around (place + 1/2) * step - 1/2, which is not below 0"""
    exact = np.maximum((places + np.float32(0.5)) * step - np.float32(0.5), 0)
    low = np.minimum(np.floor(exact).astype("int64"), shape(x)[axis] - 1)
    high = np.minimum(low + 1, shape(x)[axis] - 1)
    first, second = (t.emit(op.take(x, const(one, "int64"), axis=axis)) for one in (low, high))
    share = (exact - low).reshape([-1, *[1] * (len(shape(x)) - axis - 1)])
    apart = t.emit(op.subtract(second, first))
    return op.add(first, t.emit(op.multiply(apart, const(share, dtype(x)))))


def _divides(sides: Any, size: Any) -> bool:
    """Whether every position is that of an element, so that none is rounded."""
    asked = for_dimensions(size, len(sides))
    known = all(isinstance(one, int) for one in (*sides, *asked))
    return known and all(side % one == 0 for side, one in zip(sides, asked))


def _size(x: RelaxExpr, size: object, scale: object) -> list[Any]:
    sides = shape(x)[2:]
    if size is not None:
        return for_dimensions(size, len(sides))
    return [int(side * one) for side, one in zip(sides, _scales(x, scale))]


def _scales(x: RelaxExpr, scale: object) -> list[Any]:
    """A scale for each dimension of the image."""
    return for_dimensions(scale, len(shape(x)[2:]))


def _interpolate(
    t: Translator,
    x: RelaxExpr,
    size: Dimensions | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> RelaxExpr:
    if mode not in ("nearest", "bilinear", "bicubic"):
        raise ValueError(f"resizing by {mode} has no translation into Relax")
    asked = _size(x, size, scale_factor)
    if antialias:
        _require_growth(x, asked, mode)
    kept = () if size is not None or recompute_scale_factor else _scales(x, scale_factor)
    return _resized(t, x, asked, mode, align_corners, kept)


def _require_growth(x: RelaxExpr, size: Any, mode: str) -> None:
    """Filtering against aliases changes linear resizing only where images get smaller, which has no translation; cubic has other weights there."""
    if mode != "bilinear" or any(asked < side for asked, side in zip(size, shape(x)[2:])):
        raise ValueError(f"resizing to smaller images, or by {mode}, with antialias has no translation into Relax")


def _nearest(
    t: Translator,
    x: RelaxExpr,
    size: Dimensions | None = None,
    scales: float | Sequence[float] | None = None,
    *rest: float | None,
) -> RelaxExpr:
    return _resized(t, x, _size(x, size, scales), "nearest", None, _given(x, scales, rest))


def _upsample(mode: str) -> Operator:
    return lambda t, x, size=None, align_corners=False, scales=None, *rest: _resized(
        t, x, _size(x, size, scales), mode, align_corners, _given(x, scales, rest)
    )


def _given(x: RelaxExpr, scales: Any, rest: tuple[float | None, ...]) -> list[float | None]:
    """The scales that an operator of ATen has, in a list or one after another."""
    return [scales, *rest] if rest and not isinstance(scales, (list, tuple)) else _scales(x, scales)


def _upsample_aa(mode: str) -> Operator:
    def apply(
        t: Translator, x: RelaxExpr, size: Dimensions | None = None, align_corners: bool = False, *_: object
    ) -> RelaxExpr:
        _require_growth(x, size, mode)
        return _resized(t, x, size, mode, align_corners)

    return apply


OPERATORS: dict[str, Operator] = {
    "interpolate": _interpolate,
    "upsample": _interpolate,
    "upsample_nearest2d": _nearest,
    "upsample_bilinear2d": _upsample("bilinear"),
    "upsample_bicubic2d": _upsample("bicubic"),
    "_upsample_bilinear2d_aa": _upsample_aa("bilinear"),
}
