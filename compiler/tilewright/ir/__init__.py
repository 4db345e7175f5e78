"""Floor 2: the nodes of the intermediate representation, walking, equality and verification.

Public names of `tvm.ir` are here too, fetched when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.ir import operators, relax_inspection, relax_operators  # they give the expressions their operators

if TYPE_CHECKING:
    from tilewright.base.source import Span
    from tilewright.ffi.container import Array, Map
    from tilewright.ir.access_path import AccessPath
    from tilewright.ir.attrs import DictAttrs
    from tilewright.ir.calling import CallingConv
    from tilewright.ir.expr import GlobalVar, PrimExpr, Range
    from tilewright.ir.function import BaseFunc, IRModule
    from tilewright.ir.global_info import DummyGlobalInfo, GlobalInfo, VDevice
    from tilewright.ir.hashing import structural_hash
    from tilewright.ir.json import load_json, save_json
    from tilewright.ir.names import Attrs, BaseExpr, EnvFunc, SequentialSpan, SourceName, make_node
    from tilewright.ir.node import Node
    from tilewright.ir.relax import RelaxExpr
    from tilewright.ir.structural import assert_structural_equal, get_first_structural_mismatch, structural_equal
    from tilewright.ir.type_ import FuncType, PointerType, PrimType, TupleType, Type
    from tilewright.ops.op import Op
    from tilewright.ops.registration import register_intrin_lowering, register_op, register_op_attr

_NAMES: dict[str, str] = {
    "AccessPath": "tilewright.ir.access_path",
    "Array": "tilewright.ffi.container",
    "Map": "tilewright.ffi.container",
    "Attrs": "tilewright.ir.names",
    "BaseExpr": "tilewright.ir.names",
    "BaseFunc": "tilewright.ir.function",
    "CallingConv": "tilewright.ir.calling",
    "DictAttrs": "tilewright.ir.attrs",
    "DummyGlobalInfo": "tilewright.ir.global_info",
    "EnvFunc": "tilewright.ir.names",
    "FuncType": "tilewright.ir.type_",
    "GlobalInfo": "tilewright.ir.global_info",
    "GlobalVar": "tilewright.ir.expr",
    "IRModule": "tilewright.ir.function",
    "Node": "tilewright.ir.node",
    "Op": "tilewright.ops.op",
    "PointerType": "tilewright.ir.type_",
    "PrimExpr": "tilewright.ir.expr",
    "PrimType": "tilewright.ir.type_",
    "Range": "tilewright.ir.expr",
    "RelaxExpr": "tilewright.ir.relax",
    "SequentialSpan": "tilewright.ir.names",
    "SourceName": "tilewright.ir.names",
    "Span": "tilewright.base.source",
    "TupleType": "tilewright.ir.type_",
    "Type": "tilewright.ir.type_",
    "VDevice": "tilewright.ir.global_info",
    "assert_structural_equal": "tilewright.ir.structural",
    "get_first_structural_mismatch": "tilewright.ir.structural",
    "load_json": "tilewright.ir.json",
    "make_node": "tilewright.ir.names",
    "register_intrin_lowering": "tilewright.ops.registration",
    "register_op": "tilewright.ops.registration",
    "register_op_attr": "tilewright.ops.registration",
    "save_json": "tilewright.ir.json",
    "structural_equal": "tilewright.ir.structural",
    "structural_hash": "tilewright.ir.hashing",
}
# Modules that TVM keeps here.
_MODULES: dict[str, str] = {
    "base": "tilewright.ir",
    "container": "tilewright.ffi.container",
    "instrument": "tilewright.instrument",
    "transform": "tilewright.transform",
}


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        value = getattr(import_module(_NAMES[name]), name)
    elif name in _MODULES:
        value = import_module(_MODULES[name])
    else:
        raise AttributeError(f"module 'tilewright.ir' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES, *_MODULES})


__all__ = [
    "AccessPath",
    "Array",
    "Attrs",
    "BaseExpr",
    "BaseFunc",
    "CallingConv",
    "DictAttrs",
    "DummyGlobalInfo",
    "EnvFunc",
    "FuncType",
    "GlobalInfo",
    "GlobalVar",
    "IRModule",
    "Map",
    "Node",
    "Op",
    "PointerType",
    "PrimExpr",
    "PrimType",
    "Range",
    "RelaxExpr",
    "SequentialSpan",
    "SourceName",
    "Span",
    "TupleType",
    "Type",
    "VDevice",
    "assert_structural_equal",
    "get_first_structural_mismatch",
    "load_json",
    "make_node",
    "operators",
    "register_intrin_lowering",
    "register_op",
    "register_op_attr",
    "relax_inspection",
    "relax_operators",
    "save_json",
    "structural_equal",
    "structural_hash",
]
