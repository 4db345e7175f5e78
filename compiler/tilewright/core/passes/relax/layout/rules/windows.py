"""Layouts through convolutions, which may have one that is wanted, and pooling."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, plain, shape_of, tensor
from tilewright.core.passes.relax.layout.rules.words import fits, initial, is_plain, letters, renamed


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


def _is_possible(item: tuple[str, RelaxExpr | None]) -> bool:
    layout, value = item
    return is_plain(layout) or value is None or fits(layout, shape_of(tensor(value)))


def pooling(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """In the layout of the argument."""
    layout = layout_of(call.args[0])
    own = str(initial(tensor(call.args[0]).ndim))
    if not is_plain(layout) and not fits(layout, shape_of(tensor(call))):
        layout = own
    return Followed([layout], layout, {key: renamed(call.attrs[key], own, layout) for key in ("layout", "out_layout")})


RULES: Mapping[str, Rule] = {"convolution": convolution, "pooling": pooling}
