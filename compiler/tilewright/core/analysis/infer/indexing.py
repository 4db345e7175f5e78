"""Rules of the ops that pick elements at positions, and write at positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.analysis.infer.support import (
    VOID,
    InferContext,
    Sizes,
    axes_of,
    axis_of,
    broadcast,
    fail,
    fields,
    integers,
    kind_of,
    made,
    number,
    positions,
    shape_of,
    size_of,
    sizes_of,
    tensor,
    unknown,
    word,
    words,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.base.names import are, counted
from tilewright.core.ir.expr import Call as TirCall
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import binary
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import PrimStructInfo, StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.table import OPS


def gather_elements(call: Call, context: InferContext) -> StructInfo:
    """The shape of the indices, which are as many dimensions as the data has."""
    data, indices = tensor(call, 0), tensor(call, 1)
    positions(call, indices, "indices")
    axis_of(call, call.attrs["axis"], data.ndim)
    if data.ndim == -1 or indices.ndim == -1:
        return unknown(data, -1)
    if data.ndim != indices.ndim:
        sentence = f"the data has {data.ndim} dimensions and the indices {indices.ndim}; they must have as many"
        raise wrong_rank(call, sentence, "indices")
    return TensorStructInfo(indices.shape, data.dtype, data.vdevice, indices.ndim)


def gather_nd(call: Call, context: InferContext) -> StructInfo:
    """The indices without their last dimension, then the rest of the data."""
    data, indices = tensor(call, 0), tensor(call, 1)
    batch = int(call.attrs["batch_dims"])
    if indices.dtype.kind != "void" and str(indices.dtype) != "int64":
        raise wrong_dtype(call, f"the indices must be int64, not {indices.dtype}", "indices")
    if batch < 0 or (data.ndim != -1 and batch > data.ndim):
        raise fail(call, f"the data has {data.ndim} dimensions, so {batch} cannot be those of a batch", "batch_dims")
    if indices.ndim != -1 and batch > indices.ndim - 1:
        sentence = f"the indices have {indices.ndim} dimensions, so {batch} cannot be those of a batch"
        raise fail(call, sentence, "batch_dims")
    at, shape = sizes_of(indices), sizes_of(data)
    depth = number(at[-1]) if at else None
    if at is None or depth is None or data.ndim == -1:
        return unknown(data, -1)
    rest = data.ndim - batch - depth
    if rest < 0:
        sentence = f"the indices name {depth} positions each, and the data has {data.ndim - batch} dimensions for them"
        raise wrong_shape(call, sentence, "indices")
    if shape is None:
        return unknown(data, len(at) - 1 + rest)
    return made((*at[:-1], *shape[batch + depth :]), data.dtype, device=data.vdevice)


def index_tensor(call: Call, context: InferContext) -> StructInfo:
    """The indices broadcast together, then the dimensions that are not indexed."""
    data = tensor(call, 0)
    given = _indices(call, data)
    picked = _joined(call, context, given)
    if data.ndim == -1 or picked is None:
        return unknown(data, -1)
    shape = sizes_of(data)
    if shape is None:
        return unknown(data, len(picked) + data.ndim - len(given))
    return made((*picked, *shape[len(given) :]), data.dtype, device=data.vdevice)


def _indices(call: Call, data: TensorStructInfo) -> list[TensorStructInfo]:
    """Tensors of integers, no more than the data has dimensions."""
    given = fields(call, 1)
    for info in given:
        positions(call, info, "indices")
    if data.ndim != -1 and len(given) > data.ndim:
        raise wrong_rank(call, _numbers(data.ndim, len(given)), "indices")
    return given


def _joined(call: Call, context: InferContext, infos: Sequence[TensorStructInfo]) -> Sizes | None:
    """The shape of tensors broadcast together."""
    found = sizes_of(infos[0])
    for other in infos[1:]:
        found = broadcast(call, context, found, sizes_of(other))
    return found


def index_put(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data, with as many tensors of indices as it has dimensions."""
    data, values = tensor(call, 0), tensor(call, 2)
    info = call.args[1].struct_info_
    given = [info] if isinstance(info, TensorStructInfo) else fields(call, 1)
    for index in given:
        positions(call, index, "indices")
    if data.ndim not in (-1, len(given)):
        raise wrong_rank(call, _numbers(data.ndim, len(given)), "indices")
    _same_type(call, data, values, "values")
    return data if sizes_of(data) is not None else unknown(data, data.ndim)


