"""Expressions as TVM since 0.27 names them in `tvm.ir`: one class for what TensorIR and Relax have in common.

Tilewright keeps a class for either language.  The classes here are asked by `isinstance`, and make a node of the language that their arguments belong to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.base.source import Span
from tilewright.core.ir import buffer as buffers
from tilewright.core.ir import expr as prim
from tilewright.core.ir import relax
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.buffer_type import BufferType
from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.node import type_
from tilewright.core.ir.node.type_ import PointerType, PrimType, TensorMapType
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.ops.op import Op


class _Joint(type):
    """A class whose instances are those of several others, its `kinds`; of their public members it has those of the first kind that has them."""

    kinds: tuple[type, ...] = ()

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.kinds)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.kinds)

    def __getattr__(cls, name: str) -> Any:
        for kind in () if name.startswith("_") else cls.kinds:
            if hasattr(kind, name):
                return getattr(kind, name)
        raise AttributeError(f"{cls.__name__} has no {name}")


class Expr(metaclass=_Joint):
    """Any expression: of TensorIR, of Relax, an operator, a function, a buffer or a part of one."""

    kinds = (prim.Expr, relax.RelaxExpr, BaseFunc, Op, buffers.Buffer, BufferRegion)


class ExprWithOp(metaclass=_Joint):
    """An expression that Python's operators take."""

    kinds = (prim.Expr, relax.RelaxExpr)


class Var(metaclass=_Joint):
    """A variable.  A type of TensorIR or a dtype makes one of TensorIR, anything else one of Relax."""

    kinds = (prim.Var, relax.Var, buffers.Buffer)

    def __new__(
        cls, name: str | None = None, ty: object = None, span: Span | None = None, *, name_hint: str | None = None
    ) -> Any:
        if name is not None and name_hint is not None:
            raise TypeError("a variable has one name: give `name` or `name_hint`")
        called = name if name is not None else name_hint
        if not isinstance(called, str):
            raise TypeError("the name of a variable is a string")
        if isinstance(ty, str | DType | PrimType | PointerType):
            return prim.Var(called, ty, span)  # pyright: ignore[reportArgumentType]
        if ty is None or isinstance(ty, StructInfo | type_.Type):
            return relax.Var(called, ty, span)
        raise TypeError(f"`ty` of the variable `{called}` is a type or a dtype, and {type(ty).__name__} is given")


class Call(metaclass=_Joint):
    """A call.  An operator of TensorIR, or a type of TensorIR as that of the result, makes one of TensorIR; anything else one of Relax."""

    kinds = (prim.Call, relax.Call)

    def __new__(
        cls,
        op: object,
        args: Sequence[object],
        attrs: Mapping[str, object] | None = None,
        ty_args: Sequence[StructInfo] | None = None,
        span: Span | None = None,
        ret_ty: object = None,
        *,
        ty: object = None,
    ) -> Any:
        if isinstance(args, (str, Op)):  # the order of releases before 0.26: dtype, op, args, span
            return prim.Call(_dtype(op), args, attrs or (), ty_args)  # pyright: ignore[reportArgumentType]
        called: object = Op.get(op) if isinstance(op, str) else op
        result: object = ret_ty if ret_ty is not None else ty
        of_graph = isinstance(called, relax.RelaxExpr) or (isinstance(called, Op) and called.name.startswith("relax."))
        if of_graph or (result is None and not isinstance(called, Op)):
            return relax.Call(called, args, attrs, ty_args, span)
        if attrs:
            raise ValueError("a call of TensorIR has no attributes here; give what they say as arguments")
        return prim.Call(_dtype(result), called, args, span)  # pyright: ignore[reportArgumentType]


def _dtype(result: object) -> Any:
    """The dtype of a call's result: void where nothing is said."""
    if result is None:
        return "void"
    if isinstance(result, PointerType):
        return "handle"
    return result.dtype if isinstance(result, PrimType) else result


class Constant(metaclass=_Joint):
    """A value that is known: a number, a text, a dtype or a tensor."""

    kinds = (prim.IntImm, prim.FloatImm, prim.StringImm, relax.Constant, relax.StringImm, relax.DataTypeImm)


