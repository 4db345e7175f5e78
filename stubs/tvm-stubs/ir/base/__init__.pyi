# Generated from tilewright.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import AccessPath as AccessPath
from tilewright.core.ir.node.array import Array as Array
from tvm.ir import Attrs as Attrs
from tvm.ir import BaseExpr as BaseExpr
from tvm.ir import BaseFunc as BaseFunc
from tvm.ir import Call as Call
from tilewright.core.ir.calling import CallingConv as CallingConv
from tvm.ir import Constant as Constant
from tilewright.core.ir.attrs import DictAttrs as DictAttrs
from tvm.ir import DummyGlobalInfo as DummyGlobalInfo
from tvm.ir import EnvFunc as EnvFunc
from tvm.ir import Expr as Expr
from tvm.ir import ExprWithOp as _ExprOperand_

ExprOperand = _ExprOperand_
from tvm.ir import ExprWithOp as ExprWithOp
from tvm.ir import FuncType as FuncType
from tvm.relax import Constant as _GenericConst_

GenericConst = _GenericConst_
from tvm.ir import GlobalInfo as GlobalInfo
from tvm.ir import GlobalVar as GlobalVar
from tvm import IRModule as IRModule
from tilewright.ir import Map as Map
from tvm.ir import Node as Node
from tvm.ir import Op as Op
from tvm.ir import OpaqueExpr as OpaqueExpr
from tvm.ir import OpaqueType as OpaqueType
from tvm.ir import PointerType as PointerType
from tvm.ir import PrimExpr as PrimExpr
from tvm.ir import PrimType as PrimType
from tvm.ir import Range as Range
from tvm.ir import RelaxExpr as RelaxExpr
from tvm.ir import SequentialSpan as SequentialSpan
from tvm.ir import SourceName as SourceName
from tvm.ir import Span as Span
from tvm.ir import StringImm as StringImm
from tvm.ir import StringType as StringType
from tvm.ir import TensorLoad as TensorLoad
from tvm.ir import TensorRegion as TensorRegion
from tvm.ir import Tuple as Tuple
from tvm.ir import TupleGetItem as TupleGetItem
from tvm.ir import TupleType as TupleType
from tvm.ir import Type as Type
from tvm.ir import VDevice as VDevice
from tvm.ir import Var as Var
from tvm.ir import assert_structural_equal as assert_structural_equal
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
