"""Functions of the runtime that compiled graphs call by name: what they give depends on the elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.runtime.registry import register_global_func
from tilewright.runtime.tensor import tensor


def unique(
    x: Any,
    sorted: Any = True,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
) -> Any:
    """The different elements, in order, and where they stand, as numpy's `unique` gives them."""
    along = None if axis is None or isinstance(axis, tuple) else int(axis)
    asked: dict[str, Any] = {
        "return_index": bool(return_index),
        "return_inverse": bool(return_inverse),
        "return_counts": bool(return_counts),
    }
    found: Any = np.unique(x.numpy(), axis=along, **asked)
    if not any(asked.values()):
        return tensor(found)
    return tuple(tensor(np.ascontiguousarray(part)) for part in found)


def nonzero(x: Any) -> Any:
    """The positions of the elements that are not zero, one a column."""
    found = np.nonzero(np.atleast_1d(x.numpy()))
    return tensor(np.stack(found).astype("int64"))


for _name, _function in {"relax.run.unique": unique, "relax.run.nonzero": nonzero}.items():
    register_global_func(_name, _function, override=True)
