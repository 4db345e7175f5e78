# Generated from tilewright.relax.base_py_module by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import BasePyModule as _BasePyModule
from tvm.relax import BasePyModule as BasePyModule
from tvm import Device as Device
from tvm.relax import Function as Function
from tvm import IRModule as IRModule
from tvm.target import Target as Target

def instance_of(module: _Any, device: _Any = ..., target: _Any = ...) -> _BasePyModule | _Any:
    """An instance of the class that a module was made from; those read from text have none of their own.

    Raises `TypeError` for a module without Python functions.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
