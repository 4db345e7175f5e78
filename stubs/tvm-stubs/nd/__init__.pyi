# Generated from tilewright.nd by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import Tensor as _Tensor
from tvm import Device as Device
from tvm.ffi import Tensor as _NDArray_

NDArray = _NDArray_
from tvm.ffi import Tensor as Tensor
from tvm.runtime import tensor as _array_

array = _array_
from tvm import cpu as cpu
from tvm import device as device
from tvm.ffi import from_dlpack as from_dlpack

def empty(shape: _Any, dtype: _Any = ..., device: _Any = ..., mem_scope: _Any = ...) -> _Tensor | _Any:
    """A tensor whose elements may be anything, aligned to 64 bytes."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
