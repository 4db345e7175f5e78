"""Counter-examples: values of loop variables and sizes at which a place is reached and a condition holds there, found by the integer solver.

Where `counter_example` tries the ends of the loops, this decides: a counter-example is found exactly when there is one, as far as all that surrounds the place is
arithmetic of integers.  Each one that is given was evaluated again in the terms of the program.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager

from tilewright.core.analysis.counter_example import in_loop_variables, on_step
from tilewright.core.analysis.survey import Surroundings, Survey
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.models import (
    LARGEST,
    NotLinear,
    TooHard,
    Undecided,
    conjuncts,
    decidable,
    find_model,
    has_model,
)
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import GE, GT, LE, LT, BufferLoad, Expr, IntImm, IterVarKind, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import For
from tilewright.core.ir.walk import variables_of, walk

HARD = 100  # questions that one counts for on which the solver gave up
# Values of sizes that are tried where sizes are multiplied with variables or divide them.
SIZES = ((1, 1, 1), (2, 3, 5), (5, 3, 2), (2, 2, 2), (1, 4, 7), (7, 4, 1))
UNEQUAL = ((33, 65, 127), (3, 5, 7), (1, 1, 1))
# Of whole tiles of 2, 4, 8, ... and of no larger ones: a condition on sizes alone asks for such.
WHOLE = tuple([(3331 << bits, 5333 << bits, 7351 << bits) for bits in (1, 2, 3, 4, 5, 6, 8)])


def place_at(survey: Survey, around: Surroundings) -> Place:
    """The place with these surroundings, made once."""
    known = survey.known_places.get(id(around))
    if known is None:
        known = survey.known_places[id(around)] = around, Place(survey, around)
    return known[1]


def arrival_at(survey: Survey, around: Surroundings) -> Surroundings:
    """`arrival`, made once."""
    known = survey.arrivals.get(id(around))
    if known is None:
        known = survey.arrivals[id(around)] = around, arrival(around)
    return known[1]


def arrival(around: Surroundings) -> Surroundings:
    """The surroundings with what else holds in a block's init: its reduction axes stand at their first values."""
    if not around.in_init or not around.blocks:
        return around
    realize = around.blocks[-1]
    first = [
        binary("EQ", value, axis.dom.min)
        for axis, value in zip(realize.block.iter_vars, realize.iter_values)
        if axis.iter_type is IterVarKind.CommReduce and axis.dom is not None
    ]
    return Surroundings(around.loops, around.blocks, (*around.guards, *first), True)


