"""`map_tensor`: a tensor in the layout that an index map says."""

from __future__ import annotations

import numpy as np

from tilewright.core.arith.vector_evaluation import evaluate
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.runtime.tensor import Tensor, tensor


def map_tensor(index_map: IndexMap, arr_src: Tensor | np.ndarray) -> Tensor:
    """A tensor with the elements of `arr_src` where the map puts them; places that no element has are zero."""
    source = arr_src.numpy() if isinstance(arr_src, Tensor) else np.asarray(arr_src)
    made = np.zeros(tuple(_constant(size) for size in index_map.map_shape(source.shape)), source.dtype)
    places = dict(zip(index_map.initial_indices, np.indices(source.shape)))
    made[tuple(evaluate(final, places) for final in index_map.final_indices)] = source
    return tensor(made)


def _constant(size: Expr) -> int:
    if not isinstance(size, IntImm):
        raise ValueError(f"the map gives the extent {size}, which is no number")
    return size.value
