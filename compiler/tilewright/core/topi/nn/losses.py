"""Losses and their gradients."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.expr import Expr, Select
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.broadcast import divide, multiply
from tilewright.core.topi.creation import full
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
    if weights is None:
        weights = full(predictions.shape[1:2] or predictions.shape, predictions.dtype, 1)
    by_class = weights

    def loss(*at: Expr) -> Expr:
        target = targets(*at)
        minus = const(0, predictions.dtype) - predictions(*_place(at, target))
        return _unless(target, ignore_index, minus * by_class(target))

    chosen = _each_target(targets, loss)
    if reduction == "none":
        return chosen
    total = _total(chosen)
    if reduction == "sum":
        return total
    used = _each_target(targets, lambda *at: _unless(targets(*at), ignore_index, by_class(targets(*at))))
    return divide(total, _total(used))


def _each_target(targets: Tensor, element: Callable[..., Expr]) -> Tensor:
    names = [f"ax{at}" for at in range(targets.ndim)]
    return compute(targets.shape, element, "nll_loss", varargs_names=names)


def _total(values: Tensor) -> Tensor:
    return total_of(values) if values.ndim else values


def _unless(target: Expr, ignore_index: int, value: Expr) -> Expr:
    """Nothing for a target that is left out; lowering sees to it that what its index points to is not read."""
    return Select(binary("NE", target, const(ignore_index, target.dtype)), value, const(0, value.dtype))


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
    return _total(each)
