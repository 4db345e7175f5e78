"""Gradients of losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, c, no_grad, number, sizes

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _cross_entropy(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """-g / batch times the other."""
    predictions, labels = call.args
    whole = sizes(predictions)
    if len(whole) > 1:
        grad = op.divide(grad, c(number(whole[0], "the cross entropy"), predictions))
    share = ctx.emit(op.negative(grad))
    return [op.multiply(share, labels), op.multiply(share, predictions)]


def _nll_loss(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    predictions, *rest = call.args
    attrs = call.attrs
    weights = rest[1] if len(rest) > 1 else None
    made = op.grad.nll_loss_backward(
        grad, predictions, rest[0], weights, reduction=attrs["reduction"], ignore_index=attrs["ignore_index"]
    )
    return [made, *map(no_grad, rest)]


RULES: dict[str, Gradient] = {
    "nn.cross_entropy_with_logits": _cross_entropy,
    "nn.nll_loss": _nll_loss,
}
