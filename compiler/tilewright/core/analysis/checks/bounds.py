"""Accesses outside their buffer, and divisions by zero.

An access is reported only where it certainly happens: at a point of the loops at which all conditions around were evaluated, or when every
value that the index can take lies outside, or where floating-point data decide in a block, whose region the access belongs to.  Where only such data, as
callers pass them, decide around loads in plain loops, it is a warning.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.core.analysis.branches import whichever_branch
from tilewright.core.analysis.checks.chosen_elements import beyond_limits
from tilewright.core.analysis.counter_example import (
    facts_at,
    find_counter_example,
    in_loop_variables,
    reachable,
    split_guards,
)
from tilewright.core.analysis.element_writes import all_points, is_whole
from tilewright.core.analysis.exact_counter_example import (
    Place,
    arrival_at,
    holds_somewhere,
    inside,
    outside,
    place_at,
    relation,
    sizes_in,
    with_sizes,
)
from tilewright.core.analysis.survey import SHIFTS, Access, Survey, reads_what_is_passed
from tilewright.core.analysis.whole_quotients import demand, remainders, where_they_divide
from tilewright.core.analysis.wording import access_text, index_span, name_span, when, words
from tilewright.core.arith.bounds import bound, linear_bound
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import Linear, difference, is_index, linear, to_expr
from tilewright.core.arith.models import Undecided, conjuncts
from tilewright.core.base.diagnostics import Diagnostic, Note, Severity, diagnose
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    NE,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    FloorMod,
    IntImm,
    Min,
    Mod,
    Not,
    Ramp,
    Var,
)
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import rewrite, variables_of, walk


def out_of_bounds(survey: Survey) -> Iterator[Diagnostic]:
    """Loads and stores that reach outside."""
    inside: set[tuple[int, int]] = set()  # indices and sizes that were found to fit, wherever the index stands
    for access in survey.accesses:
        if len(access.indices) != access.buffer.ndim or access.node.predicate is not None:
            continue
        for position, (index, size) in enumerate(zip(access.indices, access.buffer.shape)):
            pair = id(index), id(size)
            if pair in inside:
                continue
            if fits(survey, index, size) or _runs_over(survey, index, size):
                inside.add(pair)
                continue
            arrived = _arrived(survey, access)
            sentence = None if _runs_on(access, index) else _outside(survey, arrived, position, index, size)
            if sentence is None and not arrived.around.guards and reachable(survey, access.around):
                inside.add(pair)
            if sentence is not None:
                span = index_span(access, position) or survey.somewhere
                survey.said.add(id(access.node))
                rest = _remainders_alone(survey, arrived, position, index, size)
                severity = None
                if rest:
                    sentence, severity = sentence + demand(rest), Severity.HINT
                elif _is_left_to_floats(survey, arrived, index, size):
                    sentence, severity = (
                        f"{sentence}; only the data in the condition keep it from that",
                        Severity.WARNING,
                    )
                yield diagnose("index-out-of-bounds", sentence, span, _declared(access), severity=severity)
                break


def _remainders_alone(survey: Survey, access: Access, position: int, index: Expr, size: Expr) -> list[Expr]:
    """The remainders of the quotients in a size, if the index lies outside only where there are such: it fits the sizes that are meant."""
    rest = remainders(survey, size)
    if not rest:
        return rest
    whole = replace(access, around=where_they_divide(access.around, rest))
    return rest if _outside(survey, whole, position, index, size) is None else []


def limits_beyond(survey: Survey) -> Iterator[Diagnostic]:
    """Indices that are limited to the size of a buffer, and not to its last element: where the limit counts, it is one too large."""
    for access in survey.accesses:
        if id(access.node) in survey.said or len(access.indices) != access.buffer.ndim or access.around.in_init:
            continue
        for position, (index, size) in enumerate(zip(access.indices, access.buffer.shape)):
            limited = in_loop_variables(survey, index) if isinstance(index, (Min, Var)) else index
            if (
                not isinstance(limited, Min)
                or isinstance(size, IntImm)
                or not _reaches_limit(survey, access, limited, size)
            ):
                continue
            text = f"`{access_text(access)}` can reach {words(size)}: `{words(index)}` lets it, and `{access.buffer.name}` has {words(size)} elements there; the last one is `{words(size)} - 1`"
            survey.said.add(id(access.node))
            yield diagnose(
                "index-out-of-bounds",
                text,
                index_span(access, position) or survey.somewhere,
                _declared(access),
                severity=Severity.WARNING,
            )
            break


def _reaches_limit(survey: Survey, access: Access, limited: Min, size: Expr) -> bool:
    """Whether one side of a minimum is the size, and the other is as large somewhere."""
    for limit, other in ((limited.a, limited.b), (limited.b, limited.a)):
        if key(limit) != key(size) or isinstance(other, IntImm) or not is_index(other.dtype):
            continue
        place, inner = place_at(survey, access.around), in_loop_variables(survey, other)
        try:
            if not place.open:
                return holds_somewhere(place, relation("GE", inner, size)) is not None
        except Undecided:
            pass
        # of numbers that callers choose, as the extents of loops
        plain = all(isinstance(loop.extent, (IntImm, Var)) for loop in access.around.loops)
        free = plain and not access.around.guards
        return free and linear_bound(facts_at(survey, access.around), difference(inner, size))[1] >= 0
    return False


def outside_of(survey: Survey, access: Access) -> tuple[int, str] | None:
    """The first index of a load that reaches outside, with the sentence about it."""
    if len(access.indices) != access.buffer.ndim or access.node.predicate is not None:
        return None
    for position, (index, size) in enumerate(zip(access.indices, access.buffer.shape)):
        if not fits(survey, index, size) and not _runs_on(access, index):
            sentence = _outside(survey, access, position, index, size)
            if sentence is not None:
                return position, sentence
    return None


def _arrived(survey: Survey, access: Access) -> Access:
    """The access; in an init with what holds there, of a store under conditions what holds in all branches that store to the element."""
    if access.around.in_init:
        return replace(access, around=arrival_at(survey, access.around))
    return whichever_branch(survey, access) if access.is_write and access.around.guards else access


def _runs_on(access: Access, index: Expr) -> bool:
    """Whether a vector goes on in the rows that follow, as `vload` of more lanes than a row of a compact buffer has elements."""
    sizes = [size.value for size in access.buffer.shape if isinstance(size, IntImm)]
    if index is not access.indices[-1] or access.buffer.strides or not isinstance(index, Ramp):
        return False
    return len(sizes) == access.buffer.ndim > 1 and index.dtype.lanes <= math.prod(sizes)


def fits(survey: Survey, index: Expr, size: Expr) -> bool:
    """Whether every value that the index can take lies inside; not known of most vectors and of sizes that are not constant."""
    if type(size) is not IntImm or not index.dtype.is_integer:
        return False
    if index.dtype.is_vector and not _is_row(index):
        return False
    low, high = bound(survey.facts, index)
    return low > high or (low >= 0 and high < size.value)


def _is_row(index: Expr) -> bool:
    """Whether an index is that of a known number of lanes, whose bounds are those of the first and the last."""
    return isinstance(index, Ramp) and isinstance(index.lanes, IntImm) and is_index(index.base.dtype)


def _runs_over(survey: Survey, index: Expr, size: Expr) -> bool:
    """Whether the index is a loop variable that runs over just this size, which needs not be a number."""
    value = in_loop_variables(survey, index) if isinstance(index, Var) else index
    return isinstance(value, Var) and not isinstance(size, IntImm) and is_whole(survey, value, size)


def _fits_here(survey: Survey, access: Access, index: Expr, size: int) -> bool:
    """Whether the bounds and the conditions around the access keep the index inside."""
    facts, value = facts_at(survey, access.around), in_loop_variables(survey, index)
    low, high = bound(facts, value)
    if low > high or (low >= 0 and high < size):
        return True
    ends = [part for guard in access.around.guards for part in conjuncts(in_loop_variables(survey, guard))]
    if not any(isinstance(part, NE) for part in ends):
        return False
    restore = facts.snapshot()
    _leave_out(facts, ends)
    low, high = bound(facts, value)
    restore()
    return low > high or (low >= 0 and high < size)


def _leave_out(facts: Facts, conditions: Sequence[Expr]) -> None:
    """Narrow the ranges of variables that do not have their first or last values, as in `if i != 0 and i != n - 1`."""
    for part in conditions:
        if isinstance(part, NE) and isinstance(part.a, Var) and isinstance(part.b, IntImm):
            low, high = facts.range_of(part.a)
            if part.b.value in (low, high):
                facts.narrow(part.a, (low + 1, high) if part.b.value == low else (low, high - 1))


def _declared(access: Access) -> tuple[Note, ...]:
    """A note at the buffer's declaration."""
    buffer = access.buffer
    span = name_span(buffer.name, buffer.span)
    shape = f"({', '.join(map(words, buffer.shape))}{',' if buffer.ndim == 1 else ''})"
    return (Note(f"`{buffer.name}` is declared here with shape {shape}", span),) if span is not None else ()


