"""Ops of neural networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core import topi
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, te_call
from tilewright.core.topi.nn import attention as attention_te
from tilewright.core.topi.nn import gradients, losses
from tilewright.core.topi.nn.convolution import conv
from tilewright.core.topi.nn.pooling import dimensions_of
from tilewright.core.topi.nn.transposed import conv_transpose


def _conv(dimensions: int) -> Legalization:
    hint = f"conv{dimensions}d"

    def rule(builder: Any, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["data_layout"]) or len(attrs["data_layout"]) != dimensions + 2:
            return call
        given = [ints(attrs[name]) for name in ("strides", "padding", "dilation", "groups")]
        layouts = (str(attrs["data_layout"]), str(attrs["kernel_layout"]), asked(attrs["out_dtype"]))
        return builder.call_te(conv, *call.args, *given, *layouts, primfunc_name_hint=hint)

    return rule


def _conv_transpose(dimensions: int) -> Legalization:
    hint = f"conv{dimensions}d_transpose"

    def rule(builder: Any, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["data_layout"]):
            return call
        given = [ints(attrs[name]) for name in ("strides", "padding", "output_padding", "dilation", "groups")]
        layouts = (str(attrs["data_layout"]), str(attrs["kernel_layout"]), asked(attrs["out_dtype"]))
        return builder.call_te(conv_transpose, *call.args, *given, *layouts, primfunc_name_hint=hint)

    return rule


def asked(kind: Any) -> str | None:
    """A data type that a setting names, None when it leaves it open."""
    return None if kind is None or str(kind) == "void" else str(kind)


def _whole_windows(layout: str) -> bool:
    """Whether the dimensions that windows move along are whole; channels may be in blocks."""
    return not any(letter in "dhw" for letter in layout)


def _pool(kind: str, dimensions: int) -> Legalization:
    function = getattr(topi.nn, f"pool{dimensions}d")

    def rule(builder: Any, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["layout"]) or not _whole_windows(str(attrs["layout"])):
            return call
        return builder.call_te(
            function,
            call.args[0],
            ints(attrs["pool_size"]),
            ints(attrs["strides"]),
            ints(attrs["dilation"]),
            ints(attrs["padding"]),
            kind,
            bool(attrs["ceil_mode"]),
            str(attrs["layout"]),
            bool(attrs["count_include_pad"]),
            primfunc_name_hint=f"{kind}_pool{dimensions}d",
        )

    return rule


def _adaptive(dimensions: int) -> Legalization:
    def rule(builder: Any, call: Call) -> RelaxExpr:
        attrs, data = call.attrs, call.args[0]
        layout = str(attrs["layout"])
        if attrs["out_layout"] not in (None, layout) or not _whole_windows(layout):
            return call
        shape = data.struct_info.shape.values  # pyright: ignore[reportAttributeAccessIssue]
        letters = enumerate(dimensions_of(layout))
        size = ints(attrs["output_size"]) or [shape[at] for at, letter in letters if letter in "DHW"]
        size = size * dimensions if len(size) == 1 else size
        hint = f"adaptive_avg_pool{dimensions}d"
        return builder.call_te(topi.nn.adaptive_pool, data, size, "avg", layout, primfunc_name_hint=hint)

    return rule


def _gelu(x: Any) -> Any:
    """x times the share of a normal distribution below x."""
    half, root = _numbers(x, 0.5, 0.5**0.5)
    return topi.multiply(x, topi.add(half, topi.multiply(topi.erf(topi.multiply(x, root)), half)))


def _gelu_tanh(x: Any) -> Any:
    """The same, by a hyperbolic tangent."""
    half, one, root, cubic = _numbers(x, 0.5, 1.0, 0.7978845608028654, 0.044715)
    halved, rooted = topi.multiply(half, x), topi.multiply(root, x)
    inner = topi.multiply(rooted, topi.add(one, topi.multiply(topi.multiply(cubic, x), x)))
    return topi.multiply(halved, topi.add(one, topi.tanh(inner)))


def _selu(x: Any) -> Any:
    """x above 0, else a scaled exponential."""
    scale, alpha, one, zero = _numbers(x, 1.0507009873554805, 1.6732632423543772, 1.0, 0.0)
    below = topi.multiply(alpha, topi.subtract(topi.exp(x), one))
    return topi.multiply(scale, topi.add(topi.maximum(x, zero), topi.minimum(zero, below)))


def _numbers(x: Any, *values: float) -> list[Any]:
    from tilewright import tir

    return [tir.const(value, x.dtype) for value in values]


def _silu(x: Any) -> Any:
    """x times its logistic function."""
    return topi.multiply(x, topi.sigmoid(x))


def _relu6(x: Any) -> Any:
    """x between 0 and 6."""
    return topi.clip(x, 0, 6)


def _with(function: Callable[..., Any], hint: str, *names: str) -> Legalization:
    """The operator on all arguments, then on the attributes of these names."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        return builder.call_te(
            function, *call.args, *[ints(call.attrs[name]) for name in names], primfunc_name_hint=hint
        )

    return rule


