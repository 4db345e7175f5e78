"""Training of functions of Relax, under TVM's names."""

from __future__ import annotations

from tilewright.relax.training import utils

__all__ = ["utils"]
