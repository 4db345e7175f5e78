"""Shared by the gradient rules: constants, sizes, and reducing a gradient over broadcast dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.analysis.infer import InferContext
from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, ExprLike, IntImm
from tilewright.core.ir.relax import Call, RelaxExpr, ShapeExpr, Var
from tilewright.core.ir.struct_info import TensorStructInfo, dimensions

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


Gradient = Callable[[Var, Call, RelaxExpr, "BlockBuilder"], list[RelaxExpr]]
"""A rule: the variable bound to the call, the call, the gradient of its result, and the builder; gives one gradient for each argument."""


def info(value: RelaxExpr) -> TensorStructInfo:
    """The struct info of a tensor."""
    found = value.struct_info
    assert isinstance(found, TensorStructInfo)
    return found


def shape(value: RelaxExpr) -> RelaxExpr:
    """The shape as an expression, asked for at run time when it is not known."""
    known = info(value).shape
    return op.shape_of(value) if known is None else known


def sizes(value: RelaxExpr) -> tuple[Expr, ...]:
    """The sizes of a tensor; raises `ValueError` when they are not known."""
    known = info(value).shape
    if not isinstance(known, ShapeExpr):
        raise ValueError(f"the gradient needs the sizes of `{value}`, which are not known")
    return known.values


def extents(given: Sequence[ExprLike]) -> ShapeExpr:
    """A shape of sizes, of which some are Python's numbers."""
    return ShapeExpr(dimensions(given))


def number(size: object, why: str) -> int:
    """A size as a number; raises `ValueError` when it is symbolic."""
    if not isinstance(size, IntImm):
        raise ValueError(f"{why} needs a size that is a number, not {size}")
    return size.value


def c(value: float, like: RelaxExpr) -> RelaxExpr:
    """A constant of the type of a tensor."""
    return const(value, str(info(like).dtype))


def no_grad(value: RelaxExpr) -> RelaxExpr:
    """That no gradient flows to an argument."""
    return op.grad.no_grad(value)


def is_no_grad(value: RelaxExpr) -> bool:
    """Whether a rule says so."""
    return isinstance(value, Call) and callee_name(value) == "relax.grad.no_grad"


def none(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The rule of ops whose results do not change with small changes of their arguments."""
    return [no_grad(arg) for arg in call.args]


def fitted(grad: RelaxExpr, var: RelaxExpr, arg: RelaxExpr) -> RelaxExpr:
    """The gradient of a result summed over what was broadcast from the argument."""
    mine, whole = info(arg).shape, info(var).shape
    if isinstance(mine, ShapeExpr) and isinstance(whole, ShapeExpr) and same(mine.values, whole.values):
        return grad
    return op.collapse_sum_like(grad, arg) if mine is None else op.collapse_sum_to(grad, mine)


def same(a: Sequence[Expr], b: Sequence[Expr]) -> bool:
    """Whether two shapes are known to be equal."""
    context = InferContext()
    return len(a) == len(b) and all(context.equal(x, y) for x, y in zip(a, b))


def all_axes(axes: int | Sequence[int] | None, ndim: int) -> tuple[int, ...]:
    """Axes counted from the front; None is all of them."""
    if axes is None:
        return tuple(range(ndim))
    given = axes if isinstance(axes, Sequence) else (axes,)
    return tuple(sorted(int(axis) % ndim for axis in given))


def kept(value: RelaxExpr, call: Call, ndim: int) -> RelaxExpr:
    """A reduced tensor with the dimensions over which it was reduced, of size 1."""
    axes = call.attrs["axis"]
    if call.attrs["keepdims"] or axes is None:
        return value
    return op.expand_dims(value, list(all_axes(axes, ndim)))


def zero_where(condition: RelaxExpr, grad: RelaxExpr, like: RelaxExpr) -> RelaxExpr:
    """The gradient, zero where the condition holds."""
    return op.where(condition, c(0.0, like), grad)


def unary(rule: Callable[[RelaxExpr, RelaxExpr, RelaxExpr], RelaxExpr]) -> Gradient:
    """The rule of an op on elements: a function of its argument, its result and the gradient."""
    return lambda var, call, grad, ctx: [rule(call.args[0], var, grad)]


def along(vector: RelaxExpr, x: RelaxExpr, axes: tuple[int, ...]) -> RelaxExpr:
    """A tensor over some axes in the shape that broadcasts with all."""
    whole = sizes(x)
    if axes == tuple(range(len(whole) - len(axes), len(whole))):
        return vector
    return op.reshape(vector, extents([1 if at not in axes else size for at, size in enumerate(whole)]))


def reshaped(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The same elements in the shape they had."""
    return [op.reshape(grad, shape(call.args[0])), *map(no_grad, call.args[1:])]
