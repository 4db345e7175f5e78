"""Rules of the ops that normalise, each channel or over dimensions, and of those that go along one axis."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.infer.support import (
    InferContext,
    axes_of,
    axis_of,
    fail,
    like,
    sizes_of,
    tensor,
    unknown,
    word,
    words,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


def _floats(call: Call, info: TensorStructInfo) -> None:
    if info.dtype.kind != "void" and not info.dtype.is_float:
        raise wrong_dtype(call, f"the elements must be floating-point numbers, not {info.dtype}", "data")


def along_axis(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument, which holds floats; the axis must be there."""
    info = tensor(call, 0)
    axis_of(call, call.attrs["axis"], info.ndim)
    _floats(call, info)
    return like(info)


def prelu(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument, which holds floats; the axis must be there."""
    info = tensor(call, 0)
    tensor(call, 1)
    axis_of(call, call.attrs["axis"], info.ndim)
    _floats(call, info)
    return like(info)


def _same_types(call: Call, infos: Sequence[TensorStructInfo]) -> None:
    for at, info in enumerate(infos[1:], 1):
        if info.dtype is not infos[0].dtype:
            name = call.op.values[at].name
            raise wrong_dtype(
                call, f"the data is {infos[0].dtype} and `{name}` {info.dtype}; they must be the same", name
            )


def _fits(call: Call, context: InferContext, axes: Sequence[int]) -> bool:
    """Whether the parameters have the sizes of the data along the axes; raises when they are known not to; false when it is unknown."""
    infos = [tensor(call, at) for at in range(len(call.op.values))]
    data = infos[0]
    found = axes_of(call, axes, data.ndim, "axes" if "axes" in call.attrs else "axis")
    _floats(call, data)
    _same_types(call, infos)
    for at, info in enumerate(infos[1:], 1):
        if info.ndim not in (-1, len(found)):
            name = call.op.values[at].name
            raise wrong_rank(call, f"`{name}` has {info.ndim} dimensions, and {len(found)} axes are normalised", name)
    shape = sizes_of(data)
    known = [(0, tuple(shape[axis] for axis in found))] if shape is not None and data.ndim != -1 else []
    known += [(at, sizes) for at, info in enumerate(infos[1:], 1) if (sizes := sizes_of(info)) is not None]
    certain = True
    for at, sizes in known[1:]:
        for size, other in zip(sizes, known[0][1]):
            if context.differ(size, other):
                name = call.op.values[at].name
                sentence = f"`{name}` has the shape {words(sizes)}, and {words(known[0][1])} is needed"
                raise wrong_shape(call, sentence, name)
            certain = certain and context.equal(size, other)
    return certain


def over_axes(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data, whose sizes along the axes the parameters have."""
    certain = _fits(call, context, call.attrs["axes"])
    info = tensor(call, 0)
    return like(info) if certain else unknown(info, info.ndim)


def batch_norm(call: Call, context: InferContext) -> StructInfo:
    """The result and both moving statistics."""
    certain = _fits(call, context, [call.attrs["axis"]])
    infos = [tensor(call, at) for at in (0, 3, 4)]
    if certain:
        return TupleStructInfo([like(info) for info in infos])
    return TupleStructInfo([unknown(infos[0], infos[0].ndim), *(unknown(info, 1) for info in infos[1:])])


def over_channels(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data, whose channels the parameters have one number for, and the groups share."""
    infos = [tensor(call, at) for at in range(3)]
    data, groups = infos[0], call.attrs.get("num_groups", 1)
    channel = axis_of(call, call.attrs["channel_axis"], data.ndim, "channel_axis")
    axes = axes_of(call, call.attrs["axes"], data.ndim, "axes")
    if data.ndim != -1 and channel in axes:
        raise fail(call, f"the axis of the channels, {channel}, is among `axes` {axes}", "axes")
    _floats(call, data)
    shape = sizes_of(data)
    channels = None if shape is None else shape[channel]
    if channels is not None and context.differ(channels % groups, channels * 0):
        raise wrong_shape(call, f"{word(channels)} channels are not divisible by {groups} groups", "num_groups")
    _same_types(call, infos)
    for at, info in enumerate(infos[1:], 1):
        name = call.op.values[at].name
        if info.ndim not in (-1, 1):
            raise wrong_rank(call, f"`{name}` must be a vector, and has {info.ndim} dimensions", name)
        sizes = sizes_of(info)
        if sizes is not None and channels is not None and context.differ(sizes[0], channels):
            raise wrong_shape(
                call, f"`{name}` has {word(sizes[0])} elements, and there are {word(channels)} channels", name
            )
    return like(data)


RULES = {
    "along_axis": along_axis,
    "prelu": prelu,
    "over_axes": over_axes,
    "over_channels": over_channels,
    "batch_norm": batch_norm,
}
