"""The nodes of Relax under TVM's names."""

from __future__ import annotations

from tilewright.builder.relax_values import const
from tilewright.ir.expr import GlobalVar
from tilewright.ir.relax import (
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

Expr = RelaxExpr

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
    "StringImm",
    "Tuple",
    "TupleGetItem",
    "Var",
    "VarBinding",
    "const",
]
