"""Reductions over some axes of a tensor, or over all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.builder import reducers
from tilewright.core.ir.expr import EQ, And, Expr, IterVar, Or, Range, Select
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, const
from tilewright.core.te.operation import reduce_axis
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import Axes, axes_of, known, named, ravel

_PRODUCT = reducers.comm_reducer(lambda x, y: binary("Mul", x, y), lambda type_: const(1, type_), "prod")
_ALL = reducers.comm_reducer(lambda x, y: binary("And", x, y), lambda type_: const(True, type_), "all")
_ANY = reducers.comm_reducer(lambda x, y: binary("Or", x, y), lambda type_: const(False, type_), "any")


def sum(data: Tensor, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The sum."""
    return _reduced(data, axis, keepdims, reducers.sum)


def prod(data: Tensor, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The product."""
    return _reduced(data, axis, keepdims, _PRODUCT)


def max(data: Tensor, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The largest."""
    return _reduced(data, axis, keepdims, reducers.max)


def min(data: Tensor, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The smallest."""
    return _reduced(data, axis, keepdims, reducers.min)


def all(data: Tensor, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """Whether every condition holds."""
    return _reduced(data, axis, keepdims, _ALL)


def any(data: Tensor, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """Whether one of the conditions holds."""
    return _reduced(data, axis, keepdims, _ANY)


def argmax(data: Tensor, axis: Axes = None, keepdims: bool = False, select_last_index: bool = False) -> Tensor:
    """The position of the largest, of equal ones the first unless `select_last_index`; over all axes in row-major order."""
    return _position(data, axis, keepdims, _choosing("GT", select_last_index, "min_value"))


def argmin(data: Tensor, axis: Axes = None, keepdims: bool = False, select_last_index: bool = False) -> Tensor:
    """The position of the smallest, as `argmax`."""
    return _position(data, axis, keepdims, _choosing("LT", select_last_index, "max_value"))


class Reduced:
    """The axes of a reduction: those that stay, those that go, and where an element of the result comes from."""

    def __init__(self, data: Tensor, axis: Axes, keepdims: bool) -> None:
        self.gone = axes_of(axis, data.ndim)
        self.keepdims, self.ndim = keepdims, data.ndim
        self.axes = tuple(_axis(data, at) for at in self.gone)
        self.shape = tuple(
            const(1, size.dtype) if at in self.gone else size
            for at, size in enumerate(data.shape)
            if keepdims or at not in self.gone
        )

    def source(self, at: Sequence[Expr]) -> list[Expr]:
        """The indices of the element of the operand at a point of the result and of the reduction axes."""
        kept = iter(at)
        found: list[Expr] = []
        for number in range(self.ndim):
            if number in self.gone:
                found.append(self.axes[self.gone.index(number)].var)
                if self.keepdims:
                    next(kept)
            else:
                found.append(next(kept))
        return found


def _axis(data: Tensor, at: int) -> IterVar:
    return reduce_axis(Range.from_min_extent(const(0, data.shape[at].dtype), data.shape[at]), f"k{at}")


def _reduced(data: Tensor, axis: Axes, keepdims: bool, reducer: reducers.Reducer) -> Tensor:
    if data.ndim == 0:
        return named((), lambda: data(), f"{data.op.name}_red", tag.COMM_REDUCE)
    over = Reduced(data, axis, keepdims)
    return named(
        over.shape,
        lambda *at: reducer(data(*over.source(at)), axis=over.axes),
        f"{data.op.name}_red",
        tag.COMM_REDUCE,
    )


def _position(data: Tensor, axis: Axes, keepdims: bool, reducer: reducers.Reducer) -> Tensor:
    over = Reduced(data, axis, keepdims)
    sizes = [data.shape[at] for at in over.gone]

    def pair(*at: Expr) -> Any:
        where = ravel([axis.var for axis in over.axes], sizes)
        return reducer((where, data(*over.source(at))), axis=over.axes)

    found, _ = named(over.shape, pair, f"{data.op.name}_red_temp", tag.COMM_REDUCE_IDX)
    return named(over.shape, lambda *at: found(*at), f"{data.op.name}_red", tag.COMM_REDUCE_IDX)


def _choosing(better: str, last: bool, worst: str) -> reducers.Reducer:
    """The reducer of pairs (position, value) that keeps the better value, and of equal ones the first or the last."""

    def combine(x: Sequence[Expr], y: Sequence[Expr]) -> tuple[Expr, Expr]:
        wins = binary(better, x[1], y[1])
        order = binary("GT" if last else "LT", x[0], y[0])
        return (
            Select(Or(wins, And(EQ(x[1], y[1]), order)), x[0], y[0]),
            Select(wins, x[1], y[1]),
        )

    return reducers.comm_reducer(combine, _neutral(worst), "arg")


def _neutral(worst: str) -> Callable[[DType, DType], tuple[Expr, Expr]]:
    limit = reducers.max.identity if worst == "min_value" else reducers.min.identity
    return lambda position, value: (const(-1, position), limit(value))


def collapse_sum(data: Tensor, target_shape: Sequence[ExprLike]) -> Tensor:
    """`data` summed over the axes along which `target_shape` would have to be repeated: the opposite of broadcasting."""
    target = list(target_shape)
    head = data.ndim - len(target)
    wide = [at for at in range(head, data.ndim) if known(target[at - head]) == 1 and known(data.shape[at]) != 1]
    gone = [*range(head), *wide]
    over = Reduced(data, gone, True)

    def value(*at: Expr) -> Expr:
        padded = [*[const(0, "int32")] * head, *at]
        return reducers.sum(data(*over.source(padded)), axis=over.axes)

    return named(over.shape[head:], value, f"{data.op.name}_red", tag.COMM_REDUCE)
