"""Gradients of ops that move, repeat and choose elements."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import relax_functions as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.relax import Call, PrimValue, Tuple, Var
from tilewright.core.passes.relax.gradients.support import (
    Gradient,
    extents,
    fitted,
    info,
    no_grad,
    number,
    shape,
    sizes,
)


def _reshaped(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """The same elements in the shape they had."""
    return [op.reshape(grad, shape(call.args[0])), *map(no_grad, call.args[1:])]


def _broadcast_to(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    return [fitted(grad, var, call.args[0]), no_grad(call.args[1])]


def _collapse_sum(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    return [op.broadcast_to(grad, shape(call.args[0])), no_grad(call.args[1])]


def _permute_dims(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """The dimensions where they were."""
    axes = call.attrs["axes"]
    if axes is None:
        return [op.permute_dims(grad)]
    ndim = len(axes)
    places = [int(axis) % ndim for axis in axes]
    return [op.permute_dims(grad, [places.index(at) for at in range(ndim)])]


def _concat(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """To each tensor its part."""
    axis = call.attrs["axis"]
    parts = call.args[0].struct_info.fields  # pyright: ignore[reportAttributeAccessIssue]
    along = 0 if axis is None else int(axis)
    cuts: list[int] = []
    for part in parts[:-1]:
        cuts.append((cuts[-1] if cuts else 0) + number(part.shape.values[along], "the gradient of `R.concat`"))
    return [op.split(grad, cuts, along)]


def _split(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    return [op.concat(grad, int(call.attrs["axis"]))]


def _stack(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """To each tensor its slice."""
    axis = int(call.attrs["axis"] or 0)
    count = len(call.args[0].struct_info.fields)  # pyright: ignore[reportAttributeAccessIssue]
    parts = ctx.emit(op.split(grad, count, axis)) if count > 1 else Tuple((grad,))
    items = parts.fields if isinstance(parts, Tuple) else [parts[at] for at in range(count)]
    return [Tuple(tuple(op.squeeze(item, [axis]) for item in items))]


def _flip(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    return [op.flip(grad, int(call.attrs["axis"]))]


def _repeat(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """The sum over the copies of each element."""
    x, times, axis = call.args[0], int(call.attrs["repeats"]), call.attrs["axis"]
    whole = list(sizes(x))
    if axis is None:
        return [op.reshape(op.sum(op.reshape(grad, [-1, times]), [1]), shape(x))]
    along = int(axis) % len(whole)
    apart = [*whole[: along + 1], times, *whole[along + 1 :]]
    return [op.sum(op.reshape(grad, extents(apart)), [along + 1])]


def _tile(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """The sum over the copies of the tensor."""
    x = call.args[0]
    times = [int(item) for item in call.attrs["repeats"]]
    whole = list(sizes(x))
    count = max(len(times), len(whole))
    times = [1] * (count - len(times)) + times
    padded = [1] * (count - len(whole)) + whole
    apart = [size for pair in zip(times, padded) for size in pair]
    summed = op.sum(op.reshape(grad, extents(apart)), list(range(0, 2 * count, 2)))
    return [op.reshape(summed, shape(x))]


def _take(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """Added where each element came from; indices outside count as the mode says."""
    x, indices = call.args
    axis, mode = call.attrs["axis"], call.attrs["mode"]
    inside: Any = indices
    if mode in ("clip", "wrap"):
        size = number(sizes(x)[int(axis or 0)], "the gradient of `R.take`")
        low, last, count = (const(value, str(info(indices).dtype)) for value in (0, size - 1, size))
        clipped = mode == "clip"
        inside = op.minimum(op.maximum(indices, low), last) if clipped else op.floor_mod(indices, count)
    return [op.grad.take_backward(grad, x, inside, axis, mode), no_grad(indices)]


def _gather_elements(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """Added where each element came from."""
    x, indices = call.args
    return [
        op.scatter_elements(op.zeros_like(x), indices, grad, int(call.attrs["axis"]), "add"),
        no_grad(indices),
    ]


def _gather_nd(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """Added where each element came from."""
    x, indices = call.args
    if int(call.attrs["batch_dims"] or 0):
        raise ValueError("`R.gather_nd` with batch dimensions has no gradient")
    return [op.scatter_nd(op.zeros_like(x), indices, grad, "add"), no_grad(indices)]


def _strided_slice(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """Written into zeros, one axis after the other from the last."""
    x = call.args[0]
    axes, begin, end = ([_int(item) for item in call.args[at].fields] for at in (1, 2, 3))  # pyright: ignore[reportAttributeAccessIssue]
    strides = [_int(item) for item in call.args[4].fields] if len(call.args) > 4 else [1] * len(axes)  # pyright: ignore[reportAttributeAccessIssue]
    if any(step < 1 for step in strides):
        raise ValueError("`R.strided_slice` with a negative step has no gradient")
    ndim, whole, cut = info(x).ndim, sizes(x), sizes(var)
    found = grad
    done = list(cut)
    for axis, low, high, step in reversed(list(zip(axes, begin, end, strides))):
        along = axis % ndim
        done[along] = whole[along]
        low, high = _within(low, high, whole[along])
        zeros = op.zeros(extents(done), str(info(x).dtype))
        found = op.slice_scatter(zeros, found, low, high, step, axis=along)
    return [found, *map(no_grad, call.args[1:])]


def _within(low: int, high: int, size: Any) -> tuple[Any, Any]:
    """The bounds counted from the start of the axis and, where its size is known, inside of it."""
    if isinstance(size, IntImm):
        return slice(low, high).indices(size.value)[:2]
    return (size + low if low < 0 else low), (size + high if high < 0 else high)


def _int(value: Any) -> int:
    return number(value.value if isinstance(value, PrimValue) else value, "the gradient of `R.strided_slice`")


def _pad(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """Without what was added."""
    if call.attrs["pad_mode"] != "constant":
        raise ValueError(f"`R.nn.pad` in the mode {call.attrs['pad_mode']} has no gradient")
    x = call.args[0]
    widths = [int(width) for width in call.attrs["pad_width"]]
    axes = [at for at in range(info(x).ndim) if widths[2 * at] or widths[2 * at + 1]]
    whole = sizes(x)
    low = [widths[2 * at] for at in axes]
    return [op.strided_slice(grad, axes, low, [whole[at] + widths[2 * at] for at in axes])] if axes else [grad]


def _pixel_shuffle(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """Rows and columns back to channels."""
    x, factor = call.args[0], int(call.attrs["upscale_factor"])
    *batch, channels, height, width = sizes(x)
    at = len(batch)
    apart = [*batch, channels // (factor * factor), height, factor, width, factor]
    order = [*range(at), at, at + 2, at + 4, at + 1, at + 3]
    return [op.reshape(op.permute_dims(op.reshape(grad, extents(apart)), order), shape(x))]


def _scatter_elements(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """To what was written, and to what was not written over."""
    _, indices, updates = call.args
    axis, way = int(call.attrs["axis"]), call.attrs["reduction"]
    if way not in ("update", "add"):
        raise ValueError(f"`R.scatter_elements` with the reduction {way} has no gradient")
    kept = grad if way == "add" else op.scatter_elements(grad, indices, op.zeros_like(updates), axis)
    return [kept, no_grad(indices), op.gather_elements(grad, indices, axis)]


RULES: dict[str, Gradient] = {
    **dict.fromkeys(("reshape", "flatten", "squeeze", "nn.batch_flatten"), _reshaped),
    "expand_dims": lambda var, call, grad, ctx: [op.squeeze(grad, list(call.attrs["axis"]))],
    "broadcast_to": _broadcast_to,
    "collapse_sum_to": _collapse_sum,
    "collapse_sum_like": _collapse_sum,
    "permute_dims": _permute_dims,
    "concat": _concat,
    "split": _split,
    "stack": _stack,
    "flip": _flip,
    "repeat": _repeat,
    "tile": _tile,
    "take": _take,
    "gather_elements": _gather_elements,
    "gather_nd": _gather_nd,
    "scatter_elements": _scatter_elements,
    "strided_slice": _strided_slice,
    "nn.pad": _pad,
    "nn.pixel_shuffle": _pixel_shuffle,
}
