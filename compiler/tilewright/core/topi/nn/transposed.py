"""Transposed convolutions: each element of the data spreads a scaled filter over the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.linear import over
from tilewright.core.topi.nn.padding import dilate, pad
from tilewright.core.topi.nn.windows import padding_of, several
from tilewright.core.topi.shapes import Sizes, known, simplified


def conv_transpose(
    data: Tensor,
    weight: Tensor,
    strides: Sizes,
    padding: str | Sizes,
    output_padding: Sizes,
    dilation: Sizes,
    groups: int,
    data_layout: str,
    kernel_layout: str,
    out_dtype: str | None = None,
) -> Tensor:
    """The transpose of a convolution over the axes that the layouts name; `output_padding` is added after each axis of the result."""
    axes = [letter for letter in data_layout if letter not in "NC"]
    data_at, kernel_at = ({letter: at for at, letter in enumerate(text)} for text in (data_layout, kernel_layout))
    steps, wides = several(strides, len(axes)), several(dilation, len(axes))
    windows = [weight.shape[kernel_at[one]] for one in axes]
    before, after = padding_of(padding, tuple(windows))
    extra = several(output_padding, len(axes))
    sizes: dict[str, Any] = {
        one: simplified((data.shape[data_at[one]] - 1) * step - low - high + (window - 1) * wide + 1 + more)
        for one, step, wide, window, low, high, more in zip(axes, steps, wides, windows, before, after, extra)
    }
    inner, each = data.shape[data_at["C"]] // groups, weight.shape[kernel_at["O"]]
    sums = {"I": over(inner, "dc")} | {one: over(size, f"d{one.lower()}") for one, size in zip(axes, windows)}
    type_ = parse_dtype(out_dtype) if out_dtype else data.dtype
    low, high = ([size - 1 - one for size, one in zip(windows, side)] for side in (before, after))
    fits = all((known(one) or 0) >= 0 for one in low + high)
    if data_layout[:2] == "NC" and kernel_layout == f"IO{data_layout[2:]}" and set(wides) == {1} and fits:
        high = [one + more for one, more in zip(high, extra)]
        return _over_spread(data, weight, steps, (low, high), groups, list(sizes.values()), type_)

    def value(*at: Expr) -> Expr:
        point = dict(zip(data_layout, at))
        channel: Expr = sums["I"].var
        if groups > 1:
            channel = point["C"] // each * inner + channel
        place: dict[str, Any] = {"N": point["N"], "C": channel}
        inside: Expr | None = None
        for one, step, wide, low in zip(axes, steps, wides, before):
            reached = point[one] + low - sums[one].var * wide
            source = reached // step
            fits = binary("And", reached >= 0, source < data.shape[data_at[one]])
            fits = fits if step == 1 else binary("And", fits, binary("EQ", reached % step, const(0, reached.dtype)))
            inside = fits if inside is None else binary("And", inside, fits)
            place[one] = source
        weights = {"I": channel, "O": point["C"] % each if groups > 1 else point["C"]}
        weights |= {one: sums[one].var for one in axes}
        left = cast(data(*[place[one] for one in data_layout]), type_)
        right = cast(weight(*[weights[one] for one in kernel_layout]), type_)
        given = call("tir.if_then_else", inside, left, const(0, type_))
        return reducers.sum(given * right, axis=list(sums.values()))

    shape = [
        data.shape[data_at["N"]] if one == "N" else simplified(each * groups) if one == "C" else sizes[one]
        for one in data_layout
    ]
    name = f"conv{len(axes)}d_transpose_{data_layout.lower()}"
    return compute(tuple(shape), value, name, name)


def _over_spread(
    data: Tensor,
    weight: Tensor,
    steps: Sequence[int],
    borders: tuple[list[Any], list[Any]],
    groups: int,
    sizes: list[Expr],
    type_: DType,
) -> Tensor:
    """The plain convolution, by the filter turned round, of the data with zeros between and around its elements."""
    count = len(sizes)
    letters = list("dhw"[-count:])
    spread = dilate(data, [1, 1, *steps], name="data_dilate")
    padded = pad(spread, [0, 0, *borders[0]], [0, 0, *borders[1]], name="data_pad")
    inputs, each = data.shape[1], weight.shape[1]

    def turned(o: Expr, i: Expr, *at: Expr) -> Expr:
        return weight(i, o, *(size - 1 - one for size, one in zip(weight.shape[2:], at)))

    name = "kernel" if count == 1 else "kernel_transform"
    filters = compute((each, inputs, *weight.shape[2:]), turned, name, varargs_names=letters)
    share = simplified(inputs // groups)
    sums = [over(share, "dc"), *(over(size, f"d{one}") for size, one in zip(weight.shape[2:], letters))]

    def value(b: Expr, c: Expr, *at: Expr) -> Expr:
        channel: Expr = sums[0].var
        if groups > 1:
            channel = c // each * share + channel
        windows = [axis.var for axis in sums[1:]]
        left = padded(b, channel, *(one + window for one, window in zip(at, windows)))
        right = filters(c % each if groups > 1 else c, channel, *windows)
        return reducers.sum(cast(left, type_) * cast(right, type_), axis=sums)

    shape = (data.shape[0], simplified(each * groups), *sizes)
    kind = f"conv{count}d_transpose"
    tag = f"{'group_' if groups > 1 else ''}{kind}_nc{''.join(letters)}"
    return compute(shape, value, "compute", tag, varargs_names=letters)
