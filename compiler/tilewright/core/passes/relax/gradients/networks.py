"""Gradients of normalisations, attention, pooling and losses: many of them through the simpler ops that they are made of."""

from __future__ import annotations

import math
from typing import Any

from tilewright.core.builder import relax_functions as op
from tilewright.core.ir.relax import Call, Tuple, Var
from tilewright.core.passes.relax.gradients.support import Gradient, all_axes, c, extents, info, no_grad, number, sizes
from tilewright.core.passes.relax.gradients.through import through


def _along(vector: Any, x: Any, axes: tuple[int, ...]) -> Any:
    """A tensor over some axes in the shape that broadcasts with all."""
    whole = sizes(x)
    if axes == tuple(range(len(whole) - len(axes), len(whole))):
        return vector
    return op.reshape(vector, extents([1 if at not in axes else size for at, size in enumerate(whole)]))


def _standard(x: Any, like: Any, axes: tuple[int, ...], epsilon: float) -> Any:
    """Mean 0 and variance 1 over axes."""
    apart = op.subtract(x, op.mean(x, list(axes), keepdims=True))
    spread = op.mean(op.square(apart), list(axes), keepdims=True)
    return op.multiply(apart, op.rsqrt(op.add(spread, c(epsilon, like))))


def _scaled(made: Any, call: Call, axes: tuple[int, ...]) -> Any:
    """Times gamma, plus beta."""
    x, gamma, beta = call.args[:3]
    made = op.multiply(made, _along(gamma, x, axes)) if call.attrs["scale"] else made
    return op.add(made, _along(beta, x, axes)) if call.attrs["center"] else made


def _layer_norm(call: Call) -> Any:
    x = call.args[0]
    axes = all_axes(call.attrs["axes"], info(x).ndim)
    return _scaled(_standard(x, x, axes, float(call.attrs["epsilon"])), call, axes)


def _instance_norm(call: Call) -> Any:
    x = call.args[0]
    ndim = info(x).ndim
    axes = all_axes(call.attrs["axes"], ndim)
    return _scaled(_standard(x, x, axes, float(call.attrs["epsilon"])), call, (int(call.attrs["channel_axis"]) % ndim,))


