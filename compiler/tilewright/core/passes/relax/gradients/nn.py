"""Gradients of activations, attention, and other ops of neural networks: some of them through the simpler ops that they are made of."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import (
    Gradient,
    along,
    c,
    extents,
    info,
    number,
    reshaped,
    shape,
    sizes,
    unary,
    zero_where,
)
from tilewright.core.passes.relax.gradients.through import through

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


_ACTIVATIONS: dict[str, Callable[[RelaxExpr, RelaxExpr, RelaxExpr], RelaxExpr]] = {
    "nn.relu": lambda x, y, g: zero_where(op.less(x, c(0, x)), g, x),
    "nn.relu6": lambda x, y, g: op.where(op.logical_and(op.greater(x, c(0, x)), op.less(x, c(6, x))), g, c(0, x)),
    "nn.silu": lambda x, y, g: op.multiply(g, _silu_slope(x, y)),
    "nn.selu": lambda x, y, g: op.multiply(
        g, op.where(op.greater(x, c(0, x)), c(_SCALE, x), op.add(y, c(_SCALE * _ALPHA, x)))
    ),
}

_SCALE, _ALPHA = 1.0507009873554805, 1.6732632423543772


def _silu_slope(x: RelaxExpr, y: RelaxExpr) -> RelaxExpr:
    """sigmoid(x) + y * (1 - sigmoid(x))."""
    share = op.sigmoid(x)
    return op.add(share, op.multiply(y, op.subtract(c(1, x), share)))


def _leakyrelu(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    x = call.args[0]
    return [op.where(op.greater(x, c(0, x)), grad, op.multiply(grad, c(float(call.attrs["alpha"]), x)))]


def _softplus(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The logistic function; one above the threshold."""
    x = call.args[0]
    scaled = op.multiply(x, c(float(call.attrs["beta"]), x))
    linear = op.greater(scaled, c(float(call.attrs["threshold"]), x))
    return [op.where(linear, grad, op.multiply(grad, op.sigmoid(scaled)))]


def _gelu(call: Call) -> RelaxExpr:
    x = call.args[0]
    half = op.multiply(x, c(0.5, x))
    return op.multiply(half, op.add(c(1, x), op.erf(op.multiply(x, c(math.sqrt(0.5), x)))))


def _gelu_tanh(call: Call) -> RelaxExpr:
    x = call.args[0]
    cubic = op.multiply(c(0.044715, x), op.multiply(x, op.square(x)))
    inner = op.multiply(c(math.sqrt(2 / math.pi), x), op.add(x, cubic))
    return op.multiply(op.multiply(x, c(0.5, x)), op.add(c(1, x), op.tanh(inner)))


def _prelu(call: Call) -> RelaxExpr:
    x, alpha = call.args
    slope = along(alpha, x, (int(call.attrs["axis"]) % info(x).ndim,))
    return op.where(op.greater(x, c(0, x)), x, op.multiply(x, slope))


def _attention(call: Call) -> RelaxExpr:
    """Products of matrices, a head at a time."""
    query, key, value = call.args[:3]
    _, rows, heads, size = sizes(query)
    columns, key_heads = sizes(key)[1], sizes(key)[2]
    q, k, v = (op.permute_dims(one, [0, 2, 1, 3]) for one in (query, key, value))
    if heads is not key_heads and str(heads) != str(key_heads):
        times = number(heads, "shared heads") // number(key_heads, "shared heads")
        k, v = (op.repeat(one, times, 1) for one in (k, v))
    scale = call.attrs["scale"]
    factor = float(scale) if scale is not None else 1 / math.sqrt(number(size, "the scale of the scores"))
    scores = op.multiply(op.matmul(q, op.permute_dims(k, [0, 1, 3, 2])), c(factor, query))
    scores = op.add(scores, call.args[3]) if len(call.args) > 3 else scores
    seen = _seen(call, rows, columns)
    scores = scores if seen is None else op.where(seen, scores, c(-1e30, query))
    return op.permute_dims(op.matmul(op.nn.softmax(scores, -1), v), [0, 2, 1, 3])


def _seen(call: Call, rows: Expr, columns: Expr) -> RelaxExpr | None:
    """Which keys a query sees, None when it is all."""
    causal, window = call.attrs["causal_mask"], call.attrs["window_size"]
    if causal is None and window is None:
        return None
    offset = columns - rows if causal == "BottomRight" else 0
    made = op.tril(op.ones(extents((rows, columns)), "int32"), offset)
    made = made if window is None else op.triu(made, offset - int(window) + 1)
    return op.astype(made, "bool")


def _dropout(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The mask of what was dropped."""
    return [op.multiply(grad[0], var[1])]


def _softmax(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """(g - sum(g * y)) * y."""
    along = op.sum(op.multiply(grad, var), [int(call.attrs["axis"])], keepdims=True)
    return [op.multiply(op.subtract(grad, along), var)]


def _log_softmax(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """g - sum(g) * exp(y)."""
    along = op.sum(grad, [int(call.attrs["axis"])], keepdims=True)
    return [op.subtract(grad, op.multiply(along, op.exp(var)))]


def _pad(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Without what was added."""
    if call.attrs["pad_mode"] != "constant":
        raise ValueError(f"`R.nn.pad` in the mode {call.attrs['pad_mode']} has no gradient")
    x = call.args[0]
    widths = [int(width) for width in call.attrs["pad_width"]]
    axes = [at for at in range(info(x).ndim) if widths[2 * at] or widths[2 * at + 1]]
    whole = sizes(x)
    low = [widths[2 * at] for at in axes]
    return [op.strided_slice(grad, axes, low, [whole[at] + widths[2 * at] for at in axes])] if axes else [grad]


def _pixel_shuffle(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Rows and columns back to channels."""
    x, factor = call.args[0], int(call.attrs["upscale_factor"])
    *batch, channels, height, width = sizes(x)
    at = len(batch)
    apart = [*batch, channels // (factor * factor), height, factor, width, factor]
    order = [*range(at), at, at + 2, at + 4, at + 1, at + 3]
    return [op.reshape(op.permute_dims(op.reshape(grad, extents(apart)), order), shape(x))]


RULES: dict[str, Gradient] = {
    **{name: unary(rule) for name, rule in _ACTIVATIONS.items()},
    "nn.batch_flatten": reshaped,
    "nn.leakyrelu": _leakyrelu,
    "nn.softplus": _softplus,
    "nn.softmax": _softmax,
    "nn.log_softmax": _log_softmax,
    "nn.pad": _pad,
    "nn.pixel_shuffle": _pixel_shuffle,
    "nn.dropout": _dropout,
    "nn.gelu": through(_gelu),
    "nn.gelu_tanh": through(_gelu_tanh),
    "nn.prelu": through(_prelu),
    "nn.attention": through(_attention),
    "nn.attention_bias": through(_attention),
}