def _outside(survey: Survey, access: Access, position: int, index: Expr, size: Expr) -> str | None:
    for lane in _lanes(index):
        if not lane.dtype.is_integer or lane.dtype.is_vector:
            continue
        if isinstance(size, IntImm):
            if access.around.guards and _fits_here(survey, access, lane, size.value):
                continue
            found = _outside_constant(survey, access, position, lane, size.value)
            if found is None and survey.given.intersection(variables_of(in_loop_variables(survey, lane))):
                found = _outside_symbolic(survey, access, position, lane, size)
        else:
            found = _outside_symbolic(survey, access, position, lane, size)
        found = found or _by_limits(survey, access, position, lane, size)
        found = found or _proved_outside(survey, access, position, lane, size)
        if found is not None:
            return found
    return None


def _by_limits(survey: Survey, access: Access, position: int, index: Expr, size: Expr) -> str | None:
    """A sentence about an index that is read from memory and limited to more than the buffer; None of others."""
    reached = beyond_limits(survey, access, index, size)
    return None if reached is None else beyond(access, position, reached, words(size))


def _proved_outside(survey: Survey, access: Access, position: int, index: Expr, size: Expr) -> str | None:
    """A counter-example away from the ends of the loops; under conditions that depend on data, only where every value lies outside."""
    if fits(survey, index, size) or _is_taken_to_exist(index, size):
        return None
    asked = id(index), id(size), id(access.around)
    if asked not in survey.answers:
        found = _counter_example(survey, access, in_loop_variables(survey, index), size)
        found = found or _with_shifts(survey, access, in_loop_variables(survey, index), size)
        survey.answers[asked] = found, (index, size, access.around)
    point, _ = survey.answers[asked]
    if point is None:
        return None
    value = evaluate(in_loop_variables(survey, index), point)
    reached = f"{value}{_when(survey, index, point, *sizes_in(survey, point, index, size))}"
    return beyond(access, position, reached, words(size))


