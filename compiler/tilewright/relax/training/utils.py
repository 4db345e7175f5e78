"""What training shares, under TVM's names."""

from __future__ import annotations

from tilewright.relax.gradients.te_gradients import register_te_gradient

__all__ = ["register_te_gradient"]
