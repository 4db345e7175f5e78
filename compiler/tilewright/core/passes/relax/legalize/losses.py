"""Losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, optional, te_call
from tilewright.core.topi.nn import losses

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _weighted(function: Callable[..., object], hint: str, required: int) -> Legalization:
    """A loss whose weights of classes may be missing, which its kernel's name says."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        name = hint if len(call.args) > required else f"{hint}_without_weight"
        return optional(function, name, required, "reduction", "ignore_index")(builder, call)

    return rule


RULES: dict[str, Legalization] = {
    "nn.cross_entropy_with_logits": te_call("cross_entropy_with_logits", losses.cross_entropy_with_logits),
    "nn.nll_loss": _weighted(losses.nll_loss, "nll_loss", 2),
    "grad.nll_loss_backward": _weighted(losses.nll_loss_backward, "nll_loss_backward", 3),
}
