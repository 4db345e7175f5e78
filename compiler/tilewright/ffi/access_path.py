"""Paths to parts of a program; see `tilewright.core.ir.access_path`."""

from __future__ import annotations

from tilewright.core.ir.access_path import AccessPath, Step
from tilewright.core.ir.access_path import Step as AccessStep

__all__ = ["AccessPath", "AccessStep", "Step"]
