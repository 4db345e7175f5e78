"""Operators that pick elements: slices with strides, and elements that other tensors name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, cast, const, convert
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import axis_of, choose, known, named, product, required, simplified, unravel


def strided_slice(
    a: Tensor,
    begin: Sequence[ExprLike],
    end: Sequence[ExprLike],
    strides: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    slice_mode: str = "end",
    assume_inbound: bool = True,
) -> Tensor:
    """`a[begin:end:stride]` along each axis, or those in `axes`, with Python's meaning of negative numbers and of ends beyond the size.

    With `slice_mode="size"` `end` holds lengths, -1 for all that is left.  Symbolic begins and ends are taken to lie inside unless
    `assume_inbound` is False.
    """
    chosen = list(range(len(begin))) if axes is None else [axis_of(axis, a.ndim) for axis in axes]
    steps = [1] * len(chosen) if not strides or slice_mode == "size" else [required(one, "a stride") for one in strides]
    steps += [1] * (len(chosen) - len(steps))
    starts = {axis: const(0, size.dtype) for axis, size in enumerate(a.shape)}
    widths, shape = dict.fromkeys(starts, 1), list(a.shape)
    for at, axis in enumerate(chosen):
        stop = end[at] if at < len(end) else None
        if slice_mode == "size":
            stop = _end_of(begin[at], stop, a.shape[axis])
        piece = _Piece(begin[at], stop, steps[at], a.shape[axis], assume_inbound)
        starts[axis], shape[axis], widths[axis] = piece.start, piece.length, steps[at]

    def value(*at: Expr) -> Expr:
        return a(*[index * widths[axis] + starts[axis] for axis, index in enumerate(at)])

    name = "T_strided_slice" if axes is None else "T_strided_slice_with_axes"
    if axes is not None and any(known(one) is None for one in (*begin, *end, *(a.shape[axis] for axis in chosen))):
        name = "T_dynamic_strided_slice_with_axes"
    return named(tuple(shape), value, name, tag.INJECTIVE)


def _end_of(begin: ExprLike, length: ExprLike | None, size: Expr) -> Expr:
    if length is None:
        raise ValueError("a slice by size needs a length for each axis")
    return size if known(length) is not None and required(length, "a length") < 0 else convert(begin) + length


class _Piece:
    """One axis of a slice: where it starts and how long it is."""

    def __init__(self, begin: ExprLike | None, end: ExprLike | None, step: int, size: Expr, inbound: bool) -> None:
        numbers = [None if one is None else known(one) for one in (begin, end, size)]
        unknown = any(known(one) is None for one in (begin, end, size) if one is not None)
        if not unknown:
            start, stop, _ = slice(numbers[0], numbers[1], step).indices(numbers[2] or 0)
            self.start: Expr = const(start, size.dtype)
            self.length: Expr = const(len(range(start, stop, step)), size.dtype)
            return
        low = _placed(0 if step > 0 else size - 1, begin, size, step, inbound)
        high = _placed(size if step > 0 else -1, end, size, step, inbound)
        self.start = low
        self.length = simplified((high - low + (step - (1 if step > 0 else -1))) // step)


def _placed(default: ExprLike, bound: ExprLike | None, size: Expr, step: int, inbound: bool) -> Expr:
    """A begin or end, counted from the start, and inside the axis unless it is taken to be; backwards the place before the first is the last end."""
    if bound is None:
        return cast(convert(default), size.dtype)
    value = cast(convert(bound), size.dtype)
    number = known(value)
    if number is not None:
        placed = value + size if number < 0 else value
    else:
        placed = value
    if inbound:
        return placed
    first, last = (const(0, size.dtype), size) if step > 0 else (const(-1, size.dtype), size - 1)
    return binary("Min", binary("Max", placed, first), last)


def take(a: Tensor, indices: Tensor, axis: int | None = None, batch_dims: int = 0, mode: str = "fast") -> Tensor:
    """The elements, or the slices along `axis`, that `indices` name; without an axis `a` counts as flat.

    `mode` says what an index outside means: "clip" the nearest inside, "wrap" counting on from the other end, "nan" not a number,
    "fast" that there is none.
    """
    if not isinstance(indices, Tensor):
        number = convert(indices)
        return _taken(a, axis, mode, batch_dims, (), lambda at: number)
    return _taken(a, axis, mode, batch_dims, indices.shape, lambda at: indices(*at))


def _taken(
    a: Tensor,
    axis: int | None,
    mode: str,
    batch_dims: int,
    shape: Sequence[Expr],
    index: Callable[[tuple[Expr, ...]], Expr],
) -> Tensor:
    if axis is None:
        whole = simplified(product(a.shape))

        def flat(*at: Expr) -> Expr:
            where, safe = _within(index(at), whole, mode)
            return _or_nan(a(*unravel(where, a.shape)), safe, a)

        return named(tuple(shape), flat, "T_take", tag.INJECTIVE)
    place = axis_of(axis, a.ndim)
    batch = batch_dims % len(shape) if shape and batch_dims else 0
    extra = len(shape) - batch

    def along(*at: Expr) -> Expr:
        inner = at[place : place + extra]
        where, safe = _within(index((*at[:batch], *inner)), a.shape[place], mode)
        return _or_nan(a(*at[:place], where, *at[place + extra :]), safe, a)

    return named((*a.shape[:place], *shape[batch:], *a.shape[place + 1 :]), along, "T_take", tag.INJECTIVE)


def _within(index: Expr, size: Expr, mode: str) -> tuple[Expr, Expr | None]:
    """An index made to lie inside, and in mode "nan" whether it does."""
    if mode == "fast":
        return index, None
    if mode == "clip":
        return binary("Min", binary("Max", const(0, index.dtype), index), size - 1), None
    if mode == "wrap":
        return binary("Mod", binary("Mod", index, size) + size, size), None
    if mode == "nan":
        turned = choose(binary("LT", index, 0), index + size, index)
        return turned, binary("And", binary("GE", turned, 0), binary("LT", turned, size))
    raise ValueError(f'"{mode}" is no mode of take: there are "fast", "clip", "wrap" and "nan"')


def _or_nan(value: Expr, safe: Expr | None, a: Tensor) -> Expr:
    return value if safe is None else choose(safe, value, const(float("nan"), a.dtype))


def gather(data: Tensor, axis: int, indices: Tensor) -> Tensor:
    """At each point the element of `data` whose index along `axis` is the one that `indices` holds there."""
    place = axis_of(axis, data.ndim)
    if indices.ndim != data.ndim:
        raise ValueError(f"the indices have {indices.ndim} dimensions, and the data {data.ndim}")
    return named(
        indices.shape, lambda *at: data(*at[:place], indices(*at), *at[place + 1 :]), "T_gather", tag.INJECTIVE
    )


def gather_nd(a: Tensor, indices: Tensor, batch_dims: int = 0) -> Tensor:
    """The slices of `a` whose leading indices stand along the first axis of `indices`, behind `batch_dims` axes that both share."""
    count = required(indices.shape[0], "the first size of the indices")
    rest = indices.shape[1:]

    def value(*at: Expr) -> Expr:
        point = at[: len(rest)]
        leading = [indices(const(number, "int32"), *point) for number in range(count)]
        return a(*at[:batch_dims], *leading, *at[len(rest) :])

    shape = (*rest, *a.shape[batch_dims + count :])
    return named(shape, value, "T_gather_nd", tag.INJECTIVE)


def unravel_index(indices: Tensor, shape: Tensor) -> Tensor:
    """The indices, along a new first axis, of the elements at flat positions in a tensor of that shape."""
    count = required(shape.shape[0], "the number of sizes")

    def value(*at: Expr) -> Expr:
        left, found = indices(*at[1:]), const(0, indices.dtype)
        for number in reversed(range(count)):
            size = shape(const(number, "int32"))
            found = choose(binary("EQ", at[0], number), left % size, found)
            left = left // size
        return found

    return named((convert(count), *indices.shape), value, "T_unravel", tag.INJECTIVE)
