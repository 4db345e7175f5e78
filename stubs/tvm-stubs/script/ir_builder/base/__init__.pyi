# Generated from tilewright.script.ir_builder.base by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.ir_builder import IRBuilder as IRBuilder
from tvm.script.ir_builder import IRBuilderFrame as IRBuilderFrame

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
