"""Gradients of ops that pick and write elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, Var
from tilewright.core.passes.relax.gradients.support import Gradient, extents, info, no_grad, number, sizes

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _take(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Added where each element came from; indices outside count as the mode says."""
    x, indices = call.args
    axis, mode = call.attrs["axis"], call.attrs["mode"]
    inside: RelaxExpr = indices
    if mode in ("clip", "wrap"):
        size = number(sizes(x)[int(axis or 0)], "the gradient of `R.take`")
        low, last, count = (const(value, str(info(indices).dtype)) for value in (0, size - 1, size))
        clipped = mode == "clip"
        inside = op.minimum(op.maximum(indices, low), last) if clipped else op.floor_mod(indices, count)
    return [op.grad.take_backward(grad, x, inside, axis, mode), no_grad(indices)]


def _gather_elements(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Added where each element came from."""
    x, indices = call.args
    return [
        op.scatter_elements(op.zeros_like(x), indices, grad, int(call.attrs["axis"]), "add"),
        no_grad(indices),
    ]


def _gather_nd(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Added where each element came from."""
    x, indices = call.args
    if int(call.attrs["batch_dims"] or 0):
        raise ValueError("`R.gather_nd` with batch dimensions has no gradient")
    return [op.scatter_nd(op.zeros_like(x), indices, grad, "add"), no_grad(indices)]


def _strided_slice(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """Written into zeros, one axis after the other from the last."""
    x = call.args[0]
    axes, begin, end = ([_int(item) for item in call.args[at].fields] for at in (1, 2, 3))  # pyright: ignore[reportAttributeAccessIssue]
    strides = [_int(item) for item in call.args[4].fields] if len(call.args) > 4 else [1] * len(axes)  # pyright: ignore[reportAttributeAccessIssue]
    if any(step < 1 for step in strides):
        raise ValueError("`R.strided_slice` with a negative step has no gradient")
    ndim, whole, cut = info(x).ndim, sizes(x), sizes(var)
    found = grad
    done = list(cut)
    for axis, low, high, step in reversed(list(zip(axes, begin, end, strides))):
        along = axis % ndim
        done[along] = whole[along]
        low, high = _within(low, high, whole[along])
        zeros = op.zeros(extents(done), str(info(x).dtype))
        found = op.slice_scatter(zeros, found, low, high, step, axis=along)
    return [found, *map(no_grad, call.args[1:])]


def _within(low: int, high: int, size: Expr) -> tuple[Expr | int, Expr | int]:
    """The bounds counted from the start of the axis and, where its size is known, inside of it."""
    if isinstance(size, IntImm):
        return slice(low, high).indices(size.value)[:2]
    return (size + low if low < 0 else low), (size + high if high < 0 else high)


def _int(value: RelaxExpr) -> int:
    return number(value.value if isinstance(value, PrimValue) else value, "the gradient of `R.strided_slice`")


def _scatter_elements(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """To what was written, and to what was not written over."""
    _, indices, updates = call.args
    axis, way = int(call.attrs["axis"]), call.attrs["reduction"]
    if way not in ("update", "add"):
        raise ValueError(f"`R.scatter_elements` with the reduction {way} has no gradient")
    kept = grad if way == "add" else op.scatter_elements(grad, indices, op.zeros_like(updates), axis)
    return [kept, no_grad(indices), op.gather_elements(grad, indices, axis)]


RULES: dict[str, Gradient] = {
    "take": _take,
    "gather_elements": _gather_elements,
    "gather_nd": _gather_nd,
    "scatter_elements": _scatter_elements,
    "strided_slice": _strided_slice,
}
