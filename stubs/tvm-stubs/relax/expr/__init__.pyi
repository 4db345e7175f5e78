# Generated from tilewright.relax.expr by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.relax import Binding as Binding
from tilewright.ir.relax import BindingBlock as BindingBlock
from tilewright.ir.relax import Call as Call
from tilewright.ir.relax import Constant as Constant
from tilewright.ir.relax import DataTypeImm as DataTypeImm
from tilewright.ir.relax import DataflowBlock as DataflowBlock
from tilewright.ir.relax import DataflowVar as DataflowVar
from tilewright.relax.expr import Expr as Expr
from tilewright.ir.relax import ExternFunc as ExternFunc
from tilewright.ir.relax import Function as Function
from tilewright.ir.expr import GlobalVar as GlobalVar
from tilewright.ir.relax import Id as Id
from tilewright.ir.relax import If as If
from tilewright.ir.relax import MatchCast as MatchCast
from tilewright.ir.relax import PrimValue as PrimValue
from tilewright.ir.relax import RelaxExpr as RelaxExpr
from tilewright.ir.relax import SeqExpr as SeqExpr
from tilewright.ir.relax import ShapeExpr as ShapeExpr
from tilewright.ir.relax import StringImm as StringImm
from tilewright.ir.relax import Tuple as Tuple
from tilewright.ir.relax import TupleGetItem as TupleGetItem
from tilewright.ir.relax import Var as Var
from tilewright.ir.relax import VarBinding as VarBinding
from tilewright.builder.relax_values import const as const

def __getattr__(name: _str) -> _Any: ...