def _group_norm(call: Call) -> Any:
    """Channels apart in groups, normalised, and together again."""
    x, groups = call.args[0], int(call.attrs["num_groups"])
    whole = sizes(x)
    channel = int(call.attrs["channel_axis"]) % len(whole)
    apart = [*whole[:channel], groups, whole[channel] // groups, *whole[channel + 1 :]]
    axes = [at if at < channel else at + 1 for at in all_axes(call.attrs["axes"], len(whole)) if at != channel]
    grouped = op.reshape(x, extents(apart))
    made = _standard(grouped, x, tuple(sorted([*axes, channel + 1])), float(call.attrs["epsilon"]))
    return _scaled(op.reshape(made, extents(whole)), call, (channel,))


def _rms_norm(call: Call) -> Any:
    x, weight = call.args
    axes = all_axes(call.attrs["axes"], info(x).ndim)
    mean = op.mean(op.square(x), list(axes), keepdims=True)
    made = op.multiply(x, op.rsqrt(op.add(mean, c(float(call.attrs["epsilon"]), x))))
    return op.multiply(made, _along(weight, x, axes))


def _batch_norm(call: Call) -> Any:
    """With the statistics of the batch in training, else with those given."""
    x, _, _, mean, spread = call.args
    ndim = info(x).ndim
    axis = int(call.attrs["axis"]) % ndim
    others = [at for at in range(ndim) if at != axis]
    epsilon = c(float(call.attrs["epsilon"]), x)
    if not call.attrs["training"]:
        apart = op.subtract(x, _along(mean, x, (axis,)))
        made = op.multiply(apart, _along(op.rsqrt(op.add(spread, epsilon)), x, (axis,)))
        return Tuple((_scaled(made, call, (axis,)), mean, spread))
    made = _scaled(_standard(x, x, tuple(others), float(call.attrs["epsilon"])), call, (axis,))
    share = float(call.attrs["momentum"])
    moved = [
        op.add(op.multiply(old, c(1 - share, x)), op.multiply(new, c(share, x)))
        for old, new in ((mean, op.mean(x, others)), (spread, op.variance(x, others)))
    ]
    return Tuple((made, *moved))


def _gelu(call: Call) -> Any:
    x = call.args[0]
    half = op.multiply(x, c(0.5, x))
    return op.multiply(half, op.add(c(1, x), op.erf(op.multiply(x, c(math.sqrt(0.5), x)))))


def _gelu_tanh(call: Call) -> Any:
    x = call.args[0]
    cubic = op.multiply(c(0.044715, x), op.multiply(x, op.square(x)))
    inner = op.multiply(c(math.sqrt(2 / math.pi), x), op.add(x, cubic))
    return op.multiply(op.multiply(x, c(0.5, x)), op.add(c(1, x), op.tanh(inner)))


def _prelu(call: Call) -> Any:
    x, alpha = call.args
    along = _along(alpha, x, (int(call.attrs["axis"]) % info(x).ndim,))
    return op.where(op.greater(x, c(0, x)), x, op.multiply(x, along))


def _attention(call: Call) -> Any:
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


def _seen(call: Call, rows: Any, columns: Any) -> Any:
    """Which keys a query sees, None when it is all."""
    causal, window = call.attrs["causal_mask"], call.attrs["window_size"]
    if causal is None and window is None:
        return None
    offset = columns - rows if causal == "BottomRight" else 0
    made = op.tril(op.ones(extents((rows, columns)), "int32"), offset)
    made = made if window is None else op.triu(made, offset - int(window) + 1)
    return op.astype(made, "bool")


def _dropout(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """The mask of what was dropped."""
    return [op.multiply(grad[0], var[1])]


def _cross_entropy(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """-g / batch times the other."""
    predictions, labels = call.args
    whole = sizes(predictions)
    if len(whole) > 1:
        grad = op.divide(grad, c(number(whole[0], "the cross entropy"), predictions))
    share = ctx.emit(op.negative(grad))
    return [op.multiply(share, labels), op.multiply(share, predictions)]


def _nll_loss(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    predictions, *rest = call.args
    attrs = call.attrs
    weights = rest[1] if len(rest) > 1 else None
    made = op.grad.nll_loss_backward(
        grad, predictions, rest[0], weights, reduction=attrs["reduction"], ignore_index=attrs["ignore_index"]
    )
    return [made, *map(no_grad, rest)]


def _pool2d(kind: str) -> Gradient:
    def gradient(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
        function = op.grad.max_pool2d_backward if kind == "max" else op.grad.avg_pool2d_backward
        return [function(grad, call.args[0], **dict(call.attrs))]

    return gradient


def _pool1d(kind: str) -> Gradient:
    """A row of an image."""

    def parts(call: Call) -> Any:
        attrs = call.attrs
        if attrs["layout"] != "NCW" or attrs["out_layout"] != "NCW":
            raise ValueError("only the layout NCW has a gradient")
        before, after = (int(width) for width in attrs["padding"])
        made = getattr(op.nn, f"{kind}_pool2d")(
            op.expand_dims(call.args[0], 2),
            pool_size=[1, int(attrs["pool_size"][0])],
            strides=[1, int(attrs["strides"][0])],
            padding=[0, before, 0, after],
            dilation=[1, int(attrs["dilation"][0])],
            ceil_mode=attrs["ceil_mode"],
            count_include_pad=attrs["count_include_pad"],
        )
        return op.squeeze(made, [2])

    return through(parts)


def _adaptive(dimensions: int) -> Gradient:
    """A mean over all, or over windows of one size."""
    letters = "DHW"[3 - dimensions :]

    def parts(call: Call) -> Any:
        x, attrs = call.args[0], call.attrs
        layout = str(attrs["layout"])
        if attrs["out_layout"] != layout:
            raise ValueError("another layout of the result has no gradient")
        given = attrs["output_size"]
        places = [layout.index(letter) for letter in letters]
        whole = sizes(x)
        if given is None:
            return x
        asked = [int(size) for size in given] * (dimensions if len(given) == 1 else 1)
        if all(size == 1 for size in asked):
            return op.mean(x, places, keepdims=True)
        apart: list[Any] = []
        over: list[int] = []
        for at, size in enumerate(whole):
            if at not in places:
                apart.append(size)
                continue
            count = asked[places.index(at)]
            if number(size, "adaptive pooling") % count:
                raise ValueError(f"windows of different sizes have no gradient: {size} is no multiple of {count}")
            over.append(len(apart) + 1)
            apart += [count, size // count]
        return op.mean(op.reshape(x, extents(apart)), over)

    return through(parts)


RULES: dict[str, Gradient] = {
    **{
        f"nn.{name}": through(parts)
        for name, parts in {
            "layer_norm": _layer_norm,
            "instance_norm": _instance_norm,
            "group_norm": _group_norm,
            "rms_norm": _rms_norm,
            "batch_norm": _batch_norm,
            "gelu": _gelu,
            "gelu_tanh": _gelu_tanh,
            "prelu": _prelu,
            "attention": _attention,
            "attention_bias": _attention,
        }.items()
    },
    "nn.dropout": _dropout,
    "nn.cross_entropy_with_logits": _cross_entropy,
    "nn.nll_loss": _nll_loss,
    "nn.max_pool2d": _pool2d("max"),
    "nn.avg_pool2d": _pool2d("avg"),
    "nn.max_pool1d": _pool1d("max"),
    "nn.avg_pool1d": _pool1d("avg"),
    **{f"nn.adaptive_avg_pool{n}d": _adaptive(n) for n in (1, 2, 3)},
}
