"""Scaled dot-product attention."""

from __future__ import annotations

import math

from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.broadcast import broadcast_to
from tilewright.core.topi.linear import over
from tilewright.core.topi.nn.softmax import softmax
from tilewright.core.topi.shapes import known


def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    bias: Tensor | None = None,
    scale: float | None = None,
    causal_mask: str | None = None,
    window_size: int | None = None,
) -> Tensor:
    """Softmax of `scale * query @ key^T + bias`, times `value`.

    The inputs are (batch, length, heads, size); there may be fewer heads of keys and values, each then serving several of the query.  `scale` is by
    default one over the square root of the size.  `causal_mask` hides keys after the query, counted from the first ("TopLeft") or from the last
    ("BottomRight"); `window_size` hides those further before it than that.
    """
    batch, length, heads, size = query.shape
    keys, key_heads = key.shape[1], key.shape[2]
    shared = heads // key_heads
    factor = scale
    if factor is None:
        width = known(size)
        factor = 1 / math.sqrt(width) if width is not None else call("tir.rsqrt", cast(size, query.dtype))
    h = over(size, "h")

    def head(at: Expr) -> Expr:
        return at if known(shared) == 1 else at // shared

    scores = compute(
        (batch, heads, length, keys),
        lambda b, n, i, j: reducers.sum(query(b, i, n, h.var) * key(b, j, head(n), h.var), axis=[h]),
        "attention_score",
    )
    offset = None if bias is None else broadcast_to(bias, (batch, heads, length, keys))
    masked = compute(
        (batch, heads, length, keys),
        lambda b, n, i, j: _visible(
            scores(b, n, i, j) * cast(const(factor, query.dtype) if isinstance(factor, float) else factor, query.dtype)
            + (const(0, query.dtype) if offset is None else cast(offset(b, n, i, j), query.dtype)),
            i + (keys - length if causal_mask == "BottomRight" else 0),
            j,
            causal_mask,
            window_size,
        ),
        "attention_masked",
    )
    weights = softmax(masked, -1)
    j = over(keys, "j")
    return compute(
        (batch, length, heads, value.shape[3]),
        lambda b, i, n, d: reducers.sum(weights(b, n, i, j.var) * value(b, j.var, head(n), d), axis=[j]),
        "attention",
    )


def _visible(score: Expr, row: Expr, column: Expr, causal_mask: str | None, window_size: int | None) -> Expr:
    """The score, or the least number where the key is hidden."""
    if causal_mask is None and window_size is None:
        return score
    hidden = column > row
    if window_size is not None:
        hidden = binary("Or", hidden, column + window_size <= row)
    least = {"float16": -65504.0, "bfloat16": -3.3e38, "float64": -1.7e308}.get(str(score.dtype), -3.4e38)
    return call("tir.if_then_else", hidden, const(least, score.dtype), score)
