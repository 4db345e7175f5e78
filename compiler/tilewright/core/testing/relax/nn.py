"""Small layers for tests, and marks for what a gradient computes again."""

from __future__ import annotations

from tilewright.core.testing.relax.checkpoints import checkpoint, emit_checkpoint, emit_checkpoint_sequential
from tilewright.core.testing.relax.layers import (
    Linear,
    LogSoftmax,
    Module,
    Parameter,
    Placeholder,
    ReLU,
    Sequential,
    emit,
    emit_te,
    init_params,
)

__all__ = [
    "Linear",
    "LogSoftmax",
    "Module",
    "Parameter",
    "Placeholder",
    "ReLU",
    "Sequential",
    "checkpoint",
    "emit",
    "emit_checkpoint",
    "emit_checkpoint_sequential",
    "emit_te",
    "init_params",
]
