"""Order along an axis: sorting, the positions that sort, the largest or smallest few, and searching in what is sorted.

Lines are sorted by their digits or, short ones and those of a length that is not known, by merging runs whose length doubles, and the first few of one by inserting, all of which are stable: of equal
elements the first stays first.  Numbers that are not a number come last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.base.dtype import INT32, INT64, DType
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, cast, const, convert, logical_not
from tilewright.core.te.extern import extern
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.radix_sort import counters, exact_key, key_of, key_type, radix_sort, value_of
from tilewright.core.topi.shapes import Shape, axis_of, known, named


def sort(data: Tensor, axis: int = -1, is_ascend: bool | int = 1) -> Tensor:
    """The elements in order along an axis, the largest first unless `is_ascend`."""
    digits = _digits(data, data.shape[axis_of(axis, data.ndim)])
    if digits is not None:
        return _sorted_keys(data, axis, bool(is_ascend), digits)
    return _picked(data, order(data, axis, bool(is_ascend)), axis_of(axis, data.ndim), data.shape)


def argsort(
    data: Tensor, valid_count: Tensor | None = None, axis: int = -1, is_ascend: bool | int = 1, dtype: str = "float32"
) -> Tensor:
    """The positions of the elements in order along an axis; with `valid_count` only so many of each line are sorted."""
    return _positions(order(data, axis, bool(is_ascend), valid_count), axis_of(axis, data.ndim), data.shape, dtype)


def topk(
    data: Tensor, k: ExprLike = 1, axis: int = -1, ret_type: str = "both", is_ascend: bool = False, dtype: str = "int64"
) -> Any:
    """The first `k` in order along an axis: "values", their "indices", or "both" in a list; all when `k` is not positive."""
    if ret_type not in ("both", "values", "indices"):
        raise ValueError(f'"{ret_type}" is nothing that topk gives: there are "both", "values" and "indices"')
    place, number = axis_of(axis, data.ndim), known(k)
    size = known(data.shape[place])
    few = number is not None and 0 < number <= _FEW and size is not None and number * _SHARE <= size
    found = _first_few(data, axis, is_ascend, number) if few and number else order(data, axis, is_ascend)
    length = data.shape[place] if number is not None and number < 1 else cast(convert(k), data.shape[place].dtype)
    shape = (*data.shape[:place], length, *data.shape[place + 1 :])
    made = {
        "values": lambda: _picked(data, found, place, shape),
        "indices": lambda: _positions(found, place, shape, dtype),
    }
    return [make() for make in made.values()] if ret_type == "both" else made[ret_type]()


# Lines of as many elements are sorted by digits: for shorter ones the counters take longer than merging.
_BY_DIGITS = 128
# As many of a line, and as small a part of it, are found by looking at each element once, which is compared with the last of those so far.
_FEW, _SHARE = 32, 4


def _picked(data: Tensor, found: Tensor, place: int, shape: Shape) -> Tensor:
    def value(*at: Expr) -> Expr:
        where = cast(found(*_line_last(at, place)), at[place].dtype)
        return data(*at[:place], where, *at[place + 1 :])

    return named(shape, value, "T_sort", tag.INJECTIVE)


def _positions(found: Tensor, place: int, shape: Shape, dtype: str) -> Tensor:
    return named(shape, lambda *at: cast(found(*_line_last(at, place)), parse_dtype(dtype)), "T_argsort", tag.INJECTIVE)


def _line_last(at: Any, place: int) -> tuple[Expr, ...]:
    return (*at[:place], *at[place + 1 :], at[place])


def _digits(data: Tensor, size: Expr) -> DType | None:
    """The type of keys by whose digits lines of so many elements are sorted, None where they are merged."""
    number = known(size)
    return key_type(data.dtype) if number is not None and _BY_DIGITS <= number < 1 << 31 else None


def _sorted_keys(data: Tensor, axis: int, ascending: bool, digits: DType) -> Tensor:
    """The elements in order, each from its key: nothing but keys is moved."""
    lines, size, inputs = _as_lines(data, axis)
    keys = _by_digits("sort_keys", (*lines, size), [inputs], digits, lambda value: exact_key(value, digits, ascending))[
        0
    ]
    place = axis_of(axis, data.ndim)
    return named(
        data.shape, lambda *at: value_of(keys(*_line_last(at, place)), data.dtype, ascending), "T_sort", tag.INJECTIVE
    )


def _by_digits(
    name: str,
    line: Sequence[Expr],
    inputs: Sequence[Tensor],
    digits: DType,
    key: Callable[[Expr], Expr],
    positions: Sequence[DType] = (),
) -> Sequence[Tensor]:
    """The tensors that `radix_sort` writes: the keys in order first, and the positions last, where types of `positions` are given."""
    few = (*line[:-1], const(counters(digits), line[-1].dtype))
    return extern(
        [line, line, few, *[line] * len(positions)],
        inputs,
        lambda ins, outs: radix_sort(ins, outs, key),
        name,
        [digits, digits, INT32, *positions],
        tag="sort_order",
    )


def order(data: Tensor, axis: int, ascending: bool, valid_count: Tensor | None = None) -> Tensor:
    """The positions (int32 or int64) that sort each line, the lines along the last axis."""
    lines, size, keys = _as_lines(data, axis)
    inputs = [keys] if valid_count is None else [keys, valid_count]
    digits = _digits(data, size)
    if digits is not None:
        made = _by_digits(
            "sort_order", (*lines, size), inputs, digits, lambda value: key_of(value, digits, ascending), (INT32, INT32)
        )
        return made[4]
    found = extern(
        [(*lines, size), (*lines, size), (*lines, const(2, size.dtype))],
        inputs,
        lambda ins, outs: _merge_sort(ins, outs, ascending),
        "sort_order",
        [INT64, INT64, INT64],
        tag="sort_order",
    )
    return found[0]


def _as_lines(data: Tensor, axis: int) -> tuple[Shape, Expr, Tensor]:
    """The sizes of what is around the axis, its length, and the tensor with it as the last."""
    place = axis_of(axis, data.ndim)
    size = data.shape[place]
    lines = (*data.shape[:place], *data.shape[place + 1 :])
    keys = named((*lines, size), lambda *at: data(*at[:place], at[-1], *at[place:-1]), "T_sort_lines", tag.INJECTIVE)
    return lines, size, keys


def _first_few(data: Tensor, axis: int, ascending: bool, count: int) -> Tensor:
    """The positions (int64) of the first `count` of each line in order, for lines of at least as many elements."""
    lines, size, keys = _as_lines(data, axis)
    found = extern(
        [(*lines, const(count, size.dtype)), (*lines, const(1, size.dtype))],
        [keys],
        lambda ins, outs: _insertions(ins[0], outs, ascending, count),
        "sort_first",
        [INT64, INT64],
        tag="sort_first",
    )
    return found[0]


def _insertions(keys: Buffer, outs: tuple[Buffer, ...], ascending: bool, count: int) -> Any:
    """Each element that is before the last of those so far goes to its place among them."""
    result, cursor = outs
    size, last = keys.shape[-1], const(count - 1, "int64")
    with IRBuilder() as builder, T.grid(*(keys.shape[:-1] or (const(1, size.dtype),))) as loops:
        line = _indices(loops) if keys.ndim > 1 else ()
        slot = (*line, const(0, "int64"))

        def earlier(at: Expr, number: Expr) -> Expr:
            """Whether an element is before one of those so far."""
            return _before(keys[(*line, at)], keys[(*line, result[(*line, number)])], ascending)

        with T.serial(0, cast(size, "int64")) as at:
            free = binary("LT", at, const(count, "int64"))
            with T.If(call("tir.if_then_else", free, const(True, "bool"), earlier(at, last))), T.Then():
                T.buffer_store(cursor, binary("Min", at, last), list(slot))
                moves = call(
                    "tir.if_then_else",
                    binary("GT", cursor[slot], 0),
                    earlier(at, cursor[slot] - 1),
                    const(False, "bool"),
                )
                with T.While(moves):
                    T.buffer_store(result, result[(*line, cursor[slot] - 1)], [*line, cursor[slot]])
                    T.buffer_store(cursor, cursor[slot] - 1, list(slot))
                T.buffer_store(result, at, [*line, cursor[slot]])
    return builder.get()


def _merge_sort(ins: tuple[Buffer, ...], outs: tuple[Buffer, ...], ascending: bool) -> Any:
    """Runs of 1, 2, 4, ... elements are merged two by two, until one run is the line."""
    keys, (result, spare, cursor) = ins[0], outs
    size = keys.shape[-1]
    number = known(size)
    passes = 32 if number is None else max(0, (number - 1).bit_length())
    with IRBuilder() as builder, T.grid(*(keys.shape[:-1] or (const(1, size.dtype),))) as loops:
        line = _indices(loops) if keys.ndim > 1 else ()
        length = cast(size, "int64") if len(ins) == 1 else cast(ins[1][line or (0,)], "int64")
        with T.serial(0, cast(size, "int64")) as at:
            T.buffer_store(result, at, [*line, at])
        if passes:
            with T.serial(0, const(passes, "int64")) as step:
                _merge_runs(
                    keys,
                    (result, spare, cursor),
                    line,
                    (call("tir.shift_left", const(1, "int64"), step), length),
                    ascending,
                )
    return builder.get()


def _indices(loops: Any) -> tuple[Expr, ...]:
    return tuple(loops) if isinstance(loops, (list, tuple)) else (loops,)


def _merge_runs(
    keys: Buffer, outs: tuple[Buffer, ...], line: tuple[Expr, ...], sizes: tuple[Expr, Expr], ascending: bool
) -> None:
    """All pairs of neighbouring runs of `width` elements, into the spare line and back."""
    result, spare, cursor = outs
    width, length = sizes
    left, right = (*line, const(0, "int64")), (*line, const(1, "int64"))
    with T.If(binary("LT", width, length)), T.Then():
        with T.serial(0, (length + width * 2 - 1) // (width * 2)) as pair:
            low = pair * width * 2
            middle, high = (binary("Min", low + width * times, length) for times in (1, 2))
            T.buffer_store(cursor, low, list(left))
            T.buffer_store(cursor, middle, list(right))
            with T.serial(0, high - low) as step:
                first, second = cursor[left], cursor[right]
                with T.If(_takes_second(keys, result, line, (first, second), (middle, high), ascending)):
                    with T.Then():
                        T.buffer_store(spare, result[(*line, second)], [*line, low + step])
                        T.buffer_store(cursor, second + 1, list(right))
                    with T.Else():
                        T.buffer_store(spare, result[(*line, first)], [*line, low + step])
                        T.buffer_store(cursor, first + 1, list(left))
        with T.serial(0, length) as at:
            T.buffer_store(result, spare[(*line, at)], [*line, at])


def _takes_second(
    keys: Buffer,
    result: Buffer,
    line: tuple[Expr, ...],
    runs: tuple[Any, Any],
    ends: tuple[Expr, Expr],
    ascending: bool,
) -> Expr:
    """Whether the next element is that of the second run: the first is used up, or the second's is strictly before it."""
    (first, second), (middle, high) = runs, ends
    a, b = keys[(*line, result[(*line, first)])], keys[(*line, result[(*line, second)])]
    before = _before(b, a, ascending)
    no, yes = const(False, "bool"), const(True, "bool")
    left = call("tir.if_then_else", binary("LT", first, middle), before, yes)
    return call("tir.if_then_else", binary("LT", second, high), left, no)


