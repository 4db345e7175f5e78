"""Rules of the ops that sort, look up and list elements."""

from __future__ import annotations

from tilewright.core.analysis.infer.creation import scalar
from tilewright.core.analysis.infer.support import (
    InferContext,
    axis_of,
    fail,
    like,
    made,
    number,
    setting_type,
    sizes_of,
    tensor,
    unknown,
    wrong_axis,
    wrong_rank,
)
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


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
    """The struct info of the tensor."""
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


def _most(count: int, size: Expr) -> Expr | int:
    """The number of of `size` elements are taken."""
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


RULES = {"bucketize": bucketize, "sort": sort, "argsort": argsort, "topk": topk, "unique": unique, "nonzero": nonzero}
