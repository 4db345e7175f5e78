"""Layouts through ops on images, which may have one that is wanted."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.relax import Call
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, plain, tensor
from tilewright.core.passes.relax.layout.rules.words import initial, renamed


def resize(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """In the layout that is wanted, or in that of the argument."""
    own = str(initial(tensor(call.args[0]).ndim))
    asked = wanted.get(call.op.name)
    layout = renamed(own, call.attrs.layout, asked[0]) if asked else plain(call.args[0], layout_of)
    return Followed([layout], layout, {"layout": renamed(call.attrs.layout, own, layout)})


RULES: Mapping[str, Rule] = {"resize": resize}
