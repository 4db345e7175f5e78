"""The layers of `torch.nn`: each is an operator on its weights and settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.importers.torch.operators import OPERATORS
from tilewright.core.importers.torch.recurrent import zero_states
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.fx_translator import TracedTranslator

Layer = Callable[..., Any]


def _operator(name: str, *settings: str, weights: tuple[str, ...] = ()) -> Layer:
    """The operator on the data, the weights and the settings of the layer."""

    def apply(t: TracedTranslator, layer: object, *args: RelaxExpr) -> RelaxExpr:
        given = [t.weight(getattr(layer, weight)) for weight in weights]
        return OPERATORS[name](t, *args, *given, *[getattr(layer, setting) for setting in settings])

    return apply


def _conv(dimensions: int) -> Layer:
    settings = ("stride", "padding", "dilation", "groups")
    return _operator(f"conv{dimensions}d", *settings, weights=("weight", "bias"))


def _conv_transpose(dimensions: int) -> Layer:
    settings = ("stride", "padding", "output_padding", "groups", "dilation")
    return _operator(f"conv_transpose{dimensions}d", *settings, weights=("weight", "bias"))


def _batch_norm(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    weights = [t.weight(getattr(layer, name)) for name in ("weight", "bias", "running_mean", "running_var")]
    return OPERATORS["batch_norm.default"](t, x, *weights, layer.training, layer.momentum or 0.1, layer.eps)


def _layer_norm(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    return OPERATORS["layer_norm"](
        t, x, layer.normalized_shape, t.weight(layer.weight), t.weight(layer.bias), layer.eps
    )


def _group_norm(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    return OPERATORS["group_norm"](t, x, layer.num_groups, t.weight(layer.weight), t.weight(layer.bias), layer.eps)


def _rms_norm(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    return OPERATORS["rms_norm"](t, x, layer.normalized_shape, t.weight(layer.weight), layer.eps)


def _embedding(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    return OPERATORS["embedding.default"](t, t.weight(layer.weight), x)


def _softmax(name: str) -> Layer:
    return lambda t, layer, x: OPERATORS[name](t, x, layer.dim)


def _flatten(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    return OPERATORS["flatten"](t, x, layer.start_dim, layer.end_dim)


def _same(t: TracedTranslator, layer: object, x: RelaxExpr) -> RelaxExpr:
    return x


def _instance_norm(t: TracedTranslator, layer: Any, x: RelaxExpr) -> RelaxExpr:
    given = [t.weight(getattr(layer, name)) for name in ("weight", "bias", "running_mean", "running_var")]
    return OPERATORS["instance_norm.default"](t, x, *given, not layer.track_running_stats, layer.momentum, layer.eps)


def _recurrent(name: str, states: int) -> Layer:
    """The outputs, and the last state: a pair of two."""

    def apply(t: TracedTranslator, layer: Any, x: RelaxExpr, hx: Any = None) -> Any:
        kind = f"rnn_{layer.nonlinearity}" if name == "rnn" else name
        first = zero_states(layer, x, states) if hx is None else hx
        weights = [t.weight(weight) for group in layer.all_weights for weight in group]
        settings = (layer.bias, layer.num_layers, 0.0, False, layer.bidirectional, layer.batch_first)
        made = OPERATORS[kind](t, x, t.emit(list(first)) if states > 1 or hx is None else first, weights, *settings)
        return (made[0], made[1:]) if states > 1 else made

    return apply


LAYERS: dict[str, Layer] = {
    "Linear": _operator("linear", weights=("weight", "bias")),
    **{f"Conv{n}d": _conv(n) for n in (1, 2, 3)},
    **{f"ConvTranspose{n}d": _conv_transpose(n) for n in (1, 2)},
    **{
        f"MaxPool{n}d": _operator(f"max_pool{n}d", "kernel_size", "stride", "padding", "dilation", "ceil_mode")
        for n in (1, 2, 3)
    },
    **{
        f"AvgPool{n}d": _operator(f"avg_pool{n}d", "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad")
        for n in (1, 2, 3)
    },
    **{f"AdaptiveAvgPool{n}d": _operator(f"adaptive_avg_pool{n}d", "output_size") for n in (1, 2, 3)},
    **{f"BatchNorm{n}d": _batch_norm for n in (1, 2, 3)},
    "LayerNorm": _layer_norm,
    "GroupNorm": _group_norm,
    "RMSNorm": _rms_norm,
    "Embedding": _embedding,
    "ReLU": _operator("relu"),
    "ReLU6": _operator("relu6"),
    "SiLU": _operator("silu"),
    "SELU": _operator("selu"),
    "Sigmoid": _operator("sigmoid"),
    "Tanh": _operator("tanh"),
    "GELU": _operator("gelu", "approximate"),
    "ELU": _operator("elu", "alpha"),
    "LeakyReLU": _operator("leaky_relu", "negative_slope"),
    "PReLU": _operator("prelu", weights=("weight",)),
    "Hardtanh": _operator("hardtanh", "min_val", "max_val"),
    "Hardsigmoid": _operator("hardsigmoid"),
    "Hardswish": _operator("hardswish"),
    "Softplus": _operator("softplus", "beta", "threshold"),
    "Softmax": _softmax("softmax"),
    "LogSoftmax": _softmax("log_softmax"),
    "Softmin": _softmax("softmin"),
    "CELU": _operator("celu", "alpha"),
    **{name: _operator(name.lower()) for name in ("Mish", "Softsign", "Tanhshrink", "LogSigmoid")},
    "Softshrink": _operator("softshrink", "lambd"),
    "Hardshrink": _operator("hardshrink", "lambd"),
    "Threshold": _operator("threshold", "threshold", "value"),
    "GLU": _operator("glu", "dim"),
    **{f"InstanceNorm{n}d": _instance_norm for n in (1, 2, 3)},
    "LSTM": _recurrent("lstm", 2),
    "GRU": _recurrent("gru", 1),
    "RNN": _recurrent("rnn", 1),
    **{f"AdaptiveMaxPool{n}d": _operator(f"adaptive_max_pool{n}d", "output_size") for n in (1, 2, 3)},
    "Upsample": _operator("interpolate", "size", "scale_factor", "mode", "align_corners"),
    **{f"ZeroPad{n}d": _operator("pad", "padding") for n in (1, 2, 3)},
    **{
        f"ConstantPad{n}d": lambda t, layer, x: OPERATORS["pad"](t, x, layer.padding, "constant", layer.value)
        for n in (1, 2, 3)
    },
    **{f"ReflectionPad{n}d": lambda t, layer, x: OPERATORS["pad"](t, x, layer.padding, "reflect") for n in (1, 2, 3)},
    **{
        f"ReplicationPad{n}d": lambda t, layer, x: OPERATORS["pad"](t, x, layer.padding, "replicate") for n in (1, 2, 3)
    },
    "PixelShuffle": _operator("pixel_shuffle", "upscale_factor"),
    "PixelUnshuffle": _operator("pixel_unshuffle", "downscale_factor"),
    "Unflatten": _operator("unflatten", "dim", "unflattened_size"),
    "CosineSimilarity": _operator("cosine_similarity", "dim", "eps"),
    "L1Loss": _operator("l1_loss", "reduction"),
    "MSELoss": _operator("mse_loss", "reduction"),
    "SmoothL1Loss": _operator("smooth_l1_loss", "reduction", "beta"),
    "NLLLoss": lambda t, layer, x, y: OPERATORS["nll_loss"](
        t, x, y, t.weight(layer.weight), layer.reduction, layer.ignore_index
    ),
    "CrossEntropyLoss": lambda t, layer, x, y: OPERATORS["cross_entropy"](
        t, x, y, t.weight(layer.weight), layer.reduction, layer.ignore_index, layer.label_smoothing
    ),
    "BCELoss": lambda t, layer, x, y: OPERATORS["binary_cross_entropy"](
        t, x, y, t.weight(layer.weight), layer.reduction
    ),
    "BCEWithLogitsLoss": lambda t, layer, x, y: OPERATORS["binary_cross_entropy_with_logits"](
        t, x, y, t.weight(layer.weight), t.weight(layer.pos_weight), layer.reduction
    ),
    "Flatten": _flatten,
    **dict.fromkeys(("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "Identity"), _same),
}