class Place:
    """The conditions under which a place in the program is reached: the loops around and those conditions that are arithmetic; `open` says that there are others, which are `unknown`, `chosen_by_floats` that these compare floating-point data, which may be anything."""

    def __init__(self, survey: Survey, around: Surroundings) -> None:
        self.survey = survey
        guards = [part for guard in around.guards for part in conjuncts(in_loop_variables(survey, guard))]
        self.guards = [guard for guard in guards if self._known(guard)]
        self.open = len(self.guards) < len(guards)
        self.unknown = [guard for guard in guards if not self._known(guard)] if self.open else []
        self.chosen_by_floats = self.open and all(map(_compares_floats, self.unknown))
        self.loops = around.loops
        own = dict[Var, tuple[list[Expr], list[Var]]]()  # of a kind of place that says otherwise what its variables are
        self._domains = survey.known_domains if type(self) is Place else own
        self._conditions: dict[tuple[Var, ...], list[Expr]] = {}
        # later iterations of a loop that may be left are not certain to run
        self.left_early = [loop for loop in around.loops if loop.loop_var in survey.left_early]

    def _known(self, guard: Expr) -> bool:
        known = self.survey.arithmetic.get(id(guard))
        if known is None:
            has_domains = all(self.has_domain(var) for var in variables_of(guard))
            known = self.survey.arithmetic[id(guard)] = guard, has_domains and decidable(guard)
        return known[1]

    def has_domain(self, var: Var) -> bool:
        """Whether it is known which values a variable takes: it belongs to a loop or is a size."""
        return var in self.survey.domains or var in self.survey.sizes

    def depends_on(self, value: Expr) -> set[Var]:
        """The variables in a value and in the extents of the loops that they belong to."""
        found, pending = set[Var](), variables_of(value)
        while pending:
            var = pending.pop()
            if var not in found:
                found.add(var)
                pending += self._domain_in_loops(var)[1] if self.has_domain(var) else ()
        return found

    def conditions(self, *about: Expr) -> list[Expr]:
        """All that holds when the place is reached; raises `Undecided` when a variable of `about` may have any value."""
        variables = tuple([var for part in about for var in variables_of(part)])
        known = self._conditions.get(variables)
        if known is None:
            known = self._conditions[variables] = self._with_domains(variables)
        return known

    def is_between_numbers(self, about: Expr) -> bool:
        """Whether all loops, and those whose variables `about` and the conditions mention, run between numbers: `conditions` has an answer."""
        if self.left_early or not all(isinstance(loop.extent, IntImm) for loop in self.loops):
            return False
        return all(self._is_between_numbers(var) for part in (about, *self.guards) for var in variables_of(part))

    def _is_between_numbers(self, var: Var) -> bool:
        domain = self.survey.domains.get(var)
        if domain is None or var in self.survey.steps or not is_index(var.dtype):
            return False
        return isinstance(domain[0], IntImm) and isinstance(domain[1], IntImm)

    def _with_domains(self, about: Sequence[Var]) -> list[Expr]:
        found = [*self.guards]
        running = [loop.loop_var for loop in (*self.loops, *self.left_early) if not _is_taken_to_run(loop)]
        pending = [*running, *about, *(var for part in self.guards for var in variables_of(part))]
        seen: set[Var] = set()
        while pending:
            var = pending.pop()
            if var in seen:
                continue
            seen.add(var)
            domain, others = self._domain_in_loops(var)
            pending += others
            found += domain
        found += [relation("EQ", loop.loop_var, in_loop_variables(self.survey, loop.min)) for loop in self.left_early]
        return found + [IntImm(BOOL, 0) for loop in self.loops if never_runs(loop)]

    def _domain_in_loops(self, var: Var) -> tuple[list[Expr], list[Var]]:
        """The conditions on a variable, in terms of loop variables, and the variables in them."""
        known = self._domains.get(var)
        if known is None:
            made = [in_loop_variables(self.survey, part) for part in self.domain(var)]
            known = self._domains[var] = made, [each for part in made for each in variables_of(part)]
        return known

    def domain(self, var: Var) -> list[Expr]:
        """The conditions on a loop variable or a size."""
        if var in self.survey.sizes:
            return [relation("GE", size, IntImm(size.dtype, 1)) for size in (var, *self.survey.sizes[var])]
        if var not in self.survey.domains:
            raise Undecided
        low, extent = self.survey.domains[var]
        step = self.survey.steps.get(var)
        return [inside(var, low, low + extent), *([] if step is None else [on_step(var, low, step)])]


def _compares_floats(guard: Expr) -> bool:
    """Whether a condition compares numbers of floating point that are read from memory."""
    is_order = isinstance(guard, (LT, LE, GT, GE)) and guard.a.dtype.is_float
    return is_order and any(isinstance(node, BufferLoad) for node in walk(guard))


def _is_taken_to_run(loop: For) -> bool:
    """Whether nothing need be asked about an extent: it is a number, or data, for some of which the loop runs."""
    return isinstance(loop.extent, IntImm) or loads_data(loop.extent)


def loads_data(e: Expr) -> bool:
    """Whether a value depends on what is read from memory."""
    return not isinstance(e, (Var, IntImm)) and any(isinstance(node, BufferLoad) for node in walk(e))


def never_runs(loop: For) -> bool:
    """Whether the extent is a number below 1."""
    return isinstance(loop.extent, IntImm) and loop.extent.value <= 0


@contextmanager
def question(survey: Survey) -> Generator[None, None, None]:
    """One question to the solver about a function: counted, as several when the solver gives up; raises `Undecided` when no more may be asked."""
    if survey.questions <= 0:
        raise Undecided
    survey.questions -= 1
    try:
        yield
    except TooHard:
        survey.questions -= HARD
        raise


