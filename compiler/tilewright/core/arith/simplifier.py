"""The simplifier: one walk that visits an expression bottom up and rewrites it until no step and no rule changes it.

What a walk does with a node is data, a `Mode`: `canonical_steps` brings integer expressions into a normal form, as the passes need it, and `rewrite_steps`
keeps what was written, as TVM's `rewrite_simplify` does.  Both use the walk, the memory and the rules of this file, `rule_table.py` and `rules/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.rule_table import rules_of
from tilewright.core.base.budget import spender
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import BinaryOp, Expr, FloatImm, IntImm

# How many results of results are visited again.
DEPTH = 12


@dataclass(frozen=True, slots=True)
class Mode:
    """The steps of a walk, by type of node.

    `wholes` decide themselves in which order and under which facts the parts of a node are visited; the parts of other nodes are visited from left to
    right.  `steps` rewrite a node whose parts were visited.  Where a step gives None the rules of the mode are next, and `last` steps come after these.
    """

    name: str
    wholes: Mapping[type, Whole]
    steps: Mapping[type, Step]
    last: Mapping[type, Step] = field(default_factory=dict["type", "Step"])


class Simplifier:
    """One walk in one mode; what it found is kept in the facts until they change."""

    __slots__ = ("_depth", "_done", "_last", "_rules", "_spend", "_steps", "_wholes", "facts")

    def __init__(self, facts: Facts, mode: Mode) -> None:
        self.facts = facts
        self._steps, self._wholes, self._last = mode.steps, mode.wholes, mode.last
        self._rules = rules_of(mode.name)
        self._done = facts.simplified[mode.name]
        self._depth = DEPTH
        self._spend = spender()

    def visit(self, e: Expr) -> Expr:
        """The simplified expression; the same object when nothing changed."""
        known = self._done.get(id(e))
        if known is None:
            kind = type(e)
            if kind is IntImm or kind is FloatImm:
                return e
            known = self._done[id(e)] = e, self._visit(e, kind)
        return known[1]

    def parts(self, e: Any) -> Any:
        """The node with its parts visited."""
        return e.map_children(self._part)

    def under(self, condition: Expr, e: Expr) -> Expr:
        """`e` visited where `condition` holds."""
        restore = self.facts.assume(condition)
        try:
            return self.visit(e)
        finally:
            restore()

    def again(self, changed: Expr) -> Expr:
        """Visit the result of a step again, until nothing changes."""
        if not self._depth:
            return changed
        self._depth -= 1
        try:
            return self.visit(changed)
        finally:
            self._depth += 1

    def _part(self, child: object) -> Any:
        return self.visit(child) if isinstance(child, Expr) else child

    def _visit(self, e: Expr, kind: type) -> Expr:
        self._spend(1)
        whole = self._wholes.get(kind)
        parts: Expr
        if whole is None:
            parts = e.map_children(self._part)
        else:
            parts = whole(self, e)
            if type(parts) is not kind:
                return self.again(parts)
        step = self._steps.get(kind)
        changed = None if step is None else step(self.facts, parts)
        if changed is None and kind in self._rules.roots:
            changed = self._by_rules(parts)
        if changed is None and kind in self._last:
            changed = self._last[kind](self.facts, parts)
        if changed is None or deep_equal(changed, parts):
            return parts
        return e if parts is not e and deep_equal(changed, e) else self.again(changed)

    def _by_rules(self, e: Any) -> Expr | None:
        """The result of the first rewrite rule that applies; rules hold for numbers that neither wrap around nor round."""
        if isinstance(e, BinaryOp) and not (is_index(e.a.dtype) or e.a.dtype is BOOL):
            return None
        return self._rules.apply(self.facts, e)


Whole = Callable[[Simplifier, Any], Expr]
Step = Callable[[Facts, Any], Expr | None]
