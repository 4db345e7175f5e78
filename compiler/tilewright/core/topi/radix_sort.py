"""Sorting by digits: lines of numbers are ordered by one byte of a key after the other, the lowest first, each time stably (LSD radix sort; Knuth, volume 3, 5.2.5).

A key is an unsigned integer that is in the order of the elements: equal ones have equal keys, those that are no number the largest.  A byte that is the same in the whole line takes no pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tilewright.core.base.dtype import DType
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, call, cast, const

# What is moved, and the memory that it is moved by way of; keys first.
Moves: TypeAlias = Sequence[tuple[Buffer, Buffer]]
_DIGIT, _VALUES = 8, 256
_KINDS = frozenset(
    ("bool", *(f"{s}int{b}" for s in ("", "u") for b in (8, 16, 32, 64)), "float16", "float32", "float64")
)


def key_type(type_: DType) -> DType | None:
    """The type of the keys of elements of a type; None for types that are not sorted by digits."""
    return parse_dtype(f"uint{max(8, type_.bits)}") if str(type_) in _KINDS else None


def counters(keys: DType) -> int:
    """The number of counters that a line needs for keys of a type."""
    return _passes(keys) * _VALUES


def radix_sort(ins: tuple[Buffer, ...], outs: tuple[Buffer, ...], key: Callable[[Expr], Expr]) -> Any:
    """A statement that writes the keys of each line in order to the first of `outs` and, where there are five, their positions to the last.

    Between them are memory for keys, counters and, before the last, memory for positions.  The second of `ins`, if there is one, says how many elements of each line are sorted; the others
    stay behind them.
    """
    data, (keys, moved_keys, counts, *positions) = ins[0], outs
    size = data.shape[-1]
    moves = [(keys, moved_keys), *([(positions[1], positions[0])] if positions else [])]
    with IRBuilder() as builder, T.grid(*(data.shape[:-1] or (const(1, size.dtype),))) as loops:
        every = tuple(loops) if isinstance(loops, (list, tuple)) else (loops,)
        line = every if data.ndim > 1 else ()
        length = cast(size, "int64") if len(ins) == 1 else cast(ins[1][line or (0,)], "int64")
        with T.serial(0, const(counters(keys.dtype), "int64")) as at:
            T.buffer_store(counts, const(0, counts.dtype), [*line, at])
        for places in positions[1:]:
            with T.serial(0, cast(size, "int64")) as at:
                T.buffer_store(places, cast(at, places.dtype), [*line, at])
        with T.serial(0, length) as at:
            T.buffer_store(keys, key(data[(*line, at)]), [*line, at])
            for number in range(_passes(keys.dtype)):
                counter = (*line, _counter(keys[(*line, at)], const(number, "int64")))
                T.buffer_store(counts, counts[counter] + 1, list(counter))
        with T.serial(0, const(_passes(keys.dtype), "int64")) as number:
            of_first = counts[(*line, _counter(keys[(*line, 0)], number))]
            differ = binary("NE", of_first, cast(length, counts.dtype))
            with T.If(call("tir.if_then_else", binary("GT", length, 0), differ, const(False, "bool"))), T.Then():
                _pass(moves, counts, line, length, number)
    return builder.get()


def _pass(moves: Moves, counts: Buffer, line: tuple[Expr, ...], length: Expr, number: Expr) -> None:
    """Move the elements of a line to their places by one digit of their keys, by way of the memory beside each, where `counts` are the elements with each digit."""
    keys = moves[0][0]
    with T.serial(1, const(_VALUES, "int64")) as value:
        own, before = ((*line, number * _VALUES + value - less) for less in (0, 1))
        T.buffer_store(counts, counts[own] + counts[before], list(own))
    with T.serial(0, length) as step:
        at = length - 1 - step  # from behind, as a counter says where those of its digit end
        counter = (*line, _counter(keys[(*line, at)], number))
        T.buffer_store(counts, counts[counter] - 1, list(counter))
        place = (*line, cast(counts[counter], "int64"))
        for held, moved in moves:
            T.buffer_store(moved, held[(*line, at)], list(place))
    for held, moved in moves:
        with T.serial(0, length) as at:
            T.buffer_store(held, moved[(*line, at)], [*line, at])


def _passes(keys: DType) -> int:
    return keys.bits // _DIGIT


def _counter(key: Expr, number: Expr) -> Expr:
    """The counter of a digit of a key."""
    digit = call("tir.shift_right", key, cast(number * _DIGIT, key.dtype))
    return number * _VALUES + cast(call("tir.bitwise_and", digit, const(_VALUES - 1, key.dtype)), "int64")


def key_of(value: Expr, type_: DType, ascending: bool) -> Expr:
    """The key of an element: equal elements have equal keys, so that -0.0 has that of 0.0."""
    zero = const(0, value.dtype)
    return exact_key(
        _select(binary("EQ", value, zero), zero, value) if value.dtype.is_float else value, type_, ascending
    )


def exact_key(value: Expr, type_: DType, ascending: bool) -> Expr:
    """The key of an element from which `value_of` has it again: that of -0.0 is before that of 0.0."""
    every, top = _every(type_), _top(type_)
    if value.dtype.is_bool or value.dtype.kind == "uint":
        ordered = cast(value, type_)
    elif value.dtype.kind == "int":
        ordered = _exclusive(_same_bits(value, type_), top)
    else:
        bits = _same_bits(value, type_)
        ordered = _exclusive(
            bits, _select(binary("GE", bits, top), every, top)
        )  # negative ones come the other way round
    made = ordered if ascending else _exclusive(ordered, every)
    return _select(binary("EQ", value, value), made, every) if value.dtype.is_float else made


def value_of(key: Expr, type_: DType, ascending: bool) -> Expr:
    """The element of a key; one that is no number where that is the largest."""
    every, top = _every(key.dtype), _top(key.dtype)
    ordered = key if ascending else _exclusive(key, every)
    if type_.is_bool or type_.kind == "uint":
        return cast(ordered, type_)
    if type_.kind == "int":
        return _same_bits(_exclusive(ordered, top), type_)
    value = _same_bits(_exclusive(ordered, _select(binary("GE", ordered, top), top, every)), type_)
    return value if ascending else _select(binary("EQ", key, every), _same_bits(every, type_), value)


def _every(type_: DType) -> Expr:
    return const((1 << type_.bits) - 1, type_)


def _top(type_: DType) -> Expr:
    return const(1 << (type_.bits - 1), type_)


def _exclusive(a: Expr, b: Expr) -> Expr:
    return call("tir.bitwise_xor", a, b)


def _same_bits(value: Expr, type_: DType) -> Expr:
    return call("tir.reinterpret", value, dtype_=str(type_))


def _select(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    return T.Select(condition, then, otherwise)


__all__ = ["counters", "exact_key", "key_of", "key_type", "radix_sort", "value_of"]