SHIFTED = 16  # iterations of a loop that are looked at one by one, where its variable is the amount of a shift


def _with_shifts(survey: Survey, access: Access, value: Expr, size: Expr) -> Point | None:
    """A counter-example to an index with shifts by a loop variable, which the solver knows of numbers alone."""
    shifts = [node for node in walk(value) if isinstance(node, Call) and callee_name(node) in SHIFTS]
    amounts = {var for shift in shifts for var in variables_of(shift.args[1])}
    low, extent = survey.domains.get(next(iter(amounts)), (None, None)) if len(amounts) == 1 else (None, None)
    if not isinstance(low, IntImm) or not isinstance(extent, IntImm) or extent.value > SHIFTED:
        return None
    (variable,) = amounts
    for number in range(low.value, low.value + extent.value):
        at = {variable: number}
        guards = [_computed(in_loop_variables(survey, guard), at) for guard in access.around.guards]
        guards.append(relation("EQ", variable, IntImm(variable.dtype, number)))
        here = replace(access, around=replace(access.around, guards=tuple(guards)))
        found = _counter_example(survey, here, _computed(value, at), size)
        if found is not None:
            return {**found, **at}
    return None


def _computed(e: Expr, at: Point) -> Expr:
    """The expression with the calls in it that have a value there."""

    def number(call: Call) -> Expr:
        value = evaluate(call, at)
        return call if value is None else IntImm(call.dtype, value)

    return rewrite(e, {Call: number})


def _is_taken_to_exist(index: Expr, size: Expr) -> bool:
    """Whether a program that names an element by a number says thereby that a size is large enough, as `indptr[1]` does."""
    return isinstance(index, IntImm) and index.value >= 0 and not isinstance(size, IntImm)


