# Generated from tilewright.te.prim_func by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import create_prim_func as create_prim_func

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
