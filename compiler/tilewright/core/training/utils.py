"""Helpers of training, under TVM's names."""

from __future__ import annotations

from tilewright.core.passes.relax.gradients.te_gradients import register_te_gradient
from tilewright.core.training.append_loss import AppendLoss

__all__ = ["AppendLoss", "register_te_gradient"]
