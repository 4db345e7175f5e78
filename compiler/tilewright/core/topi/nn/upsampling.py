"""Images and volumes made larger by factors: the resizing of `topi.image`, to sizes that follow from the factors."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.image.resize import resize2d, resize3d


def upsampling(
    data: Tensor,
    scale_h: float,
    scale_w: float,
    layout: str = "NCHW",
    method: str = "nearest_neighbor",
    align_corners: bool = False,
    output_shape: Sequence[ExprLike] | None = None,
) -> Tensor:
    """The image with `scale_h` times the rows and `scale_w` times the columns, or of the size in `output_shape`.

    `method` is "nearest_neighbor", "bilinear" or "bicubic".  Raises `ValueError` for a layout that begins neither as NCHW nor is NHWC.
    """
    size = _size(data, "HW", layout, (scale_h, scale_w), output_shape)
    way = "align_corners" if align_corners else "asymmetric"
    return resize2d(data, [0.0] * 4, size, layout, method.removeprefix("bi"), way)


def upsampling3d(
    data: Tensor,
    scale_d: float,
    scale_h: float,
    scale_w: float,
    layout: str = "NCDHW",
    method: str = "nearest_neighbor",
    coordinate_transformation_mode: str = "half_pixel",
    output_shape: Sequence[ExprLike] | None = None,
) -> Tensor:
    """Like `upsampling` of a volume with its depth before rows and columns; `method` is "nearest_neighbor" or "trilinear"."""
    size = _size(data, "DHW", layout, (scale_d, scale_h, scale_w), output_shape)
    return resize3d(data, [0.0] * 6, size, layout, method.removeprefix("tri"), coordinate_transformation_mode)


def _size(
    data: Tensor, letters: str, layout: str, scales: Sequence[float], output_shape: Sequence[ExprLike] | None
) -> list[ExprLike]:
    if not layout.startswith(f"NC{letters}") and layout != f"N{letters}C":
        raise ValueError(
            f"the layout {layout}: rows and columns are found in those that begin with NC{letters}, and in N{letters}C"
        )
    axes = [layout.index(letter) for letter in letters]
    if output_shape:
        return [output_shape[axis] for axis in axes]
    return [_scaled(data.shape[axis], scale) for axis, scale in zip(axes, scales)]


def _scaled(size: Expr, scale: float) -> Expr:
    """The size times the factor, rounded to the nearest integer."""
    if isinstance(size, IntImm):
        return const(round(size.value * scale), size.dtype)
    if isinstance(scale, int):
        return Analyzer().simplify(binary("Mul", size, const(scale, size.dtype)))
    product = binary("Mul", cast(size, "float32"), const(scale, "float32"))
    return Analyzer().simplify(cast(call("tir.round", product), size.dtype))
