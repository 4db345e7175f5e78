"""Whether an element of a buffer has been written: questions about single elements, answered exactly by the integer solver.

An element is named by numbers, as are the loops around the place that asks.  A store counts as one that writes the element wherever that cannot be excluded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import prod

from tilewright.core.analysis.boxes import writes_element
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.exact_counter_example import (
    Place,
    arrival_at,
    can_hold,
    holds_somewhere,
    loads_data,
    place_at,
    relation,
    with_sizes,
)
from tilewright.core.analysis.own_memory import owned_by
from tilewright.core.analysis.survey import Access, Surroundings, Survey
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.models import Undecided
from tilewright.core.base.budget import spend
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import Expr, IntImm, Ramp, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import IN_ORDER, Evaluate, For, ForKind, thread_tag
from tilewright.core.ir.walk import variables_of

POINTS = 10  # points of the loops around a load that are asked about
FEW = 24  # points that are all asked about
TRIED = ((5, 6, 7), (7, 5, 6), (33, 65, 127), (1, 2, 3))


def elements(survey: Survey) -> list[Access]:
    """The accesses, in which a vector of elements is a loop over its lanes, and launched threads are loops like others."""
    if survey.elements is None:
        survey.elements = [
            each if _is_one_element(each) else _in_lanes(survey, _in_threads(each)) for each in survey.accesses
        ]
    return survey.elements


def _is_one_element(access: Access) -> bool:
    """Whether there is nothing to change: no launched thread is around, and no index is a vector."""
    if access.around.launched:
        return False
    for index in access.indices:
        if type(index) is Ramp:
            return False
    return True


def _in_threads(access: Access) -> Access:
    around = access.around
    if not around.launched:
        return access
    inside = Surroundings(around.running, around.blocks, around.guards, around.in_init)
    return replace(access, around=inside)


def _in_lanes(survey: Survey, access: Access) -> Access:
    ramps = [index for index in access.indices if isinstance(index, Ramp)]
    if len(ramps) != 1 or access.node.predicate is not None or not _is_plain(ramps[0]):
        return access
    base, lanes, around = ramps[0].base, ramps[0].lanes, access.around
    assert isinstance(lanes, IntImm)
    lane, first, count = Var("lane", base.dtype), IntImm(base.dtype, 0), IntImm(base.dtype, lanes.value)
    loop = For(lane, first, count, ForKind.VECTORIZED, Evaluate(first))
    survey.domains[lane] = first, count
    survey.facts.ranges[lane] = 0, lanes.value - 1
    inside = replace(around, loops=(*around.loops, loop))
    indices = [base + lane * index.stride if isinstance(index, Ramp) else index for index in access.indices]
    made = Access(access.node, access.buffer, tuple(indices), inside, access.statement, access.order)
    made.value = access.value
    made.scalar = len(indices) == access.buffer.ndim and not any(index.dtype.is_vector for index in indices)
    return made


def _is_plain(ramp: Ramp) -> bool:
    """Whether a known number of indices is meant."""
    return isinstance(ramp.lanes, IntImm) and is_index(ramp.base.dtype) and is_index(ramp.stride.dtype)


def place_of(survey: Survey, access: Access) -> Place:
    """The place of an access; in an init, with what holds there."""
    return place_at(survey, arrival_at(survey, access.around))


def may_write(survey: Survey, write: Access, element: Sequence[int], sizes: Point, *more: Expr) -> bool:
    """Whether a store writes the element at some point of its loops where `more` holds; True when that is not known."""
    plain = writes_element(survey, write, element, sizes, more)
    if plain is not None:
        return plain
    try:
        condition: Expr = IntImm(BOOL, 1)
        for index, number in zip(write.indices, element):
            value = in_loop_variables(survey, index)
            condition = binary("And", condition, relation("EQ", value, IntImm(value.dtype, number)))
        for each in more:
            condition = binary("And", condition, each)
        return can_hold(_place_of_any_data(survey, write), condition, sizes)
    except Undecided:
        return True


def _place_of_any_data(survey: Survey, access: Access) -> Place:
    """The place of an access, where loops may go wherever data can make them go."""
    if any(loads_data(part) for loop in access.around.loops for part in (loop.min, loop.extent)):
        return _OfAnyData(survey, arrival_at(survey, access.around))
    return place_of(survey, access)


class _OfAnyData(Place):
    def domain(self, var: Var) -> list[Expr]:
        """The conditions on a variable, without what depends on data."""
        if var not in self.survey.domains or var in self.survey.sizes:
            return super().domain(var)
        low, extent = self.survey.domains[var]
        if loads_data(low):
            return []
        return [relation("GE", var, low)] if loads_data(extent) else super().domain(var)


def written_before(survey: Survey, write: Access, read: Access, element: Sequence[int], point: Point) -> bool:
    """Whether the store may write the element before the load happens with the loops around it at `point`."""
    sizes = {var: value for var, value in point.items() if var in survey.sizes}
    orders = [*_orders(survey, write, read, point)]
    return any(may_write(survey, write, element, sizes, *order) for order in reversed(orders))  # the likely one first


def _orders(survey: Survey, write: Access, read: Access, point: Point) -> Iterator[list[Expr]]:
    """The ways in which the store can come first: in an earlier iteration of a common loop, or in the same one where it stands first.

    Threads go through their loops together; in memory of its own, each sees what it has stored itself, and so does each iteration of a parallel loop.
    """
    origin = survey.origins.get(read.buffer.data)
    owned = len(origin.running) if origin is not None else 0
    same: list[Expr] = _of_same_owner(write, read, point)
    for depth, loop in enumerate(common_loops(write.around.loops, read.around.loops)):
        if loop.thread_binding is not None:
            continue
        here = IntImm(loop.loop_var.dtype, point[loop.loop_var])
        if loads_data(loop.min):
            continue  # the point is in its first iteration, and nobody knows which one that is
        alone = loop.kind is ForKind.PARALLEL and owned_by(survey, loop, read.buffer.data)
        if depth >= owned and not alone and not _is_first(loop, point):
            yield [*same, relation("LT" if loop.kind in IN_ORDER else "NE", loop.loop_var, here)]
        same.append(relation("EQ", loop.loop_var, here))
    if write.order < read.order:
        yield same


def _of_same_owner(write: Access, read: Access, point: Point) -> list[Expr]:
    """The conditions that the thread, or block of threads, that stores is the one that loads, in memory that each has for itself."""
    at = {thread_tag(loop): point[loop.loop_var] for loop in read.around.threads if loop.loop_var in point}
    return [
        relation("EQ", loop.loop_var, IntImm(loop.loop_var.dtype, at[thread_tag(loop)]))
        for loop in owned_threads(write, read)
        if thread_tag(loop) in at
    ]


def owned_threads(write: Access, read: Access) -> list[For]:
    """The thread loops around a store whose thread, or block of threads, has to be the one of the load, since each has the memory for itself."""
    scope = read.buffer.scope()
    private = ("threadIdx", "blockIdx") if scope.startswith("local") else ("blockIdx",)
    if not scope.startswith(("local", "shared")):
        return []
    there = {thread_tag(loop) for loop in read.around.threads}
    return [loop for loop in write.around.threads if thread_tag(loop) in there and thread_tag(loop).startswith(private)]


def _is_first(loop: For, point: Point) -> bool:
    """Whether the loop runs in order and is in its first iteration: none is earlier."""
    return loop.kind in IN_ORDER and isinstance(loop.min, IntImm) and point[loop.loop_var] <= loop.min.value


def common_loops(a: tuple[For, ...], b: tuple[For, ...]) -> list[For]:
    """The loops around both of two places."""
    found: list[For] = []
    for first, second in zip(a, b):
        if first is not second:
            break
        found.append(first)
    return found


def points_of(survey: Survey, read: Access) -> Iterator[Point]:
    """Points of the loops at which an access certainly happens: all of few, else combinations of first and last iterations and one that its conditions ask for.

    Loops on which neither the element nor a condition depends stand at their first iteration.  Sizes have unequal values.  Raises `Undecided` when the place
    cannot be judged.
    """
    place = place_of(survey, read)
    if place.open:
        return
    always = IntImm(BOOL, 1)
    asked = [in_loop_variables(survey, index) for index in read.indices]
    varying = {var for part in (*asked, *place.guards) for var in variables_of(part)}
    if any(loop.loop_var in varying and loads_data(loop.min) for loop in place.loops):
        return
    for sizes in with_sizes(place, always, TRIED):
        if all(size < 8 for size in sizes.values()) and _iterations(place, sizes, varying) <= FEW:
            yield from islice(_all_points(place, sizes, place.loops, varying), FEW)
        else:
            yield from islice(_corners(place, sizes, varying), POINTS)
        found = holds_somewhere(place, always, sizes) if place.guards else None
        if found is not None:
            yield from completed(place, found)


def completed(place: Place, point: Point) -> Iterator[Point]:
    """The point with the loops that it says nothing about at their first iterations; none where a condition fails there."""
    missing = [loop for loop in place.loops if loop.loop_var not in point]
    yield from islice(_all_points(place, point, missing, set()), 1)


def _iterations(place: Place, sizes: Point, varying: set[Var]) -> int:
    """The number of iterations of the loops over these variables; too many when their extents depend on each other."""
    extents = [
        evaluate(in_loop_variables(place.survey, loop.extent), sizes)
        for loop in place.loops
        if loop.loop_var in varying
    ]
    return prod(FEW + 1 if extent is None else extent for extent in extents)


def _corners(place: Place, sizes: Point, varying: set[Var]) -> Iterator[Point]:
    """Points at the ends of the loops: all loops at their first iteration, all at their last, then those at which one loop is at its other end."""
    loops = [loop.loop_var for loop in place.loops if loop.loop_var in varying]
    for last in ({*()}, {*loops}, *({var} for var in loops), *({*loops} - {var} for var in loops)):
        spend()
        point: Point | None = dict(sizes)
        for loop in place.loops:
            values = _range_of(place, loop, point)
            if not values:
                point = None
                break
            at_last = loop.loop_var in last and loop not in place.left_early
            point = {**point, loop.loop_var: _end(place, loop, values, point, at_last)}
        if point is not None and all(evaluate(guard, point) for guard in place.guards):
            yield point


def _end(place: Place, loop: For, values: range, point: Point, at_last: bool) -> int:
    """The first or last of the values with which the conditions hold that this loop and those around it decide, where they hold up to some value or from some value on."""
    end, other = (values[-1], values[0]) if at_last else (values[0], values[-1])
    known = {*point, loop.loop_var}
    guards = [guard for guard in place.guards if loop.loop_var in (used := variables_of(guard)) and known >= {*used}]

    def holds(at: int) -> bool:
        return all(evaluate(guard, {**point, loop.loop_var: values[at]}) for guard in guards)

    fails, held = values.index(end), values.index(other)
    if loop in place.left_early or not guards or holds(fails) or not holds(held):
        return end
    while abs(held - fails) > 1:
        middle = (held + fails) // 2
        fails, held = (fails, middle) if holds(middle) else (middle, held)
    return values[held]


def all_points(place: Place, sizes: Point, most: int) -> Iterator[Point]:
    """The points of the loops of a place where its conditions hold; of loops that may be left early the first iteration alone.  Raises `Undecided` where there are more than `most`, or numbers do not decide them."""
    through = {loop.loop_var for loop in place.loops}
    if any(loads_data(loop.min) for loop in place.loops) or _iterations(place, sizes, through) > most:
        raise Undecided
    yield from _all_points(place, sizes, place.loops, through)


def _all_points(place: Place, point: Point, loops: Sequence[For], through: set[Var]) -> Iterator[Point]:
    """The points of loops over these variables, with the others at their first iterations."""
    spend()
    if not loops:
        if all(evaluate(guard, point) for guard in place.guards):
            yield point
        return
    loop, *rest = loops
    values = _range_of(place, loop, point)
    whole = loop.loop_var in through and loop not in place.left_early
    for value in values if whole else values[:1]:
        yield from _all_points(place, {**point, loop.loop_var: value}, rest, through)


def _range_of(place: Place, loop: For, point: Point) -> range:
    """The values of a loop's variable at a point of the loops around it, of which only the first is certain where data say how often it runs; raises `Undecided` when they are not known."""
    first, count = (in_loop_variables(place.survey, part) for part in (loop.min, loop.extent))
    low = 0 if loads_data(first) else evaluate(first, point)
    extent = 1 if loads_data(first) or loads_data(count) else evaluate(count, point)
    step = 1 if loop.step is None else evaluate(in_loop_variables(place.survey, loop.step), point)
    if low is None or extent is None or not step or step < 0:
        raise Undecided
    return range(low, low + extent, step)


