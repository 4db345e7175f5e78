"""The offsets in objects of CPython and numpy that an argument check reads, in bytes.

The places are part of numpy's and CPython's binary interfaces; still each is compared with what Python says about a few objects before it is
believed, and without agreement there is no layout (None), so that calls go the documented way.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400
_WORD = ctypes.sizeof(ctypes.c_void_p)


@dataclass(frozen=True, slots=True)
class Layout:
    """Offsets: the type of any object, the first item of a tuple, the array inside our tensor, and the fields of a numpy array."""

    type: int
    item: int
    inner: int
    data: int
    ndim: int
    sizes: int
    element: int
    flags: int


@cache
def python_layout() -> Layout | None:
    """The layout of this process, None when it cannot be determined."""
    plain = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
    if not plain or _WORD != 8 or object.__basicsize__ != 16:
        return None
    found = Layout(8, tuple.__basicsize__, _inner(), 16, 24, 32, 56, 64)
    return found if found.inner and _holds(found) else None


def _inner() -> int:
    """The offset at which a tensor keeps its array, 0 when that is not found."""
    from tilewright.core.runtime.tensor import Tensor

    array = np.zeros(3, "float32")
    made = Tensor(array)
    places = range(object.__basicsize__, Tensor.__basicsize__, _WORD)
    return next((place for place in places if _word(made, place) == id(array)), 0)


def _holds(layout: Layout) -> bool:
    base = np.arange(24, dtype="float32").reshape(4, 6)
    frozen = np.ones((2, 1, 3), "int64")
    frozen.flags.writeable = False
    samples: list[Any] = [base, base[1:, 2:], base.T, np.zeros((), "float64"), frozen, np.zeros((0, 2), "int8")]
    items = tuple(samples)
    agree = all(_word(items, layout.item + _WORD * at) == id(each) for at, each in enumerate(items))
    return agree and all(_array_holds(layout, each) for each in samples) and _numbers_hold()


def _numbers_hold() -> bool:
    """Whether the value of a float, and of each of numpy's numbers, follows what any object has."""
    numbers = [1.5, *(np.dtype(kind).type(1) for kind in "?bhilBHILfd")]
    values = [np.asarray(each) for each in numbers]
    return all(
        ctypes.string_at(id(each) + object.__basicsize__, value.itemsize) == value.tobytes()
        for each, value in zip(numbers, values)
    )


def _array_holds(layout: Layout, array: Any) -> bool:
    address = id(array)
    sizes = _word(array, layout.sizes)
    read = tuple(ctypes.c_ssize_t.from_address(sizes + _WORD * at).value for at in range(array.ndim))
    flags = ctypes.c_int.from_address(address + layout.flags).value
    known = {C_CONTIGUOUS: array.flags.c_contiguous, ALIGNED: array.flags.aligned, WRITEABLE: array.flags.writeable}
    return (
        _word(array, layout.type) == id(np.ndarray)
        and _word(array, layout.data) == array.__array_interface__["data"][0]
        and ctypes.c_int.from_address(address + layout.ndim).value == array.ndim
        and read == array.shape
        and _word(array, layout.element) == id(array.dtype)
        and all(bool(flags & bit) == holds for bit, holds in known.items())
    )


def _word(value: object, offset: int) -> int:
    return ctypes.c_size_t.from_address(id(value) + offset).value


__all__ = ["ALIGNED", "C_CONTIGUOUS", "WRITEABLE", "Layout", "python_layout"]
