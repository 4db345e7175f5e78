"""Rules of the ops that ask a tensor what it is: a number of a fixed type, and the number itself where the struct info tells it.

A tensor of known shape is compact and begins where its memory does: compiled functions take no other.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.analysis.infer.support import (
    InferContext,
    kind_of,
    known,
    number,
    product,
    shape_of,
    size_of,
    tensor,
    wrong_axis,
    wrong_dtype,
)
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import PrimStructInfo, StructInfo, TensorStructInfo

Rule = Callable[[Call, InferContext], StructInfo]


def _fixed(type_: str, known_of: Callable[[TensorStructInfo], int | None]) -> Rule:
    """A number of that type, which `known_of` reads where it is known."""

    def rule(call: Call, context: InferContext) -> StructInfo:
        found = known_of(tensor(call, 0))
        return PrimStructInfo(type_) if found is None else PrimStructInfo(IntImm(dtype(type_), found))

    return rule


def _of_dtype(name: str) -> Callable[[TensorStructInfo], int | None]:
    return lambda info: None if info.dtype.kind == "void" else int(getattr(info.dtype, name))


def _rank(info: TensorStructInfo) -> int | None:
    return None if info.ndim == -1 else info.ndim


def _offset(info: TensorStructInfo) -> int | None:
    return None if shape_of(info) is None else 0


def _along(value_of: Callable[[tuple[Expr, ...], int], Expr]) -> Rule:
    """`value_of` applied to the sizes and the axis, when both are known."""

    def rule(call: Call, context: InferContext) -> StructInfo:
        info, axis = tensor(call, 0), _axis(call)
        shape = shape_of(info)
        if axis is not None and info.ndim != -1 and not 0 <= axis < info.ndim:
            raise wrong_axis(call, f"the tensor has {info.ndim} dimensions, so axis {axis} does not exist", "axis")
        if axis is None or shape is None:
            return PrimStructInfo("int64")
        return PrimStructInfo(known(context, (value_of(shape, axis),))[0])

    return rule


def _axis(call: Call) -> int | None:
    """The axis, where it is a number; raises for what is no integer."""
    info = call.args[1].struct_info_
    if not isinstance(info, PrimStructInfo) or info.dtype.kind not in ("int", "uint"):
        raise wrong_dtype(call, f"`axis` must be an integer, not {kind_of(info)}", "axis")
    return number(info.value)


RULES: dict[str, Rule] = {
    "inspect.dtype_code": _fixed("uint8", _of_dtype("type_code")),
    "inspect.dtype_bits": _fixed("uint8", _of_dtype("bits")),
    "inspect.dtype_lanes": _fixed("uint16", _of_dtype("lanes")),
    "inspect.ndim": _fixed("int32", _rank),
    "inspect.shape_i": _along(lambda shape, axis: shape[axis]),
    "inspect.stride_i": _along(lambda shape, axis: product(shape[axis + 1 :]) if shape[axis + 1 :] else size_of(1)),
    "inspect.byte_offset": _fixed("uint64", _offset),
    "inspect.elem_offset": _fixed("uint64", _offset),
}