def element_at(survey: Survey, indices: Sequence[Expr], point: Point) -> tuple[int, ...] | None:
    """The element that is accessed at a point; None when numbers do not decide it."""
    found = [evaluate(in_loop_variables(survey, index), point) for index in indices]
    whole = [value for value in found if value is not None]
    return tuple(whole) if len(whole) == len(found) else None


def is_scalar(access: Access) -> bool:
    """Whether one element is accessed, named by as many indices as the buffer has dimensions."""
    if access.scalar is None:
        whole = len(access.indices) == access.buffer.ndim and access.node.predicate is None
        access.scalar = whole and not any(
            index.dtype.is_vector or not index.dtype.is_integer for index in access.indices
        )
    return access.scalar


def is_whole(survey: Survey, var: Var, size: Expr) -> bool:
    """Whether a loop runs from 0 over just this size."""
    if var in survey.steps or var in survey.left_early or var not in survey.domains:
        return False
    low, extent = survey.domains[var]
    return isinstance(low, IntImm) and low.value == 0 and key(extent) == key(size)


def is_known(survey: Survey, place: Place, *parts: Expr) -> bool:
    """Whether loops and sizes alone decide the values of the parts."""
    return all(place.has_domain(var) for part in parts for var in variables_of(in_loop_variables(survey, part)))
