"""Rules of the ops that see memory as another tensor, or move parts of one between workers."""

from __future__ import annotations

from math import prod
from typing import Any

from tilewright.analysis.infer.support import (
    InferContext,
    axis_of,
    fail,
    known,
    like,
    made,
    number,
    shape_argument,
    shape_of,
    tensor,
    wrong_shape,
)
from tilewright.ir.expr import IntImm
from tilewright.ir.relax import Call, ShapeExpr, Tuple
from tilewright.ir.struct_info import StructInfo


def view(call: Call, context: InferContext) -> StructInfo:
    """The shape and type given, else the tensor's own."""
    info = tensor(call, 0)
    given = call.args[1] if len(call.args) > 1 else Tuple(())
    kind = call.args[2] if len(call.args) > 2 else Tuple(())
    element = getattr(kind, "value", info.dtype) if not isinstance(kind, Tuple) else info.dtype
    if isinstance(given, Tuple):
        result = like(info, element)
    else:
        sizes, ndim = shape_argument(call, 1)
        result = made(sizes, element, ndim, info.vdevice)
    offset: Any = call.args[3] if len(call.args) > 3 else Tuple(())
    begin = getattr(getattr(offset, "value", None), "value", 0)
    _require_inside(call, info, result, begin, given, kind)
    return result


def _require_inside(call: Call, info: Any, result: Any, begin: int, given: Any, kind: Any) -> None:
    """A view ends where the tensor does, or before."""
    if begin < 0:
        raise fail(call, f"a view begins in the tensor, not {-begin} bytes before it", "relative_byte_offset")
    whole, seen = _bytes(info), _bytes(result)
    if whole is not None and seen is not None and begin + seen > whole:
        sentence = f"a view of {seen} bytes from byte {begin} on reaches beyond the tensor, which has {whole} bytes"
        raise fail(call, sentence, "shape" if begin == 0 else "relative_byte_offset")
    if begin and isinstance(given, Tuple) and isinstance(kind, Tuple):
        sentence = f"a view of the whole tensor from byte {begin} on reaches beyond it"
        raise fail(call, sentence, "relative_byte_offset")


def _bytes(info: Any) -> int | None:
    """How many bytes a tensor has, None where that is not known."""
    sizes = info.shape.values if isinstance(info.shape, ShapeExpr) else (None,)
    known = [size.value for size in sizes if isinstance(size, IntImm)]
    if len(known) != len(sizes) or info.dtype.kind in ("void", "handle"):
        return None
    return -(-info.dtype.bits * info.dtype.lanes // 8) * prod(known)


def allgather(call: Call, context: InferContext) -> StructInfo:
    """As often as there are workers."""
    return _workers(call, context, 0, lambda size, count: size * count)


_REDUCTIONS = ("sum", "prod", "min", "max", "avg")


def allreduce(call: Call, context: InferContext) -> StructInfo:
    """As the argument."""
    info = tensor(call, 0)
    if call.attrs["op_type"] not in _REDUCTIONS:
        sentence = f"workers reduce by {', '.join(_REDUCTIONS)}, not {call.attrs['op_type']}"
        raise fail(call, sentence, "op_type")
    return info


def scatter(call: Call, context: InferContext) -> StructInfo:
    """A worker's part."""
    info, count = tensor(call, 0), call.attrs["num_workers"]
    axis = axis_of(call, call.attrs["axis"], info.ndim)
    shape = shape_of(info)
    size = None if shape is None else number(shape[axis])
    if size is not None and size % count:
        raise wrong_shape(call, f"{size} elements along axis {axis} are not divisible by {count} workers", "axis")
    return _workers(call, context, axis, lambda size, count: size // count)


def _workers(call: Call, context: InferContext, axis: int, change: Any) -> StructInfo:
    info = tensor(call, 0)
    shape = shape_of(info)
    if shape is None:
        return made(None, info.dtype, info.ndim, info.vdevice)
    sizes = [change(size, call.attrs["num_workers"]) if at == axis else size for at, size in enumerate(shape)]
    return made(known(context, sizes), info.dtype, device=info.vdevice)


RULES = {"view": view, "allreduce": allreduce, "allgather": allgather, "scatter": scatter}
