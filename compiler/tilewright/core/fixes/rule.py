"""The type of the functions that make fixes."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.base.diagnostics import Fix
from tilewright.core.fixes.site import Site

Rule = Callable[[Site], Fix | None]
"""From the place of a diagnostic to its fix; None where what stands there is not of the kind that the rule knows."""