def _counter_example(survey: Survey, access: Access, value: Expr, size: Expr) -> Point | None:
    if isinstance(size, IntImm) and (access.around.guards or access.around.loops):
        low, high = bound(facts_at(survey, access.around), value)
        if low > high or (low >= 0 and high < size.value):
            return None
    place, zero = place_at(survey, access.around), const(0, value.dtype)
    try:
        found = holds_somewhere(place, outside(value, zero, size))
        always = not place.open or _goes_anywhere(survey, access, place, value, size)
        if found is not None and not always and holds_somewhere(place, inside(value, zero, size)):
            return None
    except Undecided:
        return None if place.open else _enumerated(survey, place, value, size)
    return found


FEW_SIZES = ((3, 4, 5), (5, 3, 4), (17, 4, 3), (4, 17, 3))
POINTS = 1000


def _enumerated(survey: Survey, place: Place, value: Expr, size: Expr) -> Point | None:
    """A point at which the index lies outside, where it multiplies variables: all points of the loops for a few small sizes."""
    end, zero = in_loop_variables(survey, size), const(0, value.dtype)
    if _takes_data(value) or _takes_data(end):
        return None
    try:
        reaches = outside(value, zero, end)
        for sizes in with_sizes(place, reaches, FEW_SIZES):
            extents = [evaluate(each, sizes) for var in sizes for each in survey.sizes[var]]
            if any(extent is None or extent < 1 for extent in extents):
                continue
            for point in all_points(place, sizes, POINTS):
                if evaluate(reaches, point):
                    return point
    except Undecided:
        pass
    return None


def _takes_data(e: Expr) -> bool:
    """Whether an index has no value anywhere without the data that it is computed from."""
    if isinstance(e, (BinaryOp, Not)):
        return any(_takes_data(part) for part in e.children() if isinstance(part, Expr))
    return isinstance(e, BufferLoad) or (isinstance(e, Cast) and _takes_data(e.value))


def _goes_anywhere(survey: Survey, access: Access, place: Place, value: Expr, size: Expr) -> bool:
    """Whether the data in the conditions can keep no value of the index out: they are read elsewhere in each iteration of what the index does not depend on, or it leaves the buffer whatever they are read for, or they are floating-point data in a block, or load where such decide as callers pass."""
    if place.chosen_by_floats and (_is_in_block(access) or _is_load_by_what_is_passed(survey, access, place)):
        return True
    deciding = {var for guard in place.unknown for var in variables_of(guard)} & survey.domains.keys()
    if not deciding & place.depends_on(value):
        return bool(deciding)
    return all(_goes_outside(survey, place, value, size, dict.fromkeys(deciding, at)) for at in (0.0, 0.5, 1.0))


def _is_in_block(access: Access) -> bool:
    """Whether a block with axes is around the access, whose region it belongs to whatever data say."""
    return any(realize.block.iter_vars for realize in access.around.blocks)


def _is_load_by_what_is_passed(survey: Survey, access: Access, place: Place) -> bool:
    """Whether a load is under conditions that read only what callers pass and the function leaves as it is: no store of its own keeps an index in, as one that marks the border.  Stores may be meant to have room for what callers know."""
    return not access.is_write and reads_what_is_passed(survey, *place.unknown)


def _is_left_to_floats(survey: Survey, access: Access, index: Expr, size: Expr) -> bool:
    """Whether an index lies outside in some iterations, and conditions on floating-point data around plain loops let it, for some data."""
    place = place_at(survey, access.around)
    if not place.open or not place.chosen_by_floats or _is_in_block(access):
        return False
    value = in_loop_variables(survey, index)
    try:
        return holds_somewhere(place, inside(value, const(0, value.dtype), size)) is not None
    except Undecided:
        return False


def _goes_outside(survey: Survey, place: Place, value: Expr, size: Expr, at: dict[Var, float]) -> bool:
    """Whether the index leaves the buffer in some iteration of its loops while others stand still, each at this part of its way."""
    condition = outside(value, const(0, value.dtype), size)
    for var, part in at.items():
        low, extent = survey.domains[var]
        if not isinstance(low, IntImm) or not isinstance(extent, IntImm) or extent.value < 2:
            return False
        still = IntImm(var.dtype, low.value + int((extent.value - 1) * part))
        condition = binary("And", condition, relation("EQ", var, still))
    return holds_somewhere(place, condition) is not None


def _lanes(index: Expr) -> tuple[Expr, ...]:
    """The index, or those of the first and last lane of a vector of integers."""
    counts = isinstance(index, Ramp) and index.base.dtype.is_integer and index.stride.dtype.is_integer
    if counts and isinstance(index, Ramp) and isinstance(index.lanes, IntImm):
        return index.base, index.base + index.stride * const(index.lanes.value - 1, index.stride.dtype)
    return _lanes(index.value) if isinstance(index, Broadcast) else (index,)


