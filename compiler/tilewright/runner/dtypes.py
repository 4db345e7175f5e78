"""The element types of arrays."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tilewright.core.base.dtype import DType
from tilewright.runner.request import CannotRun


def numpy_dtype(type_: DType) -> np.dtype[np.generic]:
    """The array element type; raises `CannotRun` where neither numpy nor ml_dtypes has it."""
    name = str(type_.element)
    try:
        return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)
    except TypeError:
        raise CannotRun(f"There are no arrays of `{type_}` to run the function on.") from None
