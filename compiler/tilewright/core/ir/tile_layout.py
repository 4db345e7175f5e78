"""Layouts of buffers in the tile language: where the element at an index lies, in memory and on which threads.

    layout ::= TileLayout(shard, replica, offset) | ComposeLayout(per_element, swizzle_len, atom_len, tile_layout, swizzle_inner)
    shard, replica ::= Iter(extent, stride, axis) ...        offset ::= OnAxis(value, axis) ...

An index is split by the extents of `shard`; each part moves by its stride along an axis: "m" is memory, others number threads, lanes of tensor memory, ...
The replica says along which axes there are copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from tilewright.core.ir import layout_algebra as algebra
from tilewright.core.ir.expr import Expr, ExprLike, IntImm, expr
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.expr.iteration import Range
from tilewright.core.ir.layout_parts import AXES, MEMORY, Axis, Iter, Offsets, OnAxis, axis, scopes_of
from tilewright.core.ir.node import Node, array, node, ports
from tilewright.core.ir.node.fields import Field, Several
from tilewright.core.ir.thread_axes import joined_axes, split_axis
from tilewright.core.ir.trainium import psum_parts, trainium_parts

Interval = tuple[ExprLike, ExprLike] | Range


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
        self.shard, self.replica = array(self.shard), array(self.replica)
        self.offset = Offsets(algebra.summed(self.offset))

    @staticmethod
    def from_iters(
        shard: Sequence[Iter],
        replica: Sequence[Iter] = (),
        offset: Mapping[Axis | str, ExprLike] | Sequence[OnAxis] | None = None,
    ) -> TileLayout:
        """A layout from its parts; `offset` maps axes to numbers of places, or lists them."""
        if isinstance(offset, Sequence):
            return TileLayout(shard, replica, offset)
        return TileLayout(shard, replica, [OnAxis(value, axis(at)) for at, value in (offset or {}).items()])

    def size(self, axis_name: str | None = None) -> int | None:
        """The number of elements it places, along one axis if that is named; None where a size is no constant."""
        return algebra.size(self.shard, axis_name)

    def span(self, axis_name: str | None = None) -> Expr:
        """The number of places that it reaches along an axis, copies and the offset included; without a name along memory."""
        named = axis(axis_name or "m")
        reach = algebra.span((*self.shard, *self.replica), named)
        for item in self.offset:
            reach = reach + item.value if item.axis is named else reach
        return algebra.simple(reach)

    def is_trivial(self) -> bool:
        """Whether elements lie in memory in row-major order without gaps."""
        step = 1
        for part in reversed(self.shard):
            if part.axis is not MEMORY or algebra.constant(part.stride) != step or not isinstance(part.extent, IntImm):
                return False
            step *= part.extent.value
        return not self.replica and not self.offset

    def is_trainium(self) -> bool:
        """Whether it places elements in partitions and free places of Trainium."""
        return any(part.axis.name in ("P", "F", "Bank") for part in self.shard)

    @staticmethod
    def trainium(annotation: str, shape: Sequence[ExprLike], is_psum: bool = False) -> TileLayout:
        """The layout on Trainium of a buffer whose dimensions are partitions, "P", or free places, "F"; of sums of products with `is_psum`."""
        made = TileLayout(trainium_parts(annotation, shape))
        return made.to_psum() if is_psum else made

    def to_psum(self) -> TileLayout:
        """The layout with free places counted in the banks of the memory of sums."""
        return TileLayout(psum_parts(self.shard))

    def get_scope(self) -> tuple[Any, Any] | None:
        """The innermost scope of threads whose parts it numbers, and the scope around all of them; None for a layout of memory alone.

        Raises `ValueError` when the scopes of its axes do not follow one another.
        """
        scopes = self._scopes()
        around = {inner: outer for outer, inner in scopes}
        if not around:
            return None
        inside = [inner for inner in around if inner not in around.values()]
        reached, counted = inside[0] if inside else "", 0
        while reached in around:
            reached, counted = around[reached], counted + 1
        if len(inside) != 1 or counted != len(scopes):
            raise ValueError(f"Ill-formed tile layout: disconnected scope chain of {self}")
        return ports.exec_scope.call(inside[0]), ports.exec_scope.call(reached)

    def _scopes(self) -> set[tuple[str, str]]:
        pieces = (*self.shard, *self.replica, *self.offset)
        return {scopes_of(piece.axis.name) for piece in pieces if piece.axis.is_thread()}

    def verify_well_formed(self) -> bool:
        """Whether the scopes of its threads follow one another; it raises `ValueError` where they do not."""
        self.get_scope()
        return True

    def apply(self, *coord: ExprLike, shape: Sequence[ExprLike] | None = None) -> dict[str, Expr]:
        """The place of an element along each axis: of its number in row-major order, its index in `shape`, or an index for each part."""
        sizes = [part.extent for part in self.shard]
        if shape is None and len(coord) == len(sizes):
            return algebra.places(self.shard, self.offset, coord)
        if shape is None and len(coord) != 1:
            raise ValueError(f"the layout has {len(sizes)} parts, and {len(coord)} indices are given without a shape")
        number = coord[0] if shape is None else algebra.flattened(coord, shape)
        return algebra.places(self.shard, self.offset, algebra.taken_apart(number, sizes))

    def apply_to_shape(self, coord: Sequence[ExprLike], input_shape: Sequence[ExprLike]) -> list[Expr]:
        """The index for each part of the element at an index in `input_shape`."""
        return algebra.taken_apart(algebra.flattened(coord, input_shape), [part.extent for part in self.shard])

    def canonicalize(self) -> TileLayout:
        """The layout that says the same in the fewest parts; with a target in force that has warps, along the fewest axes of threads."""
        shard, replica, offset = joined_axes(self.shard, self.replica, self.offset)
        moved = algebra.remaining(offset)
        return TileLayout(algebra.fused(shard) if shard else (), algebra.in_order_of_axes(replica), moved)

    def group(self, shape: Sequence[ExprLike]) -> tuple[TileLayout, tuple[int, ...]]:
        """The layout with its parts split at the sizes of `shape`, and where the parts of each dimension begin."""
        groups = self._grouped(shape)
        separators = [0]
        for each in groups:
            separators.append(separators[-1] + len(each))
        return self.replace(shard=tuple(part for each in groups for part in each)), tuple(separators)

    def group_many(self, shapes: Sequence[Sequence[ExprLike]]) -> tuple[TileLayout, list[tuple[int, ...]]]:
        """The layout with its parts split at the sizes of all shapes, and for each shape where the parts of its dimensions begin."""
        split = self
        for shape in shapes:
            split = split.group(shape)[0]
        return split, [split.group(shape)[1] for shape in shapes]

    def _grouped(self, shape: Sequence[ExprLike]) -> algebra.Groups:
        groups = algebra.grouped(self.shard, shape)
        if groups is None:
            raise ValueError(f"the layout {self} can not be grouped by shape ({', '.join(map(str, shape))})")
        return groups

    def tile(self, outer: TileLayout, outer_shape: Sequence[ExprLike], inner_shape: Sequence[ExprLike]) -> TileLayout:
        """This layout as a tile, repeated as `outer` says: its places along an axis lie as far apart as a tile reaches."""
        if len(outer_shape) != len(inner_shape):
            raise ValueError(f"{tuple(outer_shape)} tiles of {tuple(inner_shape)} differ in their number of dimensions")
        around = tuple(algebra.scaled(each, self._reach) for each in outer._grouped(outer_shape))
        shard = algebra.interleaved(around, self._grouped(inner_shape))
        copies, moved = (*outer.replica, *self.replica), algebra.summed(self.offset, outer.offset)
        return TileLayout(shard, copies, moved).canonicalize()

    def _reach(self, along: Axis) -> Expr:
        """The distance of tiles along an axis: in memory copies and the offset lie between, threads are those of the parts alone, as in TVM."""
        return self.span() if along is MEMORY else algebra.span(self.shard, along)

    def direct_sum(
        self, left: TileLayout, left_shape: Sequence[ExprLike], right_shape: Sequence[ExprLike]
    ) -> TileLayout:
        """This layout beside another one: the places of an element are added."""
        shard = algebra.interleaved(left._grouped(left_shape), self._grouped(right_shape))
        copies = (*self.replica, *left.replica)
        return TileLayout(shard, copies, algebra.summed(self.offset, left.offset)).canonicalize()

    def is_tile_inner(
        self, tile_layout: Layout, tiled_shape: Sequence[ExprLike], inner_shape: Sequence[ExprLike]
    ) -> TileLayout | None:
        """The layout that makes `tile_layout` of this one as its tile, None where there is none."""
        outer_shape, whole = _quotients(tiled_shape, inner_shape), self._beside(tile_layout)
        if outer_shape is None or whole is None:
            return None
        groups = algebra.grouped(whole.shard, _woven(outer_shape, inner_shape))
        if groups is None:
            return None
        parts = algebra.apart([part for group in groups[::2] for part in group], self._reach)
        copies = algebra.without(whole.replica, self.replica)
        if parts is None or copies is None:
            return None
        found = TileLayout(parts, copies, algebra.remaining(whole.offset, self.offset))
        return found if _alike(self.tile(found, outer_shape, inner_shape), whole) else None

    def is_tile_outer(
        self, tile_layout: Layout, tiled_shape: Sequence[ExprLike], outer_shape: Sequence[ExprLike]
    ) -> Layout | None:
        """The tile of which this layout makes `tile_layout`, None where there is none."""
        if isinstance(tile_layout, ComposeLayout):
            tile = self.is_tile_outer(tile_layout.tile_layout, tiled_shape, outer_shape)
            return tile_layout.replace(tile_layout=tile) if isinstance(tile, TileLayout) else None
        inner_shape, whole = _quotients(tiled_shape, outer_shape), self._beside(tile_layout)
        if inner_shape is None or whole is None:
            return None
        groups = algebra.grouped(whole.shard, _woven(outer_shape, inner_shape))
        copies = algebra.without(whole.replica, self.replica)
        if groups is None or copies is None:
            return None
        parts = [part for group in groups[1::2] for part in group]
        found = TileLayout(parts, copies, algebra.remaining(whole.offset, self.offset))
        return found if _alike(found.tile(self, outer_shape, inner_shape), whole) else None

    def _beside(self, whole: Layout) -> TileLayout | None:
        """A layout that may be made of this one, along the axes of threads that this one has; None where it is none."""
        if not isinstance(whole, TileLayout):
            return None
        names = {part.axis.name for part in self.shard if part.axis.is_thread()}
        shard = split_axis(whole.shard, names)
        return None if shard is None else whole.replace(shard=shard)

    def is_direct_sum_right(
        self, sum_layout: Layout, interleaved_shape: Sequence[ExprLike], right_shape: Sequence[ExprLike]
    ) -> TileLayout | None:
        """The layout that makes `sum_layout` together with this one at its right, None where there is none."""
        found = _summand(sum_layout, interleaved_shape, right_shape, 0)
        made = None if found is None else self.direct_sum(found, interleaved_shape[::2], right_shape)
        return found if made is not None and _alike(made, sum_layout) else None

    def is_direct_sum_left(
        self, sum_layout: Layout, interleaved_shape: Sequence[ExprLike], left_shape: Sequence[ExprLike]
    ) -> TileLayout | None:
        """The layout that makes `sum_layout` together with this one at its left, None where there is none."""
        found = _summand(sum_layout, interleaved_shape, left_shape, 1)
        made = None if found is None else found.direct_sum(self, left_shape, interleaved_shape[1::2])
        return found if made is not None and _alike(made, sum_layout) else None

    def tile_to(self, to_shape: Sequence[ExprLike], current_shape: Sequence[ExprLike]) -> TileLayout:
        """This layout repeated in row-major order until it has `to_shape`."""
        outer = _quotients(to_shape, current_shape)
        if outer is None:
            raise ValueError(f"{tuple(to_shape)} is no multiple of {tuple(current_shape)}")
        rows = TileLayout([Iter(extent, step, MEMORY) for extent, step in zip(outer, algebra.row_major(outer))])
        return self.tile(rows, outer, current_shape)

    def slice(self, shape: Sequence[ExprLike], region: Sequence[Interval]) -> TileLayout | None:
        """The layout of the part of a buffer of `shape` between two indices of each dimension, None where that is no layout."""
        groups = algebra.grouped(self.shard, shape)
        if groups is None:
            return None
        parts: list[Iter] = []
        moved: list[OnAxis] = []
        for group, (begin, end) in zip(groups, map(_ends, region)):
            found = algebra.sliced(group, expr(begin), algebra.simple(expr(end) - begin))
            if found is None:
                return None
            parts += found[0]
            moved += found[1]
        return TileLayout(parts, self.replica, algebra.summed(self.offset, moved))

    def storage(self) -> TileLayout:
        """The part of the layout in the memory of one thread."""
        return TileLayout(
            [part for part in self.shard if not part.axis.is_thread()],
            [part for part in self.replica if not part.axis.is_thread()],
            [item for item in self.offset if not item.axis.is_thread()],
        )

    def unpack(self, num: int) -> TileLayout:
        """The layout of elements of which `num` make one of this layout."""
        parts = [Iter(part.extent, algebra.simple(part.stride * num), part.axis) for part in self.shard]
        return self.replace(shard=(*parts, Iter(num, 1, MEMORY)))

    def pack(self, num: int) -> TileLayout:
        """The layout of elements that `num` neighbours of this layout make."""
        *parts, last = self.shard
        extent = algebra.constant(last.extent)
        fits = last.axis is MEMORY and algebra.constant(last.stride) == 1 and extent is not None and extent % num == 0
        if not fits or any(
            algebra.constant(algebra.simple(part.stride % num)) != 0 for part in parts if part.axis is MEMORY
        ):
            raise ValueError(f"the layout {self} can not be packed into {num} elements")
        packed = [_over(part, num) if part.axis is MEMORY else part for part in parts]
        return self.replace(shard=(*packed, Iter((extent or num) // num, 1, MEMORY)))

    def broadcast(self, num: int, position: int = -1, axis_name: Axis | str = "m") -> TileLayout:
        """The layout with a part of `num` values more, at all of which the same element is seen."""
        parts = list(self.shard)
        parts.insert(position if position >= 0 else len(parts) + 1 + position, Iter(num, 0, axis(axis_name)))
        return self.replace(shard=tuple(parts))

    def permute_dims(self, perm: Sequence[int]) -> TileLayout:
        """The layout with its parts in another order."""
        return self.replace(shard=tuple(self.shard[at] for at in perm))

    def permute_by_groups(self, seps: Sequence[int], perm: Sequence[int]) -> TileLayout:
        """The layout with groups of its parts in another order; `seps` says where each begins, and where the last ends."""
        if sorted(perm) != list(range(len(seps) - 1)):
            raise AssertionError(f"{list(perm)} is no order of {len(seps) - 1} groups")
        groups = [self.shard[begin:end] for begin, end in pairwise(seps)]
        return self.replace(shard=tuple(part for at in perm for part in groups[at]))


def _over(part: Iter, num: int) -> Iter:
    return Iter(part.extent, algebra.simple(part.stride // num), part.axis)


def _quotients(sizes: Sequence[ExprLike], parts: Sequence[ExprLike]) -> list[int] | None:
    """The sizes divided by others, None where one does not divide."""
    numbers = [(algebra.constant(size), algebra.constant(part)) for size, part in zip(sizes, parts)]
    if len(sizes) != len(parts) or any(a is None or not b or a % b for a, b in numbers):
        return None
    return [(a or 0) // (b or 1) for a, b in numbers]


def _woven(outer: Sequence[ExprLike], inner: Sequence[ExprLike]) -> list[ExprLike]:
    return [each for pair in zip(outer, inner) for each in pair]


def _summand(whole: Layout, interleaved: Sequence[ExprLike], own: Sequence[ExprLike], at: int) -> TileLayout | None:
    """The parts of every second dimension from `at` on, beside as many of one's own; None where the sizes are no pairs of those."""
    groups = algebra.grouped(whole.shard, interleaved) if isinstance(whole, TileLayout) else None
    if len(interleaved) != 2 * len(own) or groups is None:
        return None
    return TileLayout([part for group in groups[at::2] for part in group])


