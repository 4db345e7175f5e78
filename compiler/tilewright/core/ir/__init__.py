"""Floor 2: the nodes of the intermediate representation, walking, equality and verification.

Public names of `tvm.ir` are here too, fetched when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.core.ir import operators, relax_inspection, relax_operators  # they give the expressions their operators

if TYPE_CHECKING:
    from tilewright.core.base.source import Span
    from tilewright.core.ir.access_path import AccessPath
    from tilewright.core.ir.attrs import DictAttrs
    from tilewright.core.ir.calling import CallingConv
    from tilewright.core.ir.containers import Array, Map
    from tilewright.core.ir.expr import GlobalVar, PrimExpr, Range
    from tilewright.core.ir.function import BaseFunc, IRModule
    from tilewright.core.ir.global_info import DummyGlobalInfo, GlobalInfo, VDevice
    from tilewright.core.ir.hashing import structural_hash
    from tilewright.core.ir.json import load_json, save_json
    from tilewright.core.ir.names import Attrs, BaseExpr, EnvFunc, SequentialSpan, SourceName
    from tilewright.core.ir.node import Node
    from tilewright.core.ir.relax import RelaxExpr
    from tilewright.core.ir.structural import assert_structural_equal, get_first_structural_mismatch, structural_equal
    from tilewright.core.ir.type_ import FuncType, PointerType, PrimType, TupleType, Type
    from tilewright.core.ops.op import Op
    from tilewright.core.ops.registration import register_intrin_lowering, register_op, register_op_attr
    from tilewright.core.passes.make_node import make_node

_NAMES: dict[str, str] = {
    "AccessPath": "tilewright.core.ir.access_path",
    "Array": "tilewright.core.ir.containers",
    "Map": "tilewright.core.ir.containers",
    "Attrs": "tilewright.core.ir.names",
    "BaseExpr": "tilewright.core.ir.names",
    "BaseFunc": "tilewright.core.ir.function",
    "CallingConv": "tilewright.core.ir.calling",
    "DictAttrs": "tilewright.core.ir.attrs",
    "DummyGlobalInfo": "tilewright.core.ir.global_info",
    "EnvFunc": "tilewright.core.ir.names",
    "FuncType": "tilewright.core.ir.type_",
    "GlobalInfo": "tilewright.core.ir.global_info",
    "GlobalVar": "tilewright.core.ir.expr",
    "IRModule": "tilewright.core.ir.function",
    "Node": "tilewright.core.ir.node",
    "Op": "tilewright.core.ops.op",
    "PointerType": "tilewright.core.ir.type_",
    "PrimExpr": "tilewright.core.ir.expr",
    "PrimType": "tilewright.core.ir.type_",
    "Range": "tilewright.core.ir.expr",
    "RelaxExpr": "tilewright.core.ir.relax",
    "SequentialSpan": "tilewright.core.ir.names",
    "SourceName": "tilewright.core.ir.names",
    "Span": "tilewright.core.base.source",
    "TupleType": "tilewright.core.ir.type_",
    "Type": "tilewright.core.ir.type_",
    "VDevice": "tilewright.core.ir.global_info",
    "assert_structural_equal": "tilewright.core.ir.structural",
    "get_first_structural_mismatch": "tilewright.core.ir.structural",
    "load_json": "tilewright.core.ir.json",
    "make_node": "tilewright.core.passes.make_node",
    "register_intrin_lowering": "tilewright.core.ops.registration",
    "register_op": "tilewright.core.ops.registration",
    "register_op_attr": "tilewright.core.ops.registration",
    "save_json": "tilewright.core.ir.json",
    "structural_equal": "tilewright.core.ir.structural",
    "structural_hash": "tilewright.core.ir.hashing",
}
# Modules that TVM keeps here.
_MODULES: dict[str, str] = {
    "base": "tilewright.core.ir",
    "container": "tilewright.core.ir.containers",
    "instrument": "tilewright.instrument",
    "transform": "tilewright.transform",
}


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        value = getattr(import_module(_NAMES[name]), name)
    elif name in _MODULES:
        value = import_module(_MODULES[name])
    else:
        raise AttributeError(f"module 'tilewright.core.ir' has no attribute {name!r}")
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
