"""Layouts through the ops of neural networks: convolutions, which may have one that is wanted, pooling, norms."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from tilewright.core.ir.relax import Call
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, plain, shape_of, tensor
from tilewright.core.passes.relax.layout.rules.words import axis_in, fits, initial, is_plain, letters, renamed


def convolution(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """In the layouts that are wanted of this op, [data, kernel] or [data, kernel, result], or in those of the arguments."""
    names = [call.attrs[key] for key in _CONVOLUTION]
    own = str(initial(len(letters(names[0]))))
    asked = wanted.get(call.op.name)
    if asked:
        words = [*asked, asked[0]][:3]
        layouts = [renamed(own, name, word) for name, word in zip(names, words)]
        if all(map(_is_possible, zip(layouts, (*call.args[:2], None)))):
            return Followed(layouts[:2], layouts[2], dict(zip(_CONVOLUTION, words)))
        data, weight = own, own
    else:
        data, weight = plain(call.args[0], layout_of), plain(call.args[1], layout_of)
    followed = (renamed(name, own, word) for name, word in zip(names, (data, weight, data)))
    return Followed([data, weight], data, dict(zip(_CONVOLUTION, followed)))


_CONVOLUTION = ("data_layout", "kernel_layout", "out_layout")


def _is_possible(item: tuple[str, Any]) -> bool:
    layout, value = item
    return is_plain(layout) or value is None or fits(layout, shape_of(tensor(value)))


def pooling(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """In the layout of the argument."""
    layout = layout_of(call.args[0])
    own = str(initial(tensor(call.args[0]).ndim))
    if not is_plain(layout) and not fits(layout, shape_of(tensor(call))):
        layout = own
    return Followed([layout], layout, {key: renamed(call.attrs[key], own, layout) for key in ("layout", "out_layout")})


def resize(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """In the layout that is wanted, or in that of the argument."""
    own = str(initial(tensor(call.args[0]).ndim))
    asked = wanted.get(call.op.name)
    layout = renamed(own, call.attrs.layout, asked[0]) if asked else plain(call.args[0], layout_of)
    return Followed([layout], layout, {"layout": renamed(call.attrs.layout, own, layout)})


def normalisation(*keys: str) -> Rule:
    """A norm: the data in its layout, the weights as they are; `keys` are the attributes that name dimensions."""

    def rule(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
        layout = plain(call.args[0], layout_of)
        others = [initial(tensor(item).ndim) for item in call.args[1:]]
        attrs = {key: _moved(layout, call.attrs[key]) for key in keys}
        return Followed([layout, *others], layout, attrs)

    return rule


def layer_norm(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """The data in its layout, also in blocks of dimensions that are not normalised over."""
    layout = layout_of(call.args[0])
    count = tensor(call.args[0]).ndim
    if is_plain(layout) or any(ascii_lowercase[axis % count] in layout for axis in call.attrs.axes):
        return normalisation("axes")(call, wanted, layout_of)
    others = [initial(tensor(item).ndim) for item in call.args[1:]]
    return Followed([layout, *others], layout, {"axes": _moved(layout, call.attrs.axes)})


def batch_norm(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """The result in the layout of the data; the moving values as they are."""
    followed = normalisation("axis")(call, wanted, layout_of)
    return Followed(followed.inputs, (followed.inputs[0], *followed.inputs[3:]), followed.attrs)


def _moved(layout: str, axes: Any) -> Any:
    if isinstance(axes, (tuple, list)):
        return tuple(axis_in(layout, int(axis)) for axis in axes)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return axis_in(layout, int(axes))


def dropout(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Result and mask in the layout of the data."""
    layout = layout_of(call.args[0])
    return Followed([layout], (layout, layout))


_COUNTS = (1, 2, 3)
NETWORKS: Mapping[str, Rule] = {
    **{f"relax.nn.conv{count}d": convolution for count in _COUNTS},
    "relax.nn.conv1d_transpose": convolution,
    "relax.nn.conv2d_transpose": convolution,
    **{f"relax.nn.{kind}_pool{count}d": pooling for count in _COUNTS for kind in ("max", "avg", "adaptive_avg")},
    "relax.image.resize2d": resize,
    "relax.nn.softmax": normalisation("axis"),
    "relax.nn.prelu": normalisation("axis"),
    "relax.nn.layer_norm": layer_norm,
    "relax.nn.rms_norm": normalisation("axes"),
    "relax.nn.group_norm": normalisation("axes", "channel_axis"),
    "relax.nn.instance_norm": normalisation("axes", "channel_axis"),
    "relax.nn.batch_norm": batch_norm,
    "relax.nn.dropout": dropout,
}
