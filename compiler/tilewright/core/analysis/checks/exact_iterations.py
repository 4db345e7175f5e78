"""Two iterations of a loop that access the same element, found by the integer solver.

Each of the two accesses has variables of its own for the loop and the loops inside it; they share those of the loops around and the sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from tilewright.core.analysis.checks.kept_apart import kept_apart
from tilewright.core.analysis.contents import contents_of
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.exact_counter_example import LARGEST, arrival_at, place_at, question, relation
from tilewright.core.analysis.survey import Access, Survey, memory_read
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import negated
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.models import Undecided, decidable, find_model
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import BufferStore, For, thread_tag
from tilewright.core.ir.walk import substitute, variables_of


class Pair:
    """The store of one iteration of a loop and an access of another iteration, as conditions on integers."""

    def __init__(self, survey: Survey, loop: For, write: Access, other: Access) -> None:
        self.survey = survey
        self.loop = loop
        self.write = write
        self.other = other
        loops = write.around.running
        self._shared = {each.loop_var for each in loops[: loops.index(loop)]}
        self._renamed: dict[Var, Expr] = {}
        self._assumed: Key | None = None  # a condition of `other` on data that is taken to hold

    def meeting(self, later: bool) -> tuple[Point, Var] | None:
        """A point at which both touch one element, and the loop's variable of the second; None when there is none or it cannot be known.

        `later`: the second iteration is one that comes after the first.
        """
        if not self._is_asked() or self._apart():
            return None
        try:
            with question(self.survey):
                return self._solved(later)
        except Undecided:
            return None

    def _is_asked(self) -> bool:
        """Whether both accesses happen in iterations of the loop."""
        return self.loop in self.other.around.running

    def _apart(self) -> bool:
        """Whether bounds keep the two apart."""
        var, shared = self.loop.loop_var, self._shared | self.survey.sizes.keys()
        here, there = ([(index, var) for index in self._indices(each)] for each in (self.write, self.other))
        return kept_apart(self.survey, shared, here, there)

    def _solved(self, later: bool) -> tuple[Point, Var] | None:
        here, there = self._indices(self.write), [self._there(index) for index in self._indices(self.other)]
        conditions = [
            *self._reached(self.write),
            *(self._there(condition) for condition in self._reached(self.other)),
            *(relation("EQ", a, b) for a, b in zip(here, there)),
            *self._different(),
        ]
        variable = self.loop.loop_var
        second = self._second(variable)
        conditions.append(relation("LT" if later else "NE", variable, second))
        found = find_model(conditions, None, self.survey.readings)
        if found is None or not _holds(conditions, found):
            return None
        return found, second

    def _indices(self, access: Access) -> list[Expr]:
        return [in_loop_variables(self.survey, index) for index in access.indices]

    def _reached(self, access: Access) -> list[Expr]:
        """All that holds where an access happens."""
        place = place_at(self.survey, arrival_at(self.survey, access.around))
        if not all(self._is_raced_for(guard) or self._is_either_way(access, guard) for guard in place.unknown):
            raise Undecided
        return place.conditions(self.loop.loop_var, *self._indices(access))

    def _is_raced_for(self, guard: Expr) -> bool:
        """Whether a condition reads the memory that the iterations write, so that it does not keep them apart."""
        return self.write.buffer.data in memory_read(self.survey, guard)

    def _is_either_way(self, access: Access, guard: Expr) -> bool:
        """Whether data choose between two loads of one statement that both meet the store: the condition keeps nothing apart."""
        if access is not self.other or access.is_write:
            return False
        if self._assumed is not None:
            return key(guard) == self._assumed
        opposite = key(negated(guard))
        for twin in self.survey.by_memory[access.buffer.data]:
            if twin.is_write or twin.statement != access.statement or twin.around.loops != access.around.loops:
                continue
            if any(key(each) == opposite for each in place_at(self.survey, twin.around).unknown):
                pair = type(self)(self.survey, self.loop, self.write, twin)
                pair._assumed = opposite
                if pair.meeting(False) is not None:
                    return True
        return False

    def _there(self, e: Expr) -> Expr:
        """An expression in the variables of the second iteration."""
        for var in variables_of(e):
            self._second(var)
        return substitute(e, self._renamed)

    def _second(self, var: Var) -> Var:
        if var in self._shared or var in self.survey.sizes:
            return var
        made = self._renamed.setdefault(var, Var(var.name, var.dtype))
        assert isinstance(made, Var)
        return made

    def _different(self) -> Iterator[Expr]:
        """Conditions under which the values of one store differ in two iterations; none when any two values may differ."""
        parts = told_apart_by(self.survey, self.write, self.other, self.loop.loop_var)
        if parts is None:
            return
        if not parts:
            raise Undecided
        yield reduce(lambda a, b: binary("Or", a, b), [relation("NE", part, self._there(part)) for part in parts])


class ThreadPair(Pair):
    """The store of one thread and an access of another thread of the same block, both in the same iterations of the loops around both.

    `loop` binds the store's thread axis; where the other access stands, another loop may.
    """

    def __init__(self, survey: Survey, loop: For, write: Access, other: Access) -> None:
        super().__init__(survey, loop, write, other)
        here, there = write.around.running, other.around.running
        self._shared = {each.loop_var for each in here if each in there and each is not loop}
        tags = {thread_tag(each): each.loop_var for each in here if thread_tag(each)}
        for each in there:
            tag = thread_tag(each)
            if tag == thread_tag(loop):
                self._renamed[each.loop_var] = self._second(loop.loop_var)
            elif tag.startswith("blockIdx") and tag in tags and each.loop_var not in self._shared:
                self._renamed[each.loop_var] = tags[tag]

    def _is_asked(self) -> bool:
        return True

    def _different(self) -> Iterator[Expr]:
        return iter(())


def told_apart_by(survey: Survey, write: Access, other: Access, variable: Var) -> list[Expr] | None:
    """The parts on which the value of a store depends, in terms of loop variables; None for two stores, or one whose value may differ all the same."""
    store = write.node
    if other.node is not store or not isinstance(store, BufferStore):
        return None
    value = in_loop_variables(survey, store.value)
    if variable in own_contents(survey, value, variable):
        return None
    if store.buffer.data in memory_read(survey, value):
        return None
    return list(_integers(value))


def own_contents(survey: Survey, value: Expr, variable: Var) -> frozenset[Var]:
    """The variables behind the contents of what a value loads of memory that each iteration of a loop, given by its variable, has for itself."""
    loads = memory_read(survey, value) & survey.origins.keys()
    own = [data for data in loads if any(loop.loop_var is variable for loop in survey.origins[data].running)]
    return frozenset[Var]().union(*(contents_of(survey).get(data, frozenset()) for data in own))


def _integers(e: Expr) -> Iterator[Expr]:
    """The largest parts of an expression that are arithmetic of integer variables."""
    if is_index(e.dtype) and variables_of(e) and _is_arithmetic(e):
        yield e
        return
    for child in e.children():
        if isinstance(child, Expr):
            yield from _integers(child)


def _is_arithmetic(e: Expr) -> bool:
    return decidable(relation("EQ", e, e))


def _holds(conditions: list[Expr], point: Mapping[Var, int]) -> bool:
    small = all(abs(value) <= LARGEST for value in point.values())
    return small and all(evaluate(condition, point) for condition in conditions)
