"""`tilewright.relax`: graphs of tensor programs from Python, under TVM's names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright.core.base.source import Span
from tilewright.core.builder import relax_functions as op
from tilewright.core.builder.relax_calls import (
    call_dps_packed,
    call_pure_packed,
    call_tir,
    call_tir_inplace,
    call_tir_with_grad,
)
from tilewright.core.builder.relax_values import const
from tilewright.core.driver import relax_build as vm_build
from tilewright.core.driver.relax_build import build
from tilewright.core.driver.relax_pipelines import get_default_pipeline, get_pipeline, register_pipeline
from tilewright.core.graph import binding_rewrite, block_builder, expr_functor
from tilewright.core.graph import expressions as expr
from tilewright.core.graph import patterns as dpl
from tilewright.core.graph import queries as analysis
from tilewright.core.graph import te_functions as utils
from tilewright.core.graph.binding_rewrite import DataflowBlockRewrite
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.expr_functor import ExprFunctor, PyExprMutator, PyExprVisitor
from tilewright.core.graph.expressions import extern, get_shape_of, prim_value, te_tensor
from tilewright.core.ir import relax_types as type
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.global_info import DummyGlobalInfo, VDevice
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
from tilewright.core.ir.relax import relax_expr as convert_to_expr
from tilewright.core.ir.relax_types import (
    AnyType,
    DynTensorType,
    FuncType,
    ObjectType,
    PackedFuncType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
)
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.pymodule.base_py_module import BasePyModule
from tilewright.core.vm.exec_builder import ExecBuilder
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.machine import VirtualMachine, VMInstrumentReturnKind
from tilewright.relax import backend, exec_builder, struct_info, transform

Expr = RelaxExpr


__all__ = [
    "AnyType",
    "BasePyModule",
    "Binding",
    "BindingBlock",
    "BlockBuilder",
    "Call",
    "Constant",
    "DataTypeImm",
    "DataflowBlock",
    "DataflowBlockRewrite",
    "DataflowVar",
    "DummyGlobalInfo",
    "DynTensorType",
    "ExecBuilder",
    "Expr",
    "ExprFunctor",
    "ExternFunc",
    "FuncStructInfo",
    "FuncType",
    "Function",
    "GlobalVar",
    "Id",
    "If",
    "MatchCast",
    "ObjectStructInfo",
    "ObjectType",
    "PackedFuncType",
    "PrimStructInfo",
    "PrimValue",
    "PyExprMutator",
    "PyExprVisitor",
    "RelaxExpr",
    "SeqExpr",
    "ShapeExpr",
    "ShapeStructInfo",
    "ShapeType",
    "Span",
    "StringImm",
    "StructInfo",
    "TensorStructInfo",
    "TensorType",
    "Tuple",
    "TupleGetItem",
    "TupleStructInfo",
    "TupleType",
    "Type",
    "VDevice",
    "VMExecutable",
    "VMInstrumentReturnKind",
    "Var",
    "VarBinding",
    "VirtualMachine",
    "analysis",
    "backend",
    "binding_rewrite",
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
    "exec_builder",
    "expr",
    "expr_functor",
    "extern",
    "get_default_pipeline",
    "get_pipeline",
    "get_shape_of",
    "op",
    "prim_value",
    "register_pipeline",
    "struct_info",
    "te_tensor",
    "transform",
    "type",
    "utils",
    "vm_build",
]


# Modules that take time to import and that few programs use: they come when they are first asked for.
_LATER = ("distributed", "frontend", "training")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
