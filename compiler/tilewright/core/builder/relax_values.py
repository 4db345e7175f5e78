"""Python values as Relax expressions: shapes, constants, tuples of integers, data types."""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.node import ports
from tilewright.core.ir.relax import (
    Constant,
    DataTypeImm,
    PrimValue,
    RelaxExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    relax_expr,
)
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo


def shape(value: object) -> Any:
    """A sequence of sizes as a `ShapeExpr`; expressions as they are."""
    if isinstance(value, RelaxExpr):
        return value if not isinstance(value, Tuple) else relax_expr(value)
    if isinstance(value, (tuple, list)):
        return ShapeExpr(tuple(_size(item) for item in value)) if value else Tuple(())
    raise TypeError(f"a shape is a tuple or list of sizes, not {type(value).__name__}")


def sizes(value: object) -> Any:
    """The same of a height and a width; one size stands for both."""
    return ShapeExpr((_size(value),) * 2) if isinstance(value, (int, Expr)) else shape(value)


def volume_sizes(value: object) -> Any:
    """The same of a depth, a height and a width; one size stands for all."""
    return ShapeExpr((_size(value),) * 3) if isinstance(value, (int, Expr)) else shape(value)


def _size(value: object) -> object:
    if isinstance(value, PrimValue):
        return value.value
    if isinstance(value, (int, Expr)) and not isinstance(value, bool):
        return value
    raise TypeError(f"a size is an integer, not {type(value).__name__}")


def prims(value: object) -> Any:
    """Integers as a tuple of values."""
    if isinstance(value, RelaxExpr):
        return value
    items = value if isinstance(value, (tuple, list)) else (value,)
    return Tuple(tuple(relax_expr(item) for item in items))


def dtype(value: object) -> Any:
    """The name of a data type as a value."""
    if isinstance(value, RelaxExpr):
        return value
    if isinstance(value, (tuple, list)) and not value:
        return Tuple(())
    return DataTypeImm(value)  # pyright: ignore[reportArgumentType]


def string(value: object) -> Any:
    """Text as a value."""
    return StringImm(value) if isinstance(value, str) else relax_expr(value)


def const(value: Any, dtype: str | StructInfo | None = None) -> Any:
    """A tensor known at compile time, from a number, an array or a tensor.

    `dtype` is a data type, or the struct info of a tensor, whose shape the value must have and which the constant keeps.  Without `dtype` integers and floats of 64 bits, Python's among them, become those of 32; other arrays, and our tensors, keep their type.
    """
    if isinstance(value, RelaxExpr):
        return value
    if isinstance(dtype, StructInfo):
        return _described(value, dtype)
    return Constant(ports.constant_data.call(value, dtype))


def _described(value: object, info: StructInfo) -> Constant:
    """A constant of a given struct info; raises `ValueError` when the value is no such tensor."""
    if not isinstance(info, TensorStructInfo):
        raise ValueError(f"a constant is a tensor, and `{info}` describes none")
    data = ports.constant_data.call(value, None if info.dtype is None else str(info.dtype))
    sizes = info.shape.values if isinstance(info.shape, ShapeExpr) else None
    fits = sizes is None or [getattr(size, "value", None) for size in sizes] == list(data.shape)
    if not fits or info.ndim not in (-1, len(data.shape)):
        raise ValueError(f"a constant of shape {tuple(data.shape)} is no `{info}`")
    return Constant(data, info)
