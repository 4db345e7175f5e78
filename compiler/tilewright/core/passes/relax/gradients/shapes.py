"""Gradients of ops that move elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple, Var
from tilewright.core.passes.relax.gradients.support import (
    Gradient,
    extents,
    fitted,
    no_grad,
    number,
    reshaped,
    shape,
    sizes,
)

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _broadcast_to(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    return [fitted(grad, var, call.args[0]), no_grad(call.args[1])]


def _collapse_sum(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    return [op.broadcast_to(grad, shape(call.args[0])), no_grad(call.args[1])]


def _permute_dims(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The dimensions where they were."""
    axes = call.attrs["axes"]
    if axes is None:
        return [op.permute_dims(grad)]
    ndim = len(axes)
    places = [int(axis) % ndim for axis in axes]
    return [op.permute_dims(grad, [places.index(at) for at in range(ndim)])]


def _concat(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """To each tensor its part."""
    axis = call.attrs["axis"]
    parts = call.args[0].struct_info.fields  # pyright: ignore[reportAttributeAccessIssue]
    along = 0 if axis is None else int(axis)
    cuts: list[int] = []
    for part in parts[:-1]:
        cuts.append((cuts[-1] if cuts else 0) + number(part.shape.values[along], "the gradient of `R.concat`"))
    return [op.split(grad, cuts, along)]


def _split(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    return [op.concat(grad, int(call.attrs["axis"]))]


def _stack(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """To each tensor its slice."""
    axis = int(call.attrs["axis"] or 0)
    count = len(call.args[0].struct_info.fields)  # pyright: ignore[reportAttributeAccessIssue]
    parts = ctx.emit(op.split(grad, count, axis)) if count > 1 else Tuple((grad,))
    items = parts.fields if isinstance(parts, Tuple) else [parts[at] for at in range(count)]
    return [Tuple(tuple(op.squeeze(item, [axis]) for item in items))]


def _flip(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    return [op.flip(grad, int(call.attrs["axis"]))]


def _repeat(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The sum over the copies of each element."""
    x, times, axis = call.args[0], int(call.attrs["repeats"]), call.attrs["axis"]
    whole = list(sizes(x))
    if axis is None:
        return [op.reshape(op.sum(op.reshape(grad, [-1, times]), [1]), shape(x))]
    along = int(axis) % len(whole)
    apart = [*whole[: along + 1], times, *whole[along + 1 :]]
    return [op.sum(op.reshape(grad, extents(apart)), [along + 1])]


def _tile(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The sum over the copies of the tensor."""
    x = call.args[0]
    times = [int(item) for item in call.attrs["repeats"]]
    whole = list(sizes(x))
    count = max(len(times), len(whole))
    times = [1] * (count - len(times)) + times
    padded = [1] * (count - len(whole)) + whole
    apart = [size for pair in zip(times, padded) for size in pair]
    summed = op.sum(op.reshape(grad, extents(apart)), list(range(0, 2 * count, 2)))
    return [op.reshape(summed, shape(x))]


RULES: dict[str, Gradient] = {
    **dict.fromkeys(("reshape", "flatten", "squeeze"), reshaped),
    "expand_dims": lambda var, call, grad, ctx: [op.squeeze(grad, list(call.attrs["axis"]))],
    "broadcast_to": _broadcast_to,
    "collapse_sum_to": _collapse_sum,
    "collapse_sum_like": _collapse_sum,
    "permute_dims": _permute_dims,
    "concat": _concat,
    "split": _split,
    "stack": _stack,
    "flip": _flip,
    "repeat": _repeat,
    "tile": _tile,
}
