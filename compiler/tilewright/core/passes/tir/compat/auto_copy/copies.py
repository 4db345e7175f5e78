"""A copy as a nest of loops around one store, and the ways in which the threads of a GPU share it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BufferStore, For, ForKind, IfThenElse, Stmt
from tilewright.core.ir.walk import substitute, variables_of, walk
from tilewright.core.passes.core.errors import PassError

Threads = Mapping[str, int]


@dataclass(frozen=True)
class Axis:
    """A loop of a copy: its variable, and how often it runs, from 0 on."""

    var: Var
    extent: int


@dataclass(frozen=True)
class Copy:
    """A store in loops: `store` for each point of `axes`; `source` is the load whose memory is copied, the rest of the value is computed on the way."""

    axes: tuple[Axis, ...]
    store: BufferStore
    source: BufferLoad

    @property
    def target(self) -> Buffer:
        """The buffer that the copy fills."""
        return self.store.buffer


def copy_in(block: Block) -> Copy:
    """The copy that a block is; raises `PassError` where its body is anything else.

    The memory that is copied is that of the first region which the block declares to read.
    """
    axes: list[Axis] = []
    body = block.body
    while isinstance(body, For):
        if body.kind is not ForKind.SERIAL or not isinstance(body.extent, IntImm) or not _is_zero(body.min):
            raise _refused(block, "one of its loops is not serial, from 0 up to a constant")
        axes.append(Axis(body.loop_var, body.extent.value))
        body = body.body
    if not isinstance(body, BufferStore):
        raise _refused(block, "its loops hold more than one store")
    first = block.reads[0].buffer if block.reads else None
    loads = [node for node in walk(body.value) if isinstance(node, BufferLoad)]
    source = next((load for load in loads if load.buffer is first), loads[0] if loads else None)
    if source is None:
        raise _refused(block, "its store reads no memory")
    return Copy(tuple(axes), body, source)


def _refused(block: Block, reason: str) -> PassError:
    return PassError(f'block "{block.name_hint}" is marked with "auto_copy" and is no copy: {reason}')


def _is_zero(e: Expr) -> bool:
    return isinstance(e, IntImm) and e.value == 0


def in_order_of_target(copy: Copy) -> Copy:
    """The copy with its loops in the order of the target's dimensions, so that neighbouring threads write neighbouring elements."""
    dimension = {var: position for position, index in enumerate(copy.store.indices) for var in variables_of(index)}
    order = sorted(copy.axes, key=lambda axis: dimension.get(axis.var, -1))
    return Copy(tuple(order), copy.store, copy.source)


def lanes_of(copy: Copy, vector_bytes: int) -> int:
    """The number of elements that one thread copies at once."""
    return max(1, vector_bytes * 8 // (copy.source.dtype.bits * copy.source.dtype.lanes))


@dataclass(frozen=True)
class Shared:
    """The loops of a shared copy: rounds, one loop a thread axis, and the elements of a vector; the points are counted in the order of `axes`."""

    axes: tuple[Axis, ...]
    rounds: For
    threads: tuple[For, ...]
    vector: For

    @property
    def total(self) -> int:
        """The number of all points."""
        return prod(axis.extent for axis in self.axes)

    @property
    def group(self) -> int:
        """The number of points of one round."""
        return prod(extent_of(each) for each in (*self.threads, self.vector))

    def values(self, loops: Sequence[For] | None = None) -> dict[Var, Expr]:
        """Each axis of the copy in the variables of the loops; with `loops` in theirs alone, at 0 of all others."""
        return axes_at(self.axes, self._point(loops))

    def _point(self, loops: Sequence[For] | None) -> Expr:
        point: Expr | None = None
        for each in (self.rounds, *self.threads, self.vector):
            if point is not None and extent_of(each) > 1:
                point = point * each.extent
            if loops is None or each in loops:
                point = each.loop_var if point is None else point + each.loop_var
        return const(0, INT32) if point is None else point

    def statement(self, store: Stmt) -> Stmt:
        """The store for each of the points."""
        body = substitute(store, self.values())
        if self.total % self.group:
            body = IfThenElse(self._point(None) < const(self.total, INT32), body)
        return nest((self.rounds, *self.threads, self.vector), body)


def share(copy: Copy, threads: Threads, lanes: int) -> Shared:
    """The points of a copy, in the order of its loops, dealt out to the threads: vectors to neighbouring threads, then the next round."""
    group = lanes * prod(threads.values())
    name = "_".join((*(axis.var.name for axis in copy.axes), "fused"))
    rounds = -(-prod(axis.extent for axis in copy.axes) // group)
    bound = tuple(
        loop(f"{name}_{number}", extent, ForKind.THREAD_BINDING, copy.store, tag)
        for number, (tag, extent) in enumerate(threads.items(), 1)
    )
    return Shared(
        copy.axes,
        loop(f"{name}_0", rounds, ForKind.SERIAL, copy.store),
        bound,
        loop(f"{name}_{len(bound) + 1}", lanes, ForKind.VECTORIZED, copy.store),
    )


def extent_of(loop: For) -> int:
    """The number of iterations of a loop of a shared copy."""
    assert isinstance(loop.extent, IntImm), "loops of a shared copy have constant extents"
    return loop.extent.value


def nest(loops: Sequence[For], body: Stmt) -> Stmt:
    """The loops around each other, the first outside, around a body."""
    for each in reversed(loops):
        body = each.replace(body=body)
    return body


def axes_at(axes: Sequence[Axis], point: Expr) -> dict[Var, Expr]:
    """The variables of the loops at the `point`-th of all their iterations."""
    found: dict[Var, Expr] = {}
    for axis in reversed(axes):
        extent = const(axis.extent, INT32)
        found[axis.var] = binary("FloorMod", point, extent)
        point = binary("FloorDiv", point, extent)
    return found


def loop(name: str, extent: int, kind: ForKind, body: Stmt, tag: str = "") -> For:
    """A loop over `extent` numbers from 0 on, on the threads that `tag` names where it is given."""
    var = Var(name, INT32)
    binding = IterVar(None, Var("", INT32), IterVarKind.ThreadIndex, tag) if tag else None
    return For(var, 0, extent, kind, body, binding)


def tile_of(buffer: Buffer, mins: Sequence[Expr], size: int) -> BufferRegion:
    """The square of `size` elements in the last two dimensions of a buffer, and one element in all before them."""
    extents = (1,) * (len(mins) - 2) + (size, size)
    return BufferRegion(buffer, tuple(Range.from_min_extent(start, extent) for start, extent in zip(mins, extents)))


__all__ = [
    *("Axis", "Copy", "Shared", "Threads", "axes_at", "copy_in", "extent_of", "in_order_of_target"),
    *("lanes_of", "loop", "nest", "share", "tile_of"),
]
