"""Gradients of products of matrices and of convolutions."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import relax_functions as op
from tilewright.core.ir.relax import Call, Var
from tilewright.core.passes.relax.gradients.support import Gradient, extents, fitted, info, number, sizes


def _swapped(x: Any, ndim: int) -> Any:
    """A matrix, or many, with rows and columns changed."""
    return op.permute_dims(x, [*range(ndim - 2), ndim - 1, ndim - 2])


def _matmul(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """g @ b^T and a^T @ g; a vector is a row or a column."""
    a, b = call.args
    n, m = info(a).ndim, info(b).ndim
    if n == 1 and m == 1:
        return [op.multiply(grad, b), op.multiply(grad, a)]
    if n == 1:
        of_a = op.matmul(op.expand_dims(grad, -2), _swapped(b, m))
        of_b = op.matmul(op.expand_dims(a, 1), op.expand_dims(grad, -2))
    elif m == 1:
        of_a = op.matmul(op.expand_dims(grad, -1), op.expand_dims(b, 0))
        of_b = op.matmul(_swapped(a, n), op.expand_dims(grad, -1))
        of_b = op.squeeze(of_b, [-1])
    else:
        of_a, of_b = op.matmul(grad, _swapped(b, m)), op.matmul(_swapped(a, n), grad)
    return [_fitted(of_a, a, ctx), _fitted(of_b, b, ctx)]


def _fitted(grad: Any, arg: Any, ctx: Any) -> Any:
    """Summed over what was broadcast; nothing is emitted when nothing was."""
    whole = info(arg)
    made = ctx.normalize(grad) if whole.ndim != _ndim_of(grad, ctx) or whole.ndim > 2 else None
    if made is None:
        return grad
    made = made if isinstance(made, Var) else ctx.emit(made)
    return fitted(made, made, arg)


def _ndim_of(grad: Any, ctx: Any) -> int:
    """The dimensions of what `_matmul` made."""
    made = ctx.normalize(grad)
    return info(made).ndim


def _outer(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
    """g @ b and g^T @ a."""
    a, b = call.args
    return [op.matmul(grad, b), op.matmul(op.permute_dims(grad, [1, 0]), a)]


def _plain(call: Call, letters: str) -> bool:
    """Whether the layouts are the usual ones."""
    attrs = call.attrs
    return attrs["data_layout"] == attrs["out_layout"] == f"NC{letters}"


def _window(call: Call) -> dict[str, Any]:
    """The settings of a convolution as lists of numbers."""
    names = ("strides", "padding", "dilation")
    return {name: [int(item) for item in call.attrs[name]] for name in names}


def conv(dimensions: int) -> Gradient:
    """Of a convolution: its transpose on the gradient, and the correlation of data and gradient."""
    letters = "DHW"[3 - dimensions :]
    back = {1: "conv1d_transpose", 2: "conv2d_transpose"}

    def gradient(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
        data, weight = call.args
        if not _plain(call, letters) or call.attrs["kernel_layout"] != f"OI{letters}":
            return by_usual_layout(dimensions)(var, call, grad, ctx)
        given, groups = _window(call), int(call.attrs["groups"])
        missing = [_left_over(call, data, weight, var, at) for at in range(dimensions)]
        of_data = getattr(op.nn, back[dimensions])(grad, weight, output_padding=missing, groups=groups, **given)
        return [of_data, _weight(dimensions, data, grad, weight, given, groups, sizes(var))]

    return gradient


def _left_over(call: Call, data: Any, weight: Any, var: Var, at: int) -> int:
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
    dimensions: int, data: Any, grad: Any, weight: Any, given: dict[str, Any], groups: int, whole: tuple[Any, ...]
) -> Any:
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

    def gradient(var: Var, call: Call, grad: Any, ctx: Any) -> list[Any]:
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

    def usual(call: Call) -> Any:
        attrs = call.attrs
        layouts = (str(attrs["data_layout"]), str(attrs["kernel_layout"]), str(attrs["out_layout"]))
        data = _moved(call.args[0], layouts[0], f"NC{letters}")
        weight = _moved(call.args[1], layouts[1], kernel)
        further = {"output_padding": [int(item) for item in attrs["output_padding"]]} if kind else {}
        function = getattr(op.nn, f"conv{dimensions}d{kind}")
        made = function(data, weight, groups=int(attrs["groups"]), **further, **_window(call))
        return _moved(made, f"NC{letters}", layouts[2])

    return through(usual)


def _moved(x: Any, layout: str, wanted: str) -> Any:
    return x if layout == wanted else op.permute_dims(x, [layout.index(letter) for letter in wanted])


RULES: dict[str, Gradient] = {
    "matmul": _matmul,
    "outer": _outer,
    **{f"nn.conv{n}d": conv(n) for n in (1, 2)},
    **{f"nn.conv{n}d_transpose": conv_transpose(n) for n in (1, 2)},
}
