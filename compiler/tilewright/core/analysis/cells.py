"""Integers in memory, followed through the text: what stores, counting loops and the ends of `while` loops say about them.

A condition that has been met says nothing any more about an element that was stored to since. What is known of memory without any condition stands in
`Surroundings.known`, as equalities and comparisons of loads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.core.analysis.returns import jumps
from tilewright.core.analysis.survey import Surroundings, Survey, as_written, loads_in, memory_read
from tilewright.core.arith.facts import negated
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import difference, is_index
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import EQ, GE, BufferLoad, Expr, FloorMod, IntImm, Or, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import IN_ORDER, BufferStore, Evaluate, For, While
from tilewright.core.ir.walk import rewrite, statements

KEPT = 8  # facts about memory that are kept at one place
_AROUND = (stmts.LetStmt, stmts.AttrStmt, stmts.DeclBuffer, stmts.Allocate)
_Cell = tuple[BufferLoad, Expr]  # an element with its value


class Cells:
    """Follows integers in memory; remembers what statements store to."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._stored: dict[int, tuple[Node, frozenset[Var]]] = {}
        self._jumping: dict[int, tuple[Node, bool]] = {}

    def after(self, stmt: stmts.Stmt, around: Surroundings) -> Surroundings:
        """The surroundings of what follows a statement."""
        if isinstance(stmt, BufferStore):
            return self._after_store(stmt, around) if self._loads_any(around) or _is_integer(stmt) else around
        if isinstance(stmt, While):
            return self._after_while(stmt, around)
        if not self._loads_any(around):
            return around
        totals = self._counted(stmt, around, stmt.extent) if isinstance(stmt, For) and _runs(stmt) else []
        return _with(self._without(around, self.stored(stmt)), totals)

    def inside(self, loop: For | While, around: Surroundings) -> Surroundings:
        """The surroundings of the body of a loop, where earlier iterations have stored what they store."""
        if not self._loads_any(around):
            return around
        if isinstance(loop, For):
            facts = self._counted(loop, around, loop.loop_var - loop.min)
        else:
            facts = [fact for each in self._stepped(loop, around) for fact in _on_the_way(*each)]
        return _with(self._without(around, self.stored(loop.body)), facts)

    def held(self, loop: While, around: Surroundings) -> Expr:
        """The condition that holds where an iteration begins; it limits no element that makes larger steps than one from nobody knows where."""
        known = {key(cell) for cell, _ in _cells(around.known)}
        loads = [load for load in loads_in(loop.condition) if key(load) not in known]
        leaping = {load.buffer.data for load in loads if abs(self._step(loop.body, load) or 0) > 1}
        return _Before(frozenset(leaping)).of(loop.condition)

    def stored(self, stmt: Node) -> frozenset[Var]:
        """The memory that a statement stores to."""
        known = self._stored.get(id(stmt))
        if known is None:
            found = frozenset([node.buffer.data for node in statements(stmt) if type(node) is BufferStore])
            known = self._stored[id(stmt)] = stmt, found
        return known[1]

    def _loads_any(self, around: Surroundings) -> bool:
        """Whether anything is known of memory."""
        if not around.guards:
            return bool(around.known)
        return bool(around.known) or any(memory_read(self._survey, guard) for guard in around.guards)

    def _jumps(self, body: Node) -> bool:
        """Whether a loop may end otherwise, or skip a part of an iteration."""
        known = self._jumping.get(id(body))
        if known is None:
            found = any(type(node) is Evaluate and jumps(node) for node in statements(body))
            known = self._jumping[id(body)] = body, found
        return known[1]

    def _without(self, around: Surroundings, stored: frozenset[Var]) -> Surroundings:
        """The surroundings where conditions speak of what memory held before these stores, and nothing is known of what it holds now."""
        if all(memory_read(self._survey, e).isdisjoint(stored) for e in (*around.guards, *around.known)):
            return around
        known = [fact for fact in around.known if memory_read(self._survey, fact).isdisjoint(stored)]
        return replace(around, guards=self._earlier(around, _Before(stored)), known=tuple(known))

    def _after_store(self, store: BufferStore, around: Surroundings) -> Surroundings:
        """The surroundings after a store: what was known speaks of the value before, and the element has the new one."""
        stored = frozenset((store.buffer.data,))
        if not _is_integer(store) or (around.threads and not store.buffer.scope().startswith("local")):
            return self._without(around, stored)
        before = _Before(stored)
        known = [before.of(fact) for fact in around.known]
        known.append(EQ(BufferLoad(store.buffer, store.indices), before.of(store.value)))
        return replace(around, guards=self._earlier(around, before), known=tuple(known[-KEPT:]))

    def _earlier(self, around: Surroundings, before: _Before) -> tuple[Expr, ...]:
        """The conditions in terms of what was there before; the survey is told how each is written."""
        made = tuple(map(before.of, around.guards))
        for old, new in zip(around.guards, made):
            if new is not old:
                self._survey.written[id(new)] = new, as_written(self._survey, old)
        return made

    def _after_while(self, loop: While, around: Surroundings) -> Surroundings:
        """A loop that nothing else ends has ended because its condition does not hold."""
        stored = self.stored(loop.body)
        left = self._without(around, stored)
        read = memory_read(self._survey, loop.condition)
        if not read or self._jumps(loop.body):
            return left
        facts = [negated(loop.condition)]
        for cell, value, step in self._stepped(loop, around):
            facts += _on_the_way(cell, value, step)
            if read.isdisjoint(stored - {cell.buffer.data}):
                last = _replaced(loop.condition, cell, cell - const(step, cell.dtype))
                facts.append(Or(EQ(cell, value), last))
        return _with(left, facts)

    def _counted(self, loop: For, around: Surroundings, iterations: Expr) -> list[Expr]:
        """The values, after so many iterations of a loop, of elements to which each adds the same number."""
        if loop.kind not in IN_ORDER or loop.step is not None:
            return []
        return [
            EQ(cell, value + iterations * const(step, value.dtype)) for cell, value, step in self._stepped(loop, around)
        ]

    def _stepped(self, loop: For | While, around: Surroundings) -> list[tuple[BufferLoad, Expr, int]]:
        """The elements of known value to which each iteration of a loop adds the same number."""
        stored, found = self.stored(loop.body), list[tuple[BufferLoad, Expr, int]]()
        cells = [each for each in _cells(around.known) if each[0].buffer.data in stored]
        if not cells or self._jumps(loop.body):
            return found
        for cell, value in cells:
            step = self._step(loop.body, cell) if memory_read(self._survey, value).isdisjoint(stored) else None
            if step:
                found.append((cell, value, step))
        return found

    def _step(self, stmt: Node, cell: BufferLoad) -> int | None:
        """The number that a statement adds to an element; None when it may do something else to it."""
        if cell.buffer.data not in self.stored(stmt):
            return 0
        if isinstance(stmt, BufferStore):
            return added(stmt, cell)
        if isinstance(stmt, stmts.SeqStmt):
            steps = [self._step(each, cell) for each in stmt.seq]
            return None if None in steps else sum(step or 0 for step in steps)
        if isinstance(stmt, _AROUND):
            return self._step(stmt.body, cell)
        if isinstance(stmt, For) and stmt.kind in IN_ORDER and _runs(stmt):
            step = self._step(stmt.body, cell)
            count = stmt.extent.value if isinstance(stmt.extent, IntImm) and stmt.step is None else None
            return None if step is None or count is None else step * count
        return None


