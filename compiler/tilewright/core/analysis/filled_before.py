"""Stores of which bounds tell that they have set every element that a later load of the same iteration reads.

Tiles are like that: a copy fills a box at the tile's place, and the loads stay inside.  To find no fault there the integer solver takes dozens of
questions about single elements.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import is_

from tilewright.core.analysis.boxes import range_of, reach, runs
from tilewright.core.analysis.counter_example import facts_at, in_loop_variables, linear_of
from tilewright.core.analysis.element_writes import common_loops, is_whole, owned_threads
from tilewright.core.analysis.exact_counter_example import loads_data
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.arith.bounds import bound, linear_bound
from tilewright.core.arith.digits import digits_of
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key, deep_equal, key
from tilewright.core.arith.linear import Linear, difference, is_index, linear, to_expr
from tilewright.core.arith.models import conjuncts
from tilewright.core.arith.simplify import simplify
from tilewright.core.ir.expr import LE, LT, Expr, IntImm, IterVarKind, Var
from tilewright.core.ir.stmt import IN_ORDER, For, ForKind, thread_tag
from tilewright.core.ir.walk import substitute, variables_of


def sets_first(survey: Survey, store: Access, load: Access) -> bool:
    """Whether it is plain that the store comes first and sets what the load reads: the same element in the same iteration, or all elements before."""
    if store.order > load.order or not _as_often(survey, store, load):
        return False
    values = [in_loop_variables(survey, index) for index in store.indices]
    if len(store.around.loops) <= len(load.around.loops) and all(map(is_, store.around.loops, load.around.loops)):
        there = [in_loop_variables(survey, index) for index in load.indices]
        same = all(map(deep_equal, values, there))
        return same and (not store.around.in_init or _starts_first(survey, store, values))
    if store.around.in_init or store.around.guards:
        return False
    shared = {loop.loop_var for loop in store.around.loops if any(loop is each for each in load.around.loops)}
    own = [value for value in values if isinstance(value, Var) and value not in shared]
    if len(set(own)) < len(values) or not _always_runs(store, shared | set(own)):
        return False
    return all(is_whole(survey, var, size) for var, size in zip(own, store.buffer.shape))


def _as_often(survey: Survey, store: Access, load: Access) -> bool:
    """Whether every condition of the store is one of the load that no data decide."""
    return all(
        any(guard is each for each in load.around.guards) and not loads_data(in_loop_variables(survey, guard))
        for guard in store.around.guards
    )


def _starts_first(survey: Survey, store: Access, element: Sequence[Expr]) -> bool:
    """Whether an init runs before all other points that use its element: its reduction axes are at their first values in the first iterations of loops on which neither the element nor a condition depends."""
    used = {var for value in element for var in variables_of(value)}
    for guard in store.around.guards:
        for part in conjuncts(in_loop_variables(survey, guard)):
            used.update(_may_fail_below(part))
    used.update(loop.loop_var for loop in owned_threads(store, store))
    loops = {loop.loop_var: loop for loop in store.around.loops if loop.loop_var not in used and _has_first(loop)}
    realize = store.around.blocks[-1]
    for axis, bound_to in zip(realize.block.iter_vars, realize.iter_values):
        if axis.iter_type is IterVarKind.CommReduce:
            value = in_loop_variables(survey, bound_to)
            if axis.dom is None or not _begins_at(value, axis.dom.min, loops):
                return False
    return True


def _may_fail_below(condition: Expr) -> Iterable[Var]:
    """The variables whose smaller values may break a condition that holds: not those that stand in a sum that is to be small."""
    variables = variables_of(condition)
    if not isinstance(condition, (LT, LE)) or not is_index(condition.a.dtype):
        return variables
    growing = {atom for atom, coefficient in difference(condition.a, condition.b).atoms() if coefficient > 0}
    return [var for var in variables if var not in growing]


def _has_first(loop: For) -> bool:
    return loop.kind in IN_ORDER or loop.kind is ForKind.THREAD_BINDING


def _begins_at(value: Expr, first: Expr, loops: Mapping[Var, For]) -> bool:
    """Whether a value is the given one in the first iterations of loops, which are among these."""
    over = [loops.get(var) for var in variables_of(value)]
    if isinstance(value, Var):
        return over[0] is not None and key(over[0].min) == key(first)
    point = {loop.loop_var: loop.min.value for loop in over if loop is not None and isinstance(loop.min, IntImm)}
    return isinstance(first, IntImm) and evaluate(value, point) == first.value


def _always_runs(store: Access, known: set[Var]) -> bool:
    """Whether the loops around the store run, but for those over known variables."""
    inner = [loop for loop in store.around.loops if loop.loop_var not in known]
    return all(isinstance(loop.extent, IntImm) and loop.extent.value > 0 for loop in inner) and not any(
        loop.kind is ForKind.THREAD_BINDING for loop in store.around.loops
    )


def fills_before(survey: Survey, store: Access, load: Access) -> bool:
    """Whether each element that the load reads lies in the box that the store fills before it in the same iteration of the loops around both, and no condition keeps the store from that."""
    around = store.around
    if store.order > load.order or around.in_init or len(store.indices) != len(load.indices):
        return False
    shared = _shared(store, load)
    if shared is None:
        return False
    if _fills(survey, store, load, shared):
        return True
    threads = [each.loop_var for each in around.loops if each.thread_binding is not None and each in load.around.loops]
    owned = [each.loop_var for each in owned_threads(store, load)]
    others = {var: value for var, value in shared.items() if var not in threads or var in owned}
    return len(others) < len(shared) and _fills(survey, store, load, others)


def _fills(survey: Survey, store: Access, load: Access, shared: dict[Var, Expr]) -> bool:
    """The same, in the iteration that has these values of the shared variables: of threads that share memory, one alone or all together."""
    around = store.around
    own = {loop.loop_var for loop in around.loops if loop.loop_var not in shared}
    if not all(runs(survey, var, {}) for var in own):
        return False
    box, facts = _Box(survey, shared, own), facts_at(survey, load.around)
    for index, read in zip(store.indices, load.indices):
        filled, wanted = (in_loop_variables(survey, each) for each in (index, read))
        if filled.dtype is not wanted.dtype or not is_index(filled.dtype):
            return False
        side = box.side(filled)
        if side is None:
            return False
        first, last = side
        rest = linear_of(survey, wanted).add(first, -1)
        low, high = linear_bound(facts, rest)
        if low < 0 or high > last:
            low, high = bound(facts, simplify(facts, to_expr(rest)))
        if low < 0 or high > last:
            return False
        box.tell(filled, rest)
    return all(_holds(survey, facts, load, box, guard) for guard in around.guards)


def _holds(survey: Survey, facts: Facts, load: Access, box: _Box, guard: Expr) -> bool:
    """Whether a condition of the store is known to hold where it sets the element that the load reads."""
    condition = in_loop_variables(survey, guard)
    if loads_data(condition) or not box.knows(condition):
        return False
    there = substitute(condition, box.values)
    if _fails_at_an_end(facts, load, there):
        return False
    there = simplify(facts, there)
    return isinstance(there, IntImm) and there.value == 1


def _fails_at_an_end(facts: Facts, load: Access, condition: Expr) -> bool:
    """Whether a condition fails at the first or the last values of its variables, of a load without conditions: to try that takes less time than to prove that it holds."""
    ranges = {} if load.around.guards else {var: facts.range_of(var) for var in variables_of(condition)}
    if any(math.isinf(low) or math.isinf(high) for low, high in ranges.values()):
        return False
    points = [{var: int(ends[at]) for var, ends in ranges.items()} for at in (0, 1)]
    return any(evaluate(condition, point) == 0 for point in points)


def _shared(store: Access, load: Access) -> dict[Var, Expr] | None:
    """Each variable of the store's loops with its value where the load happens in the same iteration; None where its thread may make no store."""
    shared: dict[Var, Expr] = {
        loop.loop_var: loop.loop_var for loop in common_loops(store.around.loops, load.around.loops)
    }
    there = {thread_tag(loop): loop for loop in load.around.threads}
    for loop in owned_threads(store, load):
        match = there[thread_tag(loop)]
        if not _run_alike(loop, match):
            return None
        shared[loop.loop_var] = match.loop_var
    return shared


