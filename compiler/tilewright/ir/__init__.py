"""Floor 2: the nodes of the intermediate representation, walking, equality and verification."""

from __future__ import annotations

from tilewright.ir import operators

__all__ = ["operators"]
