"""Activations, attention, and other ops of neural networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core import te
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, optional, te_call, to_result, with_settings
from tilewright.core.topi import broadcast, creation, elementwise, nn, transform
from tilewright.core.topi.nn import attention as attention_te

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.ir.expr import Expr, Var
    from tilewright.core.te.tensor import Tensor


def _softmax(name: str) -> Legalization:
    function = getattr(nn, name)

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        return builder.call_te(function, call.args[0], axis=call.attrs["axis"], primfunc_name_hint=name)

    return rule


def _relu(builder: BlockBuilder, call: Call) -> RelaxExpr:
    return builder.call_te(nn.relu, call.args[0], primfunc_name_hint="relu")


def _gelu(x: Tensor) -> Tensor:
    """x times the share of a normal distribution below x."""
    half, root = _numbers(x, 0.5, 0.5**0.5)
    return broadcast.multiply(
        x, broadcast.add(half, broadcast.multiply(elementwise.erf(broadcast.multiply(x, root)), half))
    )


def _gelu_tanh(x: Tensor) -> Tensor:
    """The same, by a hyperbolic tangent."""
    half, one, root, cubic = _numbers(x, 0.5, 1.0, 0.7978845608028654, 0.044715)
    halved, rooted = broadcast.multiply(half, x), broadcast.multiply(root, x)
    inner = broadcast.multiply(rooted, broadcast.add(one, broadcast.multiply(broadcast.multiply(cubic, x), x)))
    return broadcast.multiply(halved, broadcast.add(one, elementwise.tanh(inner)))


def _selu(x: Tensor) -> Tensor:
    """x above 0, else a scaled exponential."""
    scale, alpha, one, zero = _numbers(x, 1.0507009873554805, 1.6732632423543772, 1.0, 0.0)
    below = broadcast.multiply(alpha, broadcast.subtract(elementwise.exp(x), one))
    return broadcast.multiply(scale, broadcast.add(broadcast.maximum(x, zero), broadcast.minimum(zero, below)))


def _numbers(x: Tensor, *values: float) -> list[Expr]:
    return [tir.const(value, x.dtype) for value in values]


def _silu(x: Tensor) -> Tensor:
    """x times its logistic function."""
    return broadcast.multiply(x, elementwise.sigmoid(x))


def _relu6(x: Tensor) -> Tensor:
    """x between 0 and 6."""
    return elementwise.clip(x, 0, 6)


def _pad(builder: BlockBuilder, call: Call) -> RelaxExpr:
    widths = ints(call.attrs["pad_width"])
    before, after, mode = widths[0::2], widths[1::2], str(call.attrs["pad_mode"])
    if mode == "constant":
        value = float(call.attrs["pad_value"])
        return builder.call_te(nn.pad, call.args[0], before, after, value, primfunc_name_hint="pad")
    return builder.call_te(_mirrored, call.args[0], before, after, mode, primfunc_name_hint=f"{mode}_pad")


def _mirrored(x: Tensor, before: list[int], after: list[int], mode: str) -> Tensor:
    """Padding by elements of the tensor: mirrored without the edge, the edge repeated, or from the other end."""

    def source(at: Var, size: Expr, low: int) -> Expr:
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


def _pixel_shuffle(x: Tensor, factor: int) -> Tensor:
    """Channels become rows and columns."""
    *batch, channels, height, width = x.shape
    shape = [*batch, channels // (factor * factor), height * factor, width * factor]

    def value(*at: Expr) -> Expr:
        *rest, channel, row, column = at
        inner = channel * (factor * factor) + row % factor * factor + column % factor
        return x(*rest, inner, row // factor, column // factor)

    return te.compute(shape, value, name="pixel_shuffle")


def _dropout(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """Nothing is dropped when a model runs: the data, and a mask of ones."""
    ones = builder.emit(builder.call_te(creation.full_like, call.args[0], 1, primfunc_name_hint="ones"))
    return Tuple((call.args[0], ones))


def _attention(builder: BlockBuilder, call: Call) -> RelaxExpr:
    rule = optional(
        attention_te.attention,
        "attention_bias" if len(call.args) > 3 else "attention",
        3,
        *("scale", "causal_mask", "window_size"),
    )
    return rule(builder, call)


RULES: dict[str, Legalization] = {
    **{f"nn.{name}": _softmax(name) for name in ("softmax", "log_softmax")},
    "nn.batch_flatten": to_result(transform.reshape, "reshape"),
    "nn.relu": _relu,
    "nn.relu6": te_call("relu6", _relu6),
    "nn.leakyrelu": with_settings(nn.leaky_relu, "leaky_relu", "alpha"),
    "nn.prelu": with_settings(nn.prelu, "prelu", "axis"),
    "nn.gelu": te_call("gelu", _gelu),
    "nn.gelu_tanh": te_call("gelu_tanh", _gelu_tanh),
    "nn.selu": te_call("selu", _selu),
    "nn.silu": te_call("silu", _silu),
    "nn.softplus": with_settings(nn.softplus, "softplus", "beta", "threshold"),
    "nn.pad": _pad,
    "nn.pixel_shuffle": with_settings(_pixel_shuffle, "pixel_shuffle", "upscale_factor"),
    "nn.dropout": _dropout,
    "nn.attention": _attention,
    "nn.attention_bias": _attention,
}
