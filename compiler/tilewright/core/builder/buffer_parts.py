"""Parts of a buffer that its methods declare in the tile language: `A.sub[i, 0:8]`, `A.tile(1, (-1, 4))[:, k]`, `A.chunk((None, 4))[:, k]`, `A.rearrange("a (b c) -> b a c", c=4)`.

A part is a buffer over the same memory: its dimensions are groups of the parts of the layout, and what is picked moves its first element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.buffers import DeclBufferFrame, decl_buffer
from tilewright.core.builder.tile_layouts import Readable
from tilewright.core.ir import layout_algebra as algebra
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, expr
from tilewright.core.ir.layout_parts import MEMORY, Iter, OnAxis
from tilewright.core.ir.tile_layout import TileLayout


@dataclass(frozen=True)
class Pieces:
    """A buffer taken apart: the parts of each dimension, and how far its first element has moved, in memory and along other axes."""

    source: Buffer
    dims: tuple[algebra.Parts, ...]
    offset: Any
    moved: tuple[OnAxis, ...] = ()

    def with_dims(self, at: int, count: int, dims: Sequence[algebra.Parts]) -> Pieces:
        """Other dimensions in place of `count` from the one at `at`."""
        return replace(self, dims=(*self.dims[:at], *dims, *self.dims[at + count :]))

    def picked(self, at: int, index: object) -> Pieces:
        """Without a dimension, at one index of it."""
        offset, moved = self.offset, list(self.moved)
        parts = self.dims[at]
        for part, each in zip(parts, algebra.taken_apart(index, [part.extent for part in parts])):
            step = each * part.stride
            if part.axis is MEMORY:
                offset = offset + step
            else:
                moved.append(OnAxis(algebra.simple(step), part.axis))
        return replace(self.with_dims(at, 1, ()), offset=offset, moved=tuple(moved))

    def narrowed(self, at: int, begin: object, extent: object) -> Pieces:
        """With `extent` values of a dimension from `begin` on."""
        found = algebra.sliced(self.dims[at], expr(begin), algebra.simple(extent))
        if found is None:
            raise _refused(self.source, "a slice of it is not regular in memory")
        offset = self.offset
        for item in found[1]:
            offset = offset + item.value if item.axis is MEMORY else offset
        others = tuple(item for item in found[1] if item.axis is not MEMORY)
        return replace(self.with_dims(at, 1, [found[0]]), offset=offset, moved=(*self.moved, *others))

    def split(self, at: int, sizes: Sequence[Any]) -> Pieces:
        """With several dimensions in place of one; one size may be -1."""
        total = algebra.size(self.dims[at])
        known = completed(sizes, total, self.source)
        groups = algebra.grouped(self.dims[at], known)
        if groups is None:
            raise _refused(self.source, f"dimension {at} is not split into {tuple(known)}")
        return self.with_dims(at, 1, groups)

    def declared(self) -> DeclBufferFrame:
        """The buffer of these dimensions."""
        layout = self.source.layout
        replica = layout.replica if isinstance(layout, TileLayout) else ()
        own = layout.offset if isinstance(layout, TileLayout) else ()
        parts = [part for group in self.dims for part in group] or [Iter(1, 1, MEMORY)]
        placed = TileLayout(algebra.fused(parts), replica, algebra.summed(own, self.moved))
        return decl_buffer(
            tuple(_extent(group) for group in self.dims),
            str(self.source.dtype),
            self.source.data,
            elem_offset=algebra.simple(self.offset),
            scope=self.source.scope(),
            align=self.source.data_alignment,
            layout=placed,
            allocated_addr=self.source.allocated_addr or None,
        )


def pieces(source: Buffer) -> Pieces:
    """A buffer taken apart; raises `UserError` for one whose layout says no dimension by itself."""
    layout = source.layout
    if layout is None:
        steps = algebra.row_major(source.shape)
        groups = tuple((Iter(size, step, MEMORY),) for size, step in zip(source.shape, steps))
        return Pieces(source, groups, source.elem_offset)
    found = algebra.grouped(layout.shard, source.shape) if isinstance(layout, TileLayout) else None
    if found is None:
        raise _refused(source, "its layout has no parts for each dimension")
    return Pieces(source, found, source.elem_offset)


def _extent(group: algebra.Parts) -> Expr:
    total = expr(1)
    for part in group:
        total = total * part.extent
    return algebra.simple(total)


def _refused(source: Buffer, why: str) -> UserError:
    return UserError("layout-size", f"`{source.name}` has no such part: {why}")


def completed(sizes: Sequence[Any], total: int | None, source: Buffer) -> list[Any]:
    """The sizes with the one that is -1 worked out."""
    known = [algebra.constant(size) for size in sizes]
    if -1 not in known:
        return list(sizes)
    others = 1
    for size in known:
        others *= size if size is not None and size != -1 else 1
    if total is None or None in known or known.count(-1) > 1 or total % others:
        raise _refused(source, f"its {total} elements are not split into {tuple(sizes)}")
    return [total // others if size == -1 else size for size in known]


class SubIndexer(Readable):
    """`A.sub[...]`: an index picks, a slice narrows, and `i::step` takes every `step`-th row."""

    __slots__ = ("buffer",)

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer

    def __getitem__(self, indices: Any) -> DeclBufferFrame:
        given = indices if isinstance(indices, tuple) else (indices,)
        if len(given) > len(self.buffer.shape):
            raise _refused(
                self.buffer, f"it has {len(self.buffer.shape)} dimensions, and {len(given)} indices are given"
            )
        made, at = pieces(self.buffer), 0
        for item in given:
            if not isinstance(item, slice):
                made = made.picked(at, item)
                continue
            made = _sliced(made, at, item)
            at += 1
        return made.declared()


def _sliced(made: Pieces, at: int, item: slice) -> Pieces:
    start = 0 if item.start is None else item.start
    if item.step not in (None, 1):
        if item.stop is not None:
            raise _refused(made.source, "a slice with a step has no end")
        return made.split(at, (-1, item.step)).picked(at + 1, start)
    if item.start is None and item.stop is None:
        return made
    stop = _extent(made.dims[at]) if item.stop is None else item.stop
    return made.narrowed(at, start, expr(stop) - start)


class TileIndexer(Readable):
    """`A.tile(dim, sizes)[...]`: an entry for each size; a number picks, `:` keeps, and what is kept of a dimension is one dimension again."""

    __slots__ = ("buffer", "specs")

    def __init__(self, buffer: Buffer, specs: Sequence[tuple[int, Sequence[Any]]]) -> None:
        self.buffer, self.specs = buffer, specs

    def __getitem__(self, picks: Any) -> DeclBufferFrame:
        given = list(picks) if isinstance(picks, tuple) else [picks]
        if len(given) != sum(len(sizes) for _, sizes in self.specs):
            raise _refused(self.buffer, "there is one entry for each size that a dimension is split into")
        made = pieces(self.buffer)
        chosen = [(dim, sizes, [given.pop(0) for _ in sizes]) for dim, sizes in self.specs]
        for dim, sizes, entries in sorted(chosen, key=lambda each: -each[0]):
            made = _tiled(made, dim, sizes, entries)
        return made.declared()


def _tiled(made: Pieces, dim: int, sizes: Sequence[Any], entries: Sequence[Any]) -> Pieces:
    made = made.split(dim, sizes)
    kept = [dim + position for position, entry in enumerate(entries) if isinstance(entry, slice)]
    if len(kept) == len(entries):
        raise _refused(made.source, "an entry of a tile picks one of its sizes")
    for position in reversed(range(len(entries))):
        if not isinstance(entries[position], slice):
            made = made.picked(dim + position, entries[position])
    merged = tuple(part for group in made.dims[dim : dim + len(kept)] for part in group)
    return made.with_dims(dim, len(kept), [merged] if kept else [])


class ChunkIndexer(Readable):
    """`A.chunk((None, n))[...]`: a number chooses one of `n` equal parts of a dimension, which stays; it gives a region of the buffer."""

    __slots__ = ("buffer", "spec")

    def __init__(self, buffer: Buffer, spec: Sequence[int | None]) -> None:
        self.buffer, self.spec = buffer, spec

    def __getitem__(self, picks: Any) -> Any:
        given = picks if isinstance(picks, tuple) else (picks,)
        if len(given) != len(self.spec):
            raise _refused(self.buffer, "a chunk has one entry for each dimension")
        taken: list[Any] = []
        for size, count, pick in zip(self.buffer.shape, self.spec, given):
            extent = algebra.constant(size)
            if count is not None and (extent is None or extent % count):
                raise _refused(self.buffer, f"a dimension of {size} elements has no {count} equal parts")
            width = 0 if count is None or extent is None else extent // count
            taken.append(slice(pick * width, pick * width + width) if count is not None else pick)
        return self.buffer[tuple(taken)]


def sub(source: Buffer) -> SubIndexer:
    """Parts of the buffer by indices and slices."""
    return SubIndexer(source)


def tile(source: Buffer, specs: tuple[Any, ...]) -> TileIndexer:
    """Parts of the buffer of which dimensions are split: `A.tile(1, (-1, 4))`, or several pairs."""
    pairs = (specs,) if specs and isinstance(specs[0], int) else specs
    rank = len(source.shape)
    for dim, _ in pairs:
        if not -rank <= dim < rank:
            raise _refused(source, f"dimension {dim} of {rank}")
    return TileIndexer(source, [(dim % rank, tuple(sizes)) for dim, sizes in pairs])


def chunk(source: Buffer, spec: Sequence[int | None]) -> ChunkIndexer:
    """Equal parts of dimensions of the buffer."""
    if len(spec) != len(source.shape):
        raise _refused(source, f"it has {len(source.shape)} dimensions, and {len(spec)} numbers of parts are given")
    return ChunkIndexer(source, tuple(spec))


def rearrange(source: Buffer, pattern: str, sizes: dict[str, int]) -> DeclBufferFrame:
    """The buffer with dimensions split, moved and joined as a pattern says: `"a (b c) -> b a c"`."""
    left, arrow, right = pattern.partition("->")
    before, after = _groups(left), _groups(right)
    names = [name for group in before for name in group]
    if not arrow or len(before) != len(source.shape) or len(set(names)) != len(names):
        raise _refused(source, f"the pattern {pattern!r} does not name its {len(source.shape)} dimensions")
    if sorted(names) != sorted(name for group in after for name in group):
        raise _refused(source, f"the two sides of {pattern!r} have other names")
    made = pieces(source)
    found: dict[str, algebra.Parts] = {}
    for group in before:
        split = made.split(0, [sizes.get(name, -1) for name in group]) if len(group) > 1 else made
        found.update(zip(group, split.dims))
        made = split.with_dims(0, len(group), ())
    dims = tuple(tuple(part for name in group for part in found[name]) for group in after)
    return replace(pieces(source), dims=dims).declared()


def _groups(side: str) -> list[list[str]]:
    """The names of each dimension: `a (b c)`."""
    groups: list[list[str]] = []
    inside = False
    for word in side.replace("(", " ( ").replace(")", " ) ").split():
        if word in "()":
            inside = word == "("
            if inside:
                groups.append([])
        elif inside:
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


__all__ = ["chunk", "pieces", "rearrange", "sub", "tile"]
