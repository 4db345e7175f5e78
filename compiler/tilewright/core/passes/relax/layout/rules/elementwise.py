"""Layouts through ops on elements."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.relax import Call
from tilewright.core.passes.relax.layout.rules.rule import (
    Followed,
    LayoutOf,
    Rule,
    Wanted,
    of_most,
    plain,
    shape_of,
    tensor,
)
from tilewright.core.passes.relax.layout.rules.words import fits, is_plain, letters, widened


def same(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """One argument, element by element."""
    layout = layout_of(call.args[0])
    return Followed([layout], layout)


def two(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Two arguments, element by element: in the layout of the one of fewer dimensions, of the first where both have as many."""
    first, second = (layout_of(item) for item in call.args)
    blocked = _in_blocks(call, first, second)
    if blocked is not None:
        return Followed([blocked, blocked], blocked)
    if not first or not second:
        return Followed([first, second], first or second)
    if not (is_plain(first) and is_plain(second)):
        first, second = (plain(item, layout_of) for item in call.args)
    counts = [len(first), len(second)]
    narrow = first if counts[0] <= counts[1] else second
    layout = widened(narrow, max(counts))
    return Followed([first, layout] if narrow is first else [layout, second], layout)


def _in_blocks(call: Call, first: str, second: str) -> str | None:
    """The layout in blocks that both arguments can be in, where one of them is."""
    if is_plain(first) and is_plain(second):
        return None
    counts = [tensor(item).ndim for item in call.args]
    layout, other = (first, call.args[1]) if len(letters(first)) >= len(letters(second)) else (second, call.args[0])
    return layout if counts[0] == counts[1] and fits(layout, shape_of(tensor(other))) else None


def three(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Three arguments of one shape, in the layout that two of them have."""
    layout = of_most(call, layout_of)
    return Followed([layout] * 3, layout)


RULES: Mapping[str, Rule] = {"same": same, "two": two, "three": three}
