# Generated from tilewright.script.parser.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script import ir_module as ir_module
from . import entry as entry
from . import parser as parser

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
