"""The conditions that a loop's variable decides: for each condition inside, the values for which it certainly holds, or certainly does not.

Conditions marked `T.likely` are looked at, and all comparisons when the loop asks for it; `T.ignore_loop_partition` hides one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilewright.core.arith.deduce import deduce_bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.int_set import IntervalSet, from_range, intersect
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, GE, GT, LE, LT, NE, Call, CmpOp, Expr, IterVar, Range, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, For, Stmt
from tilewright.core.ir.walk import rewrite, walk

_INVERSE: dict[type[CmpOp], type[CmpOp]] = {LT: GE, GE: LT, GT: LE, LE: GT, EQ: NE, NE: EQ}
COMPARISONS = tuple(_INVERSE)
Sets = Mapping[Var, IntervalSet]


@dataclass(frozen=True)
class Decided:
    """`condition` has the truth value `holds` for all values of the variable in `interval`."""

    condition: Expr
    holds: bool
    interval: IntervalSet


def decided_conditions(variable: Var, body: Stmt, hints: Sets, relaxed: Sets, every: bool) -> list[Decided]:
    """The conditions in `body` that the variable decides: in `every` comparison, or only in those marked likely."""
    finder = _Finder(variable, dict(hints), dict(relaxed), every)
    finder.visit(body)
    return finder.found


class _Finder:
    def __init__(
        self, variable: Var, hints: dict[Var, IntervalSet], relaxed: dict[Var, IntervalSet], every: bool
    ) -> None:
        self.variable, self.hints, self.relaxed, self.every = variable, hints, relaxed, every
        self.outside = {*hints, *relaxed}
        self.found: list[Decided] = []

    def visit(self, node: Node) -> None:
        if isinstance(node, For):
            self._loop(node)
        elif isinstance(node, AttrStmt) and node.attr_key == "thread_extent" and isinstance(node.node, IterVar):
            whole = Range.from_min_extent(const(0, node.value.dtype), node.value)
            self._running(node.node.var, from_range(whole), node.body)
        elif isinstance(node, Call) and _name(node) == "tir.likely":
            self._deduce(node.args[0])
        elif isinstance(node, Call) and _name(node) == "tir.ignore_loop_partition":
            return
        elif self.every and isinstance(node, CmpOp):
            self._deduce(node)
        else:
            for child in node.children():
                self.visit(child)

    def _loop(self, loop: For) -> None:
        """Loops whose bounds move with loops around them are not looked into."""
        if any(node in self.outside for end in (loop.min, loop.extent) for node in walk(end)):
            return
        self._running(loop.loop_var, from_range(Range.from_min_extent(loop.min, loop.extent)), loop.body)

    def _running(self, variable: Var, values: IntervalSet, body: Stmt) -> None:
        self.hints[variable] = self.relaxed[variable] = values
        self.visit(body)
        del self.hints[variable], self.relaxed[variable]

    def _deduce(self, condition: Expr) -> None:
        if not isinstance(condition, CmpOp) or not any(node is self.variable for node in walk(condition)):
            return
        holds = self._interval(condition)
        if holds is None and isinstance(condition, EQ):
            ends = self._interval(GE(condition.a, condition.b)), self._interval(LE(condition.a, condition.b))
            both = None if ends[0] is None or ends[1] is None else intersect(Facts(), ends[0], ends[1])
            if both is not None and not both.is_nothing():
                self.found.append(Decided(condition, True, both))
                return
        if holds is not None:
            self.found.append(Decided(condition, True, holds))
        fails = self._interval(_INVERSE[type(condition)](condition.a, condition.b))
        if fails is not None:
            self.found.append(Decided(condition, False, fails))

    def _interval(self, condition: Expr) -> IntervalSet | None:
        made = deduce_bound(self.variable, condition, self.hints, self.relaxed)
        return None if made.is_nothing() else made


def _name(call: Call) -> str:
    return callee_name(call)


def without_marks(root: Stmt) -> Stmt:
    """`root` without the calls that only speak to this search."""

    def bare(call: Call) -> Expr:
        return call.args[0] if _name(call) in ("tir.likely", "tir.ignore_loop_partition") else call

    return rewrite(root, {Call: bare})
