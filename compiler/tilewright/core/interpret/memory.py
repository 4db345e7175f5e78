"""Memory of the interpreter: bytes, read and written as elements of any type."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from tilewright.core.base.dtype import DType

Scalar = int | float
Value = Any  # a number, a tuple of numbers (a vector), or a Memory (a pointer)

# Fresh memory holds this byte everywhere, so that reading what was never written shows.
FRESH = 0xA5


def numpy_type(type_: DType) -> np.dtype[np.generic]:
    """The numpy type of one element."""
    if type_.is_bool:
        return np.dtype(np.bool_)
    if type_.kind == "bfloat" or (type_.is_float and type_.bits < 16):
        return np.dtype(getattr(ml_dtypes, type_.element))
    return np.dtype(str(type_.element))


class Memory:
    """A piece of memory; views of it as arrays of some type are made when first asked for."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self.data = data
        self._views: dict[DType, NDArray[np.generic]] = {}

    @classmethod
    def fresh(cls, type_: DType, count: int) -> Memory:
        """Room for `count` elements."""
        return cls(np.full(count * numpy_type(type_).itemsize * type_.lanes, FRESH, np.uint8))

    @staticmethod
    def of_array(array: NDArray[np.generic]) -> Memory:
        """The memory of an array from its first element to its last, shared with it."""
        if array.size == 0:
            return Memory(np.zeros(0, np.uint8))
        item = array.itemsize
        if any(stride < 0 or stride % item for stride in array.strides):
            raise ValueError("the strides of an array are whole numbers of elements, and not negative")
        if array.dtype.isbuiltin != 1:  # numpy cannot name the type of small floats to itself
            array = array.view(f"uint{8 * item}")
        span = 1 + sum((size - 1) * stride // item for size, stride in zip(array.shape, array.strides))
        flat = np.lib.stride_tricks.as_strided(array, shape=(span,), strides=(item,))
        return Memory(flat.view(np.uint8))

    def view(self, type_: DType) -> NDArray[np.generic]:
        """The memory as an array of elements (of scalars, for a vector type)."""
        found = self._views.get(type_)
        if found is None:
            made = numpy_type(type_)
            usable = self.data.nbytes // made.itemsize * made.itemsize
            found = self._views[type_] = self.data[:usable].view(made)
        return found

    def load(self, type_: DType, index: int, name: str) -> Value:
        """Element `index`: a number, or a tuple for a vector type."""
        view = self.view(type_)
        if type_.lanes == 1:
            return _number(view[_checked(index, len(view), name)], type_)
        start = _checked(index, len(view) // type_.lanes, name) * type_.lanes
        return tuple(map(float if type_.is_float else int, view[start : start + type_.lanes].tolist()))

    def store(self, type_: DType, index: int, value: Value, name: str) -> None:
        """Element `index` becomes `value`."""
        view = self.view(type_)
        if type_.lanes == 1:
            view[_checked(index, len(view), name)] = value
            return
        start = _checked(index, len(view) // type_.lanes, name) * type_.lanes
        for lane, number in enumerate(value):
            view[start + lane] = number


class UninitializedRead(Exception):
    """An element was read before anything was stored in it."""


class RecordedMemory(Memory):
    """Memory that remembers which of its bytes were stored to."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.stored = np.zeros(data.nbytes, np.bool_)

    def load(self, type_: DType, index: int, name: str) -> Value:
        """Element `index`; raises `UninitializedRead` when nothing was stored in it."""
        found = super().load(type_, index, name)
        if not self.stored[self._bytes(type_, index)].all():
            raise UninitializedRead(f"element {index} of `{name}` is read before anything is stored in it")
        return found

    def store(self, type_: DType, index: int, value: Value, name: str) -> None:
        """Element `index` becomes `value`."""
        super().store(type_, index, value, name)
        self.stored[self._bytes(type_, index)] = True

    @staticmethod
    def _bytes(type_: DType, index: int) -> slice:
        width = numpy_type(type_).itemsize * type_.lanes
        return slice(index * width, (index + 1) * width)


def _checked(index: int, size: int, name: str) -> int:
    if not 0 <= index < size:
        raise IndexError(f"element {index} of `{name}` is accessed, which has {size}")
    return index


def _number(value: Any, type_: DType) -> Scalar:
    return float(value) if type_.is_float else int(value)
