"""`Tensor`: an array in the memory of the CPU, with TVM's interface.

The elements lie in a numpy array that begins at a multiple of 64 bytes when the tensor was made here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from tilewright.core.base.dtype import DType, dtype_named
from tilewright.core.runtime.arguments import SupportsDLPack
from tilewright.core.runtime.array_forms import ArrayView, NotAnArray
from tilewright.core.runtime.device import Device, cpu
from tilewright.core.runtime.errors import ArgumentError
from tilewright.core.runtime.views import LANES, array_view, data_address, element_type

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike

ALIGNMENT = 64
Shape = int | Sequence[SupportsIndex]
# What numpy's arrays take as an index.
Index = int | slice | np.ndarray | Sequence[int] | tuple[Any, ...] | None


class Tensor:
    """An n-dimensional array; pass it to compiled functions, or look at it as numpy array without a copy through `numpy_view()`."""

    __slots__ = ("__weakref__", "_array", "_owner")

    def __init__(self, array: np.ndarray, owner: object = None) -> None:
        self._array = array
        self._owner = owner

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions."""
        return self._array.shape

    @property
    def dtype(self) -> DType:
        """Element type."""
        found = element_type(self._array.dtype)
        assert found is not None
        return found

    def same_as(self, other: object) -> bool:
        """Whether `other` is this very tensor."""
        return self is other

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._array.ndim

    @property
    def device(self) -> Device:
        """The device that it lies on: the CPU."""
        return cpu()

    @property
    def strides(self) -> tuple[int, ...]:
        """Distances between neighbours in each dimension, in elements."""
        return tuple(stride // self._array.itemsize for stride in self._array.strides)

    @property
    def byte_offset(self) -> int:
        """The bytes between the beginning of the memory and the first element: other than 0 in a view of another tensor."""
        whole = self._owner
        while isinstance(whole, Tensor) and isinstance(whole._owner, Tensor):
            whole = whole._owner
        return self._array.ctypes.data - whole._array.ctypes.data if isinstance(whole, Tensor) else 0

    def numpy(self) -> np.ndarray:
        """A copy as a numpy array; the lanes of vectors are its last dimension."""
        return (self._array if self._array.dtype.names is None else self._array[LANES]).copy()

    def numpy_view(self) -> np.ndarray:
        """The elements themselves as a numpy array: writing to it changes the tensor."""
        return self._array

    def copyfrom(self, source_array: ArrayLike | Tensor) -> Tensor:
        """Take over the elements of an array of the same shape, converted to this element type; raises `ValueError` for another shape."""
        source = source_array.numpy_view() if isinstance(source_array, Tensor) else np.asarray(source_array)
        if source.shape != self.shape:
            raise ValueError(f"the source has shape {source.shape} and the tensor {self.shape}")
        self._array[...] = source
        return self

    def copyto(self, target: Tensor | Device, mem_scope: str | None = None) -> Tensor:
        """Copy into another tensor of the same shape, or to a device, which gives a new tensor."""
        if isinstance(target, Tensor):
            target.copyfrom(self)
            return target
        return empty(self.shape, self.dtype, target).copyfrom(self)

    def _create_view(self, shape: Shape, dtype: str | DType | None = None, relative_byte_offset: int = 0) -> Tensor:
        """A tensor over a part of the same memory, `relative_byte_offset` bytes after its beginning; raises `ValueError` when it would leave it."""
        sizes = tuple(int(size) for size in (shape if isinstance(shape, Iterable) else (shape,)))
        element = self._array.dtype if dtype is None else numpy_dtype(dtype_named(dtype))
        begin, needed = relative_byte_offset, math.prod(sizes) * element.itemsize
        if begin < 0 or begin + needed > self._array.nbytes:
            raise ValueError(
                f"a view of shape {sizes} and type {element} would occupy bytes {begin} <= i_byte < {begin + needed}, "
                f"but the Tensor being viewed only contains {self._array.nbytes} bytes"
            )
        if not self._array.flags.c_contiguous:
            raise ValueError("a tensor whose elements are not contiguous has no views")
        memory = self._array.reshape(-1).view(np.uint8)
        return Tensor(memory[begin : begin + needed].view(element).reshape(sizes), self)

    def __getitem__(self, index: Index) -> np.ndarray:
        return self._array[index]

    def __setitem__(self, index: Index, value: ArrayLike | Tensor) -> None:
        self._array[index] = value.numpy_view() if isinstance(value, Tensor) else value

    def __len__(self) -> int:
        return len(self._array)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        array = self._array if dtype is None else self._array.astype(dtype, copy=False)
        return array.copy() if copy else array

    def __tilewright_array__(self) -> np.ndarray:
        return self._array

    def __dlpack__(self, **options: object) -> object:
        from tilewright.core.runtime.dlpack import capsule_of

        return capsule_of(self._array, **options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (Device.CPU, 0)

    def __repr__(self) -> str:
        return f"<tvm.runtime.Tensor shape={self.shape}, {self.device}>\n{self._array!r}"

    def __str__(self) -> str:
        return str(self._array)


def tensor(
    arr: ArrayLike | Tensor | SupportsDLPack, device: Device | None = None, mem_scope: str | None = None
) -> Tensor:
    """A tensor with a copy of the elements of an array, a nested list or a number; Python floats become float32."""
    _require_cpu(device)
    if isinstance(arr, Tensor):
        arr = arr.numpy_view()
    given: Any = arr if hasattr(arr, "dtype") else np.asarray(arr)
    if not hasattr(arr, "dtype") and given.dtype == np.float64:
        given = given.astype(np.float32)
    if not isinstance(given, np.ndarray) and "bfloat16" in str(given.dtype):
        given = from_dlpack(given).numpy_view()  # PyTorch has no array of NumPy for it
    array = np.asarray(given)
    if element_type(array.dtype) is None:
        raise TypeError(f"elements of type {array.dtype} have no data type here")
    made = empty(array.shape, str(element_type(array.dtype)))
    made.numpy_view()[...] = array
    return made


array = tensor


def empty(
    shape: Shape, dtype: str | DType = "float32", device: Device | None = None, mem_scope: str | None = None
) -> Tensor:
    """A tensor whose elements may be anything, aligned to 64 bytes."""
    _require_cpu(device)
    sizes = tuple(int(size) for size in (shape if isinstance(shape, Iterable) else (shape,)))
    if any(size < 0 for size in sizes):
        raise ValueError(f"{sizes} has a negative size")
    return uninitialised(sizes, numpy_dtype(dtype_named(dtype)))


def uninitialised(sizes: tuple[int, ...], element: np.dtype) -> Tensor:
    """A tensor as `empty` makes it, of sizes that are none below 0 and an element type of numpy."""
    return maker(sizes, element)()


def maker(sizes: tuple[int, ...], element: np.dtype) -> Callable[[], Tensor]:
    """A function that makes such tensors."""
    bytes_ = math.prod(sizes) * element.itemsize + ALIGNMENT
    memory_of, array_of, byte = np.empty, np.ndarray, np.dtype(np.uint8)

    def make() -> Tensor:
        memory = memory_of(bytes_, byte)
        return Tensor(array_of(sizes, element, memory, -data_address(memory) % ALIGNMENT))

    return make


def from_dlpack(ext_tensor: object, *, require_alignment: int = 0, require_contiguous: bool = False) -> Tensor:
    """A tensor that shares the memory of another library's tensor on the CPU, or of the capsule that its `__dlpack__` gave; raises `ArgumentError` when it cannot.

    The memory can be required to begin at a multiple of so many bytes, and the elements to be contiguous.
    """
    from tilewright.core.runtime.dlpack import capsule_view, is_capsule

    try:
        view = capsule_view(ext_tensor) if is_capsule(ext_tensor) else array_view(ext_tensor)
    except NotAnArray as error:
        raise ArgumentError(f"from_dlpack: the argument {error}") from None
    if require_alignment and view[0] % require_alignment:
        raise ArgumentError(f"from_dlpack: the argument begins at no multiple of {require_alignment} bytes")
    made = tensor_of(view)
    if require_contiguous and not made.numpy_view().flags.c_contiguous:
        raise ArgumentError("from_dlpack: the elements of the argument are not contiguous")
    return made


def tensor_of(view: ArrayView) -> Tensor:
    """A tensor over the memory of a view."""
    return Tensor(array_of(view), view[2])


def array_of(view: ArrayView) -> np.ndarray:
    """A numpy array over the memory of a view."""
    address, (element, shape, strides, writable), owner = view
    type_ = element_type(element)
    if type_ is None:
        raise ArgumentError(f"from_dlpack: elements of {element} have no data type here")
    if isinstance(owner, np.ndarray):
        return owner
    interface = {
        "shape": shape,
        "strides": strides,
        "data": (address, not writable),
        "typestr": f"|V{type_.nbytes}",
        "version": 3,
    }
    raw = np.asarray(type("Memory", (), {"__array_interface__": interface, "owner": owner})())
    return raw.view(numpy_dtype(type_))


@lru_cache(maxsize=256)
def numpy_dtype(type_: DType) -> np.dtype:
    """The numpy type of an element; those that numpy has not come from `ml_dtypes`, and a vector is a structure with its lanes."""
    import ml_dtypes

    if type_.scalable:
        raise TypeError(f"the size of {type_} is known only where it runs, so a tensor cannot hold it")
    if type_.is_vector:
        return np.dtype([(LANES, numpy_dtype(type_.element), (type_.lanes,))])
    try:
        return np.dtype(str(type_))
    except TypeError:
        found = getattr(ml_dtypes, str(type_), None)
    if found is None:
        raise TypeError(f"numpy has no element type for {type_}")
    return np.dtype(found)


def _require_cpu(device: Device | None) -> None:
    if isinstance(device, Device) and not device.exist:
        raise ValueError(f"tensors lie in the memory of the CPU, not on {device}")


NDArray = Tensor  # the name of tensors in older releases
