# Generated from tilewright.script.parser.ir.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script import ir_module as ir_module
from tvm.script.ir_builder.ir import pyfunc as pyfunc

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
