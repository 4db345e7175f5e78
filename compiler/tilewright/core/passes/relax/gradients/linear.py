"""Gradients of products of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, fitted, info

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _swapped(x: RelaxExpr, ndim: int) -> RelaxExpr:
    """A matrix, or many, with rows and columns changed."""
    return op.permute_dims(x, [*range(ndim - 2), ndim - 1, ndim - 2])


def _matmul(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """g @ b^T and a^T @ g; a vector is a row or a column."""
    a, b = call.args
    n, m = info(a).ndim, info(b).ndim
    if n == 1 and m == 1:
        return [op.multiply(grad, b), op.multiply(grad, a)]
    if n == 1:
        of_a = op.matmul(op.expand_dims(grad, -2), _swapped(b, m))
        of_b = op.matmul(op.expand_dims(a, 1), op.expand_dims(grad, -2))
    elif m == 1:
        of_a = op.matmul(op.expand_dims(grad, -1), op.expand_dims(b, 0))
        of_b = op.matmul(_swapped(a, n), op.expand_dims(grad, -1))
        of_b = op.squeeze(of_b, [-1])
    else:
        of_a, of_b = op.matmul(grad, _swapped(b, m)), op.matmul(_swapped(a, n), grad)
    return [_fitted(of_a, a, ctx), _fitted(of_b, b, ctx)]


def _fitted(grad: RelaxExpr, arg: RelaxExpr, ctx: BlockBuilder) -> RelaxExpr:
    """Summed over what was broadcast; nothing is emitted when nothing was."""
    whole = info(arg)
    made = ctx.normalize(grad) if whole.ndim != _ndim_of(grad, ctx) or whole.ndim > 2 else None
    if made is None:
        return grad
    made = made if isinstance(made, Var) else ctx.emit(made)
    return fitted(made, made, arg)


def _ndim_of(grad: RelaxExpr, ctx: BlockBuilder) -> int:
    """The dimensions of what `_matmul` made."""
    made = ctx.normalize(grad)
    return info(made).ndim


def _outer(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """g @ b and g^T @ a."""
    a, b = call.args
    return [op.matmul(grad, b), op.matmul(op.permute_dims(grad, [1, 0]), a)]


RULES: dict[str, Gradient] = {
    "matmul": _matmul,
    "outer": _outer,
}
