"""read_at and write_at: below a loop, a copy of what its blocks read or write, made in one piece by a block that backends may turn into a bulk copy.

    for i: C(i, j) reads A[i * 8 .. i * 8 + 8]   -->   for i: block A_shared[v * 8 ..] = A[v * 8 ..]; C(i, j) reads A_shared

The copy has the size of the whole buffer, so that every index stays what it is.  Threads that share its memory make it together: the block copies what all
of them access.  It carries the annotation `auto_copy`, as in TVM.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite_top_down, substitute, walk
from tilewright.core.schedule.checks import is_zero, range_of, read_buffers, written_buffers
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of, sharing_threads
from tilewright.core.schedule.primitives.cache import Exchange, check_storage_scope, nth_buffer, relaxed
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import analyzer_of, parts_of, swapped_deep, with_parts
from tilewright.core.schedule.state import ScheduleState


def read_at(
    state: ScheduleState, loop: StmtSRef, block: StmtSRef, read_buffer_index: int, storage_scope: str
) -> StmtSRef:
    """The block that copies what the blocks below `loop` read of a buffer, before the first of them."""
    return _copied(state, loop, block, nth_buffer(block, read_buffer_index, "read"), storage_scope, "read")


def write_at(
    state: ScheduleState, loop: StmtSRef, block: StmtSRef, write_buffer_index: int, storage_scope: str
) -> StmtSRef:
    """The block that copies back what the blocks below `loop` write of a buffer, after the last of them."""
    return _copied(state, loop, block, nth_buffer(block, write_buffer_index, "write"), storage_scope, "write")


def _copied(
    state: ScheduleState, loop: StmtSRef, block: StmtSRef, buffer: Buffer, storage_scope: str, side: str
) -> StmtSRef:
    check_storage_scope(storage_scope)
    scope = scope_of(state, loop, pipeline=False)
    if loop not in [*block.ancestors()] or block.scope() is not scope:
        raise Refusal(
            "The block is not under the loop",
            "The block {0} is not below the loop {1} in the same block",
            block.block,
            loop.loop,
        )
    users = [each for each in state.child_blocks(loop) if _uses(each, buffer, side)]
    _check_users(state, loop, buffer, side, users)
    threads = sharing_threads(storage_scope, loop)
    regions = [_region(each, buffer, side, loop, threads) for each in users]
    region = regions[0] if len(regions) == 1 else _joined(buffer, regions, loop)
    copy = decl_buffer(buffer.shape, buffer.dtype, f"{buffer.name}_{storage_scope}", scope=storage_scope)
    source, target = (buffer, copy) if side == "read" else (copy, buffer)
    stage = _stage(loop, region, source, target, copy.name)
    return _placed(state, scope, loop, users, stage, Exchange(buffer, copy, None), side)


def _uses(block: StmtSRef, buffer: Buffer, side: str) -> bool:
    used = read_buffers(block.block) if side == "read" else written_buffers(block.block)
    return buffer in used


def _check_users(state: ScheduleState, loop: StmtSRef, buffer: Buffer, side: str, users: list[StmtSRef]) -> None:
    """Refuses to copy what a block below the loop writes while others read the copy, or the other way about."""
    for each in state.child_blocks(loop):
        if side == "read" and buffer in written_buffers(each.block):
            raise Refusal(
                "The buffer is written under the loop",
                f"The block {{0}} below the loop writes `{buffer.name}`, of which a copy would be read",
                each.block,
            )
        if side == "write" and each not in users and buffer in read_buffers(each.block):
            raise Refusal(
                "The buffer is read under the loop",
                f"The block {{0}} below the loop reads `{buffer.name}`, which would be written behind it",
                each.block,
            )


def _region(block: StmtSRef, buffer: Buffer, side: str, loop: StmtSRef, threads: Sequence[StmtSRef]) -> BufferRegion:
    """The region of the buffer that a block accesses in one iteration of the loop, in all of the `threads`."""
    declared = block.block.reads if side == "read" else block.block.writes
    return relaxed(next(each for each in declared if each.buffer is buffer), block, loop, threads)


def _joined(buffer: Buffer, regions: Sequence[BufferRegion], loop: StmtSRef) -> BufferRegion:
    """The region that holds all of several."""
    analyzer = analyzer_of([each.loop for each in (*loop.loops(), loop)])
    ranges: list[Range] = []
    for axis in range(len(buffer.shape)):
        ends = [each.region[axis] for each in regions]
        low, high = ends[0].min, ends[0].min + ends[0].extent
        for end in ends[1:]:
            low, high = binary("Min", low, end.min), binary("Max", high, end.min + end.extent)
        low = analyzer.simplify(low)
        ranges.append(Range.from_min_extent(low, analyzer.simplify(high - low)))
    return BufferRegion(buffer, tuple(ranges))


def _stage(loop: StmtSRef, region: BufferRegion, source: Buffer, target: Buffer, name: str) -> BlockRealize:
    """The block that copies the region; the loops around that choose the region are its axes, in the order in which its bounds mention them."""
    around = {each.loop.loop_var: each.loop for each in (*loop.loops(), loop)}
    mentioned = (node for range_ in region.region for node in walk(range_.min) if isinstance(node, Var))
    used = [around[each] for each in dict.fromkeys(mentioned) if each in around]
    axes: list[IterVar] = []
    named: dict[Var, Expr] = {}
    for place, each in enumerate(used):
        variable = Var(f"v{place}", each.loop_var.dtype)
        axes.append(IterVar(range_of(each), variable, IterVarKind.DataPar))
        named[each.loop_var] = variable
    ranges = [
        Range.from_min_extent(substitute(each.min, named), substitute(each.extent, named)) for each in region.region
    ]
    loops = [Var(f"ax{place}", each.extent.dtype) for place, each in enumerate(ranges)]
    place = tuple(
        variable if is_zero(each.min) else binary("Add", each.min, variable) for each, variable in zip(ranges, loops)
    )
    body: Stmt = BufferStore(target, BufferLoad(source, place), place)
    for variable, each in reversed(list(zip(loops, ranges))):
        body = For(variable, const(0, variable.dtype), each.extent, ForKind.SERIAL, body)
    block = Block(
        tuple(axes),
        (BufferRegion(source, tuple(ranges)),),
        (BufferRegion(target, tuple(ranges)),),
        name,
        body,
        annotations={"auto_copy": True},
    )
    return BlockRealize(tuple(each.loop_var for each in used), const(True, "bool"), block)


def _placed(
    state: ScheduleState,
    scope: StmtSRef,
    loop: StmtSRef,
    users: list[StmtSRef],
    stage: BlockRealize,
    exchange: Exchange,
    side: str,
) -> StmtSRef:
    """The scope with the copy allocated, the blocks that use it changed, and the stage before or behind them."""
    blocks = {each.block for each in users}
    parts = parts_of(loop.loop.body)
    touching = [place for place, part in enumerate(parts) if any(_below(part, block) for block in blocks)]
    parts.insert(touching[0] if side == "read" else touching[-1] + 1, stage)
    made = loop.loop.replace(body=with_parts(loop.loop.body, parts))
    body = swapped_deep(scope.block.body, loop.loop, made)
    change = exchange.reader if side == "read" else exchange.writer
    body = rewrite_top_down(body, {Block: lambda block, visit: change(block) if block in blocks else block})
    state.replace(scope, scope.block.replace(body=body, alloc_buffers=(*scope.block.alloc_buffers, exchange.new)))
    return state.ref(stage.block)


def _below(part: Stmt, block: Block) -> bool:

    return any(node is block for node in walk(part))


__all__ = ["read_at", "write_at"]
