"""PartitionAroundVectors, in the place of LoopPartition in our pipeline: a loop is split where a condition on its variable begins or ceases to hold for certain.

    for i in range(n): if i < m: s   ->   for i in range(m): s; for i in range(m, n): if i < m: s

As in TVM, conditions marked `T.likely` split loops of unknown extent; the option `partition_const_loop` splits those of known extent too, and a loop with the annotation
`pragma_loop_partition_hint` is split at any condition.  Besides, and unlike TVM, the guards of vectorized loops split the loops around them, so
that only the last vector is masked.  LoopPartition says why there are two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.deduce import deduce_bound
from tilewright.core.arith.int_set import IntervalSet, from_range
from tilewright.core.base.budget import Budget, OutOfBudget
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GE, GT, LE, LT, And, BufferLoad, Call, Expr, IntImm, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, For, ForKind, IfThenElse, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import definitions, is_larger, rewrite, rewrite_top_down, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop
from tilewright.core.passes.tir.rewriting.ranges import Ranges
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin

HINT = "pragma_loop_partition_hint"
# Nodes of a loop that may still be copied.
_LIMIT = 4000
# Steps of proofs about one loop; a loop with a few conditions takes some hundred.
_STEPS = 10_000


@tir_pass("tir.LoopPartition")
def partition_around_vectors(func: PrimFunc) -> PrimFunc:
    """Split loops where their conditions change, those of vectorized loops among them."""
    if any(isinstance(node, Block) for node in walk(func)):
        return func
    return func.with_body(_Partition().rewrite(func.body))


@dataclass(frozen=True)
class _Found:
    """A condition inside a loop: where the loop variable makes it true, and the loops between."""

    condition: Expr
    low: Expr | None
    end: Expr | None


class _Partition:
    """Walks down, outer loops first, knowing the ranges of the loops passed."""

    def __init__(self) -> None:
        self.constant = PassContext.current().option("tir.LoopPartition").partition_const_loop
        self.ranges = Ranges()

    def rewrite(self, root: Stmt) -> Stmt:
        return rewrite_top_down(root, {For: self._loop, SeqStmt: lambda stmt, visit: rejoin(stmt.map_children(visit))})

    def _loop(self, loop: For, visit: object) -> Stmt:
        parts = self._parts_within_limits(loop)
        return self._inside(loop, visit) if parts is None else seq([self._inside(part, visit) for part in parts])

    def _inside(self, loop: For, visit: Any) -> For:
        """The loop itself is done; those inside it may be split too."""
        with self.ranges.running((loop.loop_var, loop.min, loop.extent)):
            return loop.map_children(visit)

    def _parts_within_limits(self, loop: For) -> list[For] | None:
        """The parts, unless it takes too long to find out where they begin: with many conditions that may be exponential."""
        limits = Budget(_STEPS)
        try:
            with limits.in_force():
                return self._parts(loop)
        except OutOfBudget as error:
            if error.budget is not limits:
                raise
            return None

    def _parts(self, loop: For) -> list[For] | None:
        """The loop before, while and after its conditions hold; None when there is nothing to gain."""
        if loop.kind not in (ForKind.SERIAL, ForKind.PARALLEL, ForKind.UNROLLED) or leaves_loop(loop.body):
            return None
        found = self._conditions(loop)
        if not found or is_larger(loop, _LIMIT):
            return None
        simplify, prove = self.ranges.simplify, self.ranges.analyzer.can_prove
        first, last = loop.min, simplify(loop.min + loop.extent)
        low, end = first, last
        for each in found:
            low = low if each.low is None else simplify(binary("Max", low, each.low))
            end = end if each.end is None else simplify(binary("Min", end, each.end))
        low = low if low is first else simplify(binary("Min", low, last))
        end = simplify(binary("Max", end, low))
        if prove(end <= low) or not self._worth_it(loop, simplify(end - low)):
            return None
        decided = self._decided(loop, {id(each.condition) for each in found})
        middle = loop.replace(min=low, extent=simplify(end - low), body=decided, annotations=_without_hint(loop))
        pieces = [None if prove(low <= first) else (first, low), None if prove(last <= end) else (end, last)]
        before, after = [None if piece is None else self._copy(loop, *piece) for piece in pieces]
        return [part for part in (before, middle, after) if part is not None]

    def _worth_it(self, loop: For, extent: Expr) -> bool:
        """A middle part that is known to be the smaller one is not worth a copy of the loop."""
        known = isinstance(extent, IntImm) and isinstance(loop.extent, IntImm)
        return not known or 2 * extent.value >= loop.extent.value  # pyright: ignore[reportAttributeAccessIssue]

    def _copy(self, loop: For, low: Expr, end: Expr) -> For:
        variable = loop.loop_var.replace()
        made = fresh_copy(loop.replace(loop_var=variable, body=substitute(loop.body, {loop.loop_var: variable})))
        return made.replace(min=low, extent=self.ranges.simplify(end - low), annotations=_without_hint(loop))

    def _decided(self, loop: For, known: set[int]) -> Stmt:
        """The body where the conditions hold."""

        def condition(e: Expr) -> Expr:
            if isinstance(e, And):
                return binary("And", condition(e.a), condition(e.b))
            bare = _bare(e)
            return const(True, "bool") if id(bare) in known else e

        def branch(stmt: IfThenElse) -> Stmt:
            made = condition(stmt.condition)
            if isinstance(made, IntImm) and made.value:
                return stmt.then_case
            return stmt if made is stmt.condition else stmt.replace(condition=made)

        def call(e: Call) -> Expr:
            if callee_name(e) == "tir.if_then_else" and not e.dtype.is_vector:
                made = condition(e.args[0])
                return e.args[1] if isinstance(made, IntImm) and made.value else e
            return e

        return rewrite(loop.body, {IfThenElse: branch, Call: call, SeqStmt: rejoin})

    def _conditions(self, loop: For) -> list[_Found]:
        """The conditions of the loop that can be solved for its variable."""
        hint = HINT in loop.annotations
        found: list[_Found] = []
        for condition, between, guard in _guards(loop):
            for part in _conjuncts(condition):
                marked = part is not _bare(part)
                allowed = hint or (marked and (self.constant or not isinstance(loop.extent, IntImm)))
                if allowed or (guard and _around_vectors(guard, between)):
                    solved = self._solved(loop, _bare(part), between)
                    found += [solved] if solved is not None else []
        return found

    def _solved(self, loop: For, condition: Expr, between: tuple[For, ...]) -> _Found | None:
        """The iterations in which `condition` holds for all values of the loops inside."""
        variable = loop.loop_var
        if not isinstance(condition, (LT, LE, GT, GE)) or not any(node is variable for node in walk(condition)):
            return None
        if any(isinstance(node, (BufferLoad, Call)) for node in walk(condition)):
            return None
        domains: dict[Var, IntervalSet] = {
            each.loop_var: from_range(Range.from_min_extent(each.min, each.extent)) for each in between
        }
        bound = deduce_bound(variable, condition, {}, domains)
        ends = (bound.low, bound.high)
        inside = {variable, *(v for node in walk(loop.body) for v in definitions(node))}
        given = [end for end in ends if end is not None]
        if len(given) != 1 or any(node in inside for end in given for node in walk(end)):
            return None
        low, high = ends
        return _Found(condition, low, None if high is None else self.ranges.simplify(high + 1))


def _without_hint(loop: For) -> dict[str, Any]:
    return {name: value for name, value in loop.annotations.items() if name != HINT}


def _guards(loop: For) -> Iterator[tuple[Expr, tuple[For, ...], IfThenElse | None]]:
    """Conditions inside the loop, the loops between, and the statement that asks when it is one without `else`."""
    stack: list[tuple[Node, tuple[For, ...]]] = [(loop.body, ())]
    while stack:
        node, between = stack.pop()
        if isinstance(node, IfThenElse):
            yield node.condition, between, node if node.else_case is None else None
        elif isinstance(node, Call) and callee_name(node) == "tir.if_then_else":
            yield node.args[0], between, None
        inner = (*between, node) if isinstance(node, For) else between
        stack.extend((child, inner) for child in reversed(node.children()))


def _around_vectors(guard: IfThenElse, between: tuple[For, ...]) -> bool:
    """Whether the guard stands in a vectorized loop, or directly around one."""
    inside = any(each.kind is ForKind.VECTORIZED for each in between)
    return inside or (isinstance(guard.then_case, For) and guard.then_case.kind is ForKind.VECTORIZED)


def _conjuncts(e: Expr) -> list[Expr]:
    return [*_conjuncts(e.a), *_conjuncts(e.b)] if isinstance(e, And) else [e]


def _bare(e: Expr) -> Expr:
    """`T.likely(c)` -> c"""
    return e.args[0] if isinstance(e, Call) and callee_name(e) == "tir.likely" else e
