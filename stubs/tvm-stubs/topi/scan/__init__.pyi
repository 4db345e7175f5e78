# Generated from tilewright.topi.scan by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.script.ir_builder import IRBuilder as IRBuilder
from tvm.topi import cast as cast
from tvm.topi import cumprod as cumprod
from tvm.topi import cumsum as cumsum
from tvm.tir import decl_buffer as decl_buffer
from tvm.te import extern as extern
from tvm.topi import scanop as scanop

def element_at(buffer: _Any, position: _Any) -> _PrimExpr | _Any:
    """The element at a flat position."""

def indices_of(buffer: _Any, position: _Any) -> _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
