# Generated from tilewright.tir.expr by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.expr import ARITHMETIC_NODES as ARITHMETIC_NODES
from tvm.tir import Add as Add
from tvm.tir import And as And
from tilewright.tir.expr import BINARY_NODES as BINARY_NODES
from tvm.tir import BinaryOp as BinaryOp
from tvm.tir import BinaryOp as _BinaryOpExpr_

BinaryOpExpr = _BinaryOpExpr_
from tvm.tir import Broadcast as Broadcast
from tvm.tir import BufferLoad as BufferLoad
from tvm.tir import Call as Call
from tvm.tir import Cast as Cast
from tvm.tir import BinaryOp as _CmpExpr_

CmpExpr = _CmpExpr_
from tvm.tir import CmpOp as CmpOp
from tvm.tir import CommReducer as CommReducer
from tilewright.tir.expr import ConstExpr as ConstExpr
from tvm.tir import DataProducer as DataProducer
from tvm.tir import Div as Div
from tvm.tir import EQ as EQ
from tvm.ir.operators import EqualOp as EqualOp
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tilewright.tir.expr import ExprLike as ExprLike
from tvm.ir import PrimExpr as _ExprOp_

ExprOp = _ExprOp_
from tvm.tir import FloatImm as FloatImm
from tvm.tir import FloorDiv as FloorDiv
from tvm.tir import FloorMod as FloorMod
from tvm.tir import GE as GE
from tvm.tir import GT as GT
from tvm.ir import GlobalVar as GlobalVar
from tvm.tir import IntImm as IntImm
from tvm.tir import IterVar as IterVar
from tilewright.core.ir.expr import IterVarKind as IterVarKind
from tvm.tir import LE as LE
from tvm.tir import LT as LT
from tvm.tir import Let as Let
from tvm.tir import BinaryOp as _LogicalExpr_

LogicalExpr = _LogicalExpr_
from tvm.tir import LogicalOp as LogicalOp
from tvm.tir import Max as Max
from tvm.tir import Min as Min
from tvm.tir import Mod as Mod
from tvm.tir import Mul as Mul
from tvm.tir import NE as NE
from tvm.tir import Not as Not
from tvm.ir.operators import EqualOp as _NotEqualOp_

NotEqualOp = _NotEqualOp_
from tvm.tir import Or as Or
from tvm.ir import PrimExpr as PrimExpr
from tvm.ir import PrimExpr as _PrimExprWithOp_

PrimExprWithOp = _PrimExprWithOp_
from tvm.tir import ProducerLoad as ProducerLoad
from tvm.tir import Ramp as Ramp
from tvm.ir import Range as Range
from tvm.tir import Reduce as Reduce
from tvm.tir import Select as Select
from tvm.tir import Shuffle as Shuffle
from tvm.tir import SizeVar as SizeVar
from tvm.tir import StringImm as StringImm
from tvm.tir import Sub as Sub
from tvm.ir import PrimExpr as _UnaryOpExpr_

UnaryOpExpr = _UnaryOpExpr_
from tvm.tir import Var as Var
from tvm.ir.expr import expr as expr
from tvm.ir.expr import exprs as exprs

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
