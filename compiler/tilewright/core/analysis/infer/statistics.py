"""Rules of reductions, scans and samples."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.infer.support import (
    InferContext,
    axes_of,
    axis_of,
    device_of,
    known,
    like,
    made,
    number,
    positions,
    product,
    setting_type,
    sizes_of,
    tensor,
    word,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


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


def reduce(call: Call, context: InferContext) -> StructInfo:
    """Without the axes, or with size 1 there."""
    info = tensor(call, 0)
    return _reduced(call, info, call.attrs["axis"], info.dtype)


def arg_reduce(call: Call, context: InferContext) -> StructInfo:
    """Positions, as int64."""
    axis = call.attrs["axis"]
    return _reduced(call, tensor(call, 0), None if axis is None else (axis,), dtype("int64"))


def _reduced(call: Call, info: TensorStructInfo, axes: Sequence[int] | None, element: DType) -> StructInfo:
    keep = bool(call.attrs["keepdims"])
    device = info.vdevice
    if axes is None:
        if not keep:
            return made((), element, device=device)
        return made(None if info.ndim == -1 else (1,) * info.ndim, element, device=device)
    places = axes_of(call, axes, info.ndim)
    shape = sizes_of(info)
    left = info.ndim if keep else info.ndim - len(places)
    if shape is None:
        if info.ndim == len(places) and not keep:
            return made((), element, device=device)
        return made(None, element, -1 if info.ndim == -1 else left, device)
    sizes = [1 if at in places else size for at, size in enumerate(shape) if keep or at not in places]
    return made(sizes, element, device=device)


def median(call: Call, context: InferContext) -> StructInfo:
    """The middle elements, and along axes where they are."""
    values = reduce(call, context)
    if not call.attrs["axis"] or not isinstance(values, TensorStructInfo):
        return values
    return TupleStructInfo([values, _reduced(call, tensor(call, 0), call.attrs["axis"], dtype("int64"))])


def scan(call: Call, context: InferContext) -> StructInfo:
    """The same shape; without axis all elements in one dimension."""
    info = tensor(call, 0)
    element = setting_type(call, info.dtype)
    if call.attrs["axis"] is not None:
        axis_of(call, call.attrs["axis"], info.ndim)
        return like(info, element)
    shape = sizes_of(info)
    if shape is None:
        return made(None, element, 1, info.vdevice)
    return made(known(context, (product(shape),)), element, device=info.vdevice)


RULES = {"reduce": reduce, "median": median, "argreduce": arg_reduce, "scan": scan, "multinomial": multinomial}
