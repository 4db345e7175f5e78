# Generated from tilewright.ir.expr by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tilewright.ir.expr import ARITHMETIC_NODES as ARITHMETIC_NODES
from tvm.s_tir import Add as Add
from tvm.s_tir import And as And
from tilewright.ir.expr import BINARY_NODES as BINARY_NODES
from tvm.s_tir import BinaryOp as BinaryOp
from tvm.s_tir import Broadcast as Broadcast
from tvm.s_tir import BufferLoad as BufferLoad
from tvm.s_tir import Call as Call
from tvm.s_tir import Cast as Cast
from tvm.s_tir import CmpOp as CmpOp
from tvm.s_tir import CommReducer as CommReducer
from tvm.s_tir import DataProducer as DataProducer
from tvm.s_tir import Div as Div
from tvm.s_tir import EQ as EQ
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tilewright.ir.expr import ExprLike as ExprLike
from tvm.s_tir import FloatImm as FloatImm
from tvm.s_tir import FloorDiv as FloorDiv
from tvm.s_tir import FloorMod as FloorMod
from tvm.s_tir import GE as GE
from tvm.s_tir import GT as GT
from tvm.ir import GlobalVar as GlobalVar
from tvm.s_tir import IntImm as IntImm
from tvm.s_tir import IterVar as IterVar
from tilewright.ir.expr import IterVarKind as IterVarKind
from tvm.s_tir import LE as LE
from tvm.s_tir import LT as LT
from tvm.s_tir import Let as Let
from tvm.s_tir import LogicalOp as LogicalOp
from tvm.s_tir import Max as Max
from tvm.s_tir import Min as Min
from tvm.s_tir import Mod as Mod
from tvm.s_tir import Mul as Mul
from tvm.s_tir import NE as NE
from tvm.s_tir import Not as Not
from tvm.s_tir import Or as Or
from tvm.ir import PrimExpr as PrimExpr
from tvm.s_tir import ProducerLoad as ProducerLoad
from tvm.s_tir import Ramp as Ramp
from tvm.ir import Range as Range
from tvm.s_tir import Reduce as Reduce
from tvm.s_tir import Select as Select
from tvm.s_tir import Shuffle as Shuffle
from tvm.s_tir import SizeVar as SizeVar
from tvm.s_tir import StringImm as StringImm
from tvm.s_tir import Sub as Sub
from tvm.s_tir import Var as Var

def expr(value: _Any) -> _PrimExpr | _Any:
    """`value` as an expression: Python numbers and strings become immediates; raises `TypeError` for anything else."""

def exprs(values: _Any) -> _Any:
    """A tuple of expressions from any sequence of things that `expr` takes."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
