"""Losses and their gradients."""

from __future__ import annotations

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.broadcast import divide, multiply
from tilewright.core.topi.reduction import sum as total_of


def cross_entropy_with_logits(predictions: Tensor, labels: Tensor) -> Tensor:
    """Minus the sum of the products, over the number of rows where there is more than one dimension."""
    total = multiply(total_of(multiply(predictions, labels)), const(-1, predictions.dtype))
    rows = predictions.shape[0]
    return divide(total, rows.astype(predictions.dtype)) if predictions.ndim > 1 else total


def nll_loss(predictions: Tensor, targets: Tensor, weights: Tensor | None, reduction: str, ignore_index: int) -> Tensor:
    """Minus the log-probability of each target, by its weight; the targets equal to `ignore_index` count nothing.

    `predictions` has the classes along axis 1, or alone along its only axis.
    """
    chosen = compute(
        targets.shape,
        lambda *at: _counted(
            targets(*at),
            ignore_index,
            -predictions(*_place(at, targets(*at))) * _weight(weights, targets(*at), predictions),
        ),
        "nll_loss",
    )
    if reduction == "none":
        return chosen
    total = total_of(chosen)
    return total if reduction == "sum" else divide(total, _total_weight(predictions, targets, weights, ignore_index))


def nll_loss_backward(
    output_grad: Tensor,
    predictions: Tensor,
    targets: Tensor,
    weights: Tensor | None,
    reduction: str,
    ignore_index: int,
) -> Tensor:
    """The gradient of the loss with respect to each prediction."""
    whole = _total_weight(predictions, targets, weights, ignore_index) if reduction == "mean" else None

    def element(*at: Expr) -> Expr:
        rest = (*at[:1], *at[2:]) if predictions.ndim > 1 else ()
        target = targets(*rest)
        channel = at[1] if predictions.ndim > 1 else at[0]
        given = output_grad(*rest) if reduction == "none" else output_grad()
        slope = -given * _weight(weights, target, predictions)
        slope = slope if whole is None else slope / whole()
        hit = binary("EQ", target, channel.astype(target.dtype))
        here = call("tir.if_then_else", hit, slope, const(0, predictions.dtype))
        return _counted(target, ignore_index, here)

    return compute(predictions.shape, element, "nll_loss_backward")


def _place(at: tuple[Expr, ...], target: Expr) -> tuple[Expr, ...]:
    return (at[0], target, *at[1:]) if at else (target,)


def _counted(target: Expr, ignore_index: int, value: Expr) -> Expr:
    left_out = binary("EQ", target, const(ignore_index, target.dtype))
    return call("tir.if_then_else", left_out, const(0, value.dtype), value)


def _weight(weights: Tensor | None, target: Expr, predictions: Tensor) -> Expr:
    return const(1, predictions.dtype) if weights is None else weights(target)


def _total_weight(predictions: Tensor, targets: Tensor, weights: Tensor | None, ignore_index: int) -> Tensor:
    each = compute(
        targets.shape,
        lambda *at: _counted(targets(*at), ignore_index, _weight(weights, targets(*at), predictions)),
        "nll_weight",
    )
    return total_of(each) if targets.ndim else each
