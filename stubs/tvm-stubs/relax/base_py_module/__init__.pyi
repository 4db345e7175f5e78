# Generated from tilewright.relax.base_py_module by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import BasePyModule as BasePyModule

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
