"""Images and boxes in images."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core import te
from tilewright.core.builder.dtypes import min_value
from tilewright.core.ir.expr import Expr, Reduce, Select, Var
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.operators import call as operation
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, asked, at_run_time, ints
from tilewright.core.topi import image

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


def _resize(function: Callable[..., Tensor], letters: str) -> Legalization:
    return lambda builder, call: _resized(builder, call, function, letters)


def _resized(builder: BlockBuilder, call: Call, function: Callable[..., Tensor], letters: str) -> RelaxExpr:
    attrs = call.attrs
    shape = call.struct_info.shape.values  # pyright: ignore[reportAttributeAccessIssue]
    layout = str(attrs["layout"])
    size = [shape[layout.index(letter)] for letter in letters]
    return builder.call_te(
        function,
        call.args[0],
        [float(ints(one)) for one in attrs["roi"]],
        size,
        layout,
        str(attrs["method"]),
        str(attrs["coordinate_transformation_mode"]),
        str(attrs["rounding_method"]),
        float(attrs["cubic_alpha"]),
        int(attrs["cubic_exclude"]),
        float(attrs["extrapolation_value"]),
        asked(attrs["out_dtype"]),
        primfunc_name_hint=function.__name__,
    )


def _affine_grid(builder: BlockBuilder, call: Call) -> RelaxExpr:
    size = list(call.args[1].values)  # pyright: ignore[reportAttributeAccessIssue]
    corners = bool(call.attrs["align_corners"])
    return builder.call_te(image.affine_grid, call.args[0], size, corners, primfunc_name_hint="affine_grid")


def _grid_sample(builder: BlockBuilder, call: Call) -> RelaxExpr:
    attrs = call.attrs
    how = [str(attrs[name]) for name in ("method", "layout", "padding_mode")]
    corners = bool(attrs["align_corners"])
    return builder.call_te(image.grid_sample, *call.args, *how, corners, primfunc_name_hint="grid_sample")


def roi_pool(data: Tensor, rois: Tensor, pooled: tuple[int, int], scale: float) -> Tensor:
    """The greatest element of each cell: rows floor(i * h / n) to ceil((i + 1) * h / n) of a region of h rows, cut to the image; columns alike."""
    sizes = data.shape[2:]

    def cell(region: Var, at: Var, axis: int) -> tuple[Expr, Expr]:
        """The first position and the one after the last along an axis, 0 for rows."""
        first, last = (cast(operation("tir.round", rois(region, corner - axis) * scale), "int32") for corner in (2, 4))
        each = cast(binary("Max", last - first + 1, 1), "float32") / float(pooled[axis])
        low, high = (
            operation("tir.floor", cast(at, "float32") * each),
            operation("tir.ceil", cast(at + 1, "float32") * each),
        )
        return tuple(binary("Max", binary("Min", first + cast(end, "int32"), sizes[axis]), 0) for end in (low, high))  # pyright: ignore[reportReturnType]

    row, column = te.reduce_axis((0, sizes[0]), name="h"), te.reduce_axis((0, sizes[1]), name="w")

    def greatest(region: Var, channel: Var, i: Var, j: Var) -> Reduce:
        (top, bottom), (left, right) = cell(region, i, 0), cell(region, j, 1)
        y, x = row.var, column.var
        inside = binary("And", binary("And", y >= top, y < bottom), binary("And", x >= left, x < right))
        element = data(cast(rois(region, 0), "int32"), channel, y, x)
        return te.max(Select(inside, element, min_value(data.dtype)), axis=[row, column])

    found = te.compute((rois.shape[0], data.shape[1], *pooled), greatest, name="greatest")

    def value(region: Var, channel: Var, i: Var, j: Var) -> Expr:
        (top, bottom), (left, right) = cell(region, i, 0), cell(region, j, 1)
        empty = binary("Or", bottom <= top, right <= left)
        return Select(empty, const(0, data.dtype), found(region, channel, i, j))

    return te.compute(found.shape, value, name="roi_pool")


def _roi_pool(builder: BlockBuilder, call: Call) -> RelaxExpr:
    pooled, scale = tuple(ints(call.attrs["pooled_size"])), float(call.attrs["spatial_scale"])
    return builder.call_te(roi_pool, *call.args, pooled, scale, primfunc_name_hint="roi_pool")


RULES: dict[str, Legalization] = {
    "image.resize2d": _resize(image.resize2d, "HW"),
    "image.resize3d": _resize(image.resize3d, "DHW"),
    "image.affine_grid": _affine_grid,
    "image.grid_sample": _grid_sample,
    "vision.roi_pool": _roi_pool,
    "vision.all_class_non_max_suppression": at_run_time("relax.run.all_class_non_max_suppression", "output_format"),
}
