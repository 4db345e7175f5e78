"""compute_at and reverse_compute_at: a block in a loop of the blocks that read its result, or of those that make what it reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet
from tilewright.core.arith.int_set import union as joined
from tilewright.core.arith.iter_map import digit_bounds
from tilewright.core.arith.region_bounds import estimate_region_upper_bound
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import GE, LT, Expr, IntImm, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BlockRealize, For, ForKind, Stmt, seq, stmt_list, thread_tag
from tilewright.core.schedule.checks import (
    Ranges,
    check_complete_or_reduction,
    check_not_output,
    is_one,
    loop_ranges,
    same_scope,
)
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import bound_region, loops_between, scope_of
from tilewright.core.schedule.primitives.solve import solved_domains, told_values
from tilewright.core.schedule.references import StmtSRef, below
from tilewright.core.schedule.rewriting import all_of, analyzer_of, swapped_deep, without
from tilewright.core.schedule.state import ScheduleState


def compute_at(
    state: ScheduleState, block: StmtSRef, loop: StmtSRef, preserve_unit_loops: bool = False, index: int = -1
) -> None:
    """Compute what is read under `loop` right there; `index` is the place among the statements of the loop, -1 the last one possible, -2 the first."""
    scope = _checked(state, block, loop)
    check_not_output(block, scope)
    consumers = state.get_block_scope(scope).consumers(block)
    _check_below(consumers, loop, block, "consumer")
    if not consumers:
        raise Refusal("The block has no consumers", "Nothing reads what the block {0} computes", block.block)
    needs = _needs(block.block.writes, [(each, each.block.reads) for each in consumers], loop)
    _move(state, scope, block, loop, needs, preserve_unit_loops, index)


def reverse_compute_at(
    state: ScheduleState, block: StmtSRef, loop: StmtSRef, preserve_unit_loops: bool = False, index: int = -1
) -> None:
    """Compute what can be made under `loop` of what is written there."""
    scope = _checked(state, block, loop)
    producers = state.get_block_scope(scope).producers(block)
    _check_below(producers, loop, block, "producer")
    if not producers:
        raise Refusal("The block has no producers", "Nothing writes what the block {0} reads", block.block)
    needs = _needs(block.block.reads, [(each, each.block.writes) for each in producers], loop)
    _check_told(needs, block, loop)
    _move(state, scope, block, loop, needs, preserve_unit_loops, index)


def _checked(state: ScheduleState, block: StmtSRef, loop: StmtSRef) -> StmtSRef:
    scope = scope_of(state, block, pipeline=True)
    same_scope(block, loop)
    check_complete_or_reduction(state, block, scope)
    if block.is_inside(loop):
        raise Refusal(
            "The loop is an ancestor of the block",
            "The loop {1} is an ancestor of block {0} already",
            block.block,
            loop.loop,
        )
    return scope


def _check_below(others: Sequence[StmtSRef], loop: StmtSRef, block: StmtSRef, role: str) -> None:
    outside = next((each for each in others if not each.is_inside(loop)), None)
    if outside is not None:
        raise Refusal(
            f"Not all the {role}s of the block are under the loop",
            f"The primitive requires all the {role}s of the block {{0}} to be under the loop {{1}}, and {{2}} is not",
            block.block,
            loop.loop,
            outside.block,
        )


def _check_told(needs: Sequence[Need], block: StmtSRef, loop: StmtSRef) -> None:
    """Refuses a consumer that would read more than one iteration of the loop has made: one whose index does not say which axis to limit."""
    analyzer = analyzer_of(ref.loop for ref in (loop, *loop.ancestors()) if not ref.is_block)
    axes = block.block.iter_vars
    for need in needs:
        for range_, size, box in zip(need.own.region, need.own.buffer.shape, need.box):
            if told_values(range_, box, axes, analyzer) is None and not _is_whole(box, size, analyzer):
                raise Refusal(
                    "What the block reads does not tell for which values of its axes to run",
                    f"An iteration of the loop {{1}} makes a part of `{need.own.buffer.name}` only, and the index `{range_.min}` of the block {{0}} does not tell which of its axes reads no more",
                    block.block,
                    loop.loop,
                )


def _is_whole(box: IntervalSet, size: Expr, analyzer: Analyzer) -> bool:
    if box.low is None or box.high is None:
        return False
    return analyzer.can_prove(box.low <= 0) and analyzer.can_prove(box.high >= size - 1)


@dataclass
class Need:
    """The required region of a buffer: the block's own region, in terms of its axes, and the box to cover."""

    own: BufferRegion
    box: list[IntervalSet]


def _needs(
    own: Iterable[BufferRegion], others: Sequence[tuple[StmtSRef, Sequence[BufferRegion]]], loop: StmtSRef
) -> list[Need]:
    found: list[Need] = []
    analyzer = Analyzer()
    for region in own:
        box: list[IntervalSet] | None = None
        for other, regions in others:
            for used in regions:
                if used.buffer is region.buffer:
                    each = relaxed(used, other, loop)
                    box = each if box is None else [joined(analyzer.facts, a, b) for a, b in zip(box, each)]
        if box is not None:
            found.append(Need(region, box))
    return found


