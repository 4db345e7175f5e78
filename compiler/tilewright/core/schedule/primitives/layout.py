"""transform_layout: the elements of a buffer in other places. set_axis_separator: how a buffer's axes are grouped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.analysis.regions import block_access_regions, full_region
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.inverse import NoInverseError
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Range, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BufferStore, For, IfThenElse, Stmt
from tilewright.core.ir.walk import rewrite_top_down, substitute, walk
from tilewright.core.schedule.checks import is_one, is_zero, range_of
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.primitives.cache import nth_buffer
from tilewright.core.schedule.primitives.padding import Padding, padded
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState

Visit = Callable[[Any], Any]


def transform_layout(
    state: ScheduleState,
    block: StmtSRef,
    buffer_index: int,
    side: str,
    index_map: IndexMap,
    pad_value: IndexMap | None = None,
    assume_injective_transform: bool = False,
) -> None:
    """Store the element `i` of a buffer that `block` reads or writes at `index_map(i)`.

    Places that no element has hold `pad_value`: it is written where the buffer is, and assumed of a buffer that is only read.
    """
    old = nth_buffer(block, buffer_index, side)
    owner = definition_of(block, old)
    if pad_value is not None:
        _check_pad_value(old, pad_value)
    padding = None if assume_injective_transform else _padding(old, index_map, pad_value)
    new = old.replace(shape=index_map.map_shape(old.shape))
    place = owner or _outermost(block)
    changed: dict[Block, Block] = {}
    body = place.block if padding is None else padded(place.block, old, new, padding, changed)
    rewriting = _Rewriting(old, new, index_map, changed)
    made = rewriting.block(body)
    state.replace(place, made, rewriting.reuse(place.block), {} if owner else {old: new})


def definition_of(block: StmtSRef, buffer: Buffer) -> StmtSRef | None:
    """The block that allocates a buffer; None for one of the function. Refuses a part of another buffer."""
    for ref in (block, *block.ancestors()):
        if not ref.is_block:
            continue
        if buffer in ref.block.alloc_buffers:
            return ref
        if any(match.buffer is buffer for match in ref.block.match_buffers):
            raise Refusal(
                "The input buffer is defined in `match_buffer` of a block, it is expected to be a function parameter or allocated by a block",
                f"The input buffer {buffer.name} is defined in `match_buffer` of the block {{0}}, it is expected to be a function parameter or allocated by a block",
                ref.block,
            )
    return None


def _outermost(block: StmtSRef) -> StmtSRef:
    return [ref for ref in (block, *block.ancestors()) if ref.is_block][-1]


def _padding(old: Buffer, index_map: IndexMap, pad_value: IndexMap | None) -> Padding | None:
    """The condition for places of the new buffer that no element goes to; None when there are none."""
    try:
        inverse, outside = index_map.non_surjective_inverse(full_region(old))
    except NoInverseError as reason:
        raise Refusal(
            "The transformation of the layout has no inverse",
            f"The elements of `{old.name}` cannot be put where {index_map} says: {reason}",
        ) from None
    if is_zero(outside):
        return None
    if pad_value is None:
        shape = ", ".join(map(str, index_map.map_shape(old.shape)))
        raise Refusal(
            f"Transformation would introduce padding at {outside}",
            f"The transformation {index_map} applied on buffer {old.name} of shape [{', '.join(map(str, old.shape))}] would result in shape [{shape}]. "
            f"However, this would introduce padding wherever {outside} is true",
        )
    return Padding(inverse, outside, pad_value)


def _check_pad_value(old: Buffer, pad_value: IndexMap) -> None:
    count = len(pad_value.final_indices)
    if count != 1:
        raise Refusal(
            f"The IndexMap specifying pad_value has {count} outputs, should only have one output",
            f"Pad value is specified as {pad_value} which has {count} outputs, but should only have one output",
        )
    value = pad_value.final_indices[0]
    if value.dtype is not old.dtype:
        raise Refusal(
            f"Type mismatch {old.dtype} vs {value.dtype}",
            f"Buffer {old.name} has elements of type {old.dtype}, but the transformation fills padding with {pad_value}, which is of type {value.dtype}",
        )
    for node in walk(value):
        if isinstance(node, BufferLoad) and node.buffer is not old:
            raise Refusal(
                f"Pad value may not contain load from {node.buffer.name}",
                f"Pad value may only contain BufferLoad from the transformed buffer {old.name}, but pad_value {pad_value} contains expression {node}",
            )


@dataclass
class _Rewriting:
    """Loads and stores of one buffer become those of another; `changed` says which blocks were other ones before."""

    old: Buffer
    new: Buffer
    index_map: IndexMap
    changed: dict[Block, Block]

    def __post_init__(self) -> None:
        self.analyzer = Analyzer()
        self.made: dict[Block, Block] = {}

    def reuse(self, top: Block) -> dict[Block, Block]:
        """The replacements of the program's blocks."""
        return {
            before: after
            for after, was in self.made.items()
            if (before := self.changed.get(was, was)) is not after and before is not top
        }

    def block(self, node: Block) -> Block:
        """The block with everything in it."""
        return rewrite_top_down(
            node,
            {
                Block: self._block,
                For: self._loop,
                IfThenElse: self._branch,
                BufferLoad: self._access,
                BufferStore: self._access,
            },
        )

    def _loop(self, loop: For, visit: Visit) -> For:
        self.analyzer.bind(loop.loop_var, range_of(loop), allow_override=True)
        return loop.map_children(visit)

    def _branch(self, stmt: IfThenElse, visit: Visit) -> Stmt:
        condition = visit(stmt.condition)
        with self.analyzer.constraint_scope(stmt.condition):
            then_case = visit(stmt.then_case)
        return stmt.replace(
            condition=condition,
            then_case=then_case,
            else_case=None if stmt.else_case is None else visit(stmt.else_case),
        )

    def _access(self, node: BufferStore | BufferLoad, visit: Visit) -> BufferLoad | BufferStore:
        node = node.map_children(visit)
        if node.buffer is not self.old:
            return node
        return node.replace(buffer=self.new, indices=tuple(map(self._simple, self.index_map.map_indices(node.indices))))

    def _simple(self, index: Expr) -> Expr:
        return index if isinstance(index, Var) else self.analyzer.simplify(index)

    def _block(self, node: Block, visit: Visit) -> Block:
        for axis in node.iter_vars:
            if axis.dom is not None:
                self.analyzer.bind(axis.var, axis.dom, allow_override=True)
        reads, writes = node.reads, node.writes
        made = node.replace(reads=(), writes=()).map_children(visit)
        allocated = tuple(self.new if buffer is self.old else buffer for buffer in node.alloc_buffers)
        uses = any(region.buffer is self.old for region in (*reads, *writes))
        matches = tuple(match.replace(source=self._matched(match.source, node)) for match in made.match_buffers)
        made = made.replace(reads=reads, writes=writes, alloc_buffers=allocated, match_buffers=matches)
        if uses:
            found = block_access_regions(made, {self.new.data: self.new})
            made = made.replace(reads=self._regions(reads, found.reads), writes=self._regions(writes, found.writes))
        self.made[made] = node
        return made

    def _matched(self, region: BufferRegion, block: Block) -> BufferRegion:
        """A part of the buffer that has a name of its own: it must be one element, or the axes only change their order."""
        if region.buffer is not self.old:
            return region
        finals, sizes = self.index_map.final_indices, [range_.extent for range_ in region.region]
        names = self.index_map.initial_indices
        if set(finals) != set(names) and not all(map(is_one, sizes)):
            raise Refusal(
                "A part of the buffer is matched as a buffer of its own",
                f"The block {{0}} has a name for a part of `{self.old.name}`, which is no box in the new layout",
                block,
            )
        starts = self.index_map.map_indices([range_.min for range_ in region.region])
        extents = dict(zip(names, sizes))
        return BufferRegion(
            self.new,
            tuple(
                Range.from_min_extent(self._simple(start), extents.get(final, const(1, start.dtype)))  # type: ignore[arg-type]
                for start, final in zip(starts, finals)
            ),
        )

    def _regions(self, regions: Sequence[BufferRegion], found: Sequence[BufferRegion]) -> tuple[BufferRegion, ...]:
        """The regions of the old buffer as those that are found of the new one."""
        whole = found[0] if found else BufferRegion(self.new, full_region(self.new))
        return tuple(whole if region.buffer is self.old else region for region in regions)


def set_axis_separator(
    state: ScheduleState, block: StmtSRef, buffer_index: int, side: str, axis_separators: Sequence[int]
) -> None:
    """Group the axes of a buffer that `block` reads or writes: each separator begins another axis of physical memory."""
    old = nth_buffer(block, buffer_index, side)
    owner = definition_of(block, old)
    place = owner or _outermost(block)
    changed = {old: old.replace(axis_separators=_separators(axis_separators, 0))}
    for node in walk(place.block):
        for match in node.match_buffers if isinstance(node, Block) else ():
            if match.source.buffer in changed:
                fewer = len(match.source.buffer.shape) - len(match.buffer.shape)
                changed[match.buffer] = match.buffer.replace(axis_separators=_separators(axis_separators, fewer))
    state.replace(place, substitute(place.block, {}, changed), {}, {} if owner else changed)


def _separators(given: Sequence[int], fewer: int) -> tuple[IntImm, ...]:
    """The separators for a buffer that has that many axes fewer in front."""
    return tuple(IntImm("int32", max(0, each - fewer)) for each in given)


__all__ = ["definition_of", "set_axis_separator", "transform_layout"]