class StringImm(metaclass=_Joint):
    """A text."""

    kinds = (prim.StringImm, relax.StringImm)

    def __new__(cls, value: str, span: Span | None = None) -> Any:
        return prim.StringImm(value, span)


class TensorLoad(metaclass=_Joint):
    """The element of a buffer at an index; `tvm.tirx.TensorLoad` makes one."""

    kinds = (prim.BufferLoad,)

    def __new__(cls, *args: object, **options: object) -> Any:
        raise TypeError("tvm.ir.TensorLoad is only asked for; make a load with tvm.tirx.BufferLoad(buffer, indices)")


class TensorRegion(metaclass=_Joint):
    """A part of a buffer: a range of each index."""

    kinds = (BufferRegion,)

    def __new__(cls, source: buffers.Buffer, region: Sequence[Any], ty: object = None, span: Span | None = None) -> Any:
        return BufferRegion(source, region)  # pyright: ignore[reportArgumentType]


class Buffer(metaclass=_Joint):
    """A buffer of a name and a type; `tvm.tirx.decl_buffer` makes one of its parts."""

    kinds = (buffers.Buffer,)

    def __new__(
        cls, name: str | None = None, ty: object = None, span: Span | None = None, *, name_hint: str = ""
    ) -> Any:
        if not isinstance(ty, BufferType):
            raise TypeError("a buffer is made of a name and a BufferType; give its shape to tvm.tirx.decl_buffer")
        made = buffers.decl_buffer(
            ty.shape,
            ty.dtype.dtype,
            name or name_hint,
            strides=ty.strides,
            elem_offset=ty.elem_offset,
            scope=ty.storage_scope,
            data_alignment=ty.data_alignment,
            offset_factor=ty.offset_factor,
            span=span,
        )
        return made if ty.layout is None else made.replace(layout=ty.layout)


class BufferAccessKind(IntEnum):
    """The uses of a pointer to a buffer, as bits."""

    READ = 1
    WRITE = 2


def buffer_data(buffer: object) -> prim.Var:
    """The pointer to the memory of a buffer.  Raises `TypeError` for anything else."""
    if not isinstance(buffer, buffers.Buffer):
        raise TypeError(f"buffer_data takes a buffer, and not {type(buffer).__name__}")
    return buffer.data


def buffer_data_pointer_type(buffer: object) -> type_.Type:
    """The type of the pointer to the memory of a buffer.  Raises `TypeError` for anything else."""
    return buffer_data(buffer).type_annotation


class Type(metaclass=_Joint):
    """Any type: of a value of TensorIR, of a buffer, or of a value of Relax."""

    kinds = (type_.Type, BufferType, StructInfo)

    @staticmethod
    def missing() -> type_.Type:
        """The placeholder of a type that is not known yet."""
        return type_.MISSING

    Missing = missing


class TupleType(metaclass=_Joint):
    """The type of several values.  Types of TensorIR make one of TensorIR, those of Relax one of Relax."""

    kinds = (type_.TupleType, TupleStructInfo)

    def __new__(cls, fields: Sequence[Any] = (), span: Span | None = None) -> Any:
        of_graph = any(isinstance(field, StructInfo) for field in fields)
        return TupleStructInfo(fields, span) if of_graph else type_.TupleType(tuple(fields))


class OpaqueExpr:
    """The base of values that no finished program holds; Tilewright has none of its own."""


class StringType(type_.Marker):
    """The type of texts."""


class OpaqueType(type_.Marker):
    """The type of values that no finished program holds."""


class BufferRegionType(type_.Marker):
    """The type of parts of buffers."""


__all__ = [
    "Buffer",
    "BufferAccessKind",
    "BufferRegionType",
    "Call",
    "Constant",
    "Expr",
    "ExprWithOp",
    "OpaqueExpr",
    "OpaqueType",
    "StringImm",
    "StringType",
    "TensorLoad",
    "TensorMapType",
    "TensorRegion",
    "TupleType",
    "Type",
    "Var",
    "buffer_data",
    "buffer_data_pointer_type",
]
