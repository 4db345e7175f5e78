# Generated from tilewright.relax.testing.vm by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import Tensor as _Tensor

def add(a: _Any, b: _Any) -> _Tensor | _Any:
    """The sum."""

def add_scalar(a: _Any, b: _Any) -> _Any:
    """The sum of two numbers."""

def check_if_defined(obj: _Any) -> _Any:
    """Whether there is a value."""

def check_saved_func(vm: _Any, func_name: _Any, *inputs: _Any) -> _Tensor | _Any:
    """The result of a function, which saved with these arguments has to give the same."""

def equal_zero(a: _Any) -> _Tensor | _Any:
    """Whether all elements are zero."""

def get_device_id(device: _Any) -> _Any:
    """The number of a device."""

def identity(a: _Any, b: _Any) -> _Any:
    """Write the first into the second."""

def move(src: _Any) -> _Any:
    """The value."""

def mul(a: _Any, b: _Any) -> _Tensor | _Any:
    """The product."""

def subtract_one(a: _Any) -> _Tensor | _Any:
    """One less."""

def tile(a: _Any, b: _Any) -> _Any:
    """Write the first into the second twice, one beside the other."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
