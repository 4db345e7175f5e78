# Generated from tilewright.ir.function by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import BaseFunc as BaseFunc
from tilewright.core.ir.calling import CallingConv as CallingConv
from tilewright.core.ir.attrs import DictAttrs as DictAttrs
from tvm import IRModule as IRModule
from tvm.tir import PrimFunc as PrimFunc
from tvm.ir.function import prim_funcs as prim_funcs
from tvm.ir.function import tensor_ir as tensor_ir

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
