"""LoopPartition: a loop is split where conditions on its variable begin or cease to be decided.

    for i in range(n): if T.likely(i < m): s   ->   for i in range(m): s; for i in range(n - m): if i + m < m: s

As in TVM, conditions marked `T.likely` split loops of unknown extent; the option `partition_const_loop` splits those of known extent too, and a loop with
`pragma_loop_partition_hint` is split at any comparison.  Each part counts from 0 and is looked at again.  `no_unroll_loop_with_extent_one` keeps parts that run once as loops,
and `unroll_loop_with_partition_hint_no_interval` unrolls loops with a hint in which nothing is decided.

For TVM's name and results alone; the pipeline has PartitionAroundVectors.  The two stay apart because they answer different questions: here, where any condition
begins or ceases to be decided, true or false, in parts that count from 0 and are split again; there, where one part in which all guards of vectors hold is worth a
copy of the loop, in parts that keep the loop's own numbers, so that accesses stay aligned.  They share solving (`arith/deduce`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, from_range, intersect
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, Call, CmpOp, Expr, IntImm, IterVar, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import AttrStmt, For, ForKind, IfThenElse, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import is_larger, rewrite_top_down, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.conditions_of_loop import COMPARISONS, Decided, decided_conditions, without_marks
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin

HINT = "pragma_loop_partition_hint"
# Nodes of a loop that may still be copied.
_LIMIT = 20000


@tir_pass("tir.LoopPartition")
def loop_partition(func: PrimFunc) -> PrimFunc:
    """Split loops where their conditions change."""
    return func.with_body(without_marks(_Partition().rewrite(func.body)))


@dataclass(frozen=True)
class _Middle:
    """The values for which the conditions of `decided` have the truth value `holds`."""

    interval: IntervalSet
    decided: frozenset[int]
    holds: bool


class _Partition:
    """Walks down, outer loops first, knowing the ranges of the loops passed."""

    def __init__(self) -> None:
        self.options = PassContext.current().option("tir.LoopPartition")
        self.analyzer = Analyzer()
        self.hints: dict[Var, IntervalSet] = {}
        self.relaxed: dict[Var, IntervalSet] = {}

    def rewrite(self, root: Stmt) -> Stmt:
        """`root` with its loops split."""
        return rewrite_top_down(
            root,
            {
                For: lambda loop, visit: self._loop(loop, visit, bool(loop.annotations.get(HINT, 0))),
                AttrStmt: self._attr,
                SeqStmt: lambda stmt, visit: rejoin(stmt.map_children(visit)),
            },
        )

    def _attr(self, stmt: AttrStmt, visit: Any) -> Stmt:
        if stmt.attr_key == HINT:
            asked = self.analyzer.can_prove(stmt.value)
            return self._loop(stmt.body, visit, asked) if isinstance(stmt.body, For) else visit(stmt.body)
        axis = stmt.node
        if stmt.attr_key != "thread_extent" or not isinstance(axis, IterVar):
            return stmt.map_children(visit)
        whole = from_range(Range.from_min_extent(const(0, stmt.value.dtype), stmt.value))
        shared = axis.thread_tag.startswith("blockIdx")
        if shared and self._likely_decides(axis.var, stmt.value, stmt.body):
            made = self._split_threads(stmt, axis.var, whole)
            if made is not None:
                return made
        with _known(self.hints if shared else self.relaxed, axis.var, whole):
            return stmt.map_children(visit)

    def _loop(self, loop: For, visit: Any, hinted: bool) -> Stmt:
        loop = loop.replace(annotations=_without_hint(loop)) if HINT in loop.annotations else loop
        self.analyzer.bind(loop.loop_var, Range.from_min_extent(loop.min, loop.extent), allow_override=True)
        if loop.kind is not ForKind.THREAD_BINDING and not leaves_loop(loop.body):
            constant = isinstance(loop.min, IntImm)
            if hinted or self._likely_decides(loop.loop_var, loop.extent if constant else loop.min, loop.body):
                made = self._split(loop, hinted)
                if made is not None:
                    return made
        with _known(self.hints, loop.loop_var, from_range(Range.from_min_extent(loop.min, loop.extent))):
            return loop.map_children(visit)

    def _likely_decides(self, variable: Var, extent: Expr, body: Stmt) -> bool:
        """Whether a loop without a hint is to be split: a likely condition mentions its variable, and no threads reduce together inside."""
        if isinstance(extent, IntImm) and not self.options.partition_const_loop:
            return False
        calls = [node for node in walk(body) if isinstance(node, Call)]
        if any(_name(call) == "tir.tvm_thread_allreduce" for call in calls):
            return False
        return any(_name(call) == "tir.likely" and any(node is variable for node in walk(call)) for call in calls)

    def _split(self, loop: For, hinted: bool) -> Stmt | None:
        """The loop before, while and after its conditions are decided; None when nothing is."""
        if is_larger(loop, _LIMIT):
            return None
        first, end = loop.min, self.analyzer.simplify(loop.min + loop.extent)
        whole = from_range(Range.from_min_extent(loop.min, loop.extent))
        with _known(self.hints, loop.loop_var, whole):
            decided = decided_conditions(loop.loop_var, loop.body, self.hints, self.relaxed, hinted)
        if not decided:
            return None
        middle = self._middle(decided, whole, hinted)
        if middle is None:
            return self._unrolled(loop) if hinted and not self._all_outside(decided, whole) else None
        begin, stop = self._begin(middle, first, end), self._stop(middle, first, end)
        if not self._proves(begin <= stop):
            stop = self.analyzer.simplify(binary("Max", begin, stop))
        before = None if self._proves(begin <= first) else self._part(loop, first, begin, loop.body)
        after = None if self._proves(end <= stop) else self._part(loop, stop, end, loop.body)
        if self._proves(stop <= begin):
            return seq([part for part in (before, after) if part is not None])
        inside = self._again(self._part(loop, begin, stop, _eliminated(loop.body, middle)), hinted)
        if before is not None and self._proves(first < begin):
            before = self._again(before, hinted)
        if after is not None and self._proves(stop < end):
            after = self._again(after, hinted)
        return seq([part for part in (before, inside, after) if part is not None])

    def _again(self, part: Stmt, hinted: bool) -> Stmt:
        """A part may be split further, as its loop was."""
        if hinted and isinstance(part, For):
            part = AttrStmt(const(0, "int32"), HINT, const(True, "bool"), part)
        return self.rewrite(part)

    def _begin(self, middle: _Middle, first: Expr, end: Expr) -> Expr:
        """The first iteration of the middle part, which is not outside the loop."""
        low = middle.interval.low
        if low is None:
            return first
        low = self.analyzer.simplify(low)
        if not self._proves(first <= low):
            low = self.analyzer.simplify(binary("Max", low, first))
        return low if self._proves(low <= end) else self.analyzer.simplify(binary("Min", low, end))

    def _stop(self, middle: _Middle, first: Expr, end: Expr) -> Expr:
        """The end of the middle part."""
        high = middle.interval.high
        if high is None:
            return end
        stop = self.analyzer.simplify(high + 1)
        return stop if self._proves(stop <= end) else self.analyzer.simplify(binary("Min", stop, end))

    def _part(self, loop: For, begin: Expr, end: Expr, body: Stmt) -> Stmt:
        """The iterations from `begin` up to `end`, counted from 0."""
        extent = self.analyzer.simplify(end - begin)
        made = fresh_copy(loop.replace(body=body))
        if isinstance(extent, IntImm) and extent.value == 1 and not loop.annotations:
            if not self.options.no_unroll_loop_with_extent_one:
                return substitute(made.body, {made.loop_var: begin})
        shifted = substitute(made.body, {made.loop_var: made.loop_var + begin})
        return made.replace(min=const(0, extent.dtype), extent=extent, body=shifted)

    def _unrolled(self, loop: For) -> Stmt | None:
        """The loop written out, where options ask for that when nothing is decided."""
        if not self.options.unroll_loop_with_partition_hint_no_interval or not self._proves(loop.extent > 1):
            return None
        return loop.replace(kind=ForKind.UNROLLED, body=self.rewrite(loop.body))

    def _middle(self, decided: Sequence[Decided], whole: IntervalSet, hinted: bool) -> _Middle | None:
        """The iterations in which all conditions hold, or else those in which none does."""
        for holds in (True, False):
            some = [each for each in decided if each.holds is holds and not self._empty(each.interval, whole)]
            interval = self._common(some)
            if interval is None and hinted:
                some, interval = self._as_many_as_go_together(some)
            if interval is not None and some:
                return _Middle(interval, frozenset(id(each.condition) for each in some), holds)
        return None

    def _common(self, decided: Sequence[Decided]) -> IntervalSet | None:
        found: IntervalSet | None = None
        for each in decided:
            if found is not None and self._empty(found, each.interval):
                return None
            found = each.interval if found is None else intersect(self.analyzer.facts, found, each.interval)
        return found

    def _as_many_as_go_together(self, decided: Sequence[Decided]) -> tuple[list[Decided], IntervalSet | None]:
        taken: list[Decided] = []
        for each in decided:
            if self._common([*taken, each]) is None:
                break
            taken.append(each)
        return taken, self._common(taken)

    def _empty(self, a: IntervalSet, b: IntervalSet) -> bool:
        """Whether nothing is in both, for certain."""
        for low, high in ((a.low, b.high), (b.low, a.high)):
            if low is not None and high is not None and self._proves(high < low):
                return True
        return a.is_nothing()

    def _all_outside(self, decided: Sequence[Decided], whole: IntervalSet) -> bool:
        return all(each.interval.is_single_point and self._empty(each.interval, whole) for each in decided)

    def _proves(self, condition: Expr) -> bool:
        return self.analyzer.can_prove(condition)

    def _split_threads(self, stmt: AttrStmt, variable: Var, whole: IntervalSet) -> Stmt | None:
        """Threads for which the conditions are decided take a copy of the body; the question stands inside the innermost threads."""
        with _known(self.hints, variable, whole):
            decided = decided_conditions(variable, stmt.body, self.hints, self.relaxed, False)
        middle = self._middle(decided, whole, False)
        if middle is None:
            return None
        first, end = const(0, variable.dtype), stmt.value
        asked: list[Expr] = []
        begin, stop = self._begin(middle, first, end), self._stop(middle, first, end)
        asked += [] if self._proves(begin <= first) else [variable >= begin]
        asked += [] if self._proves(end <= stop) else [variable < stop]
        if not asked:
            return stmt.replace(body=_eliminated(stmt.body, middle))
        condition = asked[0] if len(asked) == 1 else And(asked[0], asked[1])
        return _inside_threads(stmt, lambda body: IfThenElse(condition, fresh_copy(_eliminated(body, middle)), body))


@contextmanager
def _known(sets: dict[Var, IntervalSet], variable: Var, values: IntervalSet) -> Generator[None]:
    sets[variable] = values
    try:
        yield
    finally:
        del sets[variable]


def _inside_threads(stmt: AttrStmt, change: Callable[[Stmt], Stmt]) -> Stmt:
    """The body of the innermost axis of threads changed."""
    inner = [node for node in walk(stmt.body) if isinstance(node, AttrStmt) and node.attr_key == "thread_extent"]
    if not inner:
        return stmt.replace(body=change(stmt.body))

    def attr(node: AttrStmt, visit: Any) -> Stmt:
        return _inside_threads(node, change) if node.attr_key == "thread_extent" else node.map_children(visit)

    return stmt.replace(body=rewrite_top_down(stmt.body, {AttrStmt: attr}))


def _eliminated(body: Stmt, middle: _Middle) -> Stmt:
    """The body where the conditions are decided."""

    def comparison(e: CmpOp, visit: Any) -> Expr:
        return const(middle.holds, "bool") if id(e) in middle.decided else e.map_children(visit)

    return rewrite_top_down(body, dict.fromkeys(COMPARISONS, comparison))


def _without_hint(loop: For) -> dict[str, Any]:
    return {name: value for name, value in loop.annotations.items() if name != HINT}


def _name(call: Call) -> str:
    return callee_name(call)
