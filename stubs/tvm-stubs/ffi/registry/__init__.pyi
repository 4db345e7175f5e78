# Generated from tilewright.ffi.registry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import get_global_func as get_global_func
from tvm import register_global_func as _register_func_

register_func = _register_func_
from tvm import register_global_func as register_global_func
from tvm.ffi import remove_global_func as remove_global_func

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
