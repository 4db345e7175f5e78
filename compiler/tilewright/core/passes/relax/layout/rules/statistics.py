"""Layouts through reductions."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase

from tilewright.core.ir.relax import Call
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, tensor
from tilewright.core.passes.relax.layout.rules.words import letters, without


def reduction(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Over the same dimensions wherever they are now."""
    layout = layout_of(call.args[0])
    count = tensor(call.args[0]).ndim
    given = call.attrs.axis
    gone = {axis % count for axis in (range(count) if given is None else given)}
    axes = [at for at, letter in enumerate(letters(layout)) if ascii_uppercase.index(letter.upper()) in gone]
    return Followed([layout], layout if call.attrs.keepdims else without(layout, sorted(gone)), {"axis": tuple(axes)})


RULES: Mapping[str, Rule] = {"reduction": reduction}
