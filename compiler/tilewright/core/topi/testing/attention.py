"""Attention in numpy."""

from __future__ import annotations

import numpy as np


def attention_python(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    bias: np.ndarray | None = None,
    qk_scale: float | str = "none",
    causal: str = "none",
    window_size: int | None = None,
    layout: str = "BSNH",
) -> np.ndarray:
    """Softmax over keys of scaled products with queries, times values; heads stand third in `layout` "BSNH" and second in "BNSH".

    `causal` is "none", "TopLeft" or "BottomRight", the corner where the diagonal of what a query sees ends; with it, `window_size` is how many keys
    up to that diagonal it sees.  Raises `ValueError` for another layout or corner.
    """
    if layout not in ("BSNH", "BNSH"):
        raise ValueError(f"the layout is BSNH or BNSH, not {layout}")
    turned = layout == "BSNH"
    queries, keys, values = (part.swapaxes(1, 2) if turned else part for part in (q, k, v))
    scale = 1 / np.sqrt(q.shape[-1]) if isinstance(qk_scale, str) else qk_scale
    scores = queries @ keys.swapaxes(2, 3) * scale
    if bias is not None:
        scores = scores + bias
    scores = np.where(seen(scores.shape[-2], scores.shape[-1], causal, window_size), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    made = (weights / weights.sum(axis=-1, keepdims=True)) @ values
    return made.swapaxes(1, 2) if turned else made


def seen(queries: int, keys: int, causal: str, window_size: int | None) -> np.ndarray:
    """Which keys each query sees, one row a query."""
    corners = {"none": None, "TopLeft": 0, "BottomRight": keys - queries}
    if causal not in corners:
        raise ValueError(f"causal is none, TopLeft or BottomRight, not {causal}")
    last = corners[causal]
    if last is None:
        return np.ones((queries, keys), bool)
    mask = np.tri(queries, keys, last, dtype=bool)
    return mask if window_size is None else mask & ~np.tri(queries, keys, last - window_size, dtype=bool)
