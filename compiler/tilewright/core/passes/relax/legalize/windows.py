"""Convolutions and pooling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, asked, ints
from tilewright.core.topi import nn
from tilewright.core.topi.nn import gradients
from tilewright.core.topi.nn.convolution import conv
from tilewright.core.topi.nn.pooling import dimensions_of
from tilewright.core.topi.nn.transposed import conv_transpose

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _conv(dimensions: int) -> Legalization:
    hint = f"conv{dimensions}d"

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["data_layout"]) or len(attrs["data_layout"]) != dimensions + 2:
            return call
        given = [ints(attrs[name]) for name in ("strides", "padding", "dilation", "groups")]
        layouts = (str(attrs["data_layout"]), str(attrs["kernel_layout"]), asked(attrs["out_dtype"]))
        return builder.call_te(conv, *call.args, *given, *layouts, primfunc_name_hint=hint)

    return rule


def _conv_transpose(dimensions: int) -> Legalization:
    hint = f"conv{dimensions}d_transpose"

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["data_layout"]):
            return call
        given = [ints(attrs[name]) for name in ("strides", "padding", "output_padding", "dilation", "groups")]
        layouts = (str(attrs["data_layout"]), str(attrs["kernel_layout"]), asked(attrs["out_dtype"]))
        return builder.call_te(conv_transpose, *call.args, *given, *layouts, primfunc_name_hint=hint)

    return rule


def _whole_windows(layout: str) -> bool:
    """Whether the dimensions that windows move along are whole; channels may be in blocks."""
    return not any(letter in "dhw" for letter in layout)


def _pool(kind: str, dimensions: int) -> Legalization:
    function = getattr(nn, f"pool{dimensions}d")

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["layout"]) or not _whole_windows(str(attrs["layout"])):
            return call
        return builder.call_te(
            function,
            call.args[0],
            ints(attrs["pool_size"]),
            ints(attrs["strides"]),
            ints(attrs["dilation"]),
            ints(attrs["padding"]),
            kind,
            bool(attrs["ceil_mode"]),
            str(attrs["layout"]),
            bool(attrs["count_include_pad"]),
            primfunc_name_hint=f"{kind}_pool{dimensions}d",
        )

    return rule


def _adaptive(dimensions: int) -> Legalization:
    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        attrs, data = call.attrs, call.args[0]
        layout = str(attrs["layout"])
        if attrs["out_layout"] not in (None, layout) or not _whole_windows(layout):
            return call
        shape = data.struct_info.shape.values  # pyright: ignore[reportAttributeAccessIssue]
        letters = enumerate(dimensions_of(layout))
        size = ints(attrs["output_size"]) or [shape[at] for at, letter in letters if letter in "DHW"]
        size = size * dimensions if len(size) == 1 else size
        hint = f"adaptive_avg_pool{dimensions}d"
        return builder.call_te(nn.adaptive_pool, data, size, "avg", layout, primfunc_name_hint=hint)

    return rule


def _pool_backward(kind: str) -> Legalization:
    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        attrs = call.attrs
        if attrs["out_layout"] not in (None, attrs["layout"]):
            return call
        given = [ints(attrs[name]) for name in ("pool_size", "strides", "padding", "dilation")]
        rest = (bool(attrs["count_include_pad"]), str(attrs["layout"]), kind)
        hint = f"{kind}_pool2d_backward"
        return builder.call_te(gradients.pool2d_backward, *call.args, *given, *rest, primfunc_name_hint=hint)

    return rule


RULES: dict[str, Legalization] = {
    **{f"nn.conv{n}d": _conv(n) for n in (1, 2, 3)},
    **{f"nn.conv{n}d_transpose": _conv_transpose(n) for n in (1, 2, 3)},
    **{f"nn.{kind}_pool{n}d": _pool(kind, n) for kind in ("max", "avg") for n in (1, 2, 3)},
    **{f"nn.adaptive_avg_pool{n}d": _adaptive(n) for n in (1, 2, 3)},
    "grad.max_pool2d_backward": _pool_backward("max"),
    "grad.avg_pool2d_backward": _pool_backward("avg"),
}