def _outside_constant(survey: Survey, access: Access, position: int, index: Expr, size: int) -> str | None:
    low, high = bound(survey.facts, index)
    if low > high or (low >= 0 and high < size):
        return None
    known, unknown = split_guards(survey, access.around)
    found = find_counter_example(survey, known, index, lambda value: not 0 <= value < size)
    if found is None:
        return None
    point, value = found
    if not unknown:
        return beyond(access, position, f"{value}{_when(survey, index, point)}", str(size))
    low, high = bound(facts_at(survey, access.around), in_loop_variables(survey, index))
    if low <= high and (low >= size or high < 0):
        return beyond(access, position, f"at least {low}" if low >= size else f"at most {high}", str(size), "is")
    return None


def _when(survey: Survey, index: Expr, point: Point, *sizes: Var) -> str:
    """` when vi = 127`, naming the variables of the index as it was written, and sizes."""
    named = dict.fromkeys((*variables_of(index), *sizes))
    return when((var, evaluate(in_loop_variables(survey, var), point)) for var in named)


def beyond(access: Access, position: int, reached: str, size: str, verb: str = "reaches") -> str:
    """The sentence about an index that lies outside."""
    name = access.buffer.name
    place = "it" if access.buffer.ndim == 1 else f"dimension {position} of `{name}`"
    index = (
        f"index {position} of `{access_text(access)}`"
        if access.buffer.ndim > 1
        else f"the index of `{access_text(access)}`"
    )
    subject = f"`{access_text(access)}`" if verb == "reaches" else index
    noun = "element" if size == "1" else "elements"
    place = f"`{name}`" if place == "it" else place
    return f"{subject} {verb} {reached}, and {place} has {size} {noun}"


def _outside_symbolic(survey: Survey, access: Access, position: int, index: Expr, size: Expr) -> str | None:
    """Judges an access that no condition guards: an index that is negative, or not below the size, at the ends of the loops."""
    if access.around.guards or not reachable(survey, access.around):
        return None
    value = in_loop_variables(survey, index)
    if linear_bound(survey.facts, linear(value))[1] < 0:
        return beyond(access, position, f"at most {linear_bound(survey.facts, linear(value))[1]}", words(size), "is")
    for excess, least, end in (
        (difference(value, size), 0, linear(size)),
        (difference(const(0, value.dtype), value), 1, linear(const(0, value.dtype))),
    ):
        last = _at_ends(survey, excess)
        if last is None or linear_bound(survey.facts, last[0])[0] < least:
            continue
        reached = re.sub("^0 - ", "-", words(to_expr(end.add(last[0], -1 if least else 1))))
        where = when((var, words(at)) for var, at in last[1].items())
        return beyond(access, position, reached + where, words(size))
    return None


def _at_ends(survey: Survey, form: Linear) -> tuple[Linear, dict[Var, Expr]] | None:
    """The form where each loop variable stands at the end that makes it largest; None when a variable is not one of a plain sum."""
    ends: dict[Var, Expr] = {}
    found = form.with_terms({}, form.constant)
    for atom, coefficient in form.atoms():
        if not isinstance(atom, Var):
            return None
        domain = survey.domains.get(atom)
        if domain is None:
            found = found.add(linear(atom), coefficient)
            continue
        end = (
            difference(domain[0], const(1, atom.dtype)).add(linear(domain[1])) if coefficient > 0 else linear(domain[0])
        )
        if any(isinstance(part, Var) and part in survey.domains for part, _ in end.atoms()):
            return None
        ends[atom] = to_expr(end)
        found = found.add(end, coefficient)
    return found, ends


def division_by_zero(survey: Survey) -> Iterator[Diagnostic]:
    """Quotients and remainders by the constant 0; TVM refuses those of floats too."""
    for division, statement in survey.divisions:
        divisor = division.b.value if isinstance(division.b, Broadcast) else division.b
        if isinstance(divisor, (IntImm, FloatImm)) and divisor.value == 0:
            span = division.span or statement or survey.somewhere
            yield diagnose("division-by-zero", f"{_what(division)} by 0 has no value", span)


def _what(division: Expr) -> str:
    return "a remainder" if isinstance(division, (Mod, FloorMod)) else "a quotient"
