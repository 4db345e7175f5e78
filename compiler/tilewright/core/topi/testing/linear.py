"""Products of matrices, softmax and its logarithm, in numpy."""

from __future__ import annotations

import numpy as np


def batch_matmul(
    x: np.ndarray, y: np.ndarray, out_dtype: str | None = None, trans_x: bool = False, trans_y: bool = True
) -> np.ndarray:
    """The products of matrices in a batch; the second ones are given transposed unless `trans_y` is false."""
    kind = out_dtype or x.dtype
    left, right = (x.swapaxes(1, 2) if trans_x else x), (y.swapaxes(1, 2) if trans_y else y)
    return np.matmul(left.astype(kind), right.astype(kind))


def dense(
    x: np.ndarray,
    y: np.ndarray,
    bias: np.ndarray | None = None,
    use_bias: bool = False,
    use_relu: bool = False,
    out_dtype: str | None = None,
) -> np.ndarray:
    """x times y transposed, plus `bias` with `use_bias`, not below 0 with `use_relu`."""
    kind = out_dtype or x.dtype
    made = x.astype(kind) @ y.astype(kind).T
    if use_bias:
        made = made + bias
    return np.maximum(made, 0) if use_relu else made


def softmax_python(a_np: np.ndarray, axis: int = 1) -> np.ndarray:
    """Exponentials over their sum along an axis."""
    raised = np.exp(a_np - a_np.max(axis=axis, keepdims=True))
    return raised / raised.sum(axis=axis, keepdims=True)


def log_softmax_python(a_np: np.ndarray, axis: int = 1) -> np.ndarray:
    """The logarithm of softmax along an axis."""
    lower = a_np - a_np.max(axis=axis, keepdims=True)
    return lower - np.log(np.exp(lower).sum(axis=axis, keepdims=True))
