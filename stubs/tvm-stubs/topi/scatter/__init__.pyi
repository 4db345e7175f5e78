# Generated from tilewright.topi.scatter by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.ir_builder import IRBuilder as IRBuilder
from tvm.topi import scatter_elements as scatter_elements
from tvm.topi import scatter_nd as scatter_nd

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
