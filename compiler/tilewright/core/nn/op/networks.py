"""Products, convolutions, norms and attention."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.tensor import Tensor, expression, get_default_dtype


def matmul(a: Tensor, b: Tensor, out_dtype: str | None = None, name: str = "matmul") -> Tensor:
    """The matrix product, computed in `out_dtype` where that is given."""
    return wrap_nested(op.matmul(expression(a), expression(b), out_dtype=out_dtype), name)


def _with_bias(made: Any, bias: Tensor | None, layout: str, name: str) -> Tensor:
    if bias is None:
        return wrap_nested(made, name)
    if layout not in _CHANNELS:
        raise NotImplementedError(f"a bias is added in one of the layouts {', '.join(_CHANNELS)}, not in {layout}")
    shape = [-1 if letter == "C" else 1 for letter in layout]
    return wrap_nested(op.add(made, op.reshape(expression(bias), shape)), name)


_CHANNELS = ("NCW", "NCHW", "NHWC", "NCDHW", "NDHWC")


def conv1d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    name: str = "conv1d",
) -> Tensor:
    """A convolution over (batch, channels, width)."""
    made = op.nn.conv1d(
        expression(x), expression(weight), strides=stride, padding=padding, dilation=dilation, groups=groups
    )
    return _with_bias(made, bias, "NCW", name)


def conv2d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    data_layout: str = "NCHW",
    name: str = "conv2d",
) -> Tensor:
    """A convolution over images."""
    made = op.nn.conv2d(
        expression(x),
        expression(weight),
        strides=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
        data_layout=data_layout,
    )
    return _with_bias(made, bias, data_layout, name)


def conv3d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    data_layout: str = "NCDHW",
    name: str = "conv3d",
) -> Tensor:
    """A convolution over volumes."""
    made = op.nn.conv3d(
        expression(x),
        expression(weight),
        strides=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
        data_layout=data_layout,
    )
    return _with_bias(made, bias, data_layout, name)


def conv1d_transpose(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    output_padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    name: str = "conv1d_transpose",
) -> Tensor:
    """The transpose of a convolution over (batch, channels, width)."""
    made = op.nn.conv1d_transpose(
        expression(x),
        expression(weight),
        strides=stride,
        padding=padding,
        output_padding=output_padding,
        dilation=dilation,
        groups=groups,
    )
    return _with_bias(made, bias, "NCW", name)


def softmax(x: Tensor, axis: int = -1, name: str = "softmax") -> Tensor:
    """exp(x) over its sum along a dimension"""
    return wrap_nested(op.nn.softmax(expression(x), axis), name)


def layer_norm(
    x: Tensor,
    normalized_shape: int | list[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
    name: str = "layer_norm",
) -> Tensor:
    """Mean 0 and variance 1 along the last dimensions, of the sizes `normalized_shape`; then times weight plus bias."""
    sizes = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
    gamma = const(np.ones(sizes), x.dtype) if weight is None else expression(weight)
    beta = const(np.zeros(sizes), x.dtype) if bias is None else expression(bias)
    axes = list(range(-len(sizes), 0))
    return wrap_nested(op.nn.layer_norm(expression(x), gamma, beta, axes=axes, epsilon=eps), name)


def rms_norm(x: Tensor, weight: Tensor, axes: int | list[int], epsilon: float = 1e-5, name: str = "rms_norm") -> Tensor:
    """Mean square 1 along these dimensions, then times weight."""
    return wrap_nested(op.nn.rms_norm(expression(x), expression(weight), axes, epsilon), name)


def group_norm(
    x: Tensor,
    num_groups: int,
    weight: Tensor | None,
    bias: Tensor | None,
    eps: float = 1e-5,
    channel_axis: int = 1,
    axes: list[int] | None = None,
    name: str = "group_norm",
) -> Tensor:
    """Mean 0 and variance 1 within groups of channels along `axes`, all behind the channels where none are given."""
    channels = x.shape[channel_axis]
    gamma = op.ones((channels,), x.dtype) if weight is None else expression(weight)
    beta = op.zeros((channels,), x.dtype) if bias is None else expression(bias)
    along = list(range(2, x.ndim)) if axes is None else axes
    made = op.nn.group_norm(expression(x), gamma, beta, num_groups, channel_axis=channel_axis, axes=along, epsilon=eps)
    return wrap_nested(made, name)


def get_timestep_embedding(
    x: Tensor,
    embedding_dim: int,
    flip_sin_to_cos: bool = False,
    downscale_freq_shift: float = 1,
    scale: float = 1,
    max_period: int = 10000,
    name: str = "get_timestep_embedding",
) -> Tensor:
    """Sines and cosines of time steps at frequencies that fall from 1 to 1 / max_period, as in denoising diffusion models."""
    half = embedding_dim // 2
    steps = op.astype(expression(x), "float32")
    falling = op.multiply(const(-math.log(max_period), "float32"), op.arange(0, half, dtype="float32"))
    frequencies = op.exp(op.divide(falling, const(half - downscale_freq_shift, "float32")))
    made = op.multiply(op.expand_dims(steps, 1), op.expand_dims(frequencies, 0))
    if scale != 1:
        made = op.multiply(const(scale, "float32"), made)
    waves = (op.cos, op.sin) if flip_sin_to_cos else (op.sin, op.cos)
    made = op.concat([wave(made) for wave in waves], axis=-1)
    if embedding_dim % 2:
        made = op.nn.pad(made, (0, 0, 0, 1))
    return wrap_nested(op.astype(made, get_default_dtype()), name)


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    is_causal: bool | None = False,
    scale: float | None = None,
    name: str = "scaled_dot_product_attention",
) -> Tensor:
    """Attention over (batch, length, heads, size); with `is_causal` each position sees those before it and itself."""
    if attn_mask is not None:
        raise NotImplementedError("nn.op.scaled_dot_product_attention takes no attn_mask")
    made = op.nn.attention(
        expression(query),
        expression(key),
        expression(value),
        causal_mask="TopLeft" if is_causal else None,
        scale=scale,
    )
    return wrap_nested(made, name)


def interpolate(
    x: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: Any | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool | None = None,
    data_layout: str = "NCHW",
    name: str = "interpolate",
) -> Tensor:
    """An image in another size, given or so many times its own; the mode is nearest, bilinear or bicubic."""
    if recompute_scale_factor is not None or antialias is not None:
        raise NotImplementedError("nn.op.interpolate takes neither recompute_scale_factor nor antialias")
    if size is None:
        size = _scaled(x, scale_factor, data_layout)
    method = "nearest_neighbor" if mode.startswith("nearest") else mode.removeprefix("bi")
    rule = "asymmetric" if method == "nearest_neighbor" else "align_corners" if align_corners else "half_pixel"
    made = op.image.resize2d(
        expression(x), size, layout=data_layout, method=method, coordinate_transformation_mode=rule
    )
    return wrap_nested(made, name)


def _scaled(x: Tensor, factor: Any, layout: str) -> list[int]:
    if factor is None:
        raise ValueError("nn.op.interpolate needs a size or a scale_factor")
    sides = [x.shape[at] for at, letter in enumerate(layout) if letter not in "NC"]
    factors = factor if isinstance(factor, (list, tuple)) else [factor] * len(sides)
    return [int(side * one) for side, one in zip(sides, factors)]  # pyright: ignore[reportArgumentType]
