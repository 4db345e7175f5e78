"""Operators of PyTorch that give images another size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.importers.torch.values import Dimensions, Operator, shape
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _resized(x: RelaxExpr, size: object, mode: str, align_corners: bool | None) -> RelaxExpr:
    """PyTorch's nearest takes the element at floor(position), its cubic has the factor -0.75."""
    if len(shape(x)) != 4:
        raise ValueError("tensors of four dimensions, images, can be resized")
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


def _divides(sides: Any, size: Any) -> bool:
    """Whether every position is that of an element, so that none is rounded."""
    asked = size if isinstance(size, (list, tuple)) else [size] * len(sides)
    known = all(isinstance(one, int) for one in (*sides, *asked))
    return known and all(side % one == 0 for side, one in zip(sides, asked))


def _size(x: RelaxExpr, size: object, scale: object) -> list[Any]:
    sides = shape(x)[2:]
    if size is not None:
        return list(size) if isinstance(size, (list, tuple)) else [size] * len(sides)
    scales = scale if isinstance(scale, (list, tuple)) else [scale] * len(sides)
    return [int(side * one) for side, one in zip(sides, scales)]


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
    return _resized(x, asked, mode, align_corners)


def _require_growth(x: RelaxExpr, size: Any, mode: str) -> None:
    """Filtering against aliases changes linear resizing only where images get smaller, which has no translation; cubic has other weights there."""
    if mode != "bilinear" or any(asked < side for asked, side in zip(size, shape(x)[2:])):
        raise ValueError(f"resizing to smaller images, or by {mode}, with antialias has no translation into Relax")


def _nearest(
    t: Translator,
    x: RelaxExpr,
    size: Dimensions | None = None,
    scales: float | Sequence[float] | None = None,
    *_: object,
) -> RelaxExpr:
    return _resized(x, _size(x, size, scales), "nearest", None)


def _upsample(mode: str) -> Operator:
    return lambda t, x, size=None, align_corners=False, scales=None, *_: _resized(
        x, _size(x, size, scales), mode, align_corners
    )


def _upsample_aa(mode: str) -> Operator:
    def apply(
        t: Translator, x: RelaxExpr, size: Dimensions | None = None, align_corners: bool = False, *_: object
    ) -> RelaxExpr:
        _require_growth(x, size, mode)
        return _resized(x, size, mode, align_corners)

    return apply


OPERATORS: dict[str, Operator] = {
    "interpolate": _interpolate,
    "upsample": _interpolate,
    "upsample_nearest2d": _nearest,
    "upsample_bilinear2d": _upsample("bilinear"),
    "upsample_bicubic2d": _upsample("bicubic"),
    "_upsample_bilinear2d_aa": _upsample_aa("bilinear"),
}
