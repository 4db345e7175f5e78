"""`constant_data`: the tensor that a constant of Relax holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.runtime.tensor import Tensor, tensor

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

# The element types that Python's numbers, and arrays of 64 bits, become where none is asked for.
_NARROWED = {"int64": "int32", "float64": "float32"}


def constant_data(value: ArrayLike | Tensor, dtype: str | None = None) -> Tensor:
    """The tensor of a number, an array or a tensor, with elements of `dtype`; a tensor keeps its own.  Raises `TypeError` for anything else."""
    if isinstance(value, Tensor):
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "biufV" and dtype is None:
        raise TypeError(f"a constant is a number or an array, not {type(value).__name__}")
    dtype = dtype or _NARROWED.get(array.dtype.name)
    if dtype is not None:
        import ml_dtypes

        array = array.astype(np.dtype(getattr(ml_dtypes, str(dtype), str(dtype))))
    return tensor(array)
