# Generated from tilewright.relax.expr by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import ShapeExpr as _ShapeExpr
from tvm.relax import Binding as Binding
from tvm.relax import BindingBlock as BindingBlock
from tvm.relax import Call as Call
from tvm.relax import Constant as Constant
from tvm.relax import DataTypeImm as DataTypeImm
from tvm.relax import DataflowBlock as DataflowBlock
from tvm.relax import DataflowVar as DataflowVar
from tvm.ir import RelaxExpr as _Expr_

Expr = _Expr_
from tvm.relax import ExternFunc as ExternFunc
from tvm.relax import Function as Function
from tvm.ir import GlobalVar as GlobalVar
from tvm.relax import Id as Id
from tvm.relax import If as If
from tvm.relax import MatchCast as MatchCast
from tvm.relax import PrimValue as PrimValue
from tvm.ir import RelaxExpr as RelaxExpr
from tvm.relax import SeqExpr as SeqExpr
from tvm.relax import ShapeExpr as ShapeExpr
from tvm.ir import Span as Span
from tvm.relax import StringImm as StringImm
from tvm.ir import Tuple as Tuple
from tvm.ir import TupleGetItem as TupleGetItem
from tvm.relax import Var as Var
from tvm.relax import VarBinding as VarBinding
from tvm.relax import const as const
from tvm.relax import extern as extern
from tvm.relax import get_shape_of as get_shape_of
from tvm.relax import prim_value as prim_value
from tvm.relax import te_tensor as te_tensor

def make_shape(shape: _Any) -> _ShapeExpr | _Any:
    """A shape from a list or tuple of sizes; raises `TypeError` for anything else."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
