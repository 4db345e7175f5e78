# Generated from tilewright.relax.expr_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Binding as Binding
from tvm.relax import BindingBlock as BindingBlock
from tvm.relax import BlockBuilder as BlockBuilder
from tvm.relax import Call as Call
from tilewright.relax.expr_functor import Class as Class
from tvm.relax import DataflowBlock as DataflowBlock
from tvm.relax import DataflowVar as DataflowVar
from tvm.relax import ExprFunctor as ExprFunctor
from tvm.relax import ExternFunc as ExternFunc
from tvm.relax import Function as Function
from tvm.ir import GlobalVar as GlobalVar
from tvm import IRModule as IRModule
from tvm.relax import If as If
from tvm.relax import MatchCast as MatchCast
from tvm.ir import Op as Op
from tvm.relax import PyExprMutator as PyExprMutator
from tvm.relax import PyExprVisitor as PyExprVisitor
from tvm.relax import SeqExpr as SeqExpr
from tvm.relax import ShapeExpr as ShapeExpr
from tvm.relax import StringImm as StringImm
from tvm.ir import Tuple as Tuple
from tvm.ir import TupleGetItem as TupleGetItem
from tvm.relax import Var as Var
from tvm.relax import VarBinding as VarBinding

mutator: _Any
"""Mark a subclass of `PyExprMutator` as one: `@relax.expr_functor.mutator`."""

visitor: _Any
"""Mark a subclass of `PyExprVisitor` as one: `@relax.expr_functor.visitor`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
