"""loop_partition: a loop becomes several that follow each other, each over a part of its range.

    for i in 128: B(i)   -->   for i0 in 2: B(i0); for i1 in range(2, 66): B(i1); for i2 in range(66, 128): B(i2)

As in TVM, the parts stand in blocks without axes, one around each and one around all, and the blocks inside declare what they touch in the whole part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tilewright.core.arith.int_set import cover_range
from tilewright.core.arith.region_bounds import estimate_region_upper_bound
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.expr import Expr, IntImm, IterVarKind, Range
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BlockRealize, For, Stmt, seq
from tilewright.core.ir.walk import rewrite, substitute
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.schedule.checks import check_plain_loop, loop_ranges
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import bound_region
from tilewright.core.schedule.primitives.inline import func_buffers
from tilewright.core.schedule.references import StmtSRef, nested
from tilewright.core.schedule.rewriting import analyzer_of, buffers_around, simplified_bindings, with_regions
from tilewright.core.schedule.state import ScheduleState


def loop_partition(
    state: ScheduleState, loop: StmtSRef, factors: Sequence[int | Expr | None], preserve_unit_iters: bool = True
) -> list[StmtSRef]:
    """The loops of the parts, in order: `factors` are their extents, one of which may be None; what they leave is a part more."""
    node = loop.loop
    check_plain_loop(node, "loop_partition")
    extents = _extents(node, factors)
    blocks = state.child_blocks(loop)
    name = f"{blocks[0].block.name_hint if blocks else 'block'}_{node.loop_var.name}"
    made: list[For] = []
    begin: Expr = const(0, node.loop_var.dtype)
    for place, extent in enumerate(extents):
        made.append(_part(loop, place, begin, extent, preserve_unit_iters))
        begin = analyzer_of(()).simplify(begin + extent)
    parts: list[Stmt] = [_around(f"{name}{place}_partition", part) for place, part in enumerate(made)]
    state.replace(loop, _around(f"{name}_common", seq(parts)))
    for part in made:
        _declare(state, state.ref(part))
    return [_followed(state, part) for part in made]


def _extents(loop: For, factors: Sequence[int | Expr | None]) -> list[Expr]:
    """The extents of the parts, with the one that was left open, or what is left over."""
    dtype = loop.loop_var.dtype
    if sum(factor is None for factor in factors) > 1:
        raise Refusal(
            "Only one factor can be specified as -1 or none", "Only one factor can be specified as -1 or none", loop
        )
    for place, factor in enumerate(factors):
        number = factor.value if isinstance(factor, IntImm) else factor
        if isinstance(number, int) and number <= 0:
            said = f"However, the factor at position {place} is {number}"
            raise Refusal(
                "All the constant factors are required to be positive",
                f"All the constant factors are required to be positive. {said}",
                loop,
            )
    analyzer, total = analyzer_of(()), const(0, dtype)
    given = [None if factor is None else _number(factor, dtype) for factor in factors]
    for factor in given:
        total = total if factor is None else total + factor
    if not factors or not analyzer.can_prove(binary("LT", total, loop.extent)):
        raise Refusal(
            "The sum of factors is larger than or equal to the extent of loop",
            "The sum of factors is larger than or equal to the extent of loop {0}",
            loop,
        )
    rest = analyzer.simplify(loop.extent - total)
    found = [rest if factor is None else factor for factor in given]
    return found if None in given else [*found, rest]


def _number(factor: int | Expr, dtype: str) -> Expr:
    return const(factor, dtype) if isinstance(factor, int) else factor.astype(dtype)


def _part(loop: StmtSRef, place: int, begin: Expr, extent: Expr, preserve_unit_iters: bool) -> For:
    """The loop of one part, over a copy of the body."""
    node = loop.loop
    variable = node.loop_var.replace(name=f"{node.loop_var.name}{place}")
    body = fresh_copy(substitute(node.body, {node.loop_var: variable}))
    suffix = f"_{variable.name}"
    body = rewrite(body, {Block: lambda block: block.replace(name_hint=block.name_hint + suffix)})
    made = node.replace(loop_var=variable, min=begin, extent=extent, body=body)
    around = loop_ranges(loop.loops())
    simplified = rewrite(simplified_bindings(made, around, preserve_unit_iters), {BlockRealize: partial(_bound, made)})
    assert isinstance(simplified, For)
    return simplified


def _bound(part: For, realize: BlockRealize) -> BlockRealize:
    """The values of the axes without what cancels out, i1 - 2 + 2 -> i1, and spatial axes that are the loop with its range.

    A reduction axis keeps its domain, whose first point is where the block initializes: in one part only.
    """
    values = tuple(analyzer_of(()).simplify(value) for value in realize.iter_values)
    axes = tuple(
        axis.replace(dom=Range.from_min_extent(part.min, part.extent))
        if value is part.loop_var and axis.iter_type is IterVarKind.DataPar
        else axis
        for axis, value in zip(realize.block.iter_vars, values)
    )
    return realize.replace(iter_values=values, block=realize.block.replace(iter_vars=axes))


def _around(name: str, body: Stmt) -> BlockRealize:
    """A block without axes that declares nothing."""
    return BlockRealize((), const(True, "bool"), Block((), (), (), name, body))


def _declare(state: ScheduleState, ref: StmtSRef) -> None:
    """Let the blocks with axes of a part, those in blocks without axes too, declare what they touch over all iterations of the loops around them."""
    for child in state.child_blocks(ref):
        if child.block.iter_vars:
            _declare_all(state, child)
        else:
            _declare(state, child)


def _declare_all(state: ScheduleState, ref: StmtSRef) -> None:
    """Let a block declare what it touches over all iterations; what is seen in its body counts more than what an earlier partition declared."""
    around = [each for each in ref.ancestors() if not each.is_block]
    known = buffers_around(ref, func_buffers(state, ref))
    seen = with_regions(ref.block, known)
    reads = tuple(_everywhere(_seen(region, seen.reads), ref, around) for region in ref.block.reads)
    writes = tuple(_everywhere(_seen(region, seen.writes), ref, around) for region in ref.block.writes)
    state.replace(ref, ref.block.replace(reads=reads, writes=writes))


def _seen(declared: BufferRegion, regions: Sequence[BufferRegion]) -> BufferRegion:
    """The region that is seen of a buffer; the declared one where the body reaches it through a pointer."""
    return next((region for region in regions if region.buffer is declared.buffer), declared)


def _everywhere(region: BufferRegion, ref: StmtSRef, around: list[StmtSRef]) -> BufferRegion:
    """The region that a block touches over all iterations of loops."""
    boxes = estimate_region_upper_bound(bound_region(region, ref), loop_ranges(around), ref.binding.predicate)
    facts = analyzer_of(()).facts
    whole = [Range.from_min_extent(const(0, size.dtype), size) for size in region.buffer.shape]
    return BufferRegion(region.buffer, tuple(cover_range(box, range_, facts) for box, range_ in zip(boxes, whole)))


def _followed(state: ScheduleState, part: For) -> StmtSRef:
    """The reference to the loop of a part, whose body may be another since."""
    for root in state.roots.values():
        stack: list[Stmt] = [root.block.body]
        while stack:
            for node in nested(stack.pop()):
                if isinstance(node, For) and node.loop_var is part.loop_var:
                    return state.ref(node)
                stack.append(node.block.body if isinstance(node, BlockRealize) else node.body)
    raise AssertionError("the loop is in the program")


__all__ = ["loop_partition"]
