"""The nodes of the intermediate representation, walking, equality and verification."""

from __future__ import annotations

from tilewright.core.ir import operators, relax_inspection, relax_operators  # they give the expressions their operators

__all__ = ["operators", "relax_inspection", "relax_operators"]
