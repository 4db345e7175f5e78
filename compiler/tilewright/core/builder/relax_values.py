"""Python values as Relax expressions: shapes, constants, tuples of integers, data types."""

from __future__ import annotations

from typing import Any

from tilewright.core.ir import ports
from tilewright.core.ir.expr import Expr
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


def const(value: Any, dtype: str | None = None) -> Any:
    """A tensor known at compile time, from a number, an array or a tensor.

    Without `dtype` integers and floats of 64 bits, Python's among them, become those of 32; other arrays, and our tensors, keep their type.
    """
    if isinstance(value, RelaxExpr):
        return value
    return Constant(ports.constant_data.call(value, dtype))
