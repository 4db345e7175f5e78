"""References of operators that compare or choose by positions, in numpy."""

from __future__ import annotations

import numpy as np


def one_hot(indices: np.ndarray, on_value: float, off_value: float, depth: int, axis: int, dtype: str) -> np.ndarray:
    """A new axis of `depth` elements: `on_value` at the index, else `off_value`."""
    at = axis % (indices.ndim + 1)
    chosen = np.arange(depth).reshape(-1, *[1] * (indices.ndim - at)) == np.expand_dims(indices, at)
    return np.where(chosen, on_value, off_value).astype(dtype)


def sequence_mask(data: np.ndarray, valid_length: np.ndarray, mask_value: float, axis: int) -> np.ndarray:
    """The data with `mask_value` after the first `valid_length` elements of each sequence; one of dimensions 0 and 1 is time, `axis`, the other counts sequences."""
    steps = np.arange(data.shape[axis])
    kept = steps[:, None] < valid_length if axis == 0 else steps < valid_length[:, None]
    return np.where(kept.reshape(*kept.shape, *[1] * (data.ndim - 2)), data, np.asarray(mask_value, data.dtype))


def searchsorted_ref(sorted_sequence: np.ndarray, values: np.ndarray, right: bool, out_dtype: str) -> np.ndarray:
    """The positions where values would be put into sequences along the last axis, which are sorted; behind equal elements with `right`."""
    side = "right" if right else "left"
    if sorted_sequence.ndim == 1:
        return np.searchsorted(sorted_sequence, values, side).astype(out_dtype)
    rows = zip(sorted_sequence.reshape(-1, sorted_sequence.shape[-1]), values.reshape(-1, values.shape[-1]))
    return np.array([np.searchsorted(row, wanted, side) for row, wanted in rows], out_dtype).reshape(values.shape)


def matrix_set_diag(
    input_np: np.ndarray, diagonal: np.ndarray, k: int | tuple[int, int] = 0, align: str = "RIGHT_LEFT"
) -> np.ndarray:
    """Matrices with diagonals `k`, one or from the first to the second, replaced; the rows of `diagonal` are the diagonals, the highest first.

    `align` says at which end diagonals above and below the main one are short in their row.
    """
    low, high = (k, k) if isinstance(k, int) else (k[0], k[-1])
    rows, columns = input_np.shape[-2:]
    made = input_np.copy()
    given = diagonal[..., None, :] if low == high and diagonal.ndim < input_np.ndim else diagonal
    above, below = align.split("_")
    for at, offset in enumerate(range(high, low - 1, -1)):
        length = min(rows + min(offset, 0), columns - max(offset, 0))
        side = above if offset >= 0 else below
        start = given.shape[-1] - length if side == "RIGHT" else 0
        steps = np.arange(length)
        made[..., steps + max(-offset, 0), steps + max(offset, 0)] = given[..., at, start : start + length]
    return made


def nll_loss(
    predictions: np.ndarray, targets: np.ndarray, weights: np.ndarray, reduction: str = "mean", ignore_index: int = -100
) -> np.ndarray:
    """Minus the log-likelihood that predictions (N, C, ...) give to targets (N, ...), times the weight of each class; ignored targets give 0.

    `reduction` is "none", "sum", or "mean" by weight.
    """
    used = targets != ignore_index
    classes = np.where(used, targets, 0)
    shares = np.where(used, weights[classes], 0).astype(predictions.dtype)
    losses = -np.take_along_axis(predictions, classes[:, None], 1)[:, 0] * shares
    if reduction == "none":
        return losses
    return losses.sum() / shares.sum() if reduction == "mean" else losses.sum()
