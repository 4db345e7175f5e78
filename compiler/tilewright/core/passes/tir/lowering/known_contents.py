"""The known values of buffers' elements at a statement: what was stored there, assumed of it or asked before, until something else may be stored.

Elements are known by their indices, which read no memory; an element is forgotten when another one that may be the same is written.
What a loop writes is forgotten before it; behind it, elements that each iteration left at its own index are known.  What is assumed of an element under a
condition is known where that can be proved.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.key import Key, key
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, And, Broadcast, BufferLoad, Call, Expr, IntImm, Or, Ramp, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, logical_not
from tilewright.core.ir.stmt import BufferStore, For
from tilewright.core.ir.walk import definitions, rewrite, substitute, walk
from tilewright.core.passes.tir.rewriting.ranges import is_pure, is_pure_call

Element = tuple[Buffer, tuple[Expr, ...], Expr]


@dataclass(frozen=True)
class Stretch:
    """`buffer[at]` is `value` for every `at` from `low` up to `low + extent`, or those of them for which `where` holds: what a loop left."""

    buffer: Buffer
    at: Var
    low: Expr
    extent: Expr
    value: Expr
    where: Expr | None = None


class KnownContents:
    """The known elements at the statement that a walk has reached."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.elements: dict[Key, Element] = {}
        self.partial: dict[Key, tuple[Element, Expr]] = {}  # what holds under a condition
        self.stretches: list[Stretch] = []

    def written_out(self, e: Expr) -> Expr:
        """`e` with known elements in place of their loads."""
        return rewrite(e, {BufferLoad: self._value}) if self.elements or self.partial or self.stretches else e

    def _value(self, load: BufferLoad) -> Expr:
        if load.predicate is not None:
            return load
        name = _name(load.buffer, load.indices)
        found = self.elements.get(name)
        if found is not None:
            return found[2]
        partly = self.partial.get(name)
        if partly is not None and self.analyzer.can_prove(partly[1]):
            return partly[0][2]
        stretched = next((each for each in self.stretches if each.buffer is load.buffer), None)
        if stretched is None or not self._inside(stretched, load.indices[0]):
            return load
        if stretched.where is not None:
            if not self.analyzer.can_prove(substitute(stretched.where, {stretched.at: load.indices[0]})):
                return load
        return substitute(stretched.value, {stretched.at: load.indices[0]})

    def _inside(self, stretch: Stretch, index: Expr) -> bool:
        if not is_pure(index) or index.dtype.is_vector:
            return False
        within = (stretch.low <= index, index < stretch.low + stretch.extent)
        return all(self.analyzer.can_prove(condition) for condition in within)

    def own_elements(self, loop: For) -> list[Stretch]:
        """The facts about buffers of which each iteration of the loop writes its own element only."""
        return [each for each in self.stretches if _writes_own(loop, each.buffer)]

    def enter(self, stretches: list[Stretch], at: Var) -> None:
        """An iteration finds its own element as it was before the loop."""
        for each in stretches:
            if self._inside(each, at):
                value = substitute(each.value, {each.at: at})
                if each.where is None:
                    self._know(each.buffer, (at,), value)
                else:
                    self._know_where(substitute(each.where, {each.at: at}), each.buffer, (at,), value)

    def leave(
        self, loop: For, low: Expr, extent: Expr, learned: dict[Key, Element], partly: dict[Key, tuple[Element, Expr]]
    ) -> None:
        """Extends what every iteration left in its own element to all of them."""
        inner = {var for node in walk(loop.body) for var in definitions(node)}
        for (buffer, indices, value), where in [*((each, None) for each in learned.values()), *partly.values()]:
            if len(indices) != 1 or indices[0] is not loop.loop_var or not _writes_own(loop, buffer):
                continue
            mentioned = [node for e in (value, where) if e is not None for node in walk(e) if isinstance(node, Var)]
            if not inner.intersection(mentioned):
                self.stretches.append(Stretch(buffer, loop.loop_var, low, extent, value, where))

    def learn(self, condition: Expr) -> None:
        """Take what a condition that holds says of elements: A[i] == 3."""
        if isinstance(condition, And):
            self.learn(condition.a)
            self.learn(condition.b)
        elif isinstance(condition, EQ):
            for load, value in _sides(condition):
                self._know(load.buffer, load.indices, value)
        elif isinstance(condition, Or) and isinstance(condition.b, EQ):
            for load, value in _sides(condition.b):
                self._know_where(logical_not(condition.a), load.buffer, load.indices, value)

    def learn_where(self, condition: Expr, learned: dict[Key, Element]) -> None:
        """Keep behind a branch that writes nothing, under its condition, the elements learned in it."""
        for buffer, indices, value in learned.values():
            self._know_where(condition, buffer, indices, value)

    def _know_where(self, condition: Expr, buffer: Buffer, indices: tuple[Expr, ...], value: Expr) -> None:
        if is_pure(condition) and is_pure(value) and all(map(is_pure, indices)):
            self.partial[_name(buffer, indices)] = (buffer, indices, value), condition

    def store(self, stmt: BufferStore) -> None:
        """Behind a store its element is known and those that may be the same are not."""
        value = self.analyzer.simplify(self.written_out(stmt.value))
        lanes = _lanes(stmt.indices)
        self.stretches = [each for each in self.stretches if each.buffer.data is not stmt.buffer.data]
        self._forget_partial({stmt.buffer.data})
        for name, (buffer, indices, _) in list(self.elements.items()):
            if buffer.data is stmt.buffer.data and not self._differ(buffer, indices, stmt.buffer, stmt.indices):
                del self.elements[name]
        if stmt.predicate is not None:
            return
        if lanes is None:
            self._know(stmt.buffer, stmt.indices, value)
        for lane in range(lanes or 0):
            one, place = _lane(value, lane), _lane(stmt.indices[-1], lane)
            if one is not None and place is not None:
                index = self.analyzer.simplify(place)
                self._know(stmt.buffer, (*stmt.indices[:-1], index), self.analyzer.simplify(one))

    def forget_what_is_written(self, stmt: Node) -> None:
        """Forget the elements that a statement may write, all of them when it calls what may write anything."""
        for node in walk(stmt):
            if isinstance(node, Call) and not is_pure_call(node) and callee_name(node) != "tir.assume":
                self.elements.clear()
                self.partial.clear()
                self.stretches.clear()
                return
        data = {node.buffer.data for node in walk(stmt) if isinstance(node, BufferStore)}
        self.stretches = [each for each in self.stretches if each.buffer.data not in data]
        self.elements = {name: each for name, each in self.elements.items() if each[0].data not in data}
        self._forget_partial(data)

    def _forget_partial(self, data: set[Var]) -> None:
        self.partial = {name: each for name, each in self.partial.items() if each[0][0].data not in data}

    def _know(self, buffer: Buffer, indices: tuple[Expr, ...], value: Expr) -> None:
        scalar = not any(index.dtype.is_vector for index in indices) and not value.dtype.is_vector
        if scalar and is_pure(value) and all(map(is_pure, indices)):
            self.elements[_name(buffer, indices)] = buffer, indices, value

    def _differ(self, a: Buffer, at: tuple[Expr, ...], b: Buffer, to: tuple[Expr, ...]) -> bool:
        """Whether two accesses are certainly to different elements."""
        return a is b and any(
            not (x.dtype.is_vector or y.dtype.is_vector) and is_pure(y) and self.analyzer.can_prove(binary("NE", x, y))
            for x, y in zip(at, to)
        )


