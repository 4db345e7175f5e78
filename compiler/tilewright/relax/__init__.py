"""`tilewright.relax`: graphs of tensor programs from Python, under TVM's names."""

from __future__ import annotations

from tilewright.builder.relax_calls import (
    call_dps_packed,
    call_pure_packed,
    call_tir,
    call_tir_inplace,
    call_tir_with_grad,
)
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
from tilewright.ir.relax import relax_expr as convert_to_expr
from tilewright.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.relax import analysis, block_builder, dpl, expr, expr_functor, op, struct_info, transform, vm_build
from tilewright.relax.base_py_module import BasePyModule
from tilewright.relax.block_builder import BlockBuilder
from tilewright.relax.expr_functor import ExprFunctor, PyExprMutator, PyExprVisitor
from tilewright.relax.pipeline import get_default_pipeline, get_pipeline, register_pipeline
from tilewright.relax.vm_build import build
from tilewright.vm.executable import VMExecutable
from tilewright.vm.machine import VirtualMachine

Expr = RelaxExpr


def extern(name: str, struct_info: StructInfo | None = None) -> ExternFunc:
    """A function from outside, by its registered name."""
    return ExternFunc(name, struct_info)


def get_shape_of(expr: RelaxExpr) -> RelaxExpr:
    """The shape of a tensor: as an expression where it is known, else a call that asks for it."""
    info = expr.struct_info
    if isinstance(info, TensorStructInfo) and info.shape is not None:
        return info.shape
    return op.shape_of(expr)


__all__ = [
    "BasePyModule",
    "Binding",
    "BindingBlock",
    "BlockBuilder",
    "Call",
    "Constant",
    "DataTypeImm",
    "DataflowBlock",
    "DataflowVar",
    "Expr",
    "ExprFunctor",
    "ExternFunc",
    "FuncStructInfo",
    "Function",
    "GlobalVar",
    "Id",
    "If",
    "MatchCast",
    "ObjectStructInfo",
    "PrimStructInfo",
    "PrimValue",
    "PyExprMutator",
    "PyExprVisitor",
    "RelaxExpr",
    "SeqExpr",
    "ShapeExpr",
    "ShapeStructInfo",
    "StringImm",
    "StructInfo",
    "TensorStructInfo",
    "Tuple",
    "TupleGetItem",
    "TupleStructInfo",
    "VMExecutable",
    "Var",
    "VarBinding",
    "VirtualMachine",
    "analysis",
    "block_builder",
    "build",
    "call_dps_packed",
    "call_pure_packed",
    "call_tir",
    "call_tir_inplace",
    "call_tir_with_grad",
    "const",
    "convert_to_expr",
    "dpl",
    "expr",
    "expr_functor",
    "extern",
    "get_default_pipeline",
    "get_pipeline",
    "get_shape_of",
    "op",
    "register_pipeline",
    "struct_info",
    "transform",
    "vm_build",
]
