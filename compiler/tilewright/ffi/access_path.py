"""Paths to parts of a program; see `tilewright.ir.access_path`."""

from __future__ import annotations

from tilewright.ir.access_path import AccessPath, Step
from tilewright.ir.access_path import Step as AccessStep

__all__ = ["AccessPath", "AccessStep", "Step"]
