"""Struct infos under the names of TVM since 0.25: there they are types, and `expr.struct_info` is `expr.ty`."""

from __future__ import annotations

from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)

Type = StructInfo
AnyType = ObjectType = ObjectStructInfo
ShapeType = ShapeStructInfo
TensorType = TensorStructInfo
TupleType = TupleStructInfo
FuncType = FuncStructInfo


def DynTensorType(ndim: int = -1, dtype: str | None = "float32") -> TensorStructInfo:
    """The type of tensors of `ndim` dimensions (-1: of any rank) as TVM wrote it while it kept types beside struct infos."""
    return TensorStructInfo(dtype=dtype, ndim=ndim)


def PackedFuncType() -> FuncStructInfo:
    """The type of functions of which nothing is known."""
    return FuncStructInfo.opaque_func()


__all__ = [
    "AnyType",
    "DynTensorType",
    "FuncType",
    "ObjectType",
    "PackedFuncType",
    "PrimType",
    "ShapeType",
    "TensorType",
    "TupleType",
    "Type",
]
