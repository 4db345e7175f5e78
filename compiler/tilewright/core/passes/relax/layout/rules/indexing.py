"""Layouts through ops that pick elements."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.relax import Call, PrimValue, Tuple
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, as_written, of_most, plain
from tilewright.core.passes.relax.layout.rules.words import axis_in


def strided_slice(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Along the same dimensions wherever they are now."""
    layout = plain(call.args[0], layout_of)
    given = call.args[1]
    axes = (
        [int(item.value.value) for item in given.fields if isinstance(item, PrimValue)]
        if isinstance(given, Tuple)
        else []
    )
    moved = Tuple(tuple(PrimValue(axis_in(layout, axis)) for axis in axes))
    return Followed([layout], layout, args={1: moved})


def gather(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """The data and the indices in one layout, along the same dimension."""
    layout = plain(call.args[0], layout_of)
    return Followed([layout, layout], layout, {"axis": axis_in(layout, call.attrs.axis)})


def scatter(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """The data, the indices and the updates in one layout, along the same dimension."""
    layout = of_most(call, lambda item: plain(item, layout_of))
    return Followed([layout] * 3, layout, {"axis": axis_in(layout, call.attrs.axis)})


RULES: Mapping[str, Rule] = {
    "gather": gather,
    "scatter": scatter,
    "strided_slice": strided_slice,
    "as_written": as_written,
}