def relaxed(region: BufferRegion, block: StmtSRef, loop: StmtSRef) -> list[IntervalSet]:
    """The box around what a block uses as the loops inside of `loop` run; of memory that threads share, as the threads run too."""
    inside = loops_between(block, loop)
    ranges = loop_ranges([*shared_loops(region.buffer, loop), *inside])
    return estimate_region_upper_bound(bound_region(region, block), ranges, block.binding.predicate)


def shared_loops(buffer: Buffer, loop: StmtSRef) -> list[StmtSRef]:
    """The loops over threads at and above a loop that share a buffer."""
    rank = buffer.scope().split(".")[0]
    wanted = {"shared": ("threadIdx.", "vthread"), "warp": "threadIdx.x", "wmma": "threadIdx.x"}.get(rank)
    if wanted is None:
        return []
    above = [loop, *(ref for ref in loop.ancestors() if not ref.is_block)]
    return [ref for ref in above[::-1] if thread_tag(ref.loop).startswith(wanted)]


def _move(
    state: ScheduleState,
    scope: StmtSRef,
    block: StmtSRef,
    loop: StmtSRef,
    needs: list[Need],
    preserve_unit_loops: bool,
    index: int,
) -> None:
    around = [ref for ref in (loop, *loop.ancestors()) if not ref.is_block]
    nest = new_nest(block, needs, preserve_unit_loops, around)
    place = insertion(state, block, loop, scope, index)
    parts = list(stmt_list(loop.loop.body))
    parts.insert(place, nest)
    changed = loop.loop.replace(body=seq(parts))
    removed: Stmt | None = swapped_deep(scope.block.body, loop.loop, changed)
    removed = without(removed, block.node)
    assert removed is not None
    state.replace(scope, scope.block.replace(body=removed))


def insertion(state: ScheduleState, block: StmtSRef, loop: StmtSRef, scope: StmtSRef, index: int) -> int:
    """The place among the statements of a loop, after all producers and before all consumers of a block."""
    dependences = state.get_block_scope(scope)
    producers, consumers = set(dependences.producers(block)), set(dependences.consumers(block))
    parts = stmt_list(loop.loop.body)
    first, last = 0, len(parts)
    for at, part in enumerate(parts):
        here = {state.ref(node.block) for node in below(part) if isinstance(node, BlockRealize)}
        if here & producers:
            first = at + 1
        if here & consumers:
            last = min(last, at)
    if first > last:
        raise Refusal(
            "Cannot find the insertion point that satisfies the producer-consumer constraint",
            "Under the loop {1}, a consumer of the block {0} comes before a producer of it",
            block.block,
            loop.loop,
        )
    if index == -1:
        return last
    if index == -2:
        return first
    if not first <= index <= last:
        raise Refusal(
            "The index is out of the range that the dependences allow",
            f"The place {index} under the loop {{1}} is not from {first} to {last}, where the block {{0}} can stand",
            block.block,
            loop.loop,
        )
    return index


def new_nest(block: StmtSRef, needs: list[Need], preserve_unit_loops: bool, around: Sequence[StmtSRef]) -> Stmt:
    """The block in loops over what is needed of it, inside of the loops `around`."""
    realize, analyzer, ranges = block.binding, analyzer_of(ref.loop for ref in around), loop_ranges(around)
    domains = solved_domains(realize.block.iter_vars, needs, analyzer)
    loops: list[tuple[Var, Expr]] = []
    values: list[Expr] = []
    conditions: list[Expr] = []
    for axis, domain in zip(realize.block.iter_vars, domains):
        value = domain.range.min
        if preserve_unit_loops or not is_one(domain.range.extent):
            var = Var(f"ax{len(loops)}", axis.var.dtype)
            loops.append((var, domain.range.extent))
            value = binary("Add", domain.range.min, var)
        values.append(value)
        if domain.bound is not None:
            conditions += [binary("GE", value, domain.bound.min)] if not domain.above else []
            conditions += [binary("LT", value, domain.bound.min + domain.bound.extent)] if not domain.below else []
    for var, extent in loops:
        ranges[var] = Range.from_min_extent(const(0, var.dtype), extent)
        analyzer.bind(var, ranges[var])
    predicate = all_of([_unless_always(each, ranges, analyzer) for each in conditions])
    made: Stmt = BlockRealize(tuple(values), predicate, realize.block)
    for var, extent in reversed(loops):
        made = For(var, const(0, var.dtype), extent, ForKind.SERIAL, made)
    return made


def _unless_always(condition: Expr, ranges: Ranges, analyzer: Analyzer) -> Expr:
    """A condition `value >= limit` or `value < limit`, simplified; true where the digits of the loops in the value say so."""
    simple = analyzer.simplify(condition)
    if isinstance(simple, IntImm) or not isinstance(condition, (GE, LT)):
        return simple
    bounds = digit_bounds(condition.a, ranges, analyzer)
    if bounds is None:
        return simple
    lowest, highest = bounds
    known = binary("GE", lowest, condition.b) if isinstance(condition, GE) else binary("LT", highest, condition.b)
    return const(1, condition.dtype) if analyzer.can_prove(known) else simple


__all__ = ["Need", "compute_at", "insertion", "new_nest", "relaxed", "reverse_compute_at", "shared_loops"]
