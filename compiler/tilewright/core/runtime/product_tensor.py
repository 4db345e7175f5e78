"""`ProductTensor`: a tensor whose elements are computed, in one step and in memory of its own, when they are first asked for."""

from __future__ import annotations

import mmap
from functools import reduce
from math import prod

import numpy as np

from tilewright.core.base.dtype import DType
from tilewright.core.runtime.tensor import Tensor, uninitialised
from tilewright.core.runtime.views import element_type

# Arrays of one shape, which may be views of others: the value is their product.
Factors = tuple[np.ndarray, ...]

# Bytes from which memory is asked of the system with all its pages at once, which takes a fourth of the time that touching one after the other does.
_LARGE = 1 << 20


class ProductTensor(Tensor):
    """The product of arrays of one shape, as a tensor.

    What is made of it in turn can take over its factors, so that a large array that only another is computed from is never written.  The arrays must keep
    their values until the elements are asked for.
    """

    __slots__ = ("_factors", "_kind", "_sizes", "_written")

    def __init__(self, factors: Factors) -> None:  # pyright: ignore[reportMissingSuperCall]
        self._factors = factors
        self._sizes = factors[0].shape
        self._kind = np.result_type(*factors)
        self._written: np.ndarray | None = None
        self._owner = None

    @property
    def shape(self) -> tuple[int, ...]:
        return self._sizes

    @property
    def dtype(self) -> DType:
        found = element_type(self._kind)
        assert found is not None
        return found

    @property
    def ndim(self) -> int:
        return len(self._sizes)

    @property
    def factors(self) -> Factors:
        """The arrays whose product it is; itself once that is written."""
        return self._factors

    @property
    def _array(self) -> np.ndarray:  # pyright: ignore[reportIncompatibleVariableOverride]
        if self._written is None:
            made = _memory(self._sizes, self._kind)
            *first, last = self._factors
            if first:
                np.multiply(reduce(np.multiply, first), last, out=made)
            else:
                made[...] = last
            self._written = made
            self._factors = (made,)
        return self._written


def factors_of(value: Tensor) -> Factors:
    """The arrays whose product a tensor is."""
    return value.factors if isinstance(value, ProductTensor) else (value.numpy_view(),)


def _memory(sizes: tuple[int, ...], kind: np.dtype) -> np.ndarray:
    """An array whose elements may be anything, aligned to 64 bytes."""
    size = prod(sizes) * kind.itemsize
    flags = getattr(mmap, "MAP_POPULATE", 0)
    if size < _LARGE or not flags:
        return uninitialised(sizes, kind).numpy_view()
    return np.ndarray(sizes, kind, mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | flags))
