"""The flags of a block: affine bindings, covered reads, and a scope that is a stage pipeline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet
from tilewright.core.arith.linear import linear, to_expr
from tilewright.core.arith.region_bounds import estimate_region_lower_bound, estimate_region_upper_bound
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr, Max, Min, Range, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import thread_tag
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.lowering.access_regions import shares
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.schedule.checks import Ranges, has_affine_binding, is_one, loop_ranges
from tilewright.core.schedule.dependence import DepKind
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import axis_values

if TYPE_CHECKING:
    from tilewright.core.schedule.state import ScheduleState


@dataclass(frozen=True)
class CachedFlags:
    """The cached flags of a block, as in TVM."""

    affine_binding: bool
    region_cover: bool
    stage_pipeline: bool


def block_flags(state: ScheduleState, block: StmtSRef) -> CachedFlags:
    """The flags of a block as the program is now."""
    cover = block.scope() is None or region_cover(state, block)
    return CachedFlags(has_affine_binding(block), cover, pipeline_fault(state, block) is None)


def pipeline_fault(state: ScheduleState, scope: StmtSRef) -> str | None:
    """The reason for which the blocks of a scope are no pipeline of stages; None when they are one."""
    children = state.child_blocks(scope)
    dependences = state.get_block_scope(scope)
    for child in children:
        if any(
            edge.kind in (DepKind.WAR, DepKind.OPAQUE) and edge.dst is not edge.src
            for edge in dependences.get_deps_by_dst(child)
        ):
            return f"the block `{child.block.name_hint}` writes what a block before it reads"
        if not region_cover(state, child):
            return f"the block `{child.block.name_hint}` reads more than the blocks before it are known to write"
    return None


def scope_of(state: ScheduleState, ref: StmtSRef, *, pipeline: bool) -> StmtSRef:
    """The block around a loop or block; with `pipeline` its blocks must be stages that feed each other."""
    found = ref.scope()
    if found is None:
        assert ref.stmt is not None
        raise Refusal(
            "The primitive does not operate on the root block",
            "The primitive does not operate on the root block",
            ref.stmt,
        )
    if pipeline:
        check_stage_pipeline(state, found)
    return found


def check_stage_pipeline(state: ScheduleState, scope: StmtSRef) -> None:
    """Refuses a scope whose blocks are not all stages of a pipeline."""
    fault = pipeline_fault(state, scope)
    if fault is not None:
        raise Refusal(
            "The scope root is not a stage pipeline",
            "The scope {0} is not a stage pipeline: " + fault,
            scope.block,
        )


def region_cover(state: ScheduleState, consumer: StmtSRef) -> bool:
    """Whether everything that a block reads of a buffer which blocks of its scope write was written before."""
    scope = consumer.scope()
    assert scope is not None
    edges = state.get_block_scope(scope).get_deps_by_dst(consumer)
    producers = [edge.src for edge in edges if edge.kind is DepKind.RAW and edge.src is not consumer]
    for region in consumer.block.reads:
        sources = [block for block in producers if any(write.buffer is region.buffer for write in block.block.writes)]
        if sources and not _covered(sources, consumer, region):
            return False
    return True


def _covered(producers: list[StmtSRef], consumer: StmtSRef, region: BufferRegion) -> bool:
    top = common_ancestor([*producers, consumer])
    wanted = _relaxed(consumer, region, top, at_least=False)
    written: list[IntervalSet] | None = None
    for producer in producers:
        for write in producer.block.writes:
            if write.buffer is region.buffer:
                box = _relaxed(producer, write, top, at_least=True)
                written = box if written is None else _joined(written, box)
    return wanted is not None and written is not None and _holds(region.buffer, written, wanted, _outer(top))


def common_ancestor(refs: list[StmtSRef]) -> StmtSRef:
    """The innermost loop or block around all of them."""
    chains = [[*ref.ancestors()][::-1] for ref in refs]
    found = chains[0][0]
    for level in zip(*chains):
        if any(ref is not level[0] for ref in level):
            break
        found = level[0]
    return found


def loops_between(ref: StmtSRef, top: StmtSRef) -> list[StmtSRef]:
    """The loops around a block and inside of `top`, from the outermost."""
    found: list[StmtSRef] = []
    for ancestor in ref.ancestors():
        if ancestor is top or ancestor.is_block:
            break
        found.append(ancestor)
    return found[::-1]


def sharing_threads(storage_scope: str, top: StmtSRef) -> list[StmtSRef]:
    """The loops from `top` on outwards that are bound to threads which share memory of a scope: what one of them writes, all can read."""
    around = (top, *top.ancestors())
    return [ref for ref in around if not ref.is_block and shares(storage_scope, thread_tag(ref.loop))]


def _relaxed(block: StmtSRef, region: BufferRegion, top: StmtSRef, *, at_least: bool) -> list[IntervalSet] | None:
    ranges = loop_ranges([*loops_between(block, top), *sharing_threads(region.buffer.scope(), top)])
    realize = block.binding
    bound = bound_region(region, block)
    if at_least:
        return estimate_region_lower_bound(bound, ranges, realize.predicate) or _plain(bound, ranges, realize.predicate)
    return estimate_region_upper_bound(bound, ranges, realize.predicate)


def _plain(region: list[Range], ranges: Ranges, predicate: Expr) -> list[IntervalSet] | None:
    """The box where each dimension is a loop of its own, of any extent, or does not move."""
    found: list[IntervalSet] = []
    seen: set[Var] = set()
    for range_ in region:
        used = [node for node in walk(range_.min) if isinstance(node, Var) and node in ranges]
        if not used:
            found.append(IntervalSet(range_.min, range_.min + range_.extent - 1))
            continue
        if range_.min is not used[0] or used[0] in seen or not is_one(range_.extent) or not is_true(predicate):
            return None
        seen.add(used[0])
        whole = ranges[used[0]]
        found.append(IntervalSet(whole.min, whole.min + whole.extent - 1))
    return found


def bound_region(region: BufferRegion, block: StmtSRef) -> list[Range]:
    """A region that a block declares, in terms of the loops around it."""
    values = axis_values(block.binding)
    return [substitute(range_, values) for range_ in region.region]


def _joined(a: list[IntervalSet] | None, b: list[IntervalSet] | None) -> list[IntervalSet] | None:
    """The union of what two blocks write where it is a box: they differ in one dimension at most, and adjoin there; otherwise what the first one writes."""
    if a is None or b is None:
        return a or b
    analyzer = Analyzer()
    apart = [at for at, (one, other) in enumerate(zip(a, b)) if not _same_box(analyzer, one, other)]
    if not apart:
        return a
    at = apart[0]
    low, high = (a[at], b[at]) if _adjoin(analyzer, a[at], b[at]) else (b[at], a[at])
    if len(apart) > 1 or not _adjoin(analyzer, low, high):
        return a
    return [
        *a[:at],
        IntervalSet(binary("Min", _low(low), _low(high)), binary("Max", _high(low), _high(high))),
        *a[at + 1 :],
    ]


def _same_box(analyzer: Analyzer, a: IntervalSet, b: IntervalSet) -> bool:
    return analyzer.can_prove_equal(_low(a), _low(b)) and analyzer.can_prove_equal(_high(a), _high(b))


def _adjoin(analyzer: Analyzer, low: IntervalSet, high: IntervalSet) -> bool:
    """Whether `high` begins inside of `low` or right behind it."""
    return analyzer.can_prove(_low(low) <= _low(high)) and analyzer.can_prove(_low(high) <= _high(low) + 1)


def _low(box: IntervalSet) -> Expr:
    assert box.low is not None, "a box that is known"
    return box.low


def _high(box: IntervalSet) -> Expr:
    assert box.high is not None, "a box that is known"
    return box.high


def _outer(top: StmtSRef) -> Analyzer:
    """Facts about the outer loops."""
    analyzer = Analyzer()
    for ref in (top, *top.ancestors()):
        if not ref.is_block:
            analyzer.bind(ref.loop.loop_var, Range.from_min_extent(ref.loop.min, ref.loop.extent))
    return analyzer


def _holds(buffer: Buffer, written: list[IntervalSet], wanted: list[IntervalSet], analyzer: Analyzer) -> bool:
    """Whether the box that is written has everything of the box that is wanted and of the buffer: an index that is read from memory may be any."""
    for size, have, need in zip(buffer.shape, written, wanted):
        if have.low is None or have.high is None:
            return False
        first, last = _zero_like(size), size - 1
        lows = [first] if need.low is None else [need.low, first, binary("Max", need.low, first)]
        highs = [last] if need.high is None else [need.high, last, binary("Min", need.high, last)]
        below = (any(analyzer.can_prove(own <= low) for low in lows) for own in _spread(have.low, Max))
        above = (any(analyzer.can_prove(own >= high) for high in highs) for own in _spread(have.high, Min))
        if not (all(below) and all(above)):
            return False
    return True


def _spread(e: Expr, kind: type[Max | Min]) -> list[Expr]:
    """The numbers of which a sum with one maximum (or minimum) in it is the largest (the smallest): i + max(a, b) - 1 -> i + a - 1, i + b - 1."""
    form = linear(e)
    inner = next((atom for atom, coefficient in form.atoms() if isinstance(atom, kind) and coefficient == 1), None)
    if inner is None:
        return [e]
    rest = to_expr(form) - inner
    return [each for part in (inner.a, inner.b) for each in _spread(rest + part, kind)]


def _zero_like(size: Expr) -> Expr:
    from tilewright.core.ir.operators import const

    return const(0, str(size.dtype))


__all__ = [
    "CachedFlags",
    "block_flags",
    "bound_region",
    "common_ancestor",
    "loops_between",
    "pipeline_fault",
    "region_cover",
    "sharing_threads",
]