def _sides(condition: EQ) -> list[tuple[BufferLoad, Expr]]:
    """The elements that an equation is about, each with what it is equal to."""
    pairs = ((condition.a, condition.b), (condition.b, condition.a))
    return [(load, value) for load, value in pairs if isinstance(load, BufferLoad) and load.predicate is None]


def _writes_own(loop: For, buffer: Buffer) -> bool:
    stores = [node for node in walk(loop.body) if isinstance(node, BufferStore) and node.buffer.data is buffer.data]
    return all(s.buffer is buffer and len(s.indices) == 1 and s.indices[0] is loop.loop_var for s in stores)


def _name(buffer: Buffer, indices: tuple[Expr, ...]) -> Key:
    return (buffer, *map(key, indices))


def _lanes(indices: tuple[Expr, ...]) -> int | None:
    """The number of elements a store with a counted last index writes; None for one element, 0 when they are not counted."""
    if not any(index.dtype.is_vector for index in indices):
        return None
    last = indices[-1]
    counted = isinstance(last, Ramp) and isinstance(last.lanes, IntImm) and last.lanes.value <= 64
    return last.dtype.lanes if counted else 0


def _lane(e: Expr, lane: int) -> Expr | None:
    if isinstance(e, Broadcast):
        return e.value
    return e.base + e.stride * lane if isinstance(e, Ramp) else None
