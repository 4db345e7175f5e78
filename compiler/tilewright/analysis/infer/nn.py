"""Rules of the ops of neural networks, images, quantisation and sampling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.analysis.infer.support import (
    InferContext,
    Sizes,
    common_type,
    fail,
    like,
    made,
    setting_type,
    shape_argument,
    shape_of,
    tensor,
    words,
)
from tilewright.base.dtype import DType
from tilewright.ir.relax import Call
from tilewright.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


def _by_letter(call: Call, shape: Sizes, layout: str) -> dict[str, Any]:
    """The size of each dimension of a layout; a blocked one, `NCHW4c`, counts its blocks together."""
    sizes: dict[str, Any] = {}
    letters = [letter for letter in layout if letter.isalpha()]
    if len(letters) != len(shape):
        raise fail(call, f"a tensor of shape {words(shape)} does not have the layout {layout}", "data_layout")
    for letter, size in zip(letters, shape):
        upper = letter.upper()
        sizes[upper] = sizes[upper] * size if upper in sizes else size
    return sizes


def _in_layout(sizes: dict[str, Any], layout: str) -> list[Any]:
    """The sizes in the order of a layout, those of blocks divided."""
    blocks = {layout[at]: int("".join(_digits_before(layout, at))) for at in range(len(layout)) if layout[at].islower()}
    found: list[Any] = []
    for letter in layout:
        if letter.isupper():
            block = blocks.get(letter.lower())
            found.append(sizes[letter] if block is None else sizes[letter] // block)
        elif letter.isalpha():
            found.append(blocks[letter])
    return found


def _digits_before(layout: str, end: int) -> Sequence[str]:
    start = end
    while layout[start - 1].isdigit():
        start -= 1
    return layout[start:end]


def conv(call: Call, context: InferContext) -> StructInfo:
    """A convolution: each size by its padding, window, step and spread."""
    data, weight = tensor(call, 0), tensor(call, 1)
    element = _result_type(call, data, weight)
    shape, kernel = shape_of(data), shape_of(weight)
    layout, out_layout = call.attrs["data_layout"], call.attrs["out_layout"]
    if shape is None or kernel is None:
        return made(None, element, data.ndim)
    sizes, windows = _by_letter(call, shape, layout), _by_letter(call, kernel, call.attrs["kernel_layout"])
    if context.differ(sizes["C"], windows["I"] * call.attrs["groups"]):
        raise fail(
            call,
            f"the data has {sizes['C']} channels, and the weight is for {windows['I']} in each of {call.attrs['groups']} groups",
        )
    spatial = [letter for letter in layout if letter in "DHW"]
    result = {"N": sizes["N"], "C": windows["O"]}
    for at, letter in enumerate(spatial):
        padded = sizes[letter] + call.attrs["padding"][at] + call.attrs["padding"][at + len(spatial)]
        window = call.attrs["dilation"][at] * (windows[letter] - 1) + 1
        result[letter] = context.analyzer.simplify((padded - window) // call.attrs["strides"][at] + 1)
    return made(_in_layout(result, out_layout), element, device=data.vdevice)


def _result_type(call: Call, data: TensorStructInfo, weight: TensorStructInfo) -> DType:
    if str(call.attrs["out_dtype"]) == "void":
        return common_type(call, data.dtype, weight.dtype)
    return setting_type(call, data.dtype, "out_dtype")


def conv_transpose(call: Call, context: InferContext) -> StructInfo:
    """The sizes from which a convolution makes these."""
    data, weight = tensor(call, 0), tensor(call, 1)
    element = _result_type(call, data, weight)
    shape, kernel = shape_of(data), shape_of(weight)
    layout = call.attrs["data_layout"]
    if shape is None or kernel is None:
        return made(None, element, data.ndim)
    sizes, windows = _by_letter(call, shape, layout), _by_letter(call, kernel, call.attrs["kernel_layout"])
    spatial = [letter for letter in layout if letter in "DHW"]
    result = {"N": sizes["N"], "C": windows["O"] * call.attrs["groups"]}
    for at, letter in enumerate(spatial):
        padding = call.attrs["padding"][at] + call.attrs["padding"][at + len(spatial)]
        window = call.attrs["dilation"][at] * (windows[letter] - 1) + 1
        grown = (sizes[letter] - 1) * call.attrs["strides"][at] - padding + window + call.attrs["output_padding"][at]
        result[letter] = context.analyzer.simplify(grown)
    return made(_in_layout(result, call.attrs["out_layout"]), element)


def pool(call: Call, context: InferContext) -> StructInfo:
    """The number of windows along each dimension."""
    data = tensor(call, 0)
    shape, layout = shape_of(data), call.attrs["layout"]
    if shape is None:
        return made(None, data.dtype, data.ndim)
    sizes = _by_letter(call, shape, layout)
    spatial = [letter for letter in layout if letter in "DHW"]
    for at, letter in enumerate(spatial):
        padded = sizes[letter] + call.attrs["padding"][at] + call.attrs["padding"][at + len(spatial)]
        left = padded - (call.attrs["dilation"][at] * (call.attrs["pool_size"][at] - 1) + 1)
        step = call.attrs["strides"][at]
        left = left + (step - 1) if call.attrs["ceil_mode"] else left
        sizes[letter] = context.analyzer.simplify(left // step + 1)
    return made(_in_layout(sizes, call.attrs["out_layout"]), data.dtype)


def adaptive_pool(call: Call, context: InferContext) -> StructInfo:
    """The size asked for."""
    data = tensor(call, 0)
    shape, layout, asked = shape_of(data), call.attrs["layout"], call.attrs["output_size"]
    if shape is None:
        return made(None, data.dtype, data.ndim)
    sizes = _by_letter(call, shape, layout)
    spatial = [letter for letter in layout if letter in "DHW"]
    if asked is not None:
        given = asked * len(spatial) if len(asked) == 1 else asked
        sizes.update(zip(spatial, given))
    return made(_in_layout(sizes, call.attrs["out_layout"]), data.dtype)


def pad(call: Call, context: InferContext) -> StructInfo:
    """Each size and what is added on both sides."""
    data, widths = tensor(call, 0), call.attrs["pad_width"]
    shape = shape_of(data)
    if shape is None:
        return made(None, data.dtype, data.ndim)
    if len(widths) != 2 * len(shape):
        raise fail(
            call, f"a tensor of {len(shape)} dimensions needs {2 * len(shape)} widths, not {len(widths)}", "pad_width"
        )
    return made([size + widths[2 * at] + widths[2 * at + 1] for at, size in enumerate(shape)], data.dtype)


def pixel_shuffle(call: Call, context: InferContext) -> StructInfo:
    """Channels divided, height and width multiplied."""
    data, factor = tensor(call, 0), call.attrs["upscale_factor"]
    shape = shape_of(data)
    if shape is None:
        return made(None, data.dtype, data.ndim)
    channels = context.analyzer.simplify(shape[-3] // (factor * factor))
    return made((*shape[:-3], channels, shape[-2] * factor, shape[-1] * factor), data.dtype)


def batch_norm(call: Call, context: InferContext) -> StructInfo:
    """The result and both moving statistics."""
    return TupleStructInfo([like(tensor(call, 0)), like(tensor(call, 3)), like(tensor(call, 4))])


def dropout(call: Call, context: InferContext) -> StructInfo:
    """The result and the mask."""
    return TupleStructInfo([like(tensor(call, 0)), like(tensor(call, 0))])


def scalar_loss(call: Call, context: InferContext) -> StructInfo:
    """One number."""
    return made((), common_type(call, tensor(call, 0).dtype, tensor(call, 1).dtype))


def nll_loss(call: Call, context: InferContext) -> StructInfo:
    """One number, or one for each target."""
    info = tensor(call, 0)
    return made((), info.dtype) if call.attrs["reduction"] != "none" else like(tensor(call, 1), info.dtype)


def attention(call: Call, context: InferContext) -> StructInfo:
    """Batch, length and heads of the query, with the size of the values."""
    query, values = tensor(call, 0), tensor(call, 2)
    shape, other = shape_of(query), shape_of(values)
    if shape is None or other is None:
        return made(None, query.dtype, 4)
    if len(shape) != 4:
        raise fail(call, f"the query has {len(shape)} dimensions; batch, length, heads and size are expected", "query")
    return made((*shape[:3], other[-1]), query.dtype)


def resize2d(call: Call, context: InferContext) -> StructInfo:
    """The image in its new size."""
    data = tensor(call, 0)
    element = setting_type(call, data.dtype, "out_dtype")
    shape, layout = shape_of(data), call.attrs["layout"]
    asked, _ = shape_argument(call, 1)
    if shape is None or asked is None:
        return made(None, element, data.ndim)
    sizes = _by_letter(call, shape, layout)
    sizes["H"], sizes["W"] = asked if len(asked) == 2 else asked * 2
    return made(_in_layout(sizes, layout), element)


def quantize(call: Call, context: InferContext) -> StructInfo:
    """The tensor in the other type."""
    info = tensor(call, 0)
    return like(info, setting_type(call, info.dtype, "out_dtype"))


def multinomial(call: Call, context: InferContext) -> StructInfo:
    """A sample for each uniform number."""
    info = tensor(call, 2)
    shape = shape_of(info)
    element = setting_type(call, info.dtype)
    return made(None, element, 2) if shape is None else made((shape[0], 1), element)


RULES = {
    "conv": conv,
    "conv_transpose": conv_transpose,
    "pool": pool,
    "adaptive_pool": adaptive_pool,
    "pad": pad,
    "pixel_shuffle": pixel_shuffle,
    "batch_norm": batch_norm,
    "dropout": dropout,
    "scalar_loss": scalar_loss,
    "nll_loss": nll_loss,
    "attention": attention,
    "resize2d": resize2d,
    "quantize": quantize,
    "multinomial": multinomial,
}