def _runs(loop: For) -> bool:
    """Whether the extent of a loop is a number that is not negative, or a size."""
    return isinstance(loop.extent, Var) or (isinstance(loop.extent, IntImm) and loop.extent.value >= 0)


def added(store: BufferStore, cell: BufferLoad) -> int | None:
    """The number that a store adds to an element; None when it may store anything else there."""
    if list(map(key, store.indices)) != list(map(key, cell.indices)) or not is_index(store.value.dtype):
        return None
    form = difference(store.value, cell)
    return None if form.terms else form.constant


def _cells(known: Sequence[Expr]) -> list[_Cell]:
    """The elements, named by numbers, whose values are known."""
    return [
        (fact.a, fact.b)
        for fact in known
        if isinstance(fact, EQ)
        and isinstance(fact.a, BufferLoad)
        and all(isinstance(index, IntImm) for index in fact.a.indices)
    ]


def _on_the_way(cell: BufferLoad, value: Expr, step: int) -> list[Expr]:
    """An element that was `value` before a loop has made whole steps since."""
    way = cell - value if step > 0 else value - cell
    return [EQ(FloorMod(way, const(abs(step), cell.dtype)), const(0, cell.dtype)), GE(way, const(0, cell.dtype))]


def _replaced(e: Expr, cell: BufferLoad, value: Expr) -> Expr:
    return rewrite(e, {BufferLoad: lambda load: value if key(load) == key(cell) else load})


def _with(around: Surroundings, facts: Sequence[Expr]) -> Surroundings:
    return replace(around, known=(*around.known, *facts)[-KEPT:]) if facts else around


def _is_integer(store: BufferStore) -> bool:
    """Whether an index is stored at a place that no memory decides."""
    plain = is_index(store.value.dtype) and store.value.dtype == store.buffer.dtype and store.predicate is None
    return plain and not any(index.dtype.is_vector or loads_in(index) for index in store.indices)


class _Before:
    """Memory as it was before a store: buffers that nothing stores to."""

    def __init__(self, stored: frozenset[Var]) -> None:
        self.stored = stored
        self.buffers: dict[Buffer, Buffer] = {}

    def of(self, e: Expr) -> Expr:
        """The expression in terms of what was there before."""
        if not any(load.buffer.data in self.stored for load in loads_in(e)):
            return e
        return rewrite(e, {BufferLoad: self._value})

    def _value(self, load: BufferLoad) -> Expr:
        if load.buffer.data not in self.stored:
            return load
        buffer = self.buffers.get(load.buffer)
        if buffer is None:
            data = load.buffer.data
            buffer = self.buffers[load.buffer] = replace(load.buffer, data=Var(data.name, data.dtype))
        return BufferLoad(buffer, tuple(map(self.of, load.indices)))
