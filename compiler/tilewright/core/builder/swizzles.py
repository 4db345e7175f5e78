"""Layouts whose places are permuted, as TVM before 0.27 puts them together: a permutation over places without gaps, and a tile layout below one."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.keywords import also_named
from tilewright.core.builder.form_class import FormClass
from tilewright.core.builder.tile_layouts import compose_layout, swizzle_layout
from tilewright.core.ir import tile_layout as layouts


class ComposeLayout(metaclass=FormClass):
    """`ComposeLayout(3, 3, 3, tile_layout)`, or `ComposeLayout(SwizzleLayout(3, 3, 3), tile_layout)`."""

    node = layouts.ComposeLayout

    @also_named(layout_A="per_element", layout_B="swizzle_len")
    def __new__(cls, *args: Any, **named: Any) -> Any:
        return compose_layout(*args, **named)


class SwizzleLayout(metaclass=FormClass):
    """The permutation of the places of as many elements as one period has."""

    node = layouts.ComposeLayout

    def __new__(cls, per_element: int, swizzle_len: int, atom_len: int, swizzle_inner: bool = True) -> Any:
        return swizzle_layout(per_element, swizzle_len, atom_len, swizzle_inner)

    @classmethod
    def holds(cls, node: object) -> bool:
        if not isinstance(node, layouts.ComposeLayout):
            return False
        alone = swizzle_layout(node.per_element, node.swizzle_len, node.atom_len)
        return str(node.tile_layout) == str(alone.tile_layout)


__all__ = ["ComposeLayout", "SwizzleLayout"]
