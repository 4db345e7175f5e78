# Generated from tilewright.ir.function by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule
from tvm.ir import BaseFunc as BaseFunc
from tilewright.core.ir.calling import CallingConv as CallingConv
from tilewright.core.ir.attrs import DictAttrs as DictAttrs
from tvm import IRModule as IRModule
from tvm.tir import PrimFunc as PrimFunc

def prim_funcs(module: _Any) -> _Any:
    """The TensorIR functions of a module."""

def tensor_ir(module: _Any) -> _IRModule | _Any:
    """The module with its TensorIR functions alone; the module itself when it has no others."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
