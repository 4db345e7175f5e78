"""Gradients of pooling and of picking by index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr, IterVar
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.linear import over
from tilewright.core.topi.shapes import product, ravel


def pool2d_backward(
    output_grad: Tensor,
    data: Tensor,
    pool_size: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    count_include_pad: bool,
    layout: str,
    pool_type: str,
) -> Tensor:
    """The gradient of pooling with respect to the data: "max" gives it to the greatest element of a window, "avg" to each an equal part."""
    axes = [at for at, letter in enumerate(layout) if letter in "HW"]
    windows = _window(data, pool_size, "w")
    greatest = _greatest(data, output_grad, axes, pool_size, strides, padding, dilation) if pool_type == "max" else None

    def element(*at: Expr) -> Expr:
        place: list[Expr] = list(at)
        inside: Expr | None = None
        for one, axis in enumerate(axes):
            reached = at[axis] + padding[one] - windows[one].var * dilation[one]
            place[axis] = reached // strides[one]
            whole = binary("EQ", reached % strides[one], const(0, reached.dtype))
            fits = binary("And", binary("And", reached >= 0, whole), place[axis] < output_grad.shape[axis])
            inside = fits if inside is None else binary("And", inside, fits)
        if greatest is not None:
            own = windows[0].var * pool_size[1] + windows[1].var
            hit = binary("EQ", greatest(*place), own.astype("int32"))
            share: Expr = call("tir.if_then_else", hit, output_grad(*place), const(0, data.dtype))
        else:
            share = output_grad(*place) / _counted(
                data, axes, place, pool_size, strides, padding, dilation, count_include_pad
            )
        return reducers.sum(call("tir.if_then_else", inside, share, const(0, data.dtype)), axis=windows)

    return compute(data.shape, element, f"{pool_type}_pool2d_backward")


def _window(data: Tensor, pool_size: Sequence[int], prefix: str) -> list[IterVar]:
    """An axis over each side of a window."""
    return [over(const(size, data.shape[0].dtype), f"{prefix}{'hw'[at]}") for at, size in enumerate(pool_size)]


def _greatest(
    data: Tensor,
    output_grad: Tensor,
    axes: list[int],
    pool_size: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> Tensor:
    """Which element of each window is the greatest, the first of equal ones, by its number in the window."""
    windows = _window(data, pool_size, "m")

    def source(at: Sequence[Expr], inner: Sequence[Expr]) -> Expr:
        place: list[Expr] = list(at)
        inside: Expr | None = None
        for one, axis in enumerate(axes):
            place[axis] = at[axis] * strides[one] + inner[one] * dilation[one] - padding[one]
            fits = binary("And", place[axis] >= 0, place[axis] < data.shape[axis])
            inside = fits if inside is None else binary("And", inside, fits)
        least = -3.4e38 if str(data.dtype) == "float32" else -65504.0
        return call("tir.if_then_else", inside, data(*place), const(least, data.dtype))

    best = compute(
        output_grad.shape,
        lambda *at: reducers.max(source(at, [one.var for one in windows]), axis=windows),
        "window_max",
    )
    count = pool_size[0] * pool_size[1]
    numbers = _window(data, pool_size, "n")

    def first(*at: Expr) -> Expr:
        inner = [one.var for one in numbers]
        own = (inner[0] * pool_size[1] + inner[1]).astype("int32")
        hit = binary("EQ", source(at, inner), best(*at))
        return reducers.min(call("tir.if_then_else", hit, own, const(count, "int32")), axis=numbers)

    return compute(output_grad.shape, first, "window_argmax")


def _counted(
    data: Tensor,
    axes: list[int],
    place: list[Expr],
    pool_size: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    count_include_pad: bool,
) -> Expr:
    """The number of elements the mean of a window is over."""
    if count_include_pad:
        return const(pool_size[0] * pool_size[1], data.dtype)
    total: Any = None
    for one, axis in enumerate(axes):
        start = place[axis] * strides[one] - padding[one]
        skipped = binary("Max", const(0, start.dtype), (-start + dilation[one] - 1) // dilation[one])
        last = binary(
            "Min", const(pool_size[one], start.dtype), (data.shape[axis] - start + dilation[one] - 1) // dilation[one]
        )
        total = last - skipped if total is None else total * (last - skipped)
    return binary("Max", total, const(1, total.dtype)).astype(data.dtype)


def take_backward(output_grad: Tensor, x: Tensor, indices: Tensor | Expr, axis: int | None) -> Tensor:
    """The gradients of the elements that were picked, added up where one was picked several times."""
    rank = x.ndim
    at_axis = None if axis is None else axis % rank
    picks = [over(size, f"p{at}") for at, size in enumerate(indices.shape if isinstance(indices, Tensor) else ())]
    where = [one.var for one in picks]

    def element(*at: Expr) -> Expr:
        if at_axis is None:
            own, given = ravel(at, x.shape), output_grad(*where)
        else:
            own, given = at[at_axis], output_grad(*at[:at_axis], *where, *at[at_axis + 1 :])
        picked = indices(*where) if isinstance(indices, Tensor) else indices
        size = product(x.shape) if at_axis is None else x.shape[at_axis]
        from_end = call("tir.if_then_else", picked < 0, picked + size.astype(picked.dtype), picked)
        hit = binary("EQ", from_end.astype(own.dtype), own)
        share = call("tir.if_then_else", hit, given, const(0, x.dtype))
        return reducers.sum(share, axis=picks) if picks else share

    return compute(x.shape, element, "take_backward")
