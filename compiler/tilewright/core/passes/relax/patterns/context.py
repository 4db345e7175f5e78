"""`PatternContext`: patterns with edges between them, matched in a dataflow block.

    with PatternContext() as ctx:
        first, second = is_op("relax.matmul")(x, w), is_op("relax.nn.relu")(wildcard())
        first >> second          # second uses first, and nothing else does
        ctx.match_dfb(block)     # the variable of each pattern

`a ^ b` and `a.used_by(b)` say that `b` uses `a`; `a >> b` and `a.only_used_by(b)` that nothing else does.  Inside of a context a pattern of a call is
an edge from each of its arguments too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.relax import Call, DataflowBlock, DataflowVar, Id, Tuple, TupleGetItem, Var
from tilewright.core.passes.relax.patterns.edges import Edge as Edge
from tilewright.core.passes.relax.patterns.edges import Edges, SameShapeConstraint, current
from tilewright.core.passes.relax.patterns.leaves import WildcardPattern
from tilewright.core.passes.relax.patterns.matching import Matching
from tilewright.core.passes.relax.patterns.pattern import DFPattern, PatternSeq


class PatternContext(Edges):
    """Patterns and the edges between them, collected while the context is entered."""

    @staticmethod
    def current() -> PatternContext:
        """The innermost context that is entered; raises `RuntimeError` outside of any."""
        found = current()
        assert isinstance(found, PatternContext)
        return found

    def match_dfb(self, dfb: DataflowBlock) -> dict[DFPattern, Var] | None:
        """The variable that each pattern stands for, None when they cannot all be found."""
        return _Search(self, dfb).run()

    def match_new(self, dfb: DataflowBlock, new: Set[Id]) -> dict[DFPattern, Var] | None:
        """Like `match_dfb`; some pattern that is no wildcard stands for one of the variables with these identities."""
        return _Search(self, dfb, new).run()


class _Search:
    """Variables for patterns, found by trying."""

    def __init__(self, context: PatternContext, dfb: DataflowBlock, new: Set[Id] | None = None) -> None:
        self._context, self._new = context, new
        self._values = {item.var: item.value for item in dfb.bindings}
        self._bound = {item.var.vid: item.value for item in dfb.bindings}
        self._by_value = {id(item.value): item.var for item in dfb.bindings}
        outside = [var for item in dfb.bindings for var in free_vars(item.value) if var.vid not in self._bound]
        self._candidates = [*self._values, *{var.vid: var for var in outside}.values()]
        self._reads = {item.var.vid: _variables(item.value) for item in dfb.bindings}
        self._users: dict[Id, set[Id]] = {}
        for item in dfb.bindings:
            for var in free_vars(item.value):
                self._users.setdefault(var.vid, set()).add(item.var.vid)
        ends = dict.fromkeys(pattern for edge in context.edges for pattern in (edge.user, edge.used))
        self._patterns = sorted(ends, key=lambda pattern: isinstance(pattern, WildcardPattern))

    def run(self) -> dict[DFPattern, Var] | None:
        """The first assignment that fits."""
        return self._assign(0, {}, Matching(self._values)) if self._patterns else None

    def _assign(self, at: int, chosen: dict[DFPattern, Var], matching: Matching) -> dict[DFPattern, Var] | None:
        if at == len(self._patterns):
            return chosen if self._is_accepted(chosen) else None
        pattern = self._patterns[at]
        taken = {var.vid for other, var in chosen.items() if not _is_free(pattern) and not _is_free(other)}
        for var in self._tries(pattern, matching):
            before = matching.state
            fits = var.vid not in taken and matching.match(pattern, var)
            if fits and self._edges_hold({**chosen, pattern: var}, pattern):
                found = self._assign(at + 1, {**chosen, pattern: var}, matching)
                if found is not None:
                    return found
            matching.state = before
        return None

    def _is_accepted(self, chosen: dict[DFPattern, Var]) -> bool:
        if self._new is not None and self._new.isdisjoint(matched(chosen)):
            return False
        return self._holds_only(chosen) and all(constraint(chosen) for constraint in self._context.constraints)

    def _tries(self, pattern: DFPattern, matching: Matching) -> Iterator[Var]:
        known = matching.found.get(pattern)
        if known is None:
            yield from self._candidates
            return
        var = known if isinstance(known, Var) else self._by_value.get(id(known))
        if var is not None:
            yield var

    def _edges_hold(self, chosen: dict[DFPattern, Var], pattern: DFPattern) -> bool:
        return all(
            self._uses(chosen[edge.user], chosen[edge.used], edge.index)
            for edge in self._context.edges
            if pattern in (edge.user, edge.used) and edge.user in chosen and edge.used in chosen
        )

    def _uses(self, user: Var, used: Var, index: int) -> bool:
        read = self._reads.get(user.vid, [])
        return used.vid in read if index < 0 else index < len(read) and read[index] is used.vid

    def _holds_only(self, chosen: dict[DFPattern, Var]) -> bool:
        for edge in self._context.edges:
            if edge.only:
                used = chosen[edge.used]
                shown = not isinstance(used, DataflowVar) and used.vid in self._bound
                if shown or self._users.get(used.vid) != {chosen[edge.user].vid}:
                    return False
        return True


def matched(chosen: Mapping[DFPattern, Var]) -> set[Id]:
    """The identities of the variables that patterns stand for which are no wildcards."""
    return {var.vid for pattern, var in chosen.items() if not _is_free(pattern)}


def _is_free(pattern: DFPattern) -> bool:
    """Whether a pattern may stand for what another stands for too."""
    return isinstance(pattern, WildcardPattern)


def _variables(value: object) -> list[Id]:
    """The variables that a value is computed from, in order and as often as they stand in it, by their identities."""
    if isinstance(value, Var):
        return [value.vid]
    parts = (
        value.args if isinstance(value, Call) else value.children() if isinstance(value, Tuple | TupleGetItem) else ()
    )
    return [vid for part in parts for vid in _variables(part)]


__all__ = ["PatternContext", "PatternSeq", "SameShapeConstraint"]
