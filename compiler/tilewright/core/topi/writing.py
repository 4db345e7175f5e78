"""A copy of a tensor with some elements replaced: at positions that tensors name, or in a slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, cast, const, convert
from tilewright.core.ir.stmt import Stmt
from tilewright.core.te.extern import extern
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.broadcast import broadcast_shapes
from tilewright.core.topi.scatter import COMBINE
from tilewright.core.topi.shapes import Shape, axis_of, choose, known, named, required, simplified

Place = Callable[[tuple[Buffer, ...], Sequence[Expr]], Sequence[Expr]]


def scatter_nd(data: Tensor, indices: Tensor, updates: Tensor, mode: str) -> Tensor:
    """`data` with the slices at the positions along the first axis of `indices` updated; `mode` as in `scatter_elements`."""
    if mode not in COMBINE:
        raise ValueError(f'"{mode}" is no way to scatter: there are {", ".join(COMBINE)}')
    count = required(indices.shape[0], "the first size of the indices")
    rest = indices.ndim - 1

    def place(ins: tuple[Buffer, ...], at: Sequence[Expr]) -> Sequence[Expr]:
        leading = [ins[0][(const(number, "int64"), *at[:rest])] for number in range(count)]
        return (*[_turned(one, data.shape[axis]) for axis, one in enumerate(leading)], *at[rest:])

    return _written(data, [indices], updates, place, (mode, "scatter_nd"))


def index_put(data: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    """`data` with `values` written, or added, at the positions that index tensors, one for each of the first axes, name together."""
    shape: Shape = ()
    for one in indices:
        shape = broadcast_shapes(shape, one.shape)
    whole = (*shape, *data.shape[len(indices) :])
    spread = named(whole, lambda *at: _spread(values, at, whole), "T_values", tag.BROADCAST)

    def place(ins: tuple[Buffer, ...], at: Sequence[Expr]) -> Sequence[Expr]:
        leading = [
            _turned(one[_aligned(one.shape, at[: len(shape)])], data.shape[axis]) for axis, one in enumerate(ins)
        ]
        return (*leading, *at[len(shape) :])

    return _written(data, list(indices), spread, place, ("add" if accumulate else "update", "index_put"))


def index_tensor(data: Tensor, indices: Sequence[Tensor]) -> Tensor:
    """The elements at the positions that index tensors, one for each of the first axes, broadcast together, name."""
    shape: Shape = ()
    for one in indices:
        shape = broadcast_shapes(shape, one.shape)

    def value(*at: Expr) -> Expr:
        leading = [
            _turned(one(*_aligned(one.shape, at[: len(shape)])), data.shape[axis]) for axis, one in enumerate(indices)
        ]
        return data(*leading, *at[len(shape) :])

    return named((*shape, *data.shape[len(indices) :]), value, "advanced_index", tag.INJECTIVE)


adv_index = index_tensor


def slice_scatter(
    input_tensor: Tensor, src: Tensor, start: ExprLike, end: ExprLike, step: ExprLike, axis: int
) -> Tensor:
    """`input_tensor` with the slice `start:end:step` along an axis replaced by `src`; Python's meaning of negative and large numbers."""
    place = axis_of(axis, input_tensor.ndim)
    size = input_tensor.shape[place]
    low, high = (_bounded(one, size) for one in (start, end))
    width = cast(convert(step), size.dtype)

    def value(*at: Expr) -> Expr:
        off = at[place] - low
        inside = binary("And", binary("GE", at[place], low), binary("LT", at[place], high))
        if known(width) != 1:
            inside = binary("And", inside, binary("EQ", off % width, const(0, size.dtype)))
        return choose(inside, src(*at[:place], off // width, *at[place + 1 :]), input_tensor(*at))

    return named(input_tensor.shape, value, "slice_scatter", tag.INJECTIVE)


def _bounded(bound: ExprLike, size: Expr) -> Expr:
    value = cast(convert(bound), size.dtype)
    turned = choose(binary("LT", value, const(0, size.dtype)), value + size, value)
    return simplified(binary("Max", binary("Min", turned, size), const(0, size.dtype)))


def _turned(index: Expr, size: Expr) -> Expr:
    """An index counted from the beginning; negative ones count from the end."""
    value = cast(index, size.dtype)
    if not index.dtype.is_signed:
        return value
    return choose(binary("LT", value, const(0, size.dtype)), value + size, value)


def _aligned(shape: Sequence[Expr], at: Sequence[Expr]) -> tuple[Expr, ...]:
    """The element of a tensor that is broadcast to the shape of which `at` are the indices."""
    own = at[len(at) - len(shape) :]
    return tuple(const(0, index.dtype) if known(size) == 1 else index for size, index in zip(shape, own))


def _spread(values: Tensor, at: Sequence[Expr], whole: Shape) -> Expr:
    broadcast_shapes(values.shape, whole)
    return values(*_aligned(values.shape, at))


def _written(data: Tensor, indices: list[Tensor], updates: Tensor, place: Place, how: tuple[str, str]) -> Tensor:
    """A copy of `data` into which each update is written where `place` says; in the order of the updates, so that the last one stays."""
    mode, name = how
    combine = COMBINE[mode]

    def statement(ins: tuple[Buffer, ...], outs: tuple[Buffer, ...]) -> Stmt:
        source, *where, new = ins
        (result,) = outs
        with IRBuilder() as builder, T.attr(0, "pragma_scope", "seq"):
            with T.grid(*(data.shape or (const(1, "int32"),))) as loops:
                at = _loops(loops) if data.ndim else ()
                T.buffer_store(result, source[at], list(at))
            with T.grid(*(updates.shape or (const(1, "int32"),))) as loops:
                at = _loops(loops) if updates.ndim else ()
                target = tuple(place(tuple(where), at))
                T.buffer_store(result, combine(result[target], new[at]), list(target))
        return builder.get()

    return extern([data.shape], [data, *indices, updates], statement, name, [data.dtype], tag=name)


def _loops(loops: Any) -> tuple[Expr, ...]:
    return tuple(loops) if isinstance(loops, (list, tuple)) else (loops,)
