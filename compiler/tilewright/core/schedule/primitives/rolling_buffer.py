"""rolling_buffer: memory between two blocks keeps only what is still needed, and what an earlier iteration computed is not computed again.

for i in 4:                                        for i in 4:
    for x in 6: B[i * 4 + x] = f(A)         -->        for x in 6: if i < 1 or x >= 2: B[(i * 4 + x) % 6] = f(A)
    for x in 4: C[i * 4 + x] = g(B[... + 2])           for x in 4: C[i * 4 + x] = g(B[(... + 2) % 6])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from tilewright.core.arith.linear import Linear, linear
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, FloorDiv, IntImm, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, Stmt
from tilewright.core.ir.walk import rewrite, rewrite_top_down, substitute, walk
from tilewright.core.schedule.checks import check_not_output, mentions
from tilewright.core.schedule.dependence import DepKind
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.primitives.cache import nth_buffer, only_writer, readers_of, relaxed
from tilewright.core.schedule.primitives.inline import func_buffers
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import (
    analyzer_of,
    axis_values,
    buffers_around,
    conjunction,
    swapped_deep,
    with_regions,
)
from tilewright.core.schedule.state import ScheduleState


@dataclass(frozen=True)
class _Overlap:
    """An axis of the buffer of which each iteration of `variable` needs `extent` elements from `begin` on, further on each time, so that `kept` of them are there."""

    variable: Var | None
    extent: int
    kept: int
    begin: int = 0


def rolling_buffer(state: ScheduleState, block: StmtSRef, write_buffer_index: int) -> None:
    """Fold what `block` writes along the axis that the outermost loop moves over with an overlap."""
    buffer = nth_buffer(block, write_buffer_index, "write")
    scope = scope_of(state, block, pipeline=False)
    check_not_output(block, scope)
    _check_dependences(state, scope, block, buffer)
    common = _common_loop(state, scope, block, buffer)
    declared = next(each for each in block.block.writes if each.buffer is buffer)
    overlaps = [_overlap(range_, common) for range_ in relaxed(declared, block, common).region]
    axis, rolling = _rolling(block, common, overlaps, buffer)
    folded = buffer.replace(
        shape=tuple(
            const(overlaps[at].extent, size.dtype) if at == axis else size for at, size in enumerate(buffer.shape)
        )
    )
    _rewrite(state, scope, block, rolling, buffer, folded, axis, overlaps)


def _check_dependences(state: ScheduleState, scope: StmtSRef, block: StmtSRef, buffer: Buffer) -> None:
    """Refuses a buffer that others write, or that is written again after it was read."""
    if buffer not in scope.block.alloc_buffers:
        raise Refusal(
            "The buffer is not allocated in the scope",
            f"`{buffer.name}` is not allocated by the block {{0}}, so that what it holds may be used elsewhere",
            scope.block,
        )
    only_writer(state, scope, buffer)
    others = [edge for edge in state.get_block_scope(scope).get_deps_by_src(block) if edge.dst is not block]
    if any(edge.kind is not DepKind.RAW for edge in others):
        raise Refusal(
            "The block has dependences other than read-after-write",
            "What the block {0} writes is written again by others; only blocks that read it may depend on it",
            block.block,
        )


def _common_loop(state: ScheduleState, scope: StmtSRef, block: StmtSRef, buffer: Buffer) -> StmtSRef:
    """The innermost loop around the block and all that read the buffer."""
    readers = [each for each in readers_of(state, scope, block) if each is not block]
    for loop in reversed(block.loops()):
        if readers and all(reader.is_inside(loop) for reader in readers):
            return loop
    raise Refusal(
        "The LCA of the producer and consumer of the buffer is not a loop",
        f"The block {{0}} and those that read `{buffer.name}` are not below one loop; compute_at puts them there",
        block.block,
    )


def _overlap(range_: Range, common: StmtSRef) -> _Overlap:
    """The movement of the range of one axis with a loop: begin = variable * stride + constant."""
    if not isinstance(range_.extent, IntImm):
        return _Overlap(None, 0, 0)
    loops = {each.loop.loop_var for each in (*common.loops(), common)}
    extent, begin = range_.extent.value, linear(range_.min)
    moved = _moved(begin)
    if moved is None or moved[0] not in loops:
        return _Overlap(None, extent, 0)
    return _Overlap(moved[0], extent, extent - moved[1], begin.constant)


def _moved(begin: Linear) -> tuple[Var, int] | None:
    """The variable that a begin moves with, and the most that it moves in one step: i * 3 -> (i, 3); i * 5 // 2 -> (i, 3)."""
    terms = list(begin.atoms())
    if len(terms) != 1 or terms[0][1] <= 0:
        return None
    atom, stride = terms[0]
    if isinstance(atom, FloorDiv) and isinstance(atom.b, IntImm) and atom.b.value > 0:
        inner = _moved(linear(atom.a))
        return None if inner is None else (inner[0], -(-inner[1] // atom.b.value) * stride)
    return (atom, stride) if isinstance(atom, Var) else None


def _rolling(block: StmtSRef, common: StmtSRef, overlaps: list[_Overlap], buffer: Buffer) -> tuple[int, StmtSRef]:
    """The axis to fold and the loop that moves over it, the outermost that there is."""
    for loop in (*common.loops(), common):
        for axis, each in enumerate(overlaps):
            if each.variable is loop.loop.loop_var and each.kept > 0:
                return axis, loop
    raise Refusal(
        "The buffer has no dimension that matches a rolling pattern",
        f"No loop around the block {{0}} moves over `{buffer.name}` by less than what one iteration needs of it, as in `outer * stride + inner`",
        block.block,
    )


def _rewrite(
    state: ScheduleState,
    scope: StmtSRef,
    block: StmtSRef,
    rolling: StmtSRef,
    buffer: Buffer,
    folded: Buffer,
    axis: int,
    overlaps: list[_Overlap],
) -> None:
    """Fold all accesses, and let the block compute only what is not there yet."""
    exchange = _Folding(buffer, folded, axis, overlaps[axis].extent)
    conditions = _new_elements(block, buffer, overlaps)
    known = buffers_around(block, func_buffers(state, block))
    known[folded.data] = folded
    variable = rolling.loop.loop_var
    changed: dict[Block, Block] = {}

    def realize(node: BlockRealize, visit: Callable[[Any], Any]) -> Stmt:
        inner = node.block
        touched = any(region.buffer is buffer for region in (*inner.reads, *inner.writes))
        axes = tuple(
            each.replace(iter_type=IterVarKind.Opaque) if mentions(value, variable) else each
            for each, value in zip(inner.iter_vars, node.iter_values)
        )
        made = inner.replace(iter_vars=axes)
        if touched:
            made = with_regions(exchange.inside(made), known)
        changed[inner] = made
        found = node.replace(block=made)
        if inner is block.block:
            found = found.replace(predicate=reduce(conjunction, conditions, found.predicate))
        return found

    loop = rewrite_top_down(rolling.loop, {BlockRealize: realize})
    body = swapped_deep(scope.block.body, rolling.loop, loop)
    kept = tuple(folded if each is buffer else each for each in scope.block.alloc_buffers)
    state.replace(scope, scope.block.replace(body=body, alloc_buffers=kept), changed)


def _new_elements(block: StmtSRef, buffer: Buffer, overlaps: list[_Overlap]) -> list[Expr]:
    """The conditions, of each axis that moves, under which the block writes an element for the first time: in the first iteration, or behind what is kept."""
    store = next(node for node in walk(block.block.body) if isinstance(node, BufferStore) and node.buffer is buffer)
    values = axis_values(block.binding)
    analyzer = analyzer_of([each.loop for each in block.loops()])
    found: list[Expr] = []
    for index, each in zip(store.indices, overlaps):
        if each.variable is None or each.kept <= 0:
            continue
        place = substitute(index, values)
        first = const(0, each.variable.dtype)
        inside = analyzer.simplify(substitute(place, {each.variable: first}) - const(each.begin, place.dtype))
        here = binary(
            "Or",
            binary("LT", each.variable, const(1, first.dtype)),
            binary("LE", const(each.kept, inside.dtype), inside),
        )
        found.append(here)
    return found


@dataclass
class _Folding:
    """Accesses of a buffer with one index folded."""

    old: Buffer
    new: Buffer
    axis: int
    extent: int

    def _indices(self, indices: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return tuple(
            binary("FloorMod", index, const(self.extent, index.dtype)) if at == self.axis else index
            for at, index in enumerate(indices)
        )

    def _access(self, node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
        if node.buffer is not self.old:
            return node
        return node.replace(buffer=self.new, indices=self._indices(node.indices))

    def _region(self, region: BufferRegion) -> BufferRegion:
        """The whole folded axis, for a block inside the one that declares anew."""
        if region.buffer is not self.old:
            return region
        whole = Range.from_min_extent(const(0), const(self.extent))
        return BufferRegion(
            self.new, tuple(whole if at == self.axis else each for at, each in enumerate(region.region))
        )

    def inside(self, block: Block) -> Block:
        """The block with its accesses folded."""

        def inner(node: Block) -> Block:
            return node.replace(
                reads=tuple(self._region(each) for each in node.reads),
                writes=tuple(self._region(each) for each in node.writes),
            )

        rules: dict[type, Any] = {BufferLoad: self._access, BufferStore: self._access, Block: inner}
        body: Stmt = rewrite(block.body, rules)
        init = None if block.init is None else rewrite(block.init, rules)
        return block.replace(body=body, init=init)


__all__ = ["rolling_buffer"]
