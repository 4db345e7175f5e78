"""Gradients of convolutions and pooling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.expr import Expr, ExprLike
from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, extents, number, sizes
from tilewright.core.passes.relax.gradients.through import through

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _plain(call: Call, letters: str) -> bool:
    """Whether the layouts are the usual ones."""
    attrs = call.attrs
    return attrs["data_layout"] == attrs["out_layout"] == f"NC{letters}"


def _window(call: Call) -> dict[str, list[int]]:
    """The settings of a convolution as lists of numbers."""
    names = ("strides", "padding", "dilation")
    return {name: [int(item) for item in call.attrs[name]] for name in names}


def conv(dimensions: int) -> Gradient:
    """Of a convolution: its transpose on the gradient, and the correlation of data and gradient."""
    letters = "DHW"[3 - dimensions :]
    back = {1: "conv1d_transpose", 2: "conv2d_transpose"}

    def gradient(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
        data, weight = call.args
        if not _plain(call, letters) or call.attrs["kernel_layout"] != f"OI{letters}":
            return by_usual_layout(dimensions)(var, call, grad, ctx)
        given, groups = _window(call), int(call.attrs["groups"])
        missing = [_left_over(call, data, weight, var, at) for at in range(dimensions)]
        of_data = getattr(op.nn, back[dimensions])(grad, weight, output_padding=missing, groups=groups, **given)
        return [of_data, _weight(dimensions, data, grad, weight, given, groups, sizes(var))]

    return gradient


def _left_over(call: Call, data: RelaxExpr, weight: RelaxExpr, var: Var, at: int) -> int:
    """The elements at the end that no window reached."""
    given = _window(call)
    step = given["strides"][at]
    if step == 1:
        return 0
    why = "the gradient of a convolution with steps"
    count = len(given["strides"])
    size = number(sizes(data)[2 + at], why) + given["padding"][at] + given["padding"][at + count]
    reach = given["dilation"][at] * (number(sizes(weight)[2 + at], why) - 1) + 1
    return size - (number(sizes(var)[2 + at], why) - 1) * step - reach


def _weight(
    dimensions: int,
    data: RelaxExpr,
    grad: RelaxExpr,
    weight: RelaxExpr,
    given: Mapping[str, object],
    groups: int,
    whole: tuple[Expr, ...],
) -> RelaxExpr:
    """The gradient of the weight: a convolution over the batch, with steps and spread exchanged."""
    batch, channels, *space = sizes(data)
    spatial = list(range(2, 2 + dimensions))
    if groups == 1:
        moved = op.permute_dims(data, [1, 0, *spatial])
    else:
        inner = channels // groups
        apart = op.reshape(data, extents((batch, groups, inner, *space)))
        beside = op.permute_dims(apart, [2, 1, 0, *[at + 1 for at in spatial]])
        moved = op.reshape(beside, extents((inner, batch * groups, *space)))
    kernel = op.permute_dims(grad, [1, 0, *spatial])
    function = getattr(op.nn, f"conv{dimensions}d")
    made = function(
        moved,
        kernel,
        strides=given["dilation"],
        padding=given["padding"],
        dilation=given["strides"],
        groups=groups,
    )
    turned = op.permute_dims(made, [1, 0, *spatial])
    ends = list(sizes(weight))[2:]
    return op.strided_slice(turned, spatial, [0] * dimensions, ends)


def conv_transpose(dimensions: int) -> Gradient:
    """Of the transpose of a convolution: the convolution of the gradient, which plays the part of the data."""
    letters = "DHW"[3 - dimensions :]

    def gradient(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
        data, weight = call.args
        if not _plain(call, letters) or call.attrs["kernel_layout"] != f"IO{letters}":
            return by_usual_layout(dimensions, "_transpose")(var, call, grad, ctx)
        given, groups = _window(call), int(call.attrs["groups"])
        grad = grad if isinstance(grad, Var) else ctx.emit(grad)
        of_data = getattr(op.nn, f"conv{dimensions}d")(grad, weight, groups=groups, **given)
        return [of_data, _weight(dimensions, grad, data, weight, given, groups, sizes(data))]

    return gradient


def by_usual_layout(dimensions: int, kind: str = "") -> Gradient:
    """Through the convolution on permuted tensors."""
    from tilewright.core.passes.relax.gradients.through import through

    letters = "DHW"[3 - dimensions :]
    kernel = f"IO{letters}" if kind else f"OI{letters}"

    def usual(call: Call) -> RelaxExpr:
        attrs = call.attrs
        layouts = (str(attrs["data_layout"]), str(attrs["kernel_layout"]), str(attrs["out_layout"]))
        data = _moved(call.args[0], layouts[0], f"NC{letters}")
        weight = _moved(call.args[1], layouts[1], kernel)
        further = {"output_padding": [int(item) for item in attrs["output_padding"]]} if kind else {}
        function = getattr(op.nn, f"conv{dimensions}d{kind}")
        made = function(data, weight, groups=int(attrs["groups"]), **further, **_window(call))
        return _moved(made, f"NC{letters}", layouts[2])

    return through(usual)


def _moved(x: RelaxExpr, layout: str, wanted: str) -> RelaxExpr:
    return x if layout == wanted else op.permute_dims(x, [layout.index(letter) for letter in wanted])


def _pool2d(kind: str) -> Gradient:
    def gradient(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
        function = op.grad.max_pool2d_backward if kind == "max" else op.grad.avg_pool2d_backward
        return [function(grad, call.args[0], **dict(call.attrs))]

    return gradient


def _pool1d(kind: str) -> Gradient:
    """A row of an image."""

    def parts(call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["layout"] != "NCW" or attrs["out_layout"] != "NCW":
            raise ValueError("only the layout NCW has a gradient")
        before, after = (int(width) for width in attrs["padding"])
        made = getattr(op.nn, f"{kind}_pool2d")(
            op.expand_dims(call.args[0], 2),
            pool_size=[1, int(attrs["pool_size"][0])],
            strides=[1, int(attrs["strides"][0])],
            padding=[0, before, 0, after],
            dilation=[1, int(attrs["dilation"][0])],
            ceil_mode=attrs["ceil_mode"],
            count_include_pad=attrs["count_include_pad"],
        )
        return op.squeeze(made, [2])

    return through(parts)


def _adaptive(dimensions: int) -> Gradient:
    """A mean over all, or over windows of one size."""
    letters = "DHW"[3 - dimensions :]

    def parts(call: Call) -> RelaxExpr:
        x, attrs = call.args[0], call.attrs
        layout = str(attrs["layout"])
        if attrs["out_layout"] != layout:
            raise ValueError("another layout of the result has no gradient")
        given = attrs["output_size"]
        places = [layout.index(letter) for letter in letters]
        whole = sizes(x)
        if given is None:
            return x
        asked = [int(size) for size in given] * (dimensions if len(given) == 1 else 1)
        if all(size == 1 for size in asked):
            return op.mean(x, places, keepdims=True)
        apart: list[ExprLike] = []
        over: list[int] = []
        for at, size in enumerate(whole):
            if at not in places:
                apart.append(size)
                continue
            count = asked[places.index(at)]
            if number(size, "adaptive pooling") % count:
                raise ValueError(f"windows of different sizes have no gradient: {size} is no multiple of {count}")
            over.append(len(apart) + 1)
            apart += [count, size // count]
        return op.mean(op.reshape(x, extents(apart)), over)

    return through(parts)


RULES: dict[str, Gradient] = {
    **{f"nn.conv{n}d": conv(n) for n in (1, 2)},
    **{f"nn.conv{n}d_transpose": conv_transpose(n) for n in (1, 2)},
    "nn.max_pool2d": _pool2d("max"),
    "nn.avg_pool2d": _pool2d("avg"),
    "nn.max_pool1d": _pool1d("max"),
    "nn.avg_pool1d": _pool1d("avg"),
    **{f"nn.adaptive_avg_pool{n}d": _adaptive(n) for n in (1, 2, 3)},
}