def _pad(builder: Any, call: Call) -> RelaxExpr:
    widths = ints(call.attrs["pad_width"])
    before, after, mode = widths[0::2], widths[1::2], str(call.attrs["pad_mode"])
    if mode == "constant":
        value = float(call.attrs["pad_value"])
        return builder.call_te(topi.nn.pad, call.args[0], before, after, value, primfunc_name_hint="pad")
    return builder.call_te(_mirrored, call.args[0], before, after, mode, primfunc_name_hint=f"{mode}_pad")


def _mirrored(x: Any, before: list[int], after: list[int], mode: str) -> Any:
    """Padding by elements of the tensor: mirrored without the edge, the edge repeated, or from the other end."""
    from tilewright import tir
    from tilewright.core import te

    def source(at: Any, size: Any, low: int) -> Any:
        place = at - low
        if mode == "circular":
            return tir.floormod(place, size)
        if mode == "replicate":
            return tir.max(tir.min(place, size - 1), 0)
        folded = tir.if_then_else(place < 0, -place, place)
        return tir.if_then_else(folded >= size, (size - 1) * 2 - folded, folded)

    shape = [size + low + high for size, low, high in zip(x.shape, before, after)]
    return te.compute(
        shape,
        lambda *at: x(
            *[
                source(one, size, low) if low or high else one
                for one, size, low, high in zip(at, x.shape, before, after)
            ]
        ),
        name=f"{mode}_pad",
    )


