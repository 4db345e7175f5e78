"""Rules of the ops of neural networks, images, quantisation and sampling."""

from __future__ import annotations

from tilewright.core.analysis.infer.layouts import by_letter, checked, in_layout, laid_out, rank
from tilewright.core.analysis.infer.support import (
    InferContext,
    Sizes,
    common_type,
    device_of,
    fail,
    like,
    made,
    number,
    positions,
    setting_type,
    shape_argument,
    sizes_of,
    tensor,
    word,
    words,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.ir.relax import Call, ShapeExpr
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo


def pad(call: Call, context: InferContext) -> StructInfo:
    """Each size and what is added on both sides."""
    data, widths = tensor(call, 0), call.attrs["pad_width"]
    if data.ndim != -1 and len(widths) != 2 * data.ndim:
        sentence = f"a tensor of {data.ndim} dimensions needs {2 * data.ndim} widths, not {len(widths)}"
        raise fail(call, sentence, "pad_width")
    shape = sizes_of(data)
    if shape is None:
        return made(None, data.dtype, data.ndim, data.vdevice)
    sizes = [size + (widths[2 * at] + widths[2 * at + 1]) for at, size in enumerate(shape)]
    return made(sizes, data.dtype, device=data.vdevice)


def pixel_shuffle(call: Call, context: InferContext) -> StructInfo:
    """Channels divided, height and width multiplied."""
    data, factor = tensor(call, 0), call.attrs["upscale_factor"]
    if factor <= 0:
        raise fail(call, f"`upscale_factor` must be positive, and is {factor}", "upscale_factor")
    if data.ndim != -1 and data.ndim < 3:
        raise wrong_rank(call, f"the data has {data.ndim} dimensions; channels, height and width are needed", "data")
    shape = sizes_of(data)
    if shape is None:
        return made(None, data.dtype, data.ndim, data.vdevice)
    count = number(shape[-3])
    if count is not None and count % (factor * factor):
        raise wrong_shape(call, f"{count} channels are not divisible by {factor * factor}", "upscale_factor")
    channels = context.analyzer.simplify(shape[-3] // (factor * factor))
    sizes = (*shape[:-3], channels, shape[-2] * factor, shape[-1] * factor)
    return made(sizes, data.dtype, device=data.vdevice)


def dropout(call: Call, context: InferContext) -> StructInfo:
    """The result and the mask."""
    return TupleStructInfo([like(tensor(call, 0)), like(tensor(call, 0))])


_QUERY = ("batch", "length", "heads", "size")


def attention(call: Call, context: InferContext) -> StructInfo:
    """Batch, length and heads of the query, with the size of the values."""
    infos = [tensor(call, at) for at in range(len(call.args))]
    query = infos[0]
    element = query.dtype
    for at, info in enumerate(infos[1:3], 1):
        element = common_type(call, element, info.dtype, call.op.values[at].name)
    for at, info in enumerate(infos):
        if info.ndim not in (-1, 4):
            name = call.op.values[at].name
            raise wrong_rank(call, f"`{name}` has {info.ndim} dimensions; {', '.join(_QUERY)} are expected", name)
    mask = call.attrs["causal_mask"]
    if mask not in (None, "TopLeft", "BottomRight"):
        raise fail(call, f"`causal_mask` is TopLeft or BottomRight, not {mask}", "causal_mask")
    device = device_of(*infos)
    shapes = [sizes_of(info) for info in infos]
    q, k, v = shapes[:3]
    if q is None or k is None or v is None:
        return made(None, element, 4, device)
    for name, first, second, at in (
        ("key", q, k, 0),
        ("value", q, v, 0),
        ("key", q, k, 2),
        ("value", q, v, 2),
        ("value", k, v, 1),
        ("key", q, k, 3),
    ):
        if context.differ(first[at], second[at]):
            sentence = f"the {_QUERY[at]} is {word(first[at])}, and that of `{name}` is {word(second[at])}"
            raise wrong_shape(call, sentence, name)
    bias = shapes[3] if len(shapes) > 3 else None
    if bias is not None:
        _bias(call, context, bias, (q[0], q[2], q[1], k[1]))
    return made((*q[:3], v[3]), element, device=device)


def _bias(call: Call, context: InferContext, bias: Sizes, scores: Sizes) -> None:
    """Raises unless the bias broadcasts to the scores: batch, heads, and both lengths."""
    for size, wanted in zip(bias, scores):
        if number(size) != 1 and context.differ(size, wanted):
            raise wrong_shape(call, f"a bias of the shape {words(bias)} does not broadcast to {words(scores)}", "bias")


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


def multinomial(call: Call, context: InferContext) -> StructInfo:
    """A sample for each uniform number."""
    prob, uniform, indices = (tensor(call, at) for at in range(3))
    for name, info in (("prob", prob), ("uniform_sample", uniform)):
        if info.dtype.kind != "void" and not info.dtype.is_float:
            raise wrong_dtype(call, f"`{name}` must hold floating-point numbers, not {info.dtype}", name)
    positions(call, indices, "sample_indices")
    for name, info in (("prob", prob), ("uniform_sample", uniform), ("sample_indices", indices)):
        if info.ndim not in (-1, 2):
            raise wrong_rank(call, f"`{name}` must be a matrix, and has {info.ndim} dimensions", name)
    element = setting_type(call, indices.dtype)
    samples, rows = sizes_of(uniform), sizes_of(indices)
    if sizes_of(prob) is None or samples is None or rows is None:
        ranks = (prob.ndim, uniform.ndim, indices.ndim)
        return made(None, element, -1 if -1 in ranks else 2, device_of(prob, uniform, indices))
    if number(samples[1]) not in (1, None) or number(rows[1]) not in (1, None):
        raise wrong_shape(call, "the samples and their indices have one column", "uniform_sample")
    if context.differ(samples[0], rows[0]):
        sentence = f"there are {word(samples[0])} samples, and indices for {word(rows[0])}"
        raise wrong_shape(call, sentence, "sample_indices")
    return made((rows[0], 1), element, device=device_of(prob, uniform, indices))


RULES = {
    "pad": pad,
    "pixel_shuffle": pixel_shuffle,
    "dropout": dropout,
    "attention": attention,
    "resize2d": resize2d,
    "resize3d": resize3d,
    "affine_grid": affine_grid,
    "grid_sample": grid_sample,
    "multinomial": multinomial,
}
