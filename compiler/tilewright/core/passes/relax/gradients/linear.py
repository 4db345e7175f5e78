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
        row = ctx.emit(op.expand_dims(grad, -2))
        of_a, of_b = op.matmul(row, _swapped(b, m)), op.matmul(op.expand_dims(a, 1), row)
    elif m == 1:
        column = ctx.emit(op.expand_dims(grad, -1))
        of_a, of_b = op.matmul(column, op.expand_dims(b, 0)), op.matmul(_swapped(a, n), column)
        of_b = op.squeeze(of_b, [-1])
    else:
        of_a, of_b = op.matmul(grad, _swapped(b, m)), op.matmul(_swapped(a, n), grad)
    of_a, of_b = map(ctx.normalize, (of_a, of_b))  # what both are made of is bound first, as in TVM
    return [fitted(of_a, of_a, a), fitted(of_b, of_b, b)]


def _outer(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """g @ b and g^T @ a."""
    a, b = call.args
    return [op.matmul(grad, b), op.matmul(op.permute_dims(grad, [1, 0]), a)]


RULES: dict[str, Gradient] = {
    "matmul": _matmul,
    "outer": _outer,
}
