"""Rules of the ops on images and boxes in images."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.infer.layouts import by_letter, checked, in_layout, laid_out, rank
from tilewright.core.analysis.infer.support import (
    InferContext,
    fail,
    known,
    made,
    number,
    setting_type,
    shape_argument,
    shape_of,
    size_of,
    sizes_of,
    tensor,
    word,
    words,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import Call, ShapeExpr
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


def resize2d(call: Call, context: InferContext) -> StructInfo:
    """The image in its new size."""
    return _resized(call, context, "HW", "a height and a width are")


def resize3d(call: Call, context: InferContext) -> StructInfo:
    """The volume in its new size."""
    return _resized(call, context, "DHW", "a depth, a height and a width are")


def _resized(call: Call, context: InferContext, letters: str, wanted: str) -> StructInfo:
    data, layout = tensor(call, 0), call.attrs["layout"]
    checked(call, layout, f"NC{letters}", "layout")
    element = setting_type(call, data.dtype, "out_dtype")
    shape = laid_out(call, data, layout, "data")
    asked, count = shape_argument(call, 1)
    if count != len(letters):
        number_of = "an unknown number of" if count == -1 else count
        raise fail(call, f"{wanted} expected, not {number_of} sizes", "size")
    if shape is None or asked is None or not isinstance(call.args[1], ShapeExpr):
        return made(None, element, rank(layout), data.vdevice)
    sizes = by_letter(shape, layout)
    sizes.update(zip(letters, asked))
    return made(in_layout(context, sizes, layout), element, device=data.vdevice)


def affine_grid(call: Call, context: InferContext) -> StructInfo:
    """A position for each place of the size, its coordinates along axis 1."""
    data = tensor(call, 0)
    asked, count = shape_argument(call, 1)
    if data.ndim not in (-1, 3):
        raise wrong_rank(call, f"the matrices must have 3 dimensions, and have {data.ndim}", "data")
    if count not in (2, 3):
        number_of = "an unknown number of" if count == -1 else count
        raise fail(call, f"a height and a width, or a depth before them, are expected, not {number_of} sizes", "size")
    shape = sizes_of(data)
    if shape is not None and (
        context.differ(shape[1], shape[1] * 0 + count) or context.differ(shape[2], shape[2] * 0 + count + 1)
    ):
        raise wrong_shape(
            call, f"matrices of the shape ({count}, {count + 1}) are expected, not {words(shape[1:])}", "data"
        )
    if shape is None or asked is None or not isinstance(call.args[1], ShapeExpr):
        return made(None, data.dtype, count + 2, data.vdevice)
    return made((shape[0], count, *asked), data.dtype, device=data.vdevice)


def grid_sample(call: Call, context: InferContext) -> StructInfo:
    """The channels of the data at the places of the grid."""
    data, grid, layout = tensor(call, 0), tensor(call, 1), call.attrs["layout"]
    checked(call, layout, "NCHW" if len(str(layout)) == 4 else "NCDHW", "layout")
    shape = laid_out(call, data, layout, "data")
    if grid.ndim not in (-1, rank(layout)):
        raise wrong_rank(call, f"the grid must have {rank(layout)} dimensions, and has {grid.ndim}", "grid")
    places = sizes_of(grid)
    if shape is None or places is None:
        return made(None, data.dtype, rank(layout), data.vdevice)
    sizes = by_letter(shape, layout)
    sizes.update(zip("DHW"[5 - rank(layout) :], places[2:]))
    return made(in_layout(context, sizes, layout), data.dtype, device=data.vdevice)


def roi_align(call: Call, context: InferContext) -> StructInfo:
    """The channels of the image over a grid for each region."""
    mode = str(call.attrs["mode"])
    if mode not in ("avg", "max"):
        raise fail(call, f"the modes are avg and max, not {mode}", "mode")
    return _of_regions(call, context, ("NCHW", "NHWC"))


def roi_pool(call: Call, context: InferContext) -> StructInfo:
    """The channels of the image over a grid for each region."""
    return _of_regions(call, context, ("NCHW",))


def _of_regions(call: Call, context: InferContext, layouts: tuple[str, ...]) -> StructInfo:
    data, rois, layout = tensor(call, 0), tensor(call, 1), str(call.attrs["layout"])
    if layout not in layouts:
        raise fail(call, f"the layout is {' or '.join(layouts)}, not {layout}", "layout")
    for info, name, count in ((data, "data", 4), (rois, "rois", 2)):
        if info.ndim not in (-1, count):
            raise wrong_rank(call, f"`{name}` must have {count} dimensions, and has {info.ndim}", name)
    shape, regions = sizes_of(data), sizes_of(rois)
    numbers = 5 if regions is None else number(regions[1])
    if numbers not in (None, 5):
        raise wrong_shape(call, f"each region has 5 numbers, not {numbers}", "rois")
    if shape is None or regions is None:
        return made(None, data.dtype, 4, data.vdevice)
    sizes = dict(zip("NCHW", (regions[0], shape[layout.index("C")], *call.attrs["pooled_size"])))
    return made(in_layout(context, sizes, layout), data.dtype, device=data.vdevice)


def all_class_non_max_suppression(call: Call, context: InferContext) -> StructInfo:
    """Room for every box of every class, and how many of the places are taken: together, or for each image of the batch with the scores."""
    boxes, scores = tensor(call, 0), tensor(call, 1)
    form = str(call.attrs["output_format"])
    if form not in ("onnx", "tensorflow"):
        raise fail(call, f"the formats are onnx and tensorflow, not {form}", "output_format")
    for info, name in ((boxes, "boxes"), (scores, "scores")):
        if info.ndim not in (-1, 3):
            raise wrong_rank(call, f"`{name}` must have 3 dimensions, and has {info.ndim}", name)
    shape = shape_of(scores)
    if shape is None:
        ranks = (("int64", 2), ("int64", 1)) if form == "onnx" else (("int64", 3), ("float32", 2), ("int64", 1))
        return TupleStructInfo([made(None, element, ndim) for element, ndim in ranks])
    batch, classes, count = shape
    if form == "onnx":
        (rows,) = known(context, (batch * classes * count,))
        return TupleStructInfo([made((rows, 3), "int64"), made((1,), "int64")])
    (rows,) = known(context, (classes * count,))
    return TupleStructInfo(
        [made((batch, rows, size_of(2)), "int64"), made((batch, rows), "float32"), made((batch,), "int64")]
    )


def get_valid_counts(call: Call, context: InferContext) -> StructInfo:
    """A count for each image, the boxes, and a place for each."""
    data = _boxes(call)
    shape = sizes_of(data)
    _columns(call, shape)
    batch, count = (None, None) if shape is None else shape[:2]
    return TupleStructInfo([_sized((batch,)), data, _sized((batch, count))])


def non_max_suppression(call: Call, context: InferContext) -> StructInfo:
    """The boxes, or the places and numbers of those that stay, behind the boxes where their scores decay."""
    data = _boxes(call)
    shape = sizes_of(data)
    _columns(call, shape)
    _fits(call, context, 1, "valid_count", "int32", (None,) if shape is None else shape[:1])
    _fits(call, context, 2, "indices", "int32", (None, None) if shape is None else shape[:2])
    if not call.attrs["return_indices"]:
        return data
    batch, count = (None, None) if shape is None else shape[:2]
    kept = [_sized((batch, count)), _sized((batch, None if batch is None else size_of(1)))]
    return TupleStructInfo([data, *kept] if float(call.attrs["soft_nms_sigma"]) > 0 else kept)


def multibox_transform_loc(call: Call, context: InferContext) -> StructInfo:
    """Four corners for each anchor, and the scores as they are laid out."""
    scores = tensor(call, 0)
    if scores.ndim not in (-1, 3):
        raise wrong_rank(call, f"`cls_pred` must have 3 dimensions, and has {scores.ndim}", "cls_pred")
    shape = sizes_of(scores)
    batch, count = (None, None) if shape is None else (shape[0], shape[2])
    _fits(call, context, 1, "loc_pred", str(scores.dtype), (batch, None if count is None else count * 4))
    _fits(call, context, 2, "anchor", str(scores.dtype), (size_of(1), count, size_of(4)))
    if shape is None:
        return TupleStructInfo([made(None, scores.dtype, 3), made(None, scores.dtype, 3)])
    return TupleStructInfo([made((shape[0], shape[2], size_of(4)), scores.dtype), made(shape, scores.dtype)])


def _fits(call: Call, context: InferContext, at: int, name: str, element: str, sizes: Sequence[Expr | None]) -> None:
    """Refuse an argument with another data type or other sizes than the boxes ask for; sizes that are not known fit."""
    info = tensor(call, at)
    if info.ndim not in (-1, len(sizes)):
        raise wrong_rank(call, f"`{name}` must have {len(sizes)} dimensions, and has {info.ndim}", name)
    if str(info.dtype) not in (element, "void") and element != "void":
        raise wrong_dtype(call, f"`{name}` must be {element}, and is {info.dtype}", name)
    for axis, (have, want) in enumerate(zip(sizes_of(info) or (), sizes)):
        if want is not None and context.differ(have, want):
            raise wrong_shape(call, f"dimension {axis} of `{name}` must be {word(want)}, not {word(have)}", name)


def _columns(call: Call, shape: Sequence[Expr] | None) -> None:
    """Refuse columns that a box does not have."""
    count = None if shape is None else number(shape[2])
    for name, least, wide in (("score_index", 0, 1), ("id_index", -1, 1), ("coord_start", 0, 4)):
        if name not in call.attrs:
            continue
        first = int(call.attrs[name])
        if first < least:
            raise fail(call, f"a box has no column {first}", name)
        if count is not None and first + wide > count:
            raise fail(call, f"a box has no column {first + wide - 1}: it has {count}", name)


def _boxes(call: Call) -> TensorStructInfo:
    data = tensor(call, 0)
    if data.ndim not in (-1, 3):
        raise wrong_rank(call, f"`data` must have 3 dimensions, and has {data.ndim}", "data")
    return data


def _sized(sizes: Sequence[Expr | None]) -> StructInfo:
    known = [size for size in sizes if size is not None]
    return made(known if len(known) == len(sizes) else None, "int32", len(sizes))


RULES = {
    "get_valid_counts": get_valid_counts,
    "non_max_suppression": non_max_suppression,
    "multibox_transform_loc": multibox_transform_loc,
    "resize2d": resize2d,
    "resize3d": resize3d,
    "affine_grid": affine_grid,
    "grid_sample": grid_sample,
    "roi_align": roi_align,
    "roi_pool": roi_pool,
    "all_class_non_max_suppression": all_class_non_max_suppression,
}