def _run_alike(a: For, b: For) -> bool:
    same_type = a.loop_var.dtype is b.loop_var.dtype
    return a is b or (same_type and key(a.min) == key(b.min) and key(a.extent) == key(b.extent))


@dataclass(slots=True)
class _Box:
    """The elements that a store fills in one iteration of the shared loops: each of its own variables moves one side, or digits of a sum of them move one each."""

    survey: Survey
    shared: dict[Var, Expr]
    own: set[Var]
    used: set[Var] = field(default_factory=lambda: set[Var]())
    digits: dict[Key, list[tuple[int, int]]] = field(default_factory=lambda: dict[Key, list[tuple[int, int]]]())
    values: dict[Var, Expr] = field(init=False)

    def __post_init__(self) -> None:
        self.values = dict(self.shared)

    def side(self, index: Expr) -> tuple[Linear, int] | None:
        """The first index of a dimension, in terms of the load's place, and how far the last is from it; None when indices between are left out."""
        form = linear_of(self.survey, index)
        first, terms = Linear(form.dtype, {}, form.constant), list[tuple[int, int]]()
        for atom, coefficient in form.atoms():
            inside = self.own.intersection(variables_of(atom))
            if not inside:
                first = first.add(linear(substitute(atom, self.shared)), coefficient)
                continue
            found = self._variable(atom) if isinstance(atom, Var) else self._digits(atom)
            if found is None:
                return None
            low, count = found
            first = first.shifted(coefficient * (low if coefficient > 0 else low + count - 1))
            terms.append((abs(coefficient), count))
        last = reach(terms)
        return None if last is None else (first, last)

    def tell(self, index: Expr, rest: Linear) -> None:
        """Note the value of the one variable of its own that a dimension has, if the load's index is so far from the first."""
        atoms = [
            (atom, factor)
            for atom, factor in linear_of(self.survey, index).atoms()
            if self.own.intersection(variables_of(atom))
        ]
        if len(atoms) == 1 and isinstance(atoms[0][0], Var) and atoms[0][1] == 1:
            var = atoms[0][0]
            domain = range_of(self.survey, var, {})
            if domain is not None:
                self.values[var] = to_expr(rest.shifted(domain[0]))

    def knows(self, condition: Expr) -> bool:
        """Whether the values of all variables are known, after those on which no element depends are chosen: their first ones."""
        for var in self.own.intersection(variables_of(condition)):
            domain = range_of(self.survey, var, {})
            if var not in self.values and (var in self.used or domain is None):
                return False
            if var not in self.values and domain is not None:
                self.values[var] = IntImm(var.dtype, domain[0])
        return True

    def _variable(self, var: Var) -> tuple[int, int] | None:
        """First value and number of values of a variable that nothing else depends on."""
        if var in self.used:
            return None
        self.used.add(var)
        return range_of(self.survey, var, {})

    def _digits(self, atom: Expr) -> tuple[int, int] | None:
        """The same of digits of a sum, no other digits of which have been met that overlap."""
        found = digits_of(atom)
        count = self._count(found.of)
        if count is None or count % found.low or count % (found.end or 1):
            return None
        end, name = found.end or count, key(found.of)
        if name not in self.digits:
            variables = set(variables_of(atom))
            if variables & self.used:
                return None
            self.used |= variables
        met = self.digits.setdefault(name, [])
        if any(low < end and found.low < high for low, high in met):
            return None
        met.append((found.low, end))
        return 0, end // found.low

    def _count(self, e: Expr) -> int | None:
        """The number of values of a sum of own variables that starts at 0 and leaves nothing out."""
        form, terms = linear(e), list[tuple[int, int]]()
        if form.constant:
            return None
        for atom, coefficient in form.atoms():
            domain = range_of(self.survey, atom, {}) if isinstance(atom, Var) and atom in self.own else None
            if domain is None or domain[0] or coefficient < 0:
                return None
            terms.append((coefficient, domain[1]))
        last = reach(terms)
        return None if last is None else last + 1