def _same_type(call: Call, data: TensorStructInfo, other: TensorStructInfo, name: str) -> None:
    if VOID not in (data.dtype, other.dtype) and data.dtype is not other.dtype:
        raise wrong_dtype(call, f"the data is {data.dtype} and `{name}` {other.dtype}; they must be the same", name)


def scatter_elements(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data, where indices and updates have one shape."""
    data, indices, updates = (tensor(call, at) for at in range(3))
    positions(call, indices, "indices")
    for name, a, b in (("indices", data, indices), ("updates", indices, updates)):
        if -1 not in (a.ndim, b.ndim) and a.ndim != b.ndim:
            raise wrong_rank(call, f"`{name}` has {b.ndim} dimensions, and must have {a.ndim}", name)
    _same_type(call, data, updates, "updates")
    at, new = sizes_of(indices), sizes_of(updates)
    if at is not None and new is not None:
        for a, b in zip(at, new):
            if context.differ(a, b):
                sentence = f"the indices have the shape {words(at)} and the updates {words(new)}; they must be the same"
                raise wrong_shape(call, sentence, "updates")
    return data if sizes_of(data) is not None else unknown(data, data.ndim)


def scatter_nd(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data, where each index has its part of the updates."""
    data, indices, updates = (tensor(call, at) for at in range(3))
    positions(call, indices, "indices")
    _same_type(call, data, updates, "updates")
    if indices.ndim == 0:
        raise wrong_rank(call, "the indices have no dimension that could hold positions", "indices")
    shape, at, new = sizes_of(data), sizes_of(indices), sizes_of(updates)
    if shape is None:
        return unknown(data, data.ndim)
    if at is None or new is None:
        return data
    depth = number(at[-1])
    if depth is None:
        raise wrong_shape(call, f"the last size of the indices must be a number, not {word(at[-1])}", "indices")
    if depth > len(shape):
        sentence = f"the indices name {depth} positions each, and the data has {len(shape)} dimensions"
        raise wrong_shape(call, sentence, "indices")
    expected = (*at[:-1], *shape[depth:])
    if len(new) != len(expected) or any(not context.equal(a, b) for a, b in zip(new, expected)):
        raise wrong_shape(call, f"the updates must have the shape {words(expected)}, not {words(new)}", "updates")
    return data


def slice_scatter(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data, of which the source replaces a slice."""
    data, source = tensor(call, 0), tensor(call, 1)
    axis = axis_of(call, call.attrs["axis"], data.ndim)
    start, end, step = (_scalar(call, at) for at in (2, 3, 4))
    if number(step) is not None and (number(step) or 0) < 1:
        raise fail(call, f"the step must be at least 1, not {word(step)}", "step")
    if -1 not in (data.ndim, source.ndim) and data.ndim != source.ndim:
        raise wrong_rank(call, f"the source has {source.ndim} dimensions, and the data {data.ndim}", "src")
    _same_type(call, data, source, "src")
    shape, new = sizes_of(data), sizes_of(source)
    if shape is None or new is None:
        return data if shape is not None else unknown(data, data.ndim)
    length = None
    if start is not None and end is not None and step is not None:
        length = context.analyzer.simplify((end - start + step - 1) // step)
    expected = [length if at == axis else size for at, size in enumerate(shape)]
    for at, (want, got) in enumerate(zip(expected, new)):
        if want is not None and context.differ(want, got):
            sentence = f"the source has size {word(got)} in dimension {at}, and the slice has {word(want)}"
            raise wrong_shape(call, sentence, "src")
    return data


def _scalar(call: Call, position: int) -> Expr | None:
    """The integer that an argument is, None when only the run tells."""
    argument = call.args[position]
    name = call.op.values[position].name
    info = argument.struct_info_
    if not isinstance(info, PrimStructInfo):
        raise fail(call, f"`{name}` must be an integer", name)
    if info.dtype.kind not in ("int", "uint"):
        raise wrong_dtype(call, f"`{name}` must be an integer, not {info.dtype}", name)
    return info.value


def take(call: Call, context: InferContext) -> StructInfo:
    """The indices in the place of the axis."""
    info, axis = tensor(call, 0), call.attrs["axis"]
    picked = call.args[1].struct_info_
    if isinstance(picked, PrimStructInfo):
        if picked.dtype.kind not in ("int", "uint"):
            raise wrong_dtype(call, f"the index must be an integer, not {picked.dtype}", "indices")
        at: Sizes | None = ()
        rank = 0
    else:
        indices = tensor(call, 1)
        positions(call, indices, "indices")
        at, rank = sizes_of(indices), indices.ndim
    if axis is None and info.ndim != 1:
        dimensions = "an unknown number of" if info.ndim == -1 else info.ndim
        raise fail(call, f"an axis is needed, since the tensor has {dimensions} dimensions", "axis")
    place = axis_of(call, axis or 0, info.ndim)
    if info.ndim == -1 or rank == -1:
        return unknown(info, -1)
    shape = sizes_of(info)
    if at is None or shape is None:
        return unknown(info, info.ndim + rank - 1)
    return made((*shape[:place], *at, *shape[place + 1 :]), info.dtype, device=info.vdevice)


def strided_slice(call: Call, context: InferContext) -> StructInfo:
    """The number of steps along each axis."""
    info = tensor(call, 0)
    shape = shape_of(info)
    axes, begin, end, *rest = (_integers(call, at) for at in range(1, len(call.args)))
    steps = rest[0] if rest else None
    _as_many(call, axes, {"begin": begin, "end": end, "strides": steps})
    if axes is None:
        return unknown(info, info.ndim)
    places = axes_of(call, [_axis(call, axis) for axis in axes], info.ndim, "axes") if info.ndim != -1 else []
    if not axes:
        return info if shape is None or sizes_of(info) is not None else made(shape, info.dtype, device=info.vdevice)
    if shape is None or begin is None or end is None or (steps is None and len(call.args) > 4):
        return unknown(info, info.ndim)
    sizes: list[Any] = list(shape)
    for at, place in enumerate(places):
        step = steps[at] if steps is not None else size_of(1)
        if number(step) == 0:
            raise fail(call, "a stride must not be 0", "strides")
        length = _length(context, shape[place], begin[at], end[at], step, bool(call.attrs["assume_inbound"]))
        sizes[place] = length
    return made(sizes, info.dtype, device=info.vdevice)


def _integers(call: Call, position: int) -> Sizes | None:
    """The integers of a tuple, None where only the run tells one."""
    name = call.op.values[position].name
    info = call.args[position].struct_info_
    if not isinstance(info, TupleStructInfo) or not all(isinstance(field, PrimStructInfo) for field in info.fields):
        raise fail(call, f"`{name}` must be a tuple of integers, not {kind_of(info)}", name)
    return integers(call, position)


def _axis(call: Call, axis: Expr) -> int:
    value = number(axis)
    if value is None:
        raise fail(call, f"the axes must be numbers that are known at compile time, not {word(axis)}", "axes")
    return value


def _as_many(call: Call, axes: Sizes | None, others: dict[str, Sizes | None]) -> None:
    for name, given in others.items():
        if axes is not None and given is not None and len(given) != len(axes):
            raise fail(call, f"there are {len(axes)} axes, and `{name}` has {len(given)} elements", name)


def _length(context: InferContext, size: Expr, begin: Expr, end: Expr, step: Expr, inbound: bool) -> Expr | int:
    """The number of elements that Python's slice takes of `size`."""
    if all(isinstance(item, IntImm) for item in (size, begin, end, step)):
        low, high, by, all_ = (int(item.value) for item in (begin, end, step, size))  # pyright: ignore[reportAttributeAccessIssue]
        return len(range(*slice(low, high, by).indices(all_)))
    if number(step) is None:
        ways = [_length_by(context, size, begin, end, step, inbound, backwards) for backwards in (True, False)]
        return ways[1] if inbound else context.analyzer.simplify(if_then_else(step < 0, *ways))
    return _length_by(context, size, begin, end, step, inbound, (number(step) or 1) < 0)


def _length_by(
    context: InferContext, size: Expr, begin: Expr, end: Expr, step: Expr, inbound: bool, backwards: bool
) -> Expr:
    """The same for a step that is not 0, of a known sign."""
    if inbound:
        return context.analyzer.simplify(_steps(begin, end, step, backwards))
    begin, end = _from_front(context, begin, size), _from_front(context, end, size)
    low, high = (_cut(context, bound, size, backwards) for bound in (begin, end))
    if number(step) == 1 and context.equal(high, size):  # n - min(max(b, 0), n) -> max(n - max(b, 0), 0)
        low = _not_below(context, begin, size_of(0))
    found = context.analyzer.simplify(_steps(low, high, step, backwards))
    prove = context.analyzer.can_prove
    if prove(begin >= end if backwards else end >= begin) or prove(found >= 0):
        return found
    return context.analyzer.simplify(binary("Max", found, size_of(0)))


def _steps(begin: Expr, end: Expr, step: Expr, backwards: bool) -> Expr:
    """The number of steps from `begin` to `end`."""
    return (begin - end - step - 1) // (-step) if backwards else (end - begin + step - 1) // step


def _from_front(context: InferContext, bound: Expr, size: Expr) -> Expr:
    """A bound counted from the front: one below 0 is counted from the end."""
    if context.analyzer.can_prove(bound >= 0):
        return bound
    if context.analyzer.can_prove(bound < 0):
        return bound + size
    return if_then_else(bound < 0, bound + size, bound)


def if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One of two sizes."""
    return TirCall(then.dtype, OPS["tir.if_then_else"], (condition, then, otherwise))


def _cut(context: InferContext, bound: Expr, size: Expr, backwards: bool) -> Expr:
    """A bound counted from the front, cut off at the ends as Python does."""
    low, high = (size_of(-1), size - 1) if backwards else (size_of(0), size)
    bound = _not_below(context, bound, low)
    return bound if context.analyzer.can_prove(bound <= high) else binary("Min", bound, high)


def _not_below(context: InferContext, bound: Expr, low: Expr) -> Expr:
    return bound if context.analyzer.can_prove(bound >= low) else binary("Max", bound, low)


def dynamic_strided_slice(call: Call, context: InferContext) -> StructInfo:
    """As many dimensions, of unknown sizes; the bounds are vectors of int64, one element a dimension."""
    info = tensor(call, 0)
    for at, name in ((1, "begin"), (2, "end"), (3, "strides")):
        bounds = tensor(call, at)
        if bounds.dtype.kind != "void" and str(bounds.dtype) != "int64":
            raise wrong_dtype(call, f"`{name}` must be int64, not {bounds.dtype}", name)
        if bounds.ndim not in (-1, 1):
            raise wrong_rank(call, f"`{name}` must be a vector, and has {bounds.ndim} dimensions", name)
        sizes = shape_of(bounds)
        if sizes is not None and info.ndim != -1 and context.differ(sizes[0], size_of(info.ndim)):
            sentence = f"`{name}` has {word(sizes[0])} elements, and the tensor has {info.ndim} dimensions"
            raise wrong_shape(call, sentence, name)
    return unknown(info, info.ndim)


RULES = {
    "gather_elements": gather_elements,
    "gather_nd": gather_nd,
    "index_tensor": index_tensor,
    "index_put": index_put,
    "scatter_elements": scatter_elements,
    "scatter_nd": scatter_nd,
    "slice_scatter": slice_scatter,
    "take": take,
    "strided_slice": strided_slice,
    "unknown_shape": dynamic_strided_slice,
}


def _numbers(dimensions: int, given: int) -> str:
    return f"the data has {counted(dimensions, 'dimension')}, and {are(given, 'tensor of indices', 'tensors of indices')} given"
