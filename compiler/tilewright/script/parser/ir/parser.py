"""The rules of modules."""

from __future__ import annotations

from tilewright.core.frontend.module_class import visit_module_class

__all__ = ["visit_module_class"]
