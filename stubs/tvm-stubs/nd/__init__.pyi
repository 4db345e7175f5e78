# Generated from tilewright.nd by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import Device as _Device
from typing_extensions import Self as _Self
from tvm import Device as Device
from tvm.nd import Tensor as _NDArray_

NDArray = _NDArray_
from tvm.runtime import tensor as _array_

array = _array_
from tvm import cpu as cpu
from tvm import device as device

class Tensor(_Any):  # type: ignore[misc, unused-ignore]
    """An n-dimensional array; pass it to compiled functions, or look at it as numpy array without a copy through `numpy_view()`."""
    @property
    def shape(self) -> _Any:
        """Sizes of the dimensions."""
    @property
    def dtype(self) -> _Any:
        """Element type."""
    @property
    def ndim(self) -> _Any:
        """Number of dimensions."""
    @property
    def device(self) -> _Device | _Any:
        """Where it lies: on the CPU."""
    @property
    def strides(self) -> _Any:
        """Distances between neighbours in each dimension, in elements."""
    @property
    def byte_offset(self) -> _Any:
        """The bytes between the beginning of the memory and the first element: other than 0 in a view of another tensor."""
    def numpy(self) -> _Any:
        """A copy as a numpy array."""
    def numpy_view(self) -> _Any:
        """The elements themselves as a numpy array: writing to it changes the tensor."""
    def copyfrom(self, source_array: _Any) -> Tensor | _Any:
        """Take over the elements of an array of the same shape, converted to this element type; raises `ValueError` for another shape."""
    def copyto(self, target: _Any, mem_scope: _Any = ...) -> _Any:
        """Copy into another tensor of the same shape, or to a device, which gives a new tensor."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def empty(shape: _Any, dtype: _Any = ..., device: _Any = ..., mem_scope: _Any = ...) -> Tensor | _Any:
    """A tensor whose elements may be anything, aligned to 64 bytes."""

def from_dlpack(ext_tensor: _Any, *, require_alignment: _Any = ..., require_contiguous: _Any = ...) -> Tensor | _Any:
    """A tensor that shares the memory of another library's tensor on the CPU, or of the capsule that its `__dlpack__` gave; raises `ArgumentError` when it cannot.

    The memory can be required to begin at a multiple of so many bytes, and the elements to lie side by side.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