def _alike(one: TileLayout, other: Layout) -> bool:
    """Whether two layouts say the same."""
    return isinstance(other, TileLayout) and str(one.canonicalize()) == str(other.canonicalize())


def _ends(interval: Interval) -> tuple[ExprLike, ExprLike]:
    return (interval.min, interval.min + interval.extent) if isinstance(interval, Range) else interval


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

    def size(self, axis_name: str | None = None) -> int | None:
        """The number of elements it places."""
        return self.tile_layout.size(axis_name)

    def span(self, axis_name: str | None = None) -> Expr:
        """The number of places that it reaches along an axis."""
        return self.tile_layout.span(axis_name)

    def apply(self, *coord: ExprLike, shape: Sequence[ExprLike] | None = None) -> dict[str, Expr]:
        """The place of an element along each axis, in memory the permuted one."""
        found = self.tile_layout.apply(*coord, shape=shape)
        return {name: self._swizzled(value) if name == "m" else value for name, value in found.items()}

    def _swizzled(self, place: Expr) -> Expr:
        """The place with bits of its unit, the number of elements that stay together, combined with those `atom_len` above, or below."""
        low, mask = 1 << self.per_element, (1 << self.swizzle_len) - 1
        unit = place // low
        if self.swizzle_inner:
            moved = unit ^ ((unit & (mask << self.atom_len)) >> self.atom_len)
        else:
            moved = unit ^ ((unit & mask) << self.atom_len)
        return algebra.simple((moved << self.per_element) + place % low)

    def canonicalize(self) -> ComposeLayout:
        """The layout that says the same in the fewest parts."""
        return self.replace(tile_layout=self.tile_layout.canonicalize())

    def tile(
        self, outer: TileLayout, outer_shape: Sequence[ExprLike], inner_shape: Sequence[ExprLike]
    ) -> ComposeLayout:
        """This layout as a tile; see `TileLayout.tile`."""
        return self.replace(tile_layout=self.tile_layout.tile(outer, outer_shape, inner_shape))

    def direct_sum(
        self, left: TileLayout, left_shape: Sequence[ExprLike], right_shape: Sequence[ExprLike]
    ) -> ComposeLayout:
        """This layout beside a tile layout; see `TileLayout.direct_sum`."""
        return self.replace(tile_layout=self.tile_layout.direct_sum(left, left_shape, right_shape))

    def is_tile_inner(
        self, tile_layout: Layout, tiled_shape: Sequence[ExprLike], inner_shape: Sequence[ExprLike]
    ) -> TileLayout | None:
        """The layout that makes `tile_layout`, which is permuted in the same way, of this one as its tile; None where there is none."""
        tile = self._same_permutation(tile_layout)
        return None if tile is None else self.tile_layout.is_tile_inner(tile, tiled_shape, inner_shape)

    def is_tile_outer(
        self, tile_layout: Layout, tiled_shape: Sequence[ExprLike], outer_shape: Sequence[ExprLike]
    ) -> None:
        """None: a layout that permutes places is no arrangement of tiles."""

    def is_direct_sum_right(
        self, sum_layout: Layout, interleaved_shape: Sequence[ExprLike], right_shape: Sequence[ExprLike]
    ) -> TileLayout | None:
        """The layout that makes `sum_layout` together with this one at its right, None where there is none."""
        tile = self._same_permutation(sum_layout)
        return None if tile is None else self.tile_layout.is_direct_sum_right(tile, interleaved_shape, right_shape)

    def is_direct_sum_left(
        self, sum_layout: Layout, interleaved_shape: Sequence[ExprLike], left_shape: Sequence[ExprLike]
    ) -> None:
        """None: a layout that permutes places stands at the right of a sum."""

    def _same_permutation(self, layout: Layout) -> TileLayout | None:
        """The tile layout of one that permutes places as this one does, None for others."""
        if not isinstance(layout, ComposeLayout) or str(layout.replace(tile_layout=self.tile_layout)) != str(self):
            return None
        return layout.tile_layout

    def is_trivial(self) -> bool:
        """False: places are permuted."""
        return False

    def is_trainium(self) -> bool:
        """False: the memory of Trainium is not permuted."""
        return False

    def broadcast(self, num: int, position: int = -1, axis_name: Axis | str = "m") -> ComposeLayout:
        """The layout with a part of `num` values more; see `TileLayout.broadcast`."""
        return self.replace(tile_layout=self.tile_layout.broadcast(num, position, axis_name))

    def tile_to(self, to_shape: Sequence[ExprLike], current_shape: Sequence[ExprLike]) -> ComposeLayout:
        """This layout repeated in row-major order until it has `to_shape`."""
        return self.replace(tile_layout=self.tile_layout.tile_to(to_shape, current_shape))

    def slice(self, shape: Sequence[ExprLike], region: Sequence[Interval]) -> ComposeLayout | None:
        """The layout of a part of a buffer; see `TileLayout.slice`."""
        found = self.tile_layout.slice(shape, region)
        return None if found is None else self.replace(tile_layout=found)

    def storage(self) -> ComposeLayout:
        """The part of the layout in the memory of one thread."""
        return self.replace(tile_layout=self.tile_layout.storage())

    def unpack(self, num: int) -> ComposeLayout:
        """The layout of elements of which `num`, a power of two, make one of this layout."""
        bits = num.bit_length() - 1
        return self.replace(per_element=self.per_element + bits, tile_layout=self.tile_layout.unpack(num))

    def pack(self, num: int) -> ComposeLayout:
        """The layout of elements that `num` neighbours, a power of two, make."""
        bits = num.bit_length() - 1
        return self.replace(per_element=self.per_element - bits, tile_layout=self.tile_layout.pack(num))

    def permute_dims(self, perm: Sequence[int]) -> ComposeLayout:
        """The layout with the parts of its tile in another order."""
        return self.replace(tile_layout=self.tile_layout.permute_dims(perm))


__all__ = ["AXES", "MEMORY", "Axis", "ComposeLayout", "Iter", "Layout", "OnAxis", "TileLayout", "axis"]
