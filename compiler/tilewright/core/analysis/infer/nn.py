"""Rules of padding, attention and other ops of neural networks."""

from __future__ import annotations

from tilewright.core.analysis.infer.support import (
    InferContext,
    Sizes,
    common_type,
    device_of,
    fail,
    like,
    made,
    number,
    sizes_of,
    tensor,
    word,
    words,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.ir.relax import Call
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


RULES = {"pad": pad, "pixel_shuffle": pixel_shuffle, "dropout": dropout, "attention": attention}
