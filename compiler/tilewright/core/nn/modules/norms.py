"""Layers that bring elements to mean 0 or size 1."""

from __future__ import annotations

from tilewright.core.nn.core import Module
from tilewright.core.nn.op import elementwise, networks
from tilewright.core.nn.tensor import Parameter, Tensor


class LayerNorm(Module):
    """Mean 0 and variance 1 along the last dimension, then times weight plus bias."""

    def __init__(
        self,
        normalized_shape: int,
        eps: float | None = 1e-5,
        elementwise_affine: bool = True,
        dtype: str | None = None,
    ) -> None:
        self.normalized_shape = normalized_shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = Parameter((normalized_shape,), dtype) if elementwise_affine else None
        self.bias = Parameter((normalized_shape,), dtype) if elementwise_affine else None

    def forward(self, x: Tensor) -> Tensor:
        return networks.layer_norm(
            x, self.normalized_shape, self.weight, self.bias, 1e-5 if self.eps is None else self.eps
        )


class RMSNorm(Module):
    """Mean square 1 along `axes`, then times weight plus bias."""

    def __init__(
        self,
        hidden_size: int,
        axes: int | list[int],
        epsilon: float = 1e-5,
        bias: bool = True,
        dtype: str | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.axes = axes
        self.weight = Parameter((hidden_size,), dtype)
        self.bias = Parameter((hidden_size,), dtype) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        made = networks.rms_norm(x, self.weight, self.axes, self.epsilon)
        return made if self.bias is None else elementwise.add(made, self.bias)


class GroupNorm(Module):
    """Mean 0 and variance 1 within groups of channels, then times weight plus bias."""

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, dtype: str | None = None
    ) -> None:
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.weight = Parameter((num_channels,), dtype) if affine else None
        self.bias = Parameter((num_channels,), dtype) if affine else None

    def forward(self, x: Tensor, channel_axis: int = 1, axes: list[int] | None = None) -> Tensor:
        return networks.group_norm(x, self.num_groups, self.weight, self.bias, self.eps, channel_axis, axes)
