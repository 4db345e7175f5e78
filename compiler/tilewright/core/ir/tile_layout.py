"""Layouts of buffers in the tile language: where the element at an index lies, in memory and on which threads.

    layout ::= TileLayout(shard, replica, offset) | ComposeLayout(per_element, swizzle_len, atom_len, tile_layout, swizzle_inner)
    shard, replica ::= Iter(extent, stride, axis) ...        offset ::= OnAxis(value, axis) ...

An index is split by the extents of `shard`; each part moves by its stride along an axis: "m" is memory, others number threads, lanes of tensor memory, ...
The replica says along which axes there are copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final

from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Expr, IntImm, expr
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.node import Node, node
from tilewright.core.ir.node.fields import ExprField, Field, Several

# Axes that programs may name; all but "m" and those of tensor memory and of Trainium number threads.
AXES: Final = (
    *("bx", "by", "bz", "cbx", "cby", "cbz", "tx", "warpid", "laneid", "wgid", "tid_in_wg", "wid_in_wg"),
    *("m", "P", "F", "Bank", "TCol", "TLane"),
)
_OF_MEMORY: Final = frozenset({"m", "P", "F", "Bank", "TCol", "TLane"})


@node
class Axis(Node):
    """An axis, known by its name: "m" for memory, "laneid", "warpid", ..."""

    name: str

    def is_memory(self) -> bool:
        """Whether places in memory lie along it."""
        return self.name in _OF_MEMORY

    def is_thread(self) -> bool:
        """Whether it numbers threads or groups of them."""
        return not self.is_memory()

    def __rmatmul__(self, value: Any) -> OnAxis:
        return OnAxis(value, self)


_AXES: Final[dict[str, Axis]] = {name: Axis(name) for name in AXES}
MEMORY: Final = _AXES["m"]


def axis(name: str | Axis) -> Axis:
    """The axis of that name; raises `ValueError` for one that does not exist."""
    found = name if isinstance(name, Axis) else _AXES.get(name)
    if found is None:
        raise ValueError(f"there is no axis {name!r}; the axes are {', '.join(AXES)}")
    return found


@node
class OnAxis(Node):
    """A number of places along an axis: `4 @ Axis.laneid`."""

    value: ExprField
    axis: Axis

    def __post_init__(self) -> None:
        self.value = expr(self.value)

    def __add__(self, other: Any) -> tuple[OnAxis, ...]:
        return (self, *_terms(other))

    def __radd__(self, other: Any) -> tuple[OnAxis, ...]:
        return (*_terms(other), self)


def _terms(value: Any) -> tuple[OnAxis, ...]:
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, OnAxis) else (OnAxis(value, MEMORY),)


@node
class Iter(Node):
    """A part of an index: it takes `extent` values and moves by `stride` along `axis`."""

    extent: ExprField
    stride: ExprField
    axis: Field[Axis, Axis | str]

    def __post_init__(self) -> None:
        self.extent, self.stride, self.axis = expr(self.extent), expr(self.stride), axis(self.axis)


class Layout(Node):
    """Base of the layouts of buffers."""

    __slots__ = ()

    def is_swizzle(self) -> bool:
        """Whether places in memory are permuted."""
        return isinstance(self, ComposeLayout)


@node
class TileLayout(Layout):
    """The parts of an index, along which axes copies lie, and where the first element is."""

    shard: Several[Iter]
    replica: Field[tuple[Iter, ...], Sequence[Iter]] = derived(default=())
    offset: Field[tuple[OnAxis, ...], Sequence[OnAxis]] = derived(default=())

    def __post_init__(self) -> None:
        written: Any = self.shard
        if hasattr(written, "replica"):  # what `S[...] + R[...]` gives
            self.shard, self.replica, self.offset = written.shard, written.replica, written.offset
        self.shard, self.replica, self.offset = tuple(self.shard), tuple(self.replica), tuple(self.offset)

    @staticmethod
    def from_iters(shard: Sequence[Iter], replica: Sequence[Iter] = (), offset: Any = None) -> TileLayout:
        """A layout from its parts; `offset` maps axes to numbers of places."""
        return TileLayout(shard, replica, [OnAxis(value, axis(at)) for at, value in (offset or {}).items()])

    def size(self, axis_name: str | None = None) -> int | None:
        """The number of elements it places, along one axis if that is named; None where a size is no constant."""
        sizes = [part.extent for part in self.shard if axis_name in (None, part.axis.name)]
        return prod(size.value for size in sizes if isinstance(size, IntImm)) if _constant(sizes) else None

    def is_trivial(self) -> bool:
        """Whether elements lie in memory in row-major order without gaps."""
        step = 1
        for part in reversed(self.shard):
            if part.axis is not MEMORY or not _is(part.stride, step) or not isinstance(part.extent, IntImm):
                return False
            step *= part.extent.value
        return not self.replica and not self.offset


def _constant(sizes: list[Expr]) -> bool:
    return all(isinstance(size, IntImm) for size in sizes)


def _is(value: Expr, number: int) -> bool:
    return isinstance(value, IntImm) and value.value == number


@node
class ComposeLayout(Layout):
    """A tile layout whose places in memory are permuted (swizzled), so that threads reach different banks.

    The places of 2**per_element elements stay together; `swizzle_len` bits are combined with those `atom_len` bits above.
    """

    per_element: int
    swizzle_len: int
    atom_len: int
    tile_layout: TileLayout
    swizzle_inner: bool = True
    span: Span | None = None

    def size(self, axis_name: str | None = None) -> int | None:
        """The number of elements it places."""
        return self.tile_layout.size(axis_name)


__all__ = ["AXES", "MEMORY", "Axis", "ComposeLayout", "Iter", "Layout", "OnAxis", "TileLayout", "axis"]
