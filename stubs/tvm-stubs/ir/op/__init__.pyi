# Generated from tilewright.ir by `make stubs`; do not edit.
from typing import Any

from tilewright.ir.access_path import AccessPath as AccessPath
from tilewright.ir.names import Attrs as Attrs
from tilewright.ir.names import BaseExpr as BaseExpr
from tilewright.ir.function import BaseFunc as BaseFunc
from tilewright.ir.calling import CallingConv as CallingConv
from tilewright.ir.attrs import DictAttrs as DictAttrs
from tilewright.ir.global_info import DummyGlobalInfo as DummyGlobalInfo
from tilewright.ir.names import EnvFunc as EnvFunc
from tilewright.ir.type_ import FuncType as FuncType
from tilewright.ir.global_info import GlobalInfo as GlobalInfo
from tilewright.ir.expr import GlobalVar as GlobalVar
from tilewright.ir.function import IRModule as IRModule
from tilewright.ir.node import Node as Node
from tilewright.ops.op import Op as Op
from tilewright.ir.type_ import PointerType as PointerType
from tilewright.ir import PrimExpr as PrimExpr
from tilewright.ir.type_ import PrimType as PrimType
from tilewright.ir.expr import Range as Range
from tilewright.ir.relax import RelaxExpr as RelaxExpr
from tilewright.ir.names import SequentialSpan as SequentialSpan
from tilewright.ir.names import SourceName as SourceName
from tilewright.base.source import Span as Span
from tilewright.ir.type_ import TupleType as TupleType
from tilewright.ir.type_ import Type as Type
from tilewright.ir.global_info import VDevice as VDevice
from tilewright.ir.structural import assert_structural_equal as assert_structural_equal
from tilewright.ir.structural import get_first_structural_mismatch as get_first_structural_mismatch
from tilewright.ir.json import load_json as load_json
from tilewright.ir.names import make_node as make_node
from tilewright.ops.registration import register_intrin_lowering as register_intrin_lowering
from tilewright.ops.registration import register_op as register_op
from tilewright.ops.registration import register_op_attr as register_op_attr
from tilewright.ir.json import save_json as save_json
from tilewright.ir.structural import structural_equal as structural_equal
from tilewright.ir.hashing import structural_hash as structural_hash

def __getattr__(name: str) -> Any: ...
