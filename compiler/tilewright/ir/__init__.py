"""Floor 2: the nodes of the intermediate representation, walking, equality and verification.

Public names of `tvm.ir` are here too, fetched when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.ir import operators, relax_operators  # both give the expressions their operators

if TYPE_CHECKING:
    from tilewright.base.source import Span
    from tilewright.ir.access_path import AccessPath
    from tilewright.ir.attrs import DictAttrs
    from tilewright.ir.calling import CallingConv
    from tilewright.ir.expr import GlobalVar, PrimExpr, Range
    from tilewright.ir.function import BaseFunc, IRModule
    from tilewright.ir.global_info import DummyGlobalInfo, GlobalInfo, VDevice
    from tilewright.ir.hashing import structural_hash
    from tilewright.ir.json import load_json, save_json
    from tilewright.ir.node import Node
    from tilewright.ir.structural import assert_structural_equal, get_first_structural_mismatch, structural_equal
    from tilewright.ir.type_ import FuncType, PointerType, PrimType, TupleType, Type
    from tilewright.ops.op import Op

_NAMES: dict[str, str] = {
    "AccessPath": "tilewright.ir.access_path",
    "BaseFunc": "tilewright.ir.function",
    "CallingConv": "tilewright.ir.calling",
    "DictAttrs": "tilewright.ir.attrs",
    "DummyGlobalInfo": "tilewright.ir.global_info",
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
    "Span": "tilewright.base.source",
    "TupleType": "tilewright.ir.type_",
    "Type": "tilewright.ir.type_",
    "VDevice": "tilewright.ir.global_info",
    "assert_structural_equal": "tilewright.ir.structural",
    "get_first_structural_mismatch": "tilewright.ir.structural",
    "load_json": "tilewright.ir.json",
    "save_json": "tilewright.ir.json",
    "structural_equal": "tilewright.ir.structural",
    "structural_hash": "tilewright.ir.hashing",
}
# Modules that TVM keeps here.
_MODULES: dict[str, str] = {"instrument": "tilewright.instrument", "transform": "tilewright.transform"}


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
    "BaseFunc",
    "CallingConv",
    "DictAttrs",
    "DummyGlobalInfo",
    "FuncType",
    "GlobalInfo",
    "GlobalVar",
    "IRModule",
    "Node",
    "Op",
    "PointerType",
    "PrimExpr",
    "PrimType",
    "Range",
    "Span",
    "TupleType",
    "Type",
    "VDevice",
    "assert_structural_equal",
    "get_first_structural_mismatch",
    "load_json",
    "operators",
    "relax_operators",
    "save_json",
    "structural_equal",
    "structural_hash",
]