def _before(a: Expr, b: Expr, ascending: bool) -> Expr:
    strictly = binary("LT" if ascending else "GT", a, b)
    if not a.dtype.is_float:
        return strictly
    return binary("Or", strictly, binary("And", binary("EQ", a, a), logical_not(binary("EQ", b, b))))


def searchsorted(sorted_sequence: Tensor, values: Tensor, right: bool = False, out_dtype: str = "int64") -> Tensor:
    """The position that each value would have in a sorted sequence, before equal elements or, with `right`, behind them.

    The sequence is a vector, or has the leading dimensions of `values`, each line of which is looked up in its own.
    """
    type_ = parse_dtype(out_dtype)
    return extern(
        [values.shape],
        [sorted_sequence, values],
        lambda ins, outs: _bisect(ins, outs[0], right),
        "searchsorted",
        [type_],
        tag="searchsorted",
    )


def _bisect(ins: tuple[Buffer, ...], result: Buffer, right: bool) -> Any:
    """The place grows by halving powers of two, as long as the element before it is smaller (with `right`: not larger) than the value."""
    sequence, values = ins
    type_ = result.dtype
    size = cast(sequence.shape[-1], type_)
    number = known(sequence.shape[-1])
    steps = 31 if number is None else number.bit_length()
    with IRBuilder() as builder, T.grid(*(values.shape or (const(1, "int32"),))) as loops:
        at = _indices(loops) if values.ndim else ()
        T.buffer_store(result, const(0, type_), list(at))
        if steps:
            with T.serial(0, const(steps, type_)) as step:
                reached = result[at] + call("tir.shift_left", const(1, type_), const(steps - 1, type_) - step)
                line = at[:-1] if sequence.ndim > 1 else ()
                smaller = binary("LE" if right else "LT", sequence[(*line, reached - 1)], values[at])
                inside = binary("LE", reached, size)
                with T.If(call("tir.if_then_else", inside, smaller, const(False, "bool"))), T.Then():
                    T.buffer_store(result, reached, list(at))
    return builder.get()


__all__ = ["argsort", "order", "searchsorted", "sort", "topk"]
