"""Images and boxes in images."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core import te
from tilewright.core.builder.dtypes import min_value
from tilewright.core.ir.expr import Expr, Reduce, Select, Var
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.operators import call as operation
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, asked, at_run_time, ints
from tilewright.core.topi import image, nn

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


def roi_align(
    data: Tensor, rois: Tensor, pooled: tuple[int, int], scale: float, ratio: int, aligned: bool, layout: str, mode: str
) -> Tensor:
    """The mean or the greatest of the samples of each cell, which lie in the middle of equal parts of it; a sample is interpolated between four elements."""
    height, width = (data.shape[layout.index(letter)] for letter in "HW")
    shift = 0.5 if aligned else 0.0

    def cell(region: Var, axis: int) -> tuple[Expr, Expr]:
        """The beginning of a region along an axis, 0 for rows, and the size of a cell of it."""
        first, last = (cast(rois(region, corner - axis), "float32") * scale - shift for corner in (2, 4))
        size = last - first if aligned else binary("Max", last - first, const(1.0, "float32"))
        return first, size / float(pooled[axis])

    def count(region: Var, axis: int) -> Expr:
        size = operation("tir.ceil", cell(region, axis)[1])
        return const(ratio, "int32") if ratio > 0 else binary("Max", cast(size, "int32"), 0)

    def sample(region: Var, channel: Var, y: Expr, x: Expr) -> Expr:
        """The interpolated element at a position; 0 outside, at the border the element of the border."""
        inside = binary(
            "And",
            binary("And", y >= -1.0, y <= cast(height, "float32")),
            binary("And", x >= -1.0, x <= cast(width, "float32")),
        )
        (top, bottom, down), (left, right, across) = _between(y, height), _between(x, width)

        def element(row: Expr, column: Expr) -> Expr:
            at = {"N": cast(rois(region, 0), "int32"), "C": channel, "H": row, "W": column}
            return cast(data(*(at[letter] for letter in layout)), "float32")

        upper = element(top, left) * (1.0 - across) + element(top, right) * across
        lower = element(bottom, left) * (1.0 - across) + element(bottom, right) * across
        return Select(inside, upper * (1.0 - down) + lower * down, const(0.0, "float32"))

    def samples(*at: Var) -> Reduce:
        place = dict(zip(layout, at))
        region = place["N"]
        rows, columns = (
            te.reduce_axis((0, count(region, axis)), name=name) for axis, name in ((0, "row"), (1, "column"))
        )
        (top, tall), (left, wide) = cell(region, 0), cell(region, 1)
        y = top + (cast(place["H"], "float32") + _part(rows.var, count(region, 0))) * tall
        x = left + (cast(place["W"], "float32") + _part(columns.var, count(region, 1))) * wide
        reduce = te.sum if mode == "avg" else te.max
        return reduce(sample(region, place["C"], y, x), axis=[rows, columns])

    sizes = dict(zip("NCHW", (rois.shape[0], data.shape[layout.index("C")], *pooled)))
    found = te.compute([sizes[letter] for letter in layout], samples, name="samples")

    def value(*at: Var) -> Expr:
        region = at[layout.index("N")]
        number = count(region, 0) * count(region, 1)
        of_cell = found(*at) / cast(binary("Max", number, 1), "float32") if mode == "avg" else found(*at)
        return cast(Select(number > 0, of_cell, const(0.0, "float32")), data.dtype)

    return te.compute(found.shape, value, name="roi_align")


def _part(index: Expr, count: Expr) -> Expr:
    """The middle of one of `count` equal parts of 1."""
    return (cast(index, "float32") + 0.5) / cast(count, "float32")


def _between(position: Expr, size: Expr) -> tuple[Expr, Expr, Expr]:
    """The two elements around a position, and how far it is from the first to the second."""
    within = binary("Max", position, const(0.0, "float32"))
    first = binary("Min", cast(operation("tir.floor", within), "int32"), size - 1)
    share = binary("Min", within - cast(first, "float32"), const(1.0, "float32"))
    second = binary("Min", first + 1, size - 1)
    return first, second, share


def _roi_align(builder: BlockBuilder, call: Call) -> RelaxExpr:
    attrs = call.attrs
    pooled, ratio = tuple(ints(attrs["pooled_size"])), int(attrs["sample_ratio"])
    how = (float(attrs["spatial_scale"]), ratio, bool(attrs["aligned"]), str(attrs["layout"]), str(attrs["mode"]))
    return builder.call_te(roi_align, *call.args, pooled, *how, primfunc_name_hint="roi_align")


def multibox_transform_loc(
    scores: Tensor,
    offsets: Tensor,
    anchors: Tensor,
    variances: list[float],
    clip: bool,
    threshold: float,
    background: bool,
    normalizes: bool,
) -> list[Tensor]:
    """The corners (top, left, bottom, right) of the boxes that offsets from anchors mean, and the scores, 0 where they are below the threshold."""
    batch, classes, count = scores.shape
    element = scores.dtype

    def corner(image: Var, at: Var, which: Var) -> Expr:
        def side(axis: int, sign: float) -> Expr:
            """An end of a box along an axis, 0 for x: the moved middle, and half of the scaled size before or behind it."""
            low, high = anchors(0, at, axis), anchors(0, at, axis + 2)
            moved, scaled = offsets(image, at * 4 + axis), offsets(image, at * 4 + axis + 2)
            size, middle = high - low, (low + high) * const(0.5, element)
            half = operation("tir.exp", scaled * const(variances[axis + 2], element)) * size * const(0.5, element)
            end = moved * const(variances[axis], element) * size + middle + half * const(sign, element)
            return binary("Max", binary("Min", end, const(1.0, element)), const(0.0, element)) if clip else end

        upper = Select(which.equal(0), side(1, -1.0), side(0, -1.0))
        return Select(which < 2, upper, Select(which.equal(2), side(1, 1.0), side(0, 1.0)))

    boxes = te.compute((batch, count, 4), corner, name="boxes")
    likely = nn.softmax(scores, axis=1) if normalizes else scores

    def score(image: Var, kind: Var, at: Var) -> Expr:
        value = likely(image, kind, at)
        counts = value >= const(threshold, element)
        if not background:
            counts = binary("And", counts, kind > 0)
        return Select(counts, value, const(0.0, element))

    return [boxes, te.compute((batch, classes, count), score, name="scores")]


def _multibox(builder: BlockBuilder, call: Call) -> RelaxExpr:
    attrs = call.attrs
    variances = [float(ints(one)) for one in attrs["variances"]]
    how = (bool(attrs["clip"]), float(attrs["threshold"]), bool(attrs["keep_background"]), bool(attrs["apply_softmax"]))
    return builder.call_te(
        multibox_transform_loc, *call.args, variances, *how, primfunc_name_hint="multibox_transform_loc"
    )


def _of_boxes(name: str, *attributes: str) -> Legalization:
    """A function of the runtime with these settings behind its arguments; its results have the sizes that are declared."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        from tilewright.core.builder.relax_calls import call_pure_packed

        settings = [ints(call.attrs[attribute]) for attribute in attributes]
        given = [
            PrimValue(const(int(one), "int64") if isinstance(one, int) else const(one, "float64")) for one in settings
        ]
        return call_pure_packed(f"relax.run.{name}", *call.args, *given, sinfo_args=call.struct_info)

    return rule


RULES: dict[str, Legalization] = {
    "image.resize2d": _resize(image.resize2d, "HW"),
    "image.resize3d": _resize(image.resize3d, "DHW"),
    "image.affine_grid": _affine_grid,
    "image.grid_sample": _grid_sample,
    "vision.roi_align": _roi_align,
    "vision.roi_pool": _roi_pool,
    "vision.multibox_transform_loc": _multibox,
    "vision.get_valid_counts": _of_boxes("get_valid_counts", "score_threshold", "id_index", "score_index"),
    "vision.non_max_suppression": _of_boxes(
        "non_max_suppression",
        *("max_output_size", "iou_threshold", "force_suppress", "top_k", "coord_start", "score_index", "id_index"),
        *("return_indices", "invalid_to_bottom", "soft_nms_sigma", "score_threshold"),
    ),
    "vision.all_class_non_max_suppression": at_run_time("relax.run.all_class_non_max_suppression", "output_format"),
}
