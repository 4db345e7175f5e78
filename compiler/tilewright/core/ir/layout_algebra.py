"""Work with the parts of layouts: splitting them at sizes, joining neighbours, spans, places, tiles of tiles and slices.

Functions of sequences of parts, without the layouts that hold them.  Sizes that decide how parts are split are constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

from tilewright.core.ir.expr import Expr, IntImm, expr
from tilewright.core.ir.layout_parts import AXES, MEMORY, Axis, Iter, OnAxis, axis
from tilewright.core.ir.node import ports

Parts = tuple[Iter, ...]
Groups = tuple[Parts, ...]


def constant(value: object) -> int | None:
    """The number that an expression is, None where it is none."""
    found = expr(value) if isinstance(value, int) else value
    return found.value if isinstance(found, IntImm) else None


def simple(value: object) -> Expr:
    """The expression, simplified."""
    return ports.simplify.call(expr(value))


def fused(parts: Sequence[Iter]) -> Parts:
    """The parts without those of one value, neighbours that move like one joined; one part of one value where none is left."""
    made: list[Iter] = []
    for part in parts:
        if constant(part.extent) == 1:
            continue
        last = made[-1] if made else None
        if (
            last is not None
            and last.axis is part.axis
            and constant(last.stride - simple(part.extent * part.stride)) == 0
        ):
            made[-1] = Iter(simple(last.extent * part.extent), part.stride, part.axis)
        else:
            made.append(part)
    return tuple(made) or (Iter(1, 1, MEMORY),)


def in_order_of_axes(parts: Sequence[Iter]) -> Parts:
    """The parts with those in memory first and others in the order in which they stand."""
    return tuple(sorted(parts, key=lambda part: part.axis is not MEMORY))


def grouped(parts: Sequence[Iter], sizes: Sequence[Any]) -> Groups | None:
    """The parts split and put together so that each group has the size asked for; None where they do not fit."""
    rest = [part for part in parts if constant(part.extent) != 1]
    groups: list[Parts] = []
    for size in sizes:
        group: list[Iter] = []
        wanted = constant(size)
        if wanted is None:
            return None
        while wanted > 1:
            extent = constant(rest[0].extent) if rest else None
            if extent is None:
                return None
            part = rest.pop(0)
            if wanted % extent == 0:
                group.append(part)
                wanted //= extent
            elif extent % wanted == 0:
                inner = extent // wanted
                group.append(Iter(wanted, simple(part.stride * inner), part.axis))
                rest.insert(0, Iter(inner, part.stride, part.axis))
                wanted = 1
            else:
                return None
        groups.append(tuple(group) or (_nothing(rest),))
    return None if rest else tuple(groups)


def _nothing(rest: Sequence[Iter]) -> Iter:
    """A part of one value before others: it would move over all of the next."""
    return Iter(1, simple(rest[0].extent * rest[0].stride), rest[0].axis) if rest else Iter(1, 1, MEMORY)


def size(parts: Sequence[Iter], axis_name: str | None = None) -> int | None:
    """The number of values of the parts, along one axis if that is named; None where one is no constant."""
    sizes = [constant(part.extent) for part in parts if axis_name in (None, part.axis.name)]
    return None if None in sizes else prod(each for each in sizes if each is not None)


def span(parts: Sequence[Iter], along: Axis) -> Expr:
    """The distance from the first place along an axis to behind the last."""
    reach = expr(1)
    for part in parts:
        if part.axis is along:
            reach = reach + (part.extent - 1) * part.stride
    return simple(reach)


def scaled(parts: Sequence[Iter], inner: Sequence[Iter]) -> Parts:
    """The parts moved so far that what `inner` reaches lies between their places."""
    return tuple(Iter(part.extent, simple(part.stride * span(inner, part.axis)), part.axis) for part in parts)


def interleaved(outer: Groups, inner: Groups) -> Parts:
    """Group after group, each outer one before the inner one of its dimension."""
    return tuple(part for around, within in zip(outer, inner) for group in (around, within) for part in group)


def summed(*offsets: Sequence[OnAxis]) -> tuple[OnAxis, ...]:
    """The numbers of places, one for each axis."""
    total = _totals((each.axis.name, each.value) for offset in offsets for each in offset)
    return tuple(OnAxis(simple(total[name]), axis(name)) for name in sorted(total, key=AXES.index))


def places(parts: Sequence[Iter], offset: Sequence[OnAxis], indices: Sequence[Any]) -> dict[str, Expr]:
    """The place along each axis of the element at an index for each part."""
    moved = [(part.axis.name, expr(index) * part.stride) for part, index in zip(parts, indices)]
    found = _totals([*moved, *((item.axis.name, item.value) for item in offset)])
    return {name: simple(value) for name, value in found.items()}


def _totals(values: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The sum of the values of each name."""
    total: dict[str, Any] = {}
    for name, value in values:
        total[name] = total[name] + value if name in total else value
    return total


def row_major(sizes: Sequence[Any]) -> list[Any]:
    """The step of each dimension of an array without gaps, whose last dimension is contiguous."""
    steps: list[Any] = []
    step = expr(1)
    for each in reversed(sizes):
        steps.append(step)
        step = step * each
    return steps[::-1]


def flattened(indices: Sequence[Any], sizes: Sequence[Any]) -> Expr:
    """The number of an element in row-major order."""
    number = expr(0)
    for index, each in zip(indices, sizes):
        number = number * each + index
    return simple(number)


def taken_apart(number: object, sizes: Sequence[Any]) -> list[Expr]:
    """An index for each size from the number of an element in row-major order."""
    rest = expr(number)
    indices: list[Expr] = []
    for position in reversed(range(len(sizes))):
        indices.append(simple(rest % sizes[position]) if position else simple(rest))
        rest = rest // sizes[position]
    return indices[::-1]


def sliced(group: Parts, begin: Any, extent: Any) -> tuple[Parts, list[OnAxis]] | None:
    """The parts of one dimension between two indices, and where they begin; None where that is no layout."""
    joined = fused(group)
    if len(joined) == 1:
        (part,) = joined
        return (Iter(simple(extent), part.stride, part.axis),), [OnAxis(simple(part.stride * begin), part.axis)]
    first, *inner = joined
    below = size(inner)
    low, count = constant(simple(begin)), constant(simple(extent))
    if below is None or low is None or count is None:
        return None
    if low % below == 0 and count % below == 0:
        moved = OnAxis(simple(first.stride * (low // below)), first.axis)
        return (Iter(count // below, first.stride, first.axis), *inner), [moved]
    if low // below != (low + count - 1) // below:
        return None
    found = sliced(tuple(inner), low % below, count)
    if found is None:
        return None
    return found[0], [OnAxis(simple(first.stride * (low // below)), first.axis), *found[1]]


__all__ = [
    "Groups",
    "Parts",
    "constant",
    "flattened",
    "fused",
    "grouped",
    "in_order_of_axes",
    "interleaved",
    "places",
    "row_major",
    "scaled",
    "simple",
    "size",
    "sliced",
    "span",
    "summed",
    "taken_apart",
]
