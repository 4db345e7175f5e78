"""Arrays of any kind as what a native function needs of them: address, element type, shape, strides, and whether they may be written.

numpy arrays are read directly, our own tensors through the numpy array inside, everything else through DLPack or the buffer
protocol.  Nothing is copied.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from tilewright.core.base.dtype import DType, dtype, is_dtype
from tilewright.core.base.names import with_article
from tilewright.core.runtime.array_forms import ArrayView, NotAnArray


def array_view(value: object) -> ArrayView:
    """`value` as an array; raises `NotAnArray` when it is none, or is not in CPU memory."""
    if type(value) is np.ndarray:
        return data_address(value), _form(value), value
    if isinstance(value, np.ndarray):
        return _of_numpy(np.asarray(value))
    inner = getattr(value, "__tilewright_array__", None)
    if inner is not None:
        return _of_numpy(inner())
    if type(value).__module__ == "torch":
        array = _of_torch(value)
        if array is not None:
            return _of_numpy(array)
    if hasattr(value, "__dlpack__"):
        from tilewright.core.runtime.dlpack import dlpack_view

        return dlpack_view(value)
    return _of_buffer(value)


def _of_numpy(array: np.ndarray) -> ArrayView:
    return data_address(array), _form(array), array


def _of_torch(value: Any) -> np.ndarray | None:
    """A tensor of PyTorch as numpy sees it, an eighth of the time of DLPack; None for types and states that numpy has not."""
    try:
        return value.numpy()
    except (AttributeError, RuntimeError, TypeError):
        return None


_form = operator.attrgetter("dtype", "shape", "strides", "flags.writeable")


def _of_buffer(value: Any) -> ArrayView:
    """An object with the buffer protocol, such as `array.array`, `memoryview` or a ctypes array."""
    try:
        array = np.asarray(memoryview(value))
    except (TypeError, ValueError, NotImplementedError, BufferError) as error:
        given = "None" if value is None else with_article(type(value).__name__)
        raise NotAnArray(f"must be an array, and {given} was given; pass a numpy array") from error
    return _of_numpy(array)


def element_type(found: object) -> DType | None:
    """The data type of the elements that a form speaks of, None when the language has none like it (or the bytes are swapped)."""
    if isinstance(found, np.dtype):
        return _of_numpy_type(found)  # pyright: ignore[reportUnknownArgumentType]
    return found if isinstance(found, DType) else None


LANES = "lanes"
"""The one field of the structures that stand for vectors in arrays of numpy."""


@lru_cache(maxsize=256)
def _of_numpy_type(found: np.dtype) -> DType | None:
    """Like `element_type`; asking numpy for the name of a type takes as long as many a call."""
    if found.names == (LANES,):
        lanes = found[LANES]
        element = _of_numpy_type(lanes.base)
        return None if element is None else element.with_lanes(lanes.shape[0])
    known = found.isnative and found.names is None and found.subdtype is None and is_dtype(found.name)
    return dtype(found.name) if known else None


def _address_by_interface(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _address_by_field(array: np.ndarray) -> int:
    """The `data` field of the array object, the first behind the object header: a quarter of the time of the attribute."""
    return _POINTER.from_address(id(array) + _HEADER).value or 0


_POINTER = ctypes.c_void_p
_HEADER = object.__basicsize__


def _choose_address() -> Callable[[np.ndarray], int]:
    """The quick way where it gives the same as the documented one, tried on a few arrays."""
    samples = [np.arange(6)[2:], np.zeros((2, 3), "float32"), np.ones(1, "int8")]
    agree = all(_address_by_field(sample) == _address_by_interface(sample) for sample in samples)
    return _address_by_field if agree else _address_by_interface


data_address = _choose_address()
