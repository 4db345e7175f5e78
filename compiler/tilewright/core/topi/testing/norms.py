"""Normalizations in numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Axes = int | Sequence[int]


def _axes(axis: Axes, dimensions: int) -> tuple[int, ...]:
    return tuple(one % dimensions for one in ([axis] if isinstance(axis, int) else axis))


def _standardized(data: np.ndarray, axes: tuple[int, ...], epsilon: float) -> np.ndarray:
    """The data with mean 0 and variance 1 over some axes."""
    mean, variance = data.mean(axis=axes, keepdims=True), data.var(axis=axes, keepdims=True)
    return (data - mean) / np.sqrt(variance + epsilon)


def _placed(parameter: np.ndarray, axes: Sequence[int], dimensions: int) -> np.ndarray:
    """A parameter over some axes, with dimensions of size 1 for the others; one of another number of dimensions is broadcast as it is."""
    if parameter.ndim != len(axes):
        return parameter
    sizes = dict(zip(axes, parameter.shape))
    return parameter.reshape([sizes.get(at, 1) for at in range(dimensions)])


def _scaled(made: np.ndarray, gamma: np.ndarray, beta: np.ndarray | None, axes: Sequence[int]) -> np.ndarray:
    """Values times `gamma` plus `beta`, if there is one, which have some axes."""
    scaled = made * _placed(gamma, axes, made.ndim)
    return scaled if beta is None else scaled + _placed(beta, axes, made.ndim)


def layer_norm_python(
    data: np.ndarray, gamma: np.ndarray, beta: np.ndarray | None, axis: Axes, epsilon: float = 1e-5
) -> np.ndarray:
    """Mean 0 and variance 1 over the axes, then scaled by `gamma` and shifted by `beta`, which have those axes."""
    axes = _axes(axis, data.ndim)
    return _scaled(_standardized(data, axes, epsilon), gamma, beta, axes).astype(data.dtype)


def rms_norm_python(data: np.ndarray, weight: np.ndarray, axis: Axes, epsilon: float = 1e-5) -> np.ndarray:
    """The data over the root of its mean square along the axes, times a weight with those axes."""
    axes = _axes(axis, data.ndim)
    mean = np.square(data).mean(axis=axes, keepdims=True)
    return (data / np.sqrt(mean + epsilon) * _placed(weight, axes, data.ndim)).astype(data.dtype)


def instance_norm_python(
    data: np.ndarray, gamma: np.ndarray, beta: np.ndarray | None, axis: Axes, epsilon: float = 1e-5
) -> np.ndarray:
    """Mean 0 and variance 1 over the axes, then scaled and shifted by parameters of the channels, which are dimension 1."""
    made = _standardized(data, _axes(axis, data.ndim), epsilon)
    return _scaled(made, gamma, beta, [1]).astype(data.dtype)


def group_norm_python(
    data: np.ndarray,
    gamma: np.ndarray,
    beta: np.ndarray | None,
    num_groups: int,
    channel_axis: int,
    axes: Axes,
    epsilon: float = 1e-5,
) -> np.ndarray:
    """Mean 0 and variance 1 over the axes and each group of channels, then scaled and shifted by parameters of the channels."""
    at = channel_axis % data.ndim
    split = data.reshape(*data.shape[:at], num_groups, -1, *data.shape[at + 1 :])
    over = tuple(one + (one > at) for one in _axes(axes, data.ndim) if one != at)
    made = _standardized(split, (at + 1, *over), epsilon).reshape(data.shape)
    return _scaled(made, gamma, beta, [at]).astype(data.dtype)


def batch_norm(
    x: np.ndarray,
    gamma: np.ndarray,
    beta: np.ndarray,
    moving_mean: np.ndarray,
    moving_var: np.ndarray,
    axis: int,
    epsilon: float,
    center: bool,
    scale: bool,
    training: bool,
    momentum: float,
) -> list[np.ndarray]:
    """The data with mean 0 and variance 1 for each channel, and the moving mean and variance afterwards.

    With `training` mean and variance are those of the data, and the moving ones go a part `momentum` of the way towards them; without, they are the moving ones.
    """
    at = axis % x.ndim
    mean, variance = moving_mean, moving_var
    if training:
        others = tuple(one for one in range(x.ndim) if one != at)
        mean, variance = x.mean(axis=others), x.var(axis=others)
    of, spread, factor, offset = (_placed(one, [at], x.ndim) for one in (mean, variance, gamma, beta))
    made = (x - of) / np.sqrt(spread + epsilon)
    made = made * factor if scale else made
    made = made + offset if center else made
    if training:
        moving_mean = (1 - momentum) * moving_mean + momentum * mean
        moving_var = (1 - momentum) * moving_var + momentum * variance
    return [made, moving_mean, moving_var]


def lrn_python(a_np: np.ndarray, size: int, axis: int, bias: float, alpha: float, beta: float) -> np.ndarray:
    """Each element over a power of `bias` and `alpha` times the mean square of the `size` elements around it along an axis."""
    reach = size // 2
    squares = np.pad(np.square(a_np), [(reach, reach) if at == axis % a_np.ndim else (0, 0) for at in range(a_np.ndim)])
    totals = np.lib.stride_tricks.sliding_window_view(squares, 2 * reach + 1, axis).sum(-1)
    return a_np / np.power(bias + alpha * totals / size, beta)


def l2_normalize_python(a_np: np.ndarray, eps: float, axis: Axes | None = None) -> np.ndarray:
    """The data over its length along the axes, or along all; lengths whose square is under `eps` count as its root."""
    over = None if axis is None else _axes(axis, a_np.ndim)
    return a_np / np.sqrt(np.maximum(np.square(a_np).sum(axis=over, keepdims=True), eps))
