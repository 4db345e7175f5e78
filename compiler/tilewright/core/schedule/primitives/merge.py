"""merge: one nest of loops for several that follow each other and run over the same numbers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet
from tilewright.core.arith.region_bounds import estimate_region_upper_bound
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.expr import Expr, IterVarKind, Var
from tilewright.core.ir.stmt import For, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.schedule.checks import check_plain_loop, is_one, loop_ranges, uses_any
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import bound_region, common_ancestor
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState

Nest = list[StmtSRef]


def merge(state: ScheduleState, loops: Sequence[StmtSRef]) -> StmtSRef:
    """Loops for the nests from the innermost common loop or block down to each of `loops`; their bodies follow each other in it."""
    if len(loops) < 2:
        raise Refusal("Merge requires at least 2 loops", "Merge requires at least 2 loops")
    top = common_ancestor(list(loops))
    nests = [_nest(loop, top) for loop in loops]
    _check_same(nests)
    body = top.block.body if top.is_block else top.loop.body
    first = _neighbours(body, nests)
    _check_independent(state, nests)
    made = _merged(nests)
    assert isinstance(body, SeqStmt)
    parts = [*body.seq[:first], made, *body.seq[first + len(nests) :]]
    assert top.stmt is not None
    state.replace(top, top.stmt.replace(body=seq(parts)))
    return state.ref(_innermost(made, len(nests[0])))


def _nest(loop: StmtSRef, top: StmtSRef) -> Nest:
    """The loops from below `top` to `loop`, each of which but the last must hold the next one alone."""
    nest = [loop]
    while nest[0].parent is not top:
        parent = nest[0].parent
        if parent is None or parent.is_block:
            raise Refusal(
                "The loops are not in the same scope", "The loop {0} is not in the scope of the others", loop.loop
            )
        if parent.loop.body is not nest[0].loop:
            raise Refusal(
                "The inner loop must be the only child of the outer loop",
                "The loop {1} is not the only child of the loop {0}",
                parent.loop,
                nest[0].loop,
            )
        nest.insert(0, parent)
    for ref in nest:
        check_plain_loop(ref.loop, "merge")
    return nest


def _check_same(nests: Sequence[Nest]) -> None:
    """Refuses nests of other depths and extents."""
    first = nests[0]
    analyzer = Analyzer()
    for nest in nests[1:]:
        if len(nest) != len(first):
            raise Refusal(
                "The loops are not at the same level",
                "The loops {0} and {1} are not at the same level below what is around both",
                first[-1].loop,
                nest[-1].loop,
            )
        for a, b in zip(first, nest):
            if not analyzer.can_prove_equal(a.loop.extent, b.loop.extent):
                raise Refusal(
                    "The loops do not have the same extent",
                    "The loops {0} and {1} do not have the same extent",
                    a.loop,
                    b.loop,
                )


def _neighbours(body: Stmt, nests: Sequence[Nest]) -> int:
    """The place of the first nest; the others must follow in this order."""
    tops = [nest[0].loop for nest in nests]
    parts = body.seq if isinstance(body, SeqStmt) else (body,)
    places = [at for at, part in enumerate(parts) for loop in tops if part is loop]
    if (
        len(places) != len(tops)
        or [parts[at] for at in places] != tops
        or places != list(range(places[0], places[0] + len(tops)))
    ):
        raise Refusal(
            "The loops do not follow each other",
            "The nests of the loops {0} and {1} do not follow each other, in this order and with nothing between them",
            nests[0][-1].loop,
            nests[-1][-1].loop,
        )
    return places[0]


def _merged(nests: Sequence[Nest]) -> For:
    names = [Var(f"{ref.loop.loop_var.name}_m", ref.loop.loop_var.dtype) for ref in nests[0]]
    bodies: list[Stmt] = []
    for nest in nests:
        values: dict[Var, Expr] = {ref.loop.loop_var: name for ref, name in zip(nest, names)}
        bodies.append(substitute(nest[-1].loop.body, values))
    made: Stmt = seq(bodies)
    for ref, name in reversed(list(zip(nests[0], names))):
        made = ref.loop.replace(loop_var=name, body=made)
    assert isinstance(made, For)
    return made


def _innermost(made: For, depth: int) -> For:
    for _ in range(depth - 1):
        assert isinstance(made.body, For)
        made = made.body
    return made


def _check_independent(state: ScheduleState, nests: Sequence[Nest]) -> None:
    """Refuses nests of which one uses what another writes, unless each iteration uses just what the same iteration writes."""
    for one, other in itertools.combinations(nests, 2):
        for a in state.child_blocks(one[-1]):
            for b in state.child_blocks(other[-1]):
                for x, y in _conflicts(a, b):
                    if not _same_iteration(a, x, one, b, y, other):
                        raise Refusal(
                            "The loops depend on each other",
                            f"The blocks {{0}} and {{1}} use `{x.buffer.name}` in an order that merging their loops would change",
                            a.block,
                            b.block,
                        )


def _conflicts(a: StmtSRef, b: StmtSRef) -> list[tuple[BufferRegion, BufferRegion]]:
    """The regions of one buffer that both use and one writes."""
    sides = ((a.block.writes, b.block.reads), (a.block.writes, b.block.writes), (a.block.reads, b.block.writes))
    return [(x, y) for ours, theirs in sides for x in ours for y in theirs if x.buffer is y.buffer]


def _same_iteration(a: StmtSRef, x: BufferRegion, one: Nest, b: StmtSRef, y: BufferRegion, other: Nest) -> bool:
    names: dict[Var, Expr] = {mine.loop.loop_var: its.loop.loop_var for mine, its in zip(other, one)}
    moving = [ref.loop.loop_var for ref in one if not is_one(ref.loop.extent)]
    first, second = _box(a, x, one), _box(b, y, other)
    analyzer = Analyzer()
    same = all(
        p.low is not None
        and q.low is not None
        and p.high is not None
        and q.high is not None
        and analyzer.can_prove_equal(p.low, substitute(q.low, names))
        and analyzer.can_prove_equal(p.high, substitute(q.high, names))
        for p, q in zip(first, second)
    )
    apart = all(any(p.low is not None and uses_any(p.low, [var]) for p in first) for var in moving)
    return same and apart and not _reduces(a, one) and not _reduces(b, other)


def _reduces(block: StmtSRef, nest: Nest) -> bool:
    """Whether a block reduces over the loops of a nest."""
    over = [ref.loop.loop_var for ref in nest]
    return any(
        axis.iter_type is not IterVarKind.DataPar and uses_any(value, over)
        for axis, value in zip(block.block.iter_vars, block.binding.iter_values)
    )


def _box(block: StmtSRef, region: BufferRegion, nest: Nest) -> list[IntervalSet]:
    """The region that a block accesses, relaxed over the loops of a nest."""
    inside = [ref for ref in block.loops() if ref.is_inside(nest[-1])]
    return estimate_region_upper_bound(bound_region(region, block), loop_ranges(inside), block.binding.predicate)


__all__ = ["merge"]
