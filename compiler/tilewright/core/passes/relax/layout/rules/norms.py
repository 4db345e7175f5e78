"""Layouts through normalisations."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from tilewright.core.ir.relax import Call
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, plain, tensor
from tilewright.core.passes.relax.layout.rules.words import axis_in, initial, is_plain


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


def _moved(layout: str, axes: Any) -> int | tuple[int, ...]:
    if isinstance(axes, (tuple, list)):
        return tuple(axis_in(layout, int(axis)) for axis in axes)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return axis_in(layout, int(axes))


RULES: Mapping[str, Rule] = {
    "over_axis": normalisation("axis"),
    "over_axes": normalisation("axes"),
    "over_channels": normalisation("axes", "channel_axis"),
    "layer_norm": layer_norm,
    "batch_norm": batch_norm,
}
