"""The nodes of Relax under TVM's names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.base.source import Span
from tilewright.core.builder.relax_values import const
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.construction import fill_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.operators import const as tir_const
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    Function,
    Id,
    If,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, dimensions
from tilewright.core.ir.walk import substitute
from tilewright.core.te.operation import placeholder
from tilewright.core.te.tensor import Tensor

Expr = RelaxExpr


def extern(name: str, struct_info: StructInfo | None = None) -> ExternFunc:
    """A function from outside, by its registered name."""
    return ExternFunc(name, struct_info)


def _update_struct_info(expr: RelaxExpr, struct_info: StructInfo) -> None:  # pyright: ignore[reportUnusedFunction]
    """Set the struct info of an expression that was just built by hand and is part of nothing yet."""
    fill_struct_info(expr, struct_info)


_update_type = _update_struct_info


def make_shape(shape: object) -> ShapeExpr:
    """A shape from a list or tuple of sizes; raises `TypeError` for anything else."""
    if not isinstance(shape, (list, tuple)):
        raise TypeError(f"a shape is a list or tuple of sizes, not {type(shape).__name__}")
    return ShapeExpr(dimensions(shape))


def get_shape_of(expr: RelaxExpr) -> RelaxExpr:
    """The shape of a tensor: as an expression where it is known, else a call that asks for it."""
    from tilewright.core.builder import relax_by_name as op

    info = expr.struct_info
    if isinstance(info, TensorStructInfo) and info.shape is not None:
        return info.shape
    return op.shape_of(expr)


def prim_value(value: object, dtype: str | None = None) -> PrimValue:
    """A scalar as a value, of `dtype` where that is given; otherwise Python integers are int64, and in TVM 0.27 Python floats float64."""
    if dtype is None and isinstance(value, float) and is_later():
        dtype = "float64"
    return PrimValue(value if dtype is None else tir_const(value, dtype))


def te_tensor(value: RelaxExpr, tir_var_map: Mapping[Any, Any] | None = None, name: str = "rxplaceholder") -> Tensor:
    """A placeholder of `te` of the shape and dtype of a tensor; `tir_var_map` says what its symbolic sizes become."""
    info = value.struct_info
    if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
        raise TypeError(f"a tensor of known shape is expected, not `{info.script()}`")
    sizes = [substitute(size, dict(tir_var_map or {})) for size in info.shape.values]
    return placeholder(sizes, str(info.dtype), name)


__all__ = [
    "Binding",
    "BindingBlock",
    "Call",
    "Constant",
    "DataTypeImm",
    "DataflowBlock",
    "DataflowVar",
    "Expr",
    "ExternFunc",
    "Function",
    "GlobalVar",
    "Id",
    "If",
    "MatchCast",
    "PrimValue",
    "RelaxExpr",
    "SeqExpr",
    "ShapeExpr",
    "Span",
    "StringImm",
    "Tuple",
    "TupleGetItem",
    "Var",
    "VarBinding",
    "const",
    "extern",
    "get_shape_of",
    "prim_value",
    "te_tensor",
]
