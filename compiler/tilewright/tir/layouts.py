"""Layouts of tensors as words, under TVM's names."""

from __future__ import annotations

from tilewright.core.builder.layouts import BijectiveLayout, Layout, bijective_layout, layout
from tilewright.core.builder.layouts import SBijectiveLayout as SBijectiveLayout
from tilewright.core.builder.layouts import SLayout as SLayout
from tilewright.core.builder.layouts import sbijective_layout as sbijective_layout
from tilewright.core.builder.layouts import slayout as slayout

__all__ = ["BijectiveLayout", "Layout", "bijective_layout", "layout"]
