"""Normalisations: mean 0 and variance 1 over some axes, then a scale and a shift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import call, cast, const
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.broadcast import add, divide, multiply, subtract
from tilewright.core.topi.elementwise import sqrt
from tilewright.core.topi.reduction import Reduced
from tilewright.core.topi.reduction import sum as total_of
from tilewright.core.topi.shapes import Axes, axes_of, axis_of, named, product, simplified
from tilewright.core.topi.transform import reshape


class _Moments:
    """The means of a tensor over some axes, and the sums of squared distances from them; those of float16 in float32."""

    def __init__(self, data: Tensor, axes: Sequence[int]) -> None:
        self.data, self.axes, name = data, tuple(axes), data.op.name
        self.wide = _wide(data)
        self.count = _count(data, axes, self.wide)
        first = Reduced(data, self.axes, False)
        total = named(
            first.shape,
            lambda *at: reducers.sum(cast(data(*first.source(at)), self.wide), axis=first.axes),
            f"{name}_sum",
            tag.COMM_REDUCE,
        )
        self.mean = named(first.shape, lambda *at: total(*at) / self.count, f"{name}_mean", tag.INJECTIVE)
        second = Reduced(data, self.axes, False)

        def squares(*at: Expr) -> Expr:
            distance = cast(data(*second.source(at)), self.wide) - self.mean(*at)
            return reducers.sum(distance * distance, axis=second.axes)

        self.spread = named(second.shape, squares, f"{name}_var_sum", tag.COMM_REDUCE)

    def normalized(self, at: Sequence[Expr], epsilon: float) -> Expr:
        """The normalised element."""
        rest = [index for axis, index in enumerate(at) if axis not in self.axes]
        variance = self.spread(*rest) / self.count + const(epsilon, self.wide)
        distance = cast(self.data(*at), self.wide) - self.mean(*rest)
        return cast(distance * call("tir.rsqrt", variance), self.data.dtype)


class _Sums:
    """The sums of the elements of a tensor over some axes and of their squares, found together; those of float16 in float32."""

    def __init__(self, data: Tensor, axes: Sequence[int], name: str) -> None:
        self.dtype, self.axes, self.wide = data.dtype, tuple(axes), _wide(data)
        self.data = data if data.dtype == self.wide else _converted(data, self.wide)
        self.count = _count(data, axes, self.wide)
        over = Reduced(self.data, self.axes, False)

        def pair(*at: Expr) -> Any:
            element = self.data(*over.source(at))
            return _PAIR((element, element * element), axis=over.axes)

        self.total, self.squares = named(over.shape, pair, f"{name}_red_temp", tag.COMM_REDUCE)

    def normalized(self, at: Sequence[Expr], epsilon: float) -> Expr:
        """The normalised element."""
        rest = [index for axis, index in enumerate(at) if axis not in self.axes]
        mean = self.total(*rest) / self.count
        variance = self.squares(*rest) / self.count - mean * mean
        scaled = (self.data(*at) - mean) * call("tir.rsqrt", variance + const(epsilon, self.wide))
        return cast(scaled, self.dtype)


_PAIR = reducers.comm_reducer(
    lambda x, y: (x[0] + y[0], x[1] + y[1]), lambda a, b: (const(0, a), const(0, b)), "tuple_sum"
)


def _count(data: Tensor, axes: Sequence[int], dtype: Any) -> Expr:
    """The number of elements along the axes, its factors converted one by one."""
    return simplified(product([cast(data.shape[at], dtype) for at in axes]))


def _wide(data: Tensor) -> Any:
    """The type that sums of elements are held in."""
    return "float32" if str(data.dtype) == "float16" else data.dtype


def layer_norm(data: Tensor, gamma: Tensor, beta: Tensor | None, axis: Axes, epsilon: float = 1e-5) -> Tensor:
    """Normalised over `axis`; `gamma` and `beta` have the sizes of those axes."""
    axes = axes_of(axis, data.ndim)
    moments = _Moments(data, axes)

    def value(*at: Expr) -> Expr:
        own = [at[one] for one in axes]
        scaled = moments.normalized(at, epsilon) * gamma(*own)
        return scaled if beta is None else scaled + beta(*own)

    return named(data.shape, value, "T_layer_norm", tag.INJECTIVE)


def instance_norm(
    data: Tensor, gamma: Tensor, beta: Tensor | None, channel_axis: int, axis: Axes, epsilon: float = 1e-5
) -> Tensor:
    """Normalised over `axis`, each channel of each sample alone; `gamma` and `beta` hold a number for each channel."""
    channel = axis_of(channel_axis, data.ndim)
    moments = _Sums(data, axes_of(axis, data.ndim), data.op.name)

    def value(*at: Expr) -> Expr:
        scaled = moments.normalized(at, epsilon) * gamma(at[channel])
        return scaled if beta is None else scaled + beta(at[channel])

    return named(data.shape, value, "T_instance_norm", tag.INJECTIVE)


def group_norm(
    data: Tensor,
    gamma: Tensor,
    beta: Tensor | None,
    num_groups: int,
    channel_axis: int,
    axes: Axes,
    epsilon: float = 1e-5,
) -> Tensor:
    """Normalised over `axes` and over the channels of each of `num_groups` groups; `gamma` and `beta` hold a number for each channel."""
    channel = axis_of(channel_axis, data.ndim)
    each = data.shape[channel] // num_groups
    groups = const(num_groups, data.shape[channel].dtype)
    parted = reshape(data, (*data.shape[:channel], groups, each, *data.shape[channel + 1 :]))
    over = [at + 1 if at > channel else at for at in axes_of(axes, data.ndim) if at != channel]
    moments = _Sums(parted, sorted([*over, channel + 1]), data.op.name)
    factors, shifts = (None if one is None else reshape(one, (groups, each)) for one in (gamma, beta))

    def value(*at: Expr) -> Expr:
        own = (at[channel], at[channel + 1])
        scaled = moments.normalized(at, epsilon)
        scaled = scaled if factors is None else scaled * factors(*own)
        return scaled if shifts is None else scaled + shifts(*own)

    return reshape(named(parted.shape, value, "T_group_norm", tag.INJECTIVE), data.shape)


def rms_norm(data: Tensor, weight: Tensor, axis: Axes, epsilon: float = 1e-5) -> Tensor:
    """Divided by the root of the mean square over `axis`, times the weight; computed in float32."""
    axes = axes_of(axis, data.ndim)
    wide = _converted(data, "float32")
    squares = total_of(multiply(wide, wide), axes)
    count = _count(data, axes, "float32")
    inverse = named(
        squares.shape,
        lambda *at: call("tir.rsqrt", squares(*at) / count + const(epsilon, "float32")),
        "rsqrt",
        tag.INJECTIVE,
    )
    factors = _converted(weight, "float32")

    def value(*at: Expr) -> Expr:
        rest = [index for axis, index in enumerate(at) if axis not in axes]
        return inverse(*rest) * wide(*at) * factors(*[at[one] for one in axes])

    return _converted(named(data.shape, value, "T_rms_norm", tag.INJECTIVE), data.dtype)


def _converted(tensor: Tensor, dtype: str) -> Tensor:
    return named(tensor.shape, lambda *at: cast(tensor(*at), dtype), "T_cast", tag.ELEMWISE)


def batch_norm(
    data: Tensor,
    gamma: Tensor,
    beta: Tensor,
    moving_mean: Tensor,
    moving_var: Tensor,
    axis: int | None = None,
    epsilon: float | None = None,
    center: bool | None = None,
    scale: bool | None = None,
    training: bool | None = None,
    momentum: float | None = None,
) -> list[Tensor]:
    """Each channel along `axis` (1 by default) normalised; the result and the new moving mean and variance.

    In training by the mean and variance of the batch, which move the moving ones by `momentum` (0.1 by default); otherwise by the moving ones, which stay.
    """
    place = axis_of(1 if axis is None else axis, data.ndim)
    ones = [const(1, size.dtype) for size in data.shape]
    ones[place] = data.shape[place]
    small = const(1e-5 if epsilon is None else epsilon, data.dtype)
    rate = 0.1 if momentum is None else momentum
    mean, variance = moving_mean, moving_var
    if training:
        mean, variance, shift = _batch_moments(data, place, ones)
    else:
        shift = reshape(mean, ones)
    made = divide(subtract(data, shift), sqrt(add(reshape(variance, ones), small)))
    if scale is None or scale:
        made = multiply(made, reshape(gamma, ones))
    if center is None or center:
        made = add(made, reshape(beta, ones))
    if training:
        return [made, _moved(moving_mean, mean, rate), _moved(moving_var, variance, rate)]
    one = const(1, data.dtype)
    return [made, multiply(moving_mean, one), multiply(moving_var, one)]


def _batch_moments(data: Tensor, place: int, ones: Any) -> tuple[Tensor, Tensor, Tensor]:
    """The mean and variance of each channel of a batch, and the mean in the shape that broadcasts."""
    axes = [at for at in range(data.ndim) if at != place]
    count = cast(simplified(product([data.shape[at] for at in axes])), data.dtype)
    mean = divide(total_of(data, axes), count)
    shift = reshape(mean, ones)
    variance = divide(total_of(multiply(subtract(data, shift), subtract(data, shift)), axes), count)
    return mean, variance, shift


def _moved(old: Tensor, new: Tensor, rate: float) -> Tensor:
    return add(multiply(const(1 - rate, old.dtype), old), multiply(const(rate, old.dtype), new))