def holds_somewhere(place: Place, condition: Expr, sizes: Mapping[Var, int] | None = None) -> Point | None:
    """Values for which the place is reached, as far as its known conditions tell, and `condition`, in terms of loop variables, holds; None when there are none.

    `sizes` that are given keep their values.  Raises `Undecided` when nothing can be known.
    """
    conditions = [*place.conditions(condition), condition]
    try:
        with question(place.survey):
            found = find_model(conditions, sizes, place.survey.readings)
    except NotLinear:
        if sizes:
            raise
        found = _for_some_sizes(place, condition, conditions)
    if found is None:
        return None
    variables = dict.fromkeys([var for part in (condition, *conditions) for var in variables_of(part)])
    point = {var: found.get(var, 0) for var in variables} | dict(sizes or {})
    if any(abs(value) > LARGEST for value in point.values()) or not all(evaluate(each, point) for each in conditions):
        raise Undecided
    return point


def can_hold(place: Place, condition: Expr, sizes: Mapping[Var, int]) -> bool:
    """Whether there is a point at which the place is reached and `condition` holds; like `holds_somewhere`, for questions whose point nobody needs."""
    try:
        with question(place.survey):
            return has_model([*place.conditions(condition), condition], sizes, place.survey.readings)
    except NotLinear:
        if sizes:
            raise
    return holds_somewhere(place, condition, sizes) is not None


def _for_some_sizes(place: Place, condition: Expr, conditions: Sequence[Expr]) -> Point:
    for sizes in with_sizes(place, condition, SIZES):
        try:
            found = find_model(conditions, sizes, place.survey.readings)
        except Undecided:
            continue
        if found is not None:
            return {**found, **sizes}
    raise Undecided


def with_sizes(place: Place, about: Expr, values: Sequence[tuple[int, ...]] = UNEQUAL) -> Iterator[dict[Var, int]]:
    """Numbers for the sizes that decide whether the place is reached, and the value of an expression there; one empty choice when there are none."""
    if not place.survey.sizes and place.is_between_numbers(about):
        yield {}
        return
    conditions = [*place.conditions(about), about]
    if not place.survey.sizes:
        yield {}
        return
    sizes = [var for var in dict.fromkeys(v for e in conditions for v in variables_of(e)) if var in place.survey.sizes]
    for row in values if sizes else ((),):
        yield {size: row[number % len(row)] for number, size in enumerate(sizes)}


def is_promised(survey: Survey, around: Surroundings) -> bool:
    """Whether a condition is one of sizes alone, such as `T.assume(n % 16 == 0)`."""
    return any(
        (used := variables_of(in_loop_variables(survey, guard))) and survey.sizes.keys() >= {*used}
        for guard in around.guards
    )


def relation(name: str, a: Expr, b: Expr) -> Expr:
    """A comparison of two indices, in the wider of their types; raises `Undecided` of anything but indices."""
    if not all(isinstance(e, IntImm) or is_index(e.dtype) for e in (a, b)):
        raise Undecided
    return binary(name, a, b)


def outside(index: Expr, low: Expr, end: Expr) -> Expr:
    """index < low or index >= end"""
    return binary("Or", relation("LT", index, low), relation("GE", index, end))


def inside(index: Expr, low: Expr, end: Expr) -> Expr:
    """low <= index < end"""
    return binary("And", relation("GE", index, low), relation("LT", index, end))


def sizes_in(survey: Survey, point: Mapping[Var, int], *parts: Expr) -> list[Var]:
    """The sizes of the point that the parts, written in terms of loop variables, or the loops that they come from mention."""
    pending = [var for part in parts for var in variables_of(in_loop_variables(survey, part))]
    seen: dict[Var, None] = {}
    while pending:
        var = pending.pop(0)
        if var in seen:
            continue
        seen[var] = None
        pending += [
            each for part in survey.domains.get(var, ()) for each in variables_of(in_loop_variables(survey, part))
        ]
    return [var for var in seen if var in survey.sizes and var in point]
