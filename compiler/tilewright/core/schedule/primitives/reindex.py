"""reindex, reindex_cache_read and reindex_cache_write: a copy of what a block reads or writes, laid out by the block's own axes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.schedule.checks import is_one, uses_any
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import loops_between, scope_of
from tilewright.core.schedule.primitives.cache import (
    Place,
    check_storage_scope,
    inserted,
    nth_buffer,
    only_writer,
    place_before,
    point_region,
    readers_of,
)
from tilewright.core.schedule.primitives.reduction import kept_predicate
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import axis_analyzer, parts_of
from tilewright.core.schedule.state import ScheduleState


def reindex(state: ScheduleState, block: StmtSRef, buffer_index: int, side: str) -> StmtSRef:
    """A copy with a dimension for each axis of the block that takes part in the indices of the buffer."""
    buffer = nth_buffer(block, buffer_index, side)
    scope = scope_of(state, block, pipeline=True)
    node = block.block
    _check_direction(node, buffer, side)
    indices = _simplified(node, _only_indices(node, buffer))
    used = {var for index in indices for var in walk(index) if isinstance(var, Var)}
    axes = [axis for axis in node.iter_vars if axis.var in used]
    shape = [axis.dom.min + axis.dom.extent for axis in axes if axis.dom is not None]
    copy = decl_buffer(shape, buffer.dtype, f"{buffer.name}_reindex", scope=buffer.scope())
    own = [Var(f"v{at}", axis.var.dtype) for at, axis in enumerate(axes)]
    there = [substitute(index, dict(zip([axis.var for axis in axes], own))) for index in indices]
    sides = _Sides(buffer, there, copy, own, reads=side == "read")
    loops = [Var(f"ax{at}", axis.var.dtype) for at, axis in enumerate(axes)]
    made = [IterVar(axis.dom, var, IterVarKind.DataPar) for axis, var in zip(axes, own)]
    stage: For | BlockRealize = sides.stage(made, loops, f"{sides.target.name}_reindex")
    for loop, axis in reversed(list(zip(loops, axes))):
        assert axis.dom is not None
        stage = For(loop, axis.dom.min, axis.dom.extent, ForKind.SERIAL, stage)
    exchange = _exchange(buffer, copy, [axis.var for axis in axes])
    place = Place(scope, _position(block, scope, after=side == "write"))
    return inserted(state, scope, place, stage, copy, lambda ref: False, _same, None, (block, exchange))


def _check_direction(node: Block, buffer: Buffer, side: str) -> None:
    """Refuses a buffer that the block updates: a copy on one side would not see what was there before, or what the block has made of it."""
    read, written = (any(region.buffer is buffer for region in regions) for regions in (node.reads, node.writes))
    starts_anew = node.init is not None and side == "write"
    if read and written and not starts_anew:
        raise Refusal(
            "The block both reads and writes the buffer",
            f"The block {{0}} reads and writes `{buffer.name}`, so that a copy for the {side} alone would lose values",
            node,
        )


def _same(block: Block) -> Block:
    return block


def _position(block: StmtSRef, scope: StmtSRef, *, after: bool) -> int:
    """The place before or after the loops around a block, which must hold nothing else."""
    nest = [*block.loops(), block]
    for outer, inner in itertools.pairwise(nest):
        if outer.loop.body is not inner.node:
            raise Refusal(
                "The loops around the block hold other blocks too",
                "The loop {1} holds more than the block {0}, whose loops must be its own",
                block.block,
                outer.loop,
            )
    top = nest[0]
    parts = parts_of(scope.block.body)
    return next(at for at, part in enumerate(parts) if part is top.node) + after


def _simplified(node: Block, indices: Sequence[Expr]) -> list[Expr]:
    analyzer = axis_analyzer(node.iter_vars)
    return [index if isinstance(index, Var) else analyzer.simplify(index) for index in indices]


def _only_indices(node: Block, buffer: Buffer) -> tuple[Expr, ...]:
    """The indices of every load and store of a buffer in a block, which must be the same."""
    found: list[tuple[Expr, ...]] = []
    for each in walk(node.body):
        if isinstance(each, BlockRealize):
            raise Refusal("The target block is not a leaf block", "The target block {0} is not a leaf block", node)
        if each is buffer.data:
            raise _access_refused(node, buffer, "Opaque buffer accesses found")
        if isinstance(each, (BufferLoad, BufferStore)) and each.buffer is buffer:
            found.append(each.indices)
    if not found:
        raise _access_refused(node, buffer, "No buffer accesses found")
    if any(not all(map(deep_equal, indices, found[0])) for indices in found):
        raise _access_refused(node, buffer, "Multiple buffer accesses have non-unique indices")
    return found[0]


def _access_refused(node: Block, buffer: Buffer, why: str) -> Refusal:
    summary = "The target buffer should be accessed via BufferLoad or BufferStore. The indices should be the same if there are multiple accesses to the target buffer"
    return Refusal(
        summary,
        f"The target buffer {buffer.name} should be accessed in the leaf block {{0}} via BufferLoad or BufferStore. "
        f"The indices should be the same if there are multiple accesses to the target buffer. {why}",
        node,
    )


class _Sides:
    """The direction of a copy: from the buffer to the copy, or back."""

    def __init__(
        self, buffer: Buffer, there: Sequence[Expr], copy: Buffer, here: Sequence[Expr], *, reads: bool
    ) -> None:
        original, other = (buffer, tuple(there)), (copy, tuple(here))
        (self.source, self.taken), (self.target, self.put) = (original, other) if reads else (other, original)

    def stage(self, axes: Sequence[IterVar], values: Sequence[Expr], name: str) -> BlockRealize:
        """The block that copies one element."""
        body = BufferStore(self.target, BufferLoad(self.source, self.taken), self.put)
        reads, writes = point_region(self.source, self.taken), point_region(self.target, self.put)
        block = Block(tuple(axes), (reads,), (writes,), name, body)
        return BlockRealize(tuple(values), const(True, "bool"), block)


def _exchange(
    old: Buffer, new: Buffer, indices: Sequence[Expr], *, loads_only: bool = False
) -> Callable[[Block], Block]:
    """A block with the element `indices` of the copy for every access of the buffer."""
    where = tuple(indices)
    point = point_region(new, where)

    def access(node: BufferStore | BufferLoad) -> Any:
        return node.replace(buffer=new, indices=where) if node.buffer is old else node

    def regions(given: Sequence[BufferRegion]) -> tuple[BufferRegion, ...]:
        return tuple(point if region.buffer is old else region for region in given)

    def match(given: MatchBufferRegion) -> MatchBufferRegion:
        return given.replace(source=point) if given.source.buffer is old else given

    def declared(block: Block) -> Block:
        """The block, or one inside it, with the copy in its declarations."""
        made = block.replace(reads=regions(block.reads), match_buffers=tuple(map(match, block.match_buffers)))
        return made if loads_only else made.replace(writes=regions(block.writes))

    def exchanged(block: Block) -> Block:
        rules: dict[type, Any] = {BufferLoad: access, Block: declared}
        if not loads_only:
            rules[BufferStore] = access
        init = None if block.init is None else rewrite(block.init, rules)
        return declared(block.replace(body=rewrite(block.body, rules), init=init))

    return exchanged


def reindex_cache_read(
    state: ScheduleState, block: StmtSRef, read_buffer_index: int, storage_scope: str, index_map: IndexMap
) -> StmtSRef:
    """A copy in other memory of what a block reads; the element that it reads is at `index_map` of its axes."""
    check_storage_scope(storage_scope)
    buffer = nth_buffer(block, read_buffer_index, "read")
    scope = scope_of(state, block, pipeline=True)
    writer = only_writer(state, scope, buffer)
    place = Place(scope, 0)
    if writer is not None:
        place = place_before(state, scope, writer, readers_of(state, scope, writer)) or place
    made = _Laid(block, buffer, "read", storage_scope, index_map)
    return inserted(
        state, scope, place, made.stage(place.ref), made.copy, lambda ref: False, _same, None, (block, made.exchange())
    )


def reindex_cache_write(
    state: ScheduleState, block: StmtSRef, write_buffer_index: int, storage_scope: str, index_map: IndexMap
) -> StmtSRef:
    """Let a block write to other memory, the element at `index_map` of its axes, and copy from there."""
    check_storage_scope(storage_scope)
    buffer = nth_buffer(block, write_buffer_index, "write")
    scope = scope_of(state, block, pipeline=True)
    only_writer(state, scope, buffer)
    end = Place(scope, len(parts_of(scope.block.body)))
    place = place_before(state, scope, block, readers_of(state, scope, block)) or end
    made = _Laid(block, buffer, "write", storage_scope, index_map)
    return inserted(
        state, scope, place, made.stage(place.ref), made.copy, lambda ref: False, _same, None, (block, made.exchange())
    )


class _Laid:
    """The copy of `reindex_cache_read` or `reindex_cache_write`."""

    def __init__(self, block: StmtSRef, buffer: Buffer, side: str, storage_scope: str, index_map: IndexMap) -> None:
        node = block.block
        regions = node.reads if side == "read" else node.writes
        region = next(each for each in regions if each.buffer is buffer)
        if not all(is_one(range_.extent) for range_ in region.region):
            raise Refusal(
                "The buffer region accessed inside the block is not a single point",
                f"The region of `{buffer.name}` that the block {{0}} {side}s is not a single point: {region}",
                node,
            )
        self.block, self.buffer, self.side = block, buffer, side
        names = [axis.var for axis in node.iter_vars]
        self.old = [range_.min for range_ in region.region]
        self.new = list(index_map.map_indices(names))
        self.axes = self._shared_axes()
        shape = index_map.map_shape([axis.dom.extent for axis in node.iter_vars if axis.dom is not None])
        self.copy = decl_buffer(shape, buffer.dtype, f"{buffer.name}_{storage_scope}", scope=storage_scope)

    def _shared_axes(self) -> list[tuple[IterVar, Expr]]:
        """The axes that take part, with their values; each must be in the old indices and in the new ones."""
        found: list[tuple[IterVar, Expr]] = []
        for axis, value in zip(self.block.block.iter_vars, self.block.binding.iter_values):
            inside = [any(uses_any(index, [axis.var]) for index in indices) for indices in (self.old, self.new)]
            if inside[0] != inside[1]:
                here, other = (self.old, self.new) if inside[0] else (self.new, self.old)
                raise Refusal(
                    "The block itervars appeared in lhs and rhs of reindex cache stage do not match",
                    f"Error when applying reindex_cache_{self.side} on block {{0}}, the block itervar {axis.var.name} "
                    f"appears in [{', '.join(map(str, here))}], but not in [{', '.join(map(str, other))}]",
                    self.block.block,
                )
            if inside[0]:
                found.append((axis, value))
        return found

    def stage(self, top: StmtSRef) -> For | BlockRealize:
        """The block that copies, in the loops inside of `top` that its axes need."""
        renamed: dict[Var, Expr] = {axis.var: axis.var.replace() for axis, _ in self.axes}
        needed = [
            ref.loop
            for ref in loops_between(self.block, top)
            if any(uses_any(value, [ref.loop.loop_var]) for _, value in self.axes)
        ]
        loops: dict[Var, Expr] = {loop.loop_var: Var(f"ax{at}", loop.loop_var.dtype) for at, loop in enumerate(needed)}
        old, new = ([substitute(index, renamed) for index in indices] for indices in (self.old, self.new))
        sides = _Sides(self.buffer, old, self.copy, new, reads=self.side == "read")
        axes = [IterVar(axis.dom, renamed[axis.var], IterVarKind.DataPar) for axis, _ in self.axes]  # type: ignore[arg-type]
        values = [substitute(value, loops) for _, value in self.axes]
        inside = loops_between(self.block, top)
        dropped = {ref.loop.loop_var: ref.loop.min for ref in inside if ref.loop not in needed}
        predicate = substitute(kept_predicate(self.block.binding.predicate, dropped), loops)
        stage: For | BlockRealize = sides.stage(axes, values, self.copy.name).replace(predicate=predicate)
        for loop in reversed(needed):
            var = loops[loop.loop_var]
            assert isinstance(var, Var)
            stage = For(var, substitute(loop.min, loops), substitute(loop.extent, loops), ForKind.SERIAL, stage)
        return stage

    def exchange(self) -> Callable[[Block], Block]:
        """The rewritten block."""
        return _exchange(self.buffer, self.copy, self.new, loads_only=self.side == "read")


__all__ = ["reindex", "reindex_cache_read", "reindex_cache_write"]
