"""Layouts of ops: a rule for each name that rows give as `layout`, in files of their topics."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.passes.relax.layout.rules import (
    elementwise,
    indexing,
    nn,
    norms,
    shapes,
    statistics,
    vision,
    windows,
)
from tilewright.core.passes.relax.layout.rules.rule import Rule

LAYOUTS: Mapping[str, Rule] = {
    **elementwise.RULES,
    **statistics.RULES,
    **shapes.RULES,
    **indexing.RULES,
    **windows.RULES,
    **norms.RULES,
    **nn.RULES,
    **vision.RULES,
}
"""The rules by the names that rows give them."""
