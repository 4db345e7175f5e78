"""Losses."""

from __future__ import annotations

from tilewright.core.passes.relax.legalize.rule import Legalization, optional, te_call
from tilewright.core.topi.nn import losses

RULES: dict[str, Legalization] = {
    "nn.cross_entropy_with_logits": te_call("cross_entropy_with_logits", losses.cross_entropy_with_logits),
    "nn.nll_loss": optional(losses.nll_loss, "nll_loss", 2, "reduction", "ignore_index"),
    "grad.nll_loss_backward": optional(losses.nll_loss_backward, "nll_loss_backward", 3, "reduction", "ignore_index"),
}
