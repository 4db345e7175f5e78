"""Layouts through other ops of neural networks."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.relax import Call
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted


def dropout(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Result and mask in the layout of the data."""
    layout = layout_of(call.args[0])
    return Followed([layout], (layout, layout))


RULES: Mapping[str, Rule] = {"dropout": dropout}
