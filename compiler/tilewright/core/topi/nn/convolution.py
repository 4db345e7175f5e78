"""Convolutions, by their definition: sums of products of a window and a filter."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import cast
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.linear import over, require_equal
from tilewright.core.topi.nn.padding import pad
from tilewright.core.topi.nn.windows import padding_of, places, several
from tilewright.core.topi.shapes import Sizes, simplified

_KERNEL_LAYOUTS = {
    "NCW": "OIW",
    "NWC": "WIO",
    "NCHW": "OIHW",
    "NHWC": "HWIO",
    "HWCN": "HWIO",
    "NCDHW": "OIDHW",
    "NDHWC": "DHWIO",
}
_LOOPS = {1: ("yy",), 2: ("yy", "xx"), 3: ("zz", "yy", "xx")}


def conv(
    inp: Tensor,
    filt: Tensor,
    stride: Sizes,
    padding: str | Sizes,
    dilation: Sizes,
    groups: int,
    data_layout: str,
    kernel_layout: str = "",
    out_dtype: str | None = None,
) -> Tensor:
    """A convolution over 1, 2 or 3 axes, as layouts such as "NCHW" and "OIHW" name them; channels in `groups` that do not mix."""
    axes = [letter for letter in data_layout if letter not in "NC"]
    kernel_layout = kernel_layout or _KERNEL_LAYOUTS[data_layout]
    data_at, kernel_at = ({letter: at for at, letter in enumerate(text)} for text in (data_layout, kernel_layout))
    strides, dilations = several(stride, len(axes)), several(dilation, len(axes))
    extents = [simplified((filt.shape[kernel_at[one]] - 1) * wide + 1) for one, wide in zip(axes, dilations)]
    before, after = padding_of(padding, tuple(extents))
    sizes = {
        one: places(inp.shape[data_at[one]], extent, step, low, high)
        for one, extent, step, low, high in zip(axes, extents, strides, before, after)
    }
    channels, inner = filt.shape[kernel_at["O"]], filt.shape[kernel_at["I"]]
    require_equal(simplified(inner * groups), inp.shape[data_at["C"]], "the channels of data and filter do not fit")
    padded = _padded(inp, data_layout, axes, before, after)
    sums = {"I": over(inner, "rc")} | {
        one: over(filt.shape[kernel_at[one]], f"r{name[0]}") for one, name in zip(axes, _LOOPS[len(axes)])
    }
    type_ = parse_dtype(out_dtype) if out_dtype else inp.dtype
    each = simplified(channels // groups)

    def value(*at: Expr) -> Expr:
        point = dict(zip(data_layout, at))
        channel: Expr = sums["I"].var
        if groups > 1:
            channel = point["C"] // each * inner + channel
        place = {"N": point["N"], "C": channel} | {
            one: point[one] * step + sums[one].var * wide for one, step, wide in zip(axes, strides, dilations)
        }
        weight = {"O": point["C"]} | {one: axis.var for one, axis in sums.items()}
        left = padded(*[place[one] for one in data_layout])
        right = filt(*[weight[one] for one in kernel_layout])
        order = [sums[one] for one in (("I", *axes) if data_layout.index("C") == 1 else (*axes, "I"))]
        return reducers.sum(cast(left, type_) * cast(right, type_), axis=order)

    shape = tuple(
        inp.shape[data_at["N"]] if one == "N" else channels if one == "C" else sizes[one] for one in data_layout
    )
    names = {"N": "nn", "C": "ff"} | dict(zip(axes, _LOOPS[len(axes)]))
    name = f"{'group_' if groups > 1 else ''}conv{len(axes)}d_{data_layout.lower()}"
    return compute(shape, value, name, name, None, [names[one] for one in data_layout])


def _padded(inp: Tensor, layout: str, axes: list[str], before: Sequence[ExprLike], after: Sequence[ExprLike]) -> Tensor:
    low, high = dict(zip(axes, before)), dict(zip(axes, after))
    return pad(inp, [low.get(one, 0) for one in layout], [high.get(one, 0) for one in layout], name="pad_temp")


def conv1d(
    data: Tensor,
    kernel: Tensor,
    strides: Sizes = 1,
    padding: str | Sizes = "VALID",
    dilation: Sizes = 1,
    groups: int = 1,
    data_layout: str = "NCW",
    kernel_layout: str = "",
    out_dtype: str | None = None,
) -> Tensor:
    """A convolution over one axis."""
    return conv(data, kernel, strides, padding, dilation, groups, data_layout, kernel_layout, out_dtype)


def conv1d_ncw(
    data: Tensor,
    kernel: Tensor,
    strides: Sizes = 1,
    padding: str | Sizes = "VALID",
    dilation: Sizes = 1,
    out_dtype: str | None = None,
) -> Tensor:
    """A convolution over the last axis of data laid out as batch, channels, width."""
    return conv(data, kernel, strides, padding, dilation, 1, "NCW", "", out_dtype)


def conv2d(
    input: Tensor,
    filter: Tensor,
    strides: Sizes,
    padding: str | Sizes,
    dilation: Sizes,
    data_layout: str = "NCHW",
    kernel_layout: str = "",
    out_dtype: str | None = None,
) -> Tensor:
    """A convolution over two axes."""
    return conv(input, filter, strides, padding, dilation, 1, data_layout, kernel_layout, out_dtype)


def conv2d_nchw(
    Input: Tensor, Filter: Tensor, stride: Sizes, padding: str | Sizes, dilation: Sizes, out_dtype: str | None = None
) -> Tensor:
    """A convolution of data laid out as batch, channels, height, width."""
    return conv(Input, Filter, stride, padding, dilation, 1, "NCHW", "", out_dtype)


def conv2d_nhwc(
    Input: Tensor,
    Filter: Tensor,
    stride: Sizes,
    padding: str | Sizes,
    dilation: Sizes,
    out_dtype: str | None = "float32",
) -> Tensor:
    """A convolution of data laid out as batch, height, width, channels."""
    return conv(Input, Filter, stride, padding, dilation, 1, "NHWC", "", out_dtype)


def conv3d_ncdhw(
    Input: Tensor,
    Filter: Tensor,
    stride: Sizes,
    padding: str | Sizes,
    dilation: Sizes,
    groups: int,
    out_dtype: str | None = None,
) -> Tensor:
    """A convolution over three axes of data laid out as batch, channels, depth, height, width."""
    return conv(Input, Filter, stride, padding, dilation, groups, "NCDHW", "", out_dtype)


def group_conv2d_nchw(
    Input: Tensor,
    Filter: Tensor,
    stride: Sizes,
    padding: str | Sizes,
    dilation: Sizes,
    groups: int,
    out_dtype: str | None = None,
) -> Tensor:
    """A convolution whose channels come in groups that do not mix."""
    return conv(Input, Filter, stride, padding, dilation, groups, "NCHW", "", out_dtype)


def depthwise_conv2d_nchw(
    Input: Tensor, Filter: Tensor, stride: Sizes, padding: str | Sizes, dilation: Sizes, out_dtype: str | None = None
) -> Tensor:
    """A convolution of each channel alone, with as many filters for each as the second size of `Filter` says."""
    strides, dilations = several(stride, 2), several(dilation, 2)
    batch, channels, *sizes = Input.shape
    multiplier, *kernel = Filter.shape[1:]
    extents = tuple(simplified((size - 1) * wide + 1) for size, wide in zip(kernel, dilations))
    before, after = padding_of(padding, extents)
    padded = pad(Input, (0, 0, *before), (0, 0, *after), name="PaddedInput")
    di, dj = over(kernel[0], "di"), over(kernel[1], "dj")
    type_ = parse_dtype(out_dtype) if out_dtype else Input.dtype

    def value(b: Expr, c: Expr, i: Expr, j: Expr) -> Expr:
        row, column = i * strides[0] + di.var * dilations[0], j * strides[1] + dj.var * dilations[1]
        left = padded(b, c // multiplier, row, column)
        right = Filter(c // multiplier, c % multiplier, di.var, dj.var)
        return reducers.sum(cast(left, type_) * cast(right, type_), axis=[di, dj])

    rows, columns = (places(*one) for one in zip(sizes, extents, strides, before, after))
    shape = (batch, simplified(channels * multiplier), rows, columns)
    return compute(shape, value, "DepthwiseConv2d", "depthwise_conv2d_nchw")
