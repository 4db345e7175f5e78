"""Rules of the ops that move a window over images: convolutions, their transposes, and pooling."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.core.analysis.infer.layouts import by_letter, checked, in_layout, laid_out, rank
from tilewright.core.analysis.infer.support import (
    InferContext,
    Sizes,
    common_type,
    fail,
    known,
    made,
    number,
    one_device,
    setting_type,
    tensor,
    word,
    wrong_shape,
)
from tilewright.core.base.dtype import DType
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo
from tilewright.core.ir.walk import free_vars, substitute

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


_SPATIAL = {"1": "W", "2": "HW", "3": "DHW"}


def _spatial(call: Call) -> str:
    """The letters of the dimensions that the window moves along."""
    found = re.search(r"(\d)d", str(call.op.script))
    assert found is not None
    return _SPATIAL[found[1]]


def _result_type(call: Call, data: TensorStructInfo, weight: TensorStructInfo) -> DType:
    if str(call.attrs["out_dtype"]) == "void":
        return common_type(call, data.dtype, weight.dtype, "weight")
    return setting_type(call, data.dtype, "out_dtype")


def _layouts(call: Call, kernel: str) -> None:
    letters = _spatial(call)
    checked(call, call.attrs["data_layout"], f"NC{letters}", "data_layout")
    checked(call, call.attrs["kernel_layout"], f"{kernel}{letters}", "kernel_layout")
    checked(call, call.attrs["out_layout"], f"NC{letters}", "out_layout")


def _steps(call: Call) -> tuple[int, ...]:
    """The strides, by which sizes are divided."""
    strides = tuple(call.attrs["strides"])
    if 0 in strides:
        raise fail(call, "a window that moves by 0 stays where it is", "strides")
    return strides


def conv(call: Call, context: InferContext) -> StructInfo:
    """A convolution: each size by its padding, window, step and spread."""
    data, weight = tensor(call, 0), tensor(call, 1)
    _layouts(call, "OI")
    shape = laid_out(call, data, call.attrs["data_layout"], "data")
    kernel = laid_out(call, weight, call.attrs["kernel_layout"], "weight")
    element, device = _result_type(call, data, weight), one_device(call, data, weight)
    out_layout, groups = call.attrs["out_layout"], call.attrs["groups"]
    if shape is None or kernel is None:
        return made(None, element, rank(out_layout), device)
    sizes, windows = by_letter(shape, call.attrs["data_layout"]), by_letter(kernel, call.attrs["kernel_layout"])
    if context.differ(sizes["C"], windows["I"] * groups):
        sentence = f"the data has {word(sizes['C'])} channels, and the weight is for {word(windows['I'])} in each of {groups} groups"
        raise wrong_shape(call, sentence, "weight")
    _divided(call, context, windows["O"], "channels of the result")
    result = {"N": sizes["N"], "C": windows["O"]}
    steps = _steps(call)
    for at, letter in enumerate(_spatial(call)):
        padded = sizes[letter] + call.attrs["padding"][at] + call.attrs["padding"][at + len(steps)]
        result[letter] = _convolved(context, padded, windows[letter], call.attrs["dilation"][at], steps[at])
    return made(in_layout(context, result, out_layout), element, device=device)


def _convolved(context: InferContext, padded: Expr, window: Expr, spread: int, step: int) -> Expr:
    """The size of the result; a window of unknown size whose spread is a multiple of the step stays outside of the quotient, as in TVM."""
    if number(window) is not None or step == 1 or spread % step:
        return _places(context, padded - (spread * (window - 1) + 1), step)
    room = known(context, (padded + (spread - 1),))[0]
    return room // step + 1 - known(context, (window * (spread // step),))[0]


def _places(context: InferContext, left: Expr, step: int) -> Expr:
    """The number of positions of a window that has so much room to move in.

    As in TVM, the quotient and the first place are one only where the constant part of the room is divisible: `n // 2`, but `(n - 3) // 2 + 1`.
    """
    room = known(context, (left,))[0]
    rest = known(context, (substitute(room, {var: var * 0 for var in free_vars(room)}),))[0]
    places = room // step + 1
    return known(context, (places,))[0] if (number(rest) or 0) % step == 0 else places


def _divided(call: Call, context: InferContext, channels: Expr, what: str) -> None:
    """Raises when the groups are known not to share the channels evenly."""
    if context.differ(channels % call.attrs["groups"], channels * 0):
        raise wrong_shape(call, f"{word(channels)} {what} are not divisible by {call.attrs['groups']} groups", "groups")


def conv_transpose(call: Call, context: InferContext) -> StructInfo:
    """The sizes from which a convolution makes these."""
    data, weight = tensor(call, 0), tensor(call, 1)
    _layouts(call, "IO")
    shape = laid_out(call, data, call.attrs["data_layout"], "data")
    kernel = laid_out(call, weight, call.attrs["kernel_layout"], "weight")
    element, device = _result_type(call, data, weight), one_device(call, data, weight)
    out_layout = call.attrs["out_layout"]
    if shape is None or kernel is None:
        return made(None, element, rank(out_layout), device)
    sizes, windows = by_letter(shape, call.attrs["data_layout"]), by_letter(kernel, call.attrs["kernel_layout"])
    if context.differ(sizes["C"], windows["I"]):
        sentence = f"the data has {word(sizes['C'])} channels, and the weight is for {word(windows['I'])}"
        raise wrong_shape(call, sentence, "weight")
    _divided(call, context, windows["I"], "channels")
    result = {"N": sizes["N"], "C": windows["O"] * call.attrs["groups"]}
    steps, further = _steps(call), tuple(call.attrs["output_padding"])
    if any(more >= step for more, step in zip(further, steps)):
        raise fail(call, f"`output_padding` {further} must be less than `strides` {steps}", "output_padding")
    for at, letter in enumerate(_spatial(call)):
        padding = call.attrs["padding"][at] + call.attrs["padding"][at + len(steps)]
        window = call.attrs["dilation"][at] * (windows[letter] - 1) + 1
        result[letter] = context.analyzer.simplify((sizes[letter] - 1) * steps[at] - padding + window + further[at])
    return made(in_layout(context, result, out_layout), element, device=device)


def _pooled(call: Call) -> tuple[TensorStructInfo, Sizes | None]:
    """The data of a pooling, and its sizes where they are known."""
    data, letters = tensor(call, 0), _spatial(call)
    checked(call, call.attrs["layout"], f"NC{letters}", "layout")
    checked(call, call.attrs["out_layout"], f"NC{letters}", "out_layout")
    return data, laid_out(call, data, call.attrs["layout"], "data")


def pool(call: Call, context: InferContext) -> StructInfo:
    """The number of windows along each dimension."""
    data, shape = _pooled(call)
    out_layout = call.attrs["out_layout"]
    if shape is None:
        return made(None, data.dtype, rank(out_layout), data.vdevice)
    sizes, steps = by_letter(shape, call.attrs["layout"]), _steps(call)
    for at, letter in enumerate(_spatial(call)):
        padded = sizes[letter] + call.attrs["padding"][at] + call.attrs["padding"][at + len(steps)]
        left = padded - (call.attrs["dilation"][at] * (call.attrs["pool_size"][at] - 1) + 1)
        left = left + (steps[at] - 1) if call.attrs["ceil_mode"] else left
        sizes[letter] = _places(context, left, steps[at])
    return made(in_layout(context, sizes, out_layout), data.dtype, device=data.vdevice)


def adaptive_pool(call: Call, context: InferContext) -> StructInfo:
    """The size asked for."""
    asked = call.attrs["output_size"]
    data, shape = _pooled(call)
    out_layout = call.attrs["out_layout"]
    if shape is None:
        if asked is None and data.shape is not None and out_layout == call.attrs["layout"]:
            return data
        return made(None, data.dtype, rank(out_layout), data.vdevice)
    sizes = by_letter(shape, call.attrs["layout"])
    if asked is not None:
        sizes.update(zip(_spatial(call), asked))
    return made(in_layout(context, sizes, out_layout), data.dtype, device=data.vdevice)


RULES = {"conv": conv, "conv_transpose": conv_transpose, "pool": pool, "adaptive_pool": adaptive_pool}
