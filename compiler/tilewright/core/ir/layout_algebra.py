"""Work with the parts of layouts: splitting them at sizes, joining neighbours, spans, places, tiles of tiles and slices.

Functions of sequences of parts, without the layouts that hold them.  Sizes that decide how parts are split are constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from tilewright.core.ir.expr import Expr, ExprLike, IntImm, expr
from tilewright.core.ir.layout_parts import AXES, MEMORY, Axis, Iter, OnAxis
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
    """The parts with those in memory first, then by their axes, and those of one axis by their extents, the largest first."""
    return tuple(sorted(parts, key=_place))


def _place(part: Iter) -> tuple[int, int, int]:
    at = -1 if part.axis is MEMORY else AXES.index(part.axis.name)
    return at, -(constant(part.extent) or 0), constant(part.stride) or 0


def grouped(parts: Sequence[Iter], sizes: Sequence[ExprLike]) -> Groups | None:
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


def scaled(parts: Sequence[Iter], reach: Callable[[Axis], Expr]) -> Parts:
    """The parts moved so far that a tile, which reaches that far along an axis, lies between their places."""
    return tuple(Iter(part.extent, simple(part.stride * reach(part.axis)), part.axis) for part in parts)


def interleaved(outer: Groups, inner: Groups) -> Parts:
    """Group after group, each outer one before the inner one of its dimension."""
    return tuple(part for around, within in zip(outer, inner) for group in (around, within) for part in group)


def summed(*offsets: Sequence[OnAxis]) -> tuple[OnAxis, ...]:
    """The numbers of places, one for each axis, in the order of the axes' names."""
    of_axes: dict[str, list[OnAxis]] = {}
    for item in (item for offset in offsets for item in offset):
        of_axes.setdefault(item.axis.name, []).append(item)
    return tuple(_one(of_axes[name]) for name in sorted(of_axes))


def _one(items: Sequence[OnAxis]) -> OnAxis:
    first, *others = items
    return OnAxis(simple(sum((item.value for item in others), first.value)), first.axis) if others else first


def places(parts: Sequence[Iter], offset: Sequence[OnAxis], indices: Sequence[ExprLike]) -> dict[str, Expr]:
    """The place along each axis of the element at an index for each part."""
    moved = [(part.axis.name, expr(index) * part.stride) for part, index in zip(parts, indices)]
    found = _totals([*moved, *((item.axis.name, item.value) for item in offset)])
    return {name: simple(value) for name, value in found.items()}


def _totals(values: Iterable[tuple[str, Expr]]) -> dict[str, Expr]:
    """The sum of the values of each name."""
    total: dict[str, Expr] = {}
    for name, value in values:
        total[name] = total[name] + value if name in total else value
    return total


def row_major(sizes: Sequence[ExprLike]) -> list[Expr]:
    """The step of each dimension of an array without gaps, whose last dimension is contiguous."""
    steps: list[Expr] = []
    step = expr(1)
    for each in reversed(sizes):
        steps.append(step)
        step = step * each
    return steps[::-1]


def flattened(indices: Sequence[ExprLike], sizes: Sequence[ExprLike]) -> Expr:
    """The number of an element in row-major order."""
    number = expr(0)
    for index, each in zip(indices, sizes):
        number = number * each + index
    return simple(number)


def taken_apart(number: object, sizes: Sequence[ExprLike]) -> list[Expr]:
    """An index for each size from the number of an element in row-major order."""
    rest = expr(number)
    indices: list[Expr] = []
    for position in reversed(range(len(sizes))):
        indices.append(simple(rest % sizes[position]) if position else simple(rest))
        rest = rest // sizes[position]
    return indices[::-1]


def sliced(group: Parts, begin: ExprLike, extent: ExprLike) -> tuple[Parts, list[OnAxis]] | None:
    """The parts of one dimension between two indices, and where they begin; None where that is no layout."""
    joined = fused(group)
    if len(joined) == 1:
        (part,) = joined
        return (Iter(simple(extent), part.stride, part.axis),), [OnAxis(simple(part.stride * begin), part.axis)]
    first, *inner = joined
    below, count = size(inner), constant(simple(extent))
    if below is None or count is None:
        return None
    start = simple(expr(begin) % below)
    if constant(start) == 0 and count % below == 0:
        moved = OnAxis(simple(first.stride * _row(first, begin, below)), first.axis)
        return (Iter(count // below, first.stride, first.axis), *inner), [moved]
    low = constant(start)
    if low is not None and low + count > below:
        return _two_rows(joined, begin, below - low) if count == 2 * (below - low) else None
    if low is None and constant(simple(start + count <= below)) != 1:
        return None
    found = sliced(tuple(inner), start, count)
    if found is None:
        return None
    return found[0], [OnAxis(simple(first.stride * _row(first, begin, below)), first.axis), *found[1]]


def _row(first: Iter, begin: ExprLike, below: int) -> Expr:
    """Which value of the outermost part an index has, of whose values each stands for `below` indices."""
    row = simple(expr(begin) // below)
    return row if constant(row) is not None else simple(row % first.extent)


def _two_rows(joined: Parts, begin: ExprLike, half: int) -> tuple[Parts, list[OnAxis]] | None:
    """The slice that `half` indices before a border and as many behind it make, where both are alike."""
    low, high = sliced(joined, begin, half), sliced(joined, begin + half, half)
    if low is None or high is None or str(low[0]) != str(high[0]):
        return None
    distance = remaining(high[1], low[1])
    if len(distance) != 1:
        return None
    return (Iter(2, distance[0].value, distance[0].axis), *low[0]), low[1]


def without(parts: Sequence[Iter], taken: Sequence[Iter]) -> Parts | None:
    """The parts but for those taken, None where one of these is not among them."""
    rest = list(parts)
    for each in taken:
        found = next((part for part in rest if str(part) == str(each)), None)
        if found is None:
            return None
        rest.remove(found)
    return tuple(rest)


def apart(parts: Sequence[Iter], reach: Callable[[Axis], Expr]) -> Parts | None:
    """The parts moved so near that no tile, which reaches that far along an axis, lies between their places; None where one is too near."""
    made: list[Iter] = []
    for part in parts:
        size_of_tile = reach(part.axis)
        if constant(part.extent) != 1 and constant(simple(part.stride % size_of_tile)) != 0:
            return None
        made.append(Iter(part.extent, simple(part.stride // size_of_tile), part.axis))
    return tuple(made)


def remaining(whole: Sequence[OnAxis], taken: Sequence[OnAxis] = ()) -> tuple[OnAxis, ...]:
    """The numbers of places less those taken, one for each axis where any are left."""
    opposite = [OnAxis(-item.value, item.axis) for item in taken]
    left = [OnAxis(simple(item.value), item.axis) for item in summed(whole, opposite)]
    return tuple(item for item in left if constant(item.value) != 0)


__all__ = [
    "Groups",
    "Parts",
    "apart",
    "constant",
    "flattened",
    "fused",
    "grouped",
    "in_order_of_axes",
    "interleaved",
    "places",
    "remaining",
    "row_major",
    "scaled",
    "simple",
    "size",
    "sliced",
    "span",
    "summed",
    "taken_apart",
    "without",
]
