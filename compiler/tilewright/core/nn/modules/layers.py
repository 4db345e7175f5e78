"""Layers with weights: linear maps, convolutions, embeddings; and activations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.nn.core import Module
from tilewright.core.nn.op import elementwise, moving, networks
from tilewright.core.nn.tensor import Parameter, Size, Tensor


class ReLU(Module):
    """max(x, 0)"""

    def forward(self, x: Tensor) -> Tensor:
        return elementwise.relu(x)


class SiLU(Module):
    """x * sigmoid(x)"""

    def forward(self, x: Tensor) -> Tensor:
        return elementwise.silu(x)


class GELU(Module):
    """x * the normal distribution at x"""

    def forward(self, x: Tensor) -> Tensor:
        return elementwise.gelu(x)


class Identity(Module):
    """Returns its input."""

    def forward(self, x: Tensor) -> Tensor:
        return x


class Linear(Module):
    """x @ weight.T + bias, the weight of the shape (out_features, in_features).

    `out_dtype` is the type of the product and of the bias, where it is not that of the weight.
    """

    def __init__(
        self,
        in_features: Size,
        out_features: Size,
        bias: bool = True,
        dtype: str | None = None,
        out_dtype: str | None = None,
    ) -> None:
        self.in_features = in_features
        self.out_features = out_features
        self.out_dtype = out_dtype
        self.weight = Parameter((out_features, in_features), dtype)
        self.bias = Parameter((out_features,), out_dtype or dtype) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        made = networks.matmul(x, moving.permute_dims(self.weight), out_dtype=self.out_dtype)
        return made if self.bias is None else made + self.bias

    def to(self, dtype: str | None = None) -> None:
        """A bias of the type `out_dtype` keeps it, since it is added to the product."""
        self.weight.to(dtype)
        if self.bias is not None and self.out_dtype is None:
            self.bias.to(dtype)
        if dtype is not None and isinstance(getattr(self, "dtype", None), str):
            self.dtype = dtype


class _Conv(Module):
    """The base of convolutions; the weight is (out_channels, in_channels / groups, *window)."""

    dimensions: int

    def __init__(
        self,
        in_channels: Any,
        out_channels: int,
        kernel_size: int | Sequence[int],
        stride: int | Sequence[int] = 1,
        padding: int | Sequence[int] = 0,
        dilation: int | Sequence[int] = 1,
        groups: int = 1,
        bias: bool = True,
        dtype: str | None = None,
    ) -> None:
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.groups = groups
        window = [kernel_size] * self.dimensions if isinstance(kernel_size, int) else list(kernel_size)
        inputs = in_channels if groups == 1 else in_channels // groups
        self.weight = Parameter((out_channels, inputs, *window), dtype)
        self.bias = Parameter((out_channels,), dtype) if bias else None


class Conv1D(_Conv):
    """A convolution over (batch, channels, width)."""

    dimensions = 1

    def forward(self, x: Tensor) -> Tensor:
        return networks.conv1d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv2D(_Conv):
    """A convolution over images, whose layout is `data_layout`; the window may be one number for both directions."""

    dimensions = 2

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: list[int] | int,
        stride: int | Sequence[int] = 1,
        padding: int | Sequence[int] = 0,
        dilation: int | Sequence[int] = 1,
        groups: int = 1,
        bias: bool = True,
        dtype: str | None = None,
        data_layout: str = "NCHW",
    ) -> None:
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, dtype)
        self.kernel_size = [kernel_size] * 2 if isinstance(kernel_size, int) else kernel_size
        self.data_layout = data_layout

    def forward(self, x: Tensor) -> Tensor:
        return networks.conv2d(
            x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, self.data_layout
        )


class Conv3D(_Conv):
    """A convolution over volumes, whose layout is `data_layout`; the window may be one number for all directions."""

    dimensions = 3

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: list[int] | int,
        stride: int | Sequence[int] = 1,
        padding: int | Sequence[int] = 0,
        dilation: int | Sequence[int] = 1,
        groups: int = 1,
        bias: bool = True,
        dtype: str | None = None,
        data_layout: str = "NCDHW",
    ) -> None:
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, dtype)
        self.kernel_size = [kernel_size] * 3 if isinstance(kernel_size, int) else kernel_size
        self.data_layout = data_layout

    def forward(self, x: Tensor) -> Tensor:
        return networks.conv3d(
            x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, self.data_layout
        )


class ConvTranspose1D(Module):
    """The transpose of a convolution over (batch, channels, width); the weight is (in_channels, out_channels / groups, window)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int,
        stride: int = 1,
        padding: int = 0,
        output_padding: int = 0,
        dilation: int = 1,
        groups: int = 1,
        bias: bool = True,
        dtype: str | None = None,
    ) -> None:
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.output_padding = output_padding
        self.dilation = dilation
        self.groups = groups
        self.weight = Parameter((in_channels, out_channels // groups, kernel_size), dtype)
        self.bias = Parameter((out_channels,), dtype) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        return networks.conv1d_transpose(
            x,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self.output_padding,
            self.dilation,
            self.groups,
        )


class Embedding(Module):
    """Rows of the weight, which has `num` of `dim` elements, by their numbers."""

    def __init__(self, num: Size, dim: Size, dtype: str | None = None) -> None:
        self.num = num
        self.dim = dim
        self.weight = Parameter((num, dim), dtype)

    def forward(self, x: Tensor) -> Tensor:
        if x.ndim == 1:
            return moving.take(self.weight, x, axis=0)
        rows = moving.take(self.weight, moving.reshape(x, [-1]), axis=0)
        return moving.reshape(rows, [*x.shape, self.weight.shape[1]])
