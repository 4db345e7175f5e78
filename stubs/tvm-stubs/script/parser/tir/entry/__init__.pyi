# Generated from tilewright.script.parser.tir.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.script.parser.relax.entry import macro as macro
from tvm.script.parser.tir import prim_func as prim_func

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
