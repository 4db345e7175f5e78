"""Training of functions of Relax, under TVM's names: losses, optimizers, and a trainer that puts them together."""

from __future__ import annotations

from tilewright.core.training import loss, optimizer, trainer, utils
from tilewright.core.training.append_loss import AppendLoss
from tilewright.core.training.setup_trainer import SetupTrainer
from tilewright.core.training.trainer import Trainer

__all__ = ["AppendLoss", "SetupTrainer", "Trainer", "loss", "optimizer", "trainer", "utils"]
