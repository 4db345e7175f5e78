# Generated from tilewright.script.ir_builder.tirx by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.ir_builder.tir import PrimFuncFrame as _PrimFuncFrame

def prim_func(is_private: _Any = ..., s_tir: _Any = ..., persistent: _Any = ...) -> _PrimFuncFrame | _Any:
    """A function, with `s_tir` one that may have blocks; see `tilewright.core.builder.tir.prim_func`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
