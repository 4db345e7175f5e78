"""Rules of the ops that reduce, scan, sort, search and list elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.analysis.infer.creation import scalar
from tilewright.core.analysis.infer.support import (
    InferContext,
    axes_of,
    axis_of,
    fail,
    known,
    like,
    made,
    number,
    product,
    setting_type,
    sizes_of,
    tensor,
    unknown,
    wrong_axis,
    wrong_rank,
)
from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


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


def bucketize(call: Call, context: InferContext) -> StructInfo:
    """The number of an interval for each element; the boundaries are a vector."""
    info, boundaries = tensor(call, 0), tensor(call, 1)
    if boundaries.ndim not in (-1, 1):
        sentence = f"the boundaries must be a vector, and have {boundaries.ndim} dimensions"
        raise wrong_rank(call, sentence, "boundaries")
    element = "int32" if call.attrs["out_int32"] else "int64"
    return made(sizes_of(info), element, info.ndim, info.vdevice)


def _sorted_axis(call: Call, info: TensorStructInfo) -> int:
    """The axis to sort along."""
    axis = call.attrs["axis"]
    if axis is None:
        raise wrong_axis(call, "an axis is needed", "axis")
    return axis_of(call, int(axis), info.ndim)


def sort(call: Call, context: InferContext) -> StructInfo:
    """As the tensor."""
    info = tensor(call, 0)
    _sorted_axis(call, info)
    return info


def argsort(call: Call, context: InferContext) -> StructInfo:
    """A position for each element."""
    info = tensor(call, 0)
    _sorted_axis(call, info)
    return like(info, setting_type(call, dtype("int32")))


_TOPK = {"both": (True, True), "values": (True, False), "indices": (False, True)}


def topk(call: Call, context: InferContext) -> StructInfo:
    """Values, positions, or both; as many as `k`, or all when it is below 1."""
    info = tensor(call, 0)
    shape = sizes_of(info)
    axis = _sorted_axis(call, info)
    count, kind = call.attrs["k"], str(call.attrs["ret_type"])
    if kind not in _TOPK:
        raise fail(call, f"`ret_type` is one of {', '.join(map(repr, _TOPK))}, not {kind!r}", "ret_type")
    sizes = None if shape is None else [_most(count, n) if at == axis else n for at, n in enumerate(shape)]
    values = made(sizes, info.dtype, info.ndim, info.vdevice)
    indices = made(sizes, setting_type(call, dtype("int32")), info.ndim, info.vdevice)
    both = TupleStructInfo([values, indices])
    return both if all(_TOPK[kind]) else values if _TOPK[kind][0] else indices


def _most(count: Any, size: Expr) -> Any:
    """How many of `size` elements are taken."""
    asked, there = number(count), number(size)
    if asked is None:
        return count
    return size if asked < 1 or (there is not None and asked > there) else count


def unique(call: Call, context: InferContext) -> StructInfo:
    """As many elements as differ, which only the run tells, and the further results that are asked for."""
    info = tensor(call, 0)
    wanted = [bool(getattr(scalar(call, at), "value", 0)) for at in (2, 3, 4)]
    ndim = 1
    if len(call.args) > 5:
        axis = getattr(scalar(call, 5), "value", None)
        if axis is not None:
            axis_of(call, int(axis), info.ndim)
        ndim = info.ndim
    one = (1,) if info.ndim == 0 else None
    first = unknown(info, ndim) if one is None else made(one, info.dtype, device=info.vdevice)
    rest = [made(one, "int64", 1, info.vdevice) for asked in wanted if asked]
    return TupleStructInfo([first, *rest]) if rest else first


def nonzero(call: Call, context: InferContext) -> StructInfo:
    """A column for each element found."""
    info = tensor(call, 0)
    return made(None, "int64", 2, info.vdevice)


RULES = {
    "reduce": reduce,
    "median": median,
    "argreduce": arg_reduce,
    "scan": scan,
    "bucketize": bucketize,
    "sort": sort,
    "argsort": argsort,
    "topk": topk,
    "unique": unique,
    "nonzero": nonzero,
}
