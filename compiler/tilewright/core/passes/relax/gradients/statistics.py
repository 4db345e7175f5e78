"""Gradients of reductions and scans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.expr import ExprLike, IntImm
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, ShapeExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, all_axes, c, info, kept, shape, sizes

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _sum(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The same to each element."""
    x = call.args[0]
    return [op.broadcast_to(kept(grad, call, info(x).ndim), shape(x))]


def _count(x: RelaxExpr, call: Call) -> RelaxExpr:
    """The number of elements each result is made of, as a constant or a value known at run time."""
    total: ExprLike = 1
    whole = sizes(x)
    for axis in all_axes(call.attrs["axis"], info(x).ndim):
        total = whole[axis] * total
    if isinstance(total, (int, IntImm)):
        return c(int(total), x)
    return op.full(ShapeExpr(()), PrimValue(total.astype(str(info(x).dtype))), str(info(x).dtype))


def _mean(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """A share to each element."""
    x = call.args[0]
    return [op.broadcast_to(kept(op.divide(grad, _count(x, call)), call, info(x).ndim), shape(x))]


def _distance(x: RelaxExpr, call: Call) -> RelaxExpr:
    """The distance of each element from the mean."""
    return op.subtract(x, op.mean(x, call.attrs["axis"], keepdims=True))


def _variance(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """2 * (x - mean) / count."""
    x = call.args[0]
    share = op.divide(op.multiply(kept(grad, call, info(x).ndim), c(2, x)), _count(x, call))
    return [op.multiply(share, _distance(x, call))]


def _std(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """(x - mean) / (count * std)."""
    x = call.args[0]
    ndim = info(x).ndim
    share = op.divide(kept(op.divide(grad, var), call, ndim), _count(x, call))
    return [op.multiply(share, _distance(x, call))]


def _extreme(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Shared by the elements that are the greatest or least."""
    x = call.args[0]
    ndim = info(x).ndim
    chosen = op.astype(op.equal(x, kept(var, call, ndim)), str(info(x).dtype))
    many = op.sum(chosen, call.attrs["axis"], keepdims=True)
    return [op.multiply(op.divide(chosen, many), kept(grad, call, ndim))]


def _prod(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The product of the others."""
    x = call.args[0]
    return [op.divide(kept(op.multiply(grad, var), call, info(x).ndim), x)]


def _cumsum(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The running sum from the other end."""
    x, axis = call.args[0], call.attrs["axis"]
    along = 0 if axis is None else int(axis)
    backwards = op.flip(grad, along)
    summed = op.cumsum(backwards, along, exclusive=call.attrs["exclusive"])
    found = op.flip(summed, along)
    kind = str(info(x).dtype)
    found = found if str(info(var).dtype) == kind else op.astype(found, kind)
    return [op.reshape(found, shape(x)) if axis is None else found]


RULES: dict[str, Gradient] = {
    "sum": _sum,
    "mean": _mean,
    "variance": _variance,
    "std": _std,
    "max": _extreme,
    "min": _extreme,
    "prod": _prod,
    "cumsum": _cumsum,
}