def _pixel_shuffle(x: Any, factor: int) -> Any:
    """Channels become rows and columns."""
    from tilewright.core import te

    *batch, channels, height, width = x.shape
    shape = [*batch, channels // (factor * factor), height * factor, width * factor]

    def value(*at: Any) -> Any:
        *rest, channel, row, column = at
        inner = channel * (factor * factor) + row % factor * factor + column % factor
        return x(*rest, inner, row // factor, column // factor)

    return te.compute(shape, value, name="pixel_shuffle")


def _batch_norm(builder: Any, call: Call) -> RelaxExpr:
    attrs = call.attrs
    return builder.call_te(
        topi.nn.batch_norm,
        *call.args,
        axis=int(attrs["axis"]),
        epsilon=float(attrs["epsilon"]),
        center=bool(attrs["center"]),
        scale=bool(attrs["scale"]),
        training=bool(attrs["training"]),
        momentum=float(attrs["momentum"]),
        primfunc_name_hint="batch_norm",
    )


def _group_norm(builder: Any, call: Call) -> RelaxExpr:
    given = [ints(call.attrs[name]) for name in ("num_groups", "channel_axis", "axes", "epsilon")]
    return builder.call_te(topi.nn.group_norm, *call.args, *given, primfunc_name_hint="group_norm")


def _dropout(builder: Any, call: Call) -> RelaxExpr:
    """Nothing is dropped when a model runs: the data, and a mask of ones."""
    ones = builder.emit(builder.call_te(topi.full_like, call.args[0], 1, primfunc_name_hint="ones"))
    return Tuple((call.args[0], ones))


def _optional(function: Callable[..., Any], hint: str, required: int, *names: str) -> Legalization:
    """An operator whose last tensor may be missing, and is None then."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        missing = [None] * (required + 1 - len(call.args))
        given = [ints(call.attrs[name]) for name in names]
        return builder.call_te(function, *call.args, *missing, *given, primfunc_name_hint=hint)

    return rule


def _pool_backward(kind: str) -> Legalization:
    def rule(builder: Any, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["layout"]):
            return call
        given = [ints(attrs[name]) for name in ("pool_size", "strides", "padding", "dilation")]
        rest = (bool(attrs["count_include_pad"]), str(attrs["layout"]), kind)
        hint = f"{kind}_pool2d_backward"
        return builder.call_te(gradients.pool2d_backward, *call.args, *given, *rest, primfunc_name_hint=hint)

    return rule


def _take_backward(builder: Any, call: Call) -> RelaxExpr:
    axis = ints(call.attrs["axis"])
    return builder.call_te(gradients.take_backward, *call.args, axis, primfunc_name_hint="take_backward")


def _itself(builder: Any, call: Call) -> RelaxExpr:
    """A mark for the gradient, which computes nothing."""
    return call.args[0]


def _attention(builder: Any, call: Call) -> RelaxExpr:
    rule = _optional(
        attention_te.attention,
        "attention_bias" if len(call.args) > 3 else "attention",
        3,
        *("scale", "causal_mask", "window_size"),
    )
    return rule(builder, call)


RULES: dict[str, Legalization] = {
    **{f"nn.conv{n}d": _conv(n) for n in (1, 2, 3)},
    **{f"nn.conv{n}d_transpose": _conv_transpose(n) for n in (1, 2, 3)},
    **{f"nn.{kind}_pool{n}d": _pool(kind, n) for kind in ("max", "avg") for n in (1, 2, 3)},
    **{f"nn.adaptive_avg_pool{n}d": _adaptive(n) for n in (1, 2, 3)},
    "nn.relu6": te_call("relu6", _relu6),
    "nn.leakyrelu": _with(topi.nn.leaky_relu, "leaky_relu", "alpha"),
    "nn.prelu": _with(topi.nn.prelu, "prelu", "axis"),
    "nn.gelu": te_call("gelu", _gelu),
    "nn.gelu_tanh": te_call("gelu_tanh", _gelu_tanh),
    "nn.selu": te_call("selu", _selu),
    "nn.silu": te_call("silu", _silu),
    "nn.softplus": _with(topi.nn.softplus, "softplus", "beta", "threshold"),
    "nn.pad": _pad,
    "nn.pixel_shuffle": _with(_pixel_shuffle, "pixel_shuffle", "upscale_factor"),
    "nn.batch_norm": _batch_norm,
    "nn.layer_norm": _with(topi.nn.layer_norm, "layer_norm", "axes", "epsilon"),
    "nn.group_norm": _group_norm,
    "nn.instance_norm": _with(topi.nn.instance_norm, "instance_norm", "channel_axis", "axes", "epsilon"),
    "nn.rms_norm": _with(topi.nn.rms_norm, "rms_norm", "axes", "epsilon"),
    "nn.dropout": _dropout,
    "nn.cross_entropy_with_logits": te_call("cross_entropy_with_logits", losses.cross_entropy_with_logits),
    "nn.nll_loss": _optional(losses.nll_loss, "nll_loss", 2, "reduction", "ignore_index"),
    "nn.attention": _attention,
    "nn.attention_bias": _attention,
    "identity": _itself,
    "grad.nll_loss_backward": _optional(losses.nll_loss_backward, "nll_loss_backward", 3, "reduction", "ignore_index"),
    "grad.max_pool2d_backward": _pool_backward("max"),
    "grad.avg_pool2d_backward": _pool_backward("avg"),
    "grad.take_backward": _take_backward,
}
