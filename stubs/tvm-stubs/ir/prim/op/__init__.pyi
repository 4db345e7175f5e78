# Generated from tilewright.ir.prim by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.prim import ARITHMETIC_NODES as ARITHMETIC_NODES
from tvm.ffi import AccessPath as AccessPath
from tvm.tir import Add as Add
from tvm.tir import And as And
from tilewright.core.ir.node.array import Array as Array
from tvm.ir import Attrs as Attrs
from tilewright.ir.prim import BINARY_NODES as BINARY_NODES
from tvm.ir import BaseExpr as BaseExpr
from tvm.ir import BaseFunc as BaseFunc
from tvm.tir import BinaryOp as BinaryOp
from tvm.tir import BinaryOp as _BinaryOpExpr_

BinaryOpExpr = _BinaryOpExpr_
from tvm.tir import Broadcast as Broadcast
from tvm.tir import BufferLoad as BufferLoad
from tvm.tir import Call as Call
from tilewright.core.ops.op import CallEffectKind as CallEffectKind
from tilewright.core.ir.calling import CallingConv as CallingConv
from tvm.tir import Cast as Cast
from tvm.tir import BinaryOp as _CmpExpr_

CmpExpr = _CmpExpr_
from tvm.tir import CmpOp as CmpOp
from tvm.te import CommReducer as CommReducer
from tilewright.ir.prim import ConstExpr as ConstExpr
from tvm.ir import Constant as Constant
from tvm.tir import DataProducer as DataProducer
from tilewright.core.ir.attrs import DictAttrs as DictAttrs
from tvm.tir import Div as Div
from tvm.ir import DummyGlobalInfo as DummyGlobalInfo
from tvm.tir import EQ as EQ
from tvm.ir import EnvFunc as EnvFunc
from tvm.ir.operators import EqualOp as EqualOp
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tilewright.ir.prim import ExprLike as ExprLike
from tvm.ir import PrimExpr as _ExprOp_

ExprOp = _ExprOp_
from tvm.ir import ExprWithOp as _ExprOperand_

ExprOperand = _ExprOperand_
from tvm.ir import ExprWithOp as ExprWithOp
from tvm.tir import FloatImm as FloatImm
from tvm.tir import FloorDiv as FloorDiv
from tvm.tir import FloorMod as FloorMod
from tvm.ir import FuncType as FuncType
from tvm.tir import GE as GE
from tvm.tir import GT as GT
from tvm.relax import Constant as _GenericConst_

GenericConst = _GenericConst_
from tvm.ir import GlobalInfo as GlobalInfo
from tvm.ir import GlobalVar as GlobalVar
from tvm import IRModule as IRModule
from tvm.tir import IntImm as IntImm
from tvm.tir import IterVar as IterVar
from tilewright.core.ir.expr import IterVarKind as IterVarKind
from tvm.tir import LE as LE
from tvm.tir import LT as LT
from tvm.tir import Let as Let
from tvm.tir import BinaryOp as _LogicalExpr_

LogicalExpr = _LogicalExpr_
from tvm.tir import LogicalOp as LogicalOp
from tilewright.ir.prim import Map as Map
from tvm.tir import Max as Max
from tvm.tir import Min as Min
from tvm.tir import Mod as Mod
from tvm.tir import Mul as Mul
from tvm.tir import NE as NE
from tvm.ir import Node as Node
from tvm.tir import Not as Not
from tvm.ir.operators import EqualOp as _NotEqualOp_

NotEqualOp = _NotEqualOp_
from tvm.ir import Op as Op
from tvm.ir import OpaqueExpr as OpaqueExpr
from tvm.ir import OpaqueType as OpaqueType
from tvm.tir import Or as Or
from tvm.ir import PointerType as PointerType
from tvm.ir import PrimExpr as PrimExpr
from tvm.ir import PrimExpr as _PrimExprWithOp_

PrimExprWithOp = _PrimExprWithOp_
from tvm.ir import PrimType as PrimType
from tvm.tir import ProducerLoad as ProducerLoad
from tvm.tir import Ramp as Ramp
from tvm.ir import Range as Range
from tvm.te import Reduce as Reduce
from tvm.ir import RelaxExpr as RelaxExpr
from tvm.tir import Select as Select
from tvm.ir import SequentialSpan as SequentialSpan
from tvm.tir import Shuffle as Shuffle
from tvm.tir import SizeVar as SizeVar
from tvm.ir import SourceName as SourceName
from tvm.ir import Span as Span
from tvm.tir import StringImm as StringImm
from tvm.ir import StringType as StringType
from tvm.tir import Sub as Sub
from tvm.ir import TensorLoad as TensorLoad
from tvm.ir import TensorRegion as TensorRegion
from tvm.ir import Tuple as Tuple
from tvm.ir import TupleGetItem as TupleGetItem
from tvm.ir import TupleType as TupleType
from tvm.ir import Type as Type
from tvm.ir import PrimExpr as _UnaryOpExpr_

UnaryOpExpr = _UnaryOpExpr_
from tvm.ir import VDevice as VDevice
from tvm.tir import Var as Var
from tvm.ir import assert_structural_equal as assert_structural_equal
from tvm.tir import const as const
from tvm.ffi import convert as convert
from tvm.ir.expr import expr as expr
from tvm.ir.prim import expr_deep_equal as expr_deep_equal
from tvm.ir.expr import exprs as exprs
from tvm.ffi import get_first_structural_mismatch as get_first_structural_mismatch
from tvm.ir import is_prim_expr as is_prim_expr
from tvm.ir import is_prim_var as is_prim_var
from tvm.ir import load_json as load_json
from tvm.ir import make_node as make_node
from tvm.ir import register_intrin_lowering as register_intrin_lowering
from tvm.ir import register_op as register_op
from tvm.ir import register_op_attr as register_op_attr
from tvm.ir import save_json as save_json
from tvm.ffi import structural_equal as structural_equal
from tvm.ffi import structural_hash as structural_hash

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
