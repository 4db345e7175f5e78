"""Axes of blocks and their domains: bindings that leave the domain, and loops that do not cover it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from tilewright.core.analysis.boxes import happens_with, range_of, reach
from tilewright.core.analysis.counter_example import facts_at, find_counter_example, in_loop_variables, linear_of
from tilewright.core.analysis.exact_counter_example import (
    UNEQUAL,
    WHOLE,
    Place,
    can_hold,
    holds_somewhere,
    inside,
    is_promised,
    outside,
    place_at,
    relation,
    sizes_in,
    with_sizes,
)
from tilewright.core.analysis.survey import Access, Surroundings, Survey
from tilewright.core.analysis.whole_quotients import demand, remainders, where_they_divide
from tilewright.core.analysis.wording import name_span, when, words
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.digits import digits_of
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.interval import Interval
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import is_index, linear, to_expr
from tilewright.core.arith.models import Undecided
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.dtype import BOOL
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import BlockRealize, For
from tilewright.core.ir.walk import variables_of

RUNNING = (IterVarKind.DataPar, IterVarKind.CommReduce)


@dataclass(frozen=True, slots=True)
class Binding:
    """An axis and what it is bound to, where."""

    axis: IterVar
    value: Expr
    realize: BlockRealize
    around: Surroundings


def bindings(survey: Survey) -> Iterable[Binding]:
    """The axes of all blocks; the block's predicate counts as a condition around them."""
    if survey.bindings is None:
        survey.bindings = list(_bindings(survey))
    return survey.bindings


def _bindings(survey: Survey) -> Iterator[Binding]:
    for realize, around in survey.realizes:
        inside = around
        if around.launched or not isinstance(realize.predicate, IntImm):
            guards = around.guards if isinstance(realize.predicate, IntImm) else (*around.guards, realize.predicate)
            inside = Surroundings(around.loops, around.blocks, guards, around.in_init)
        for axis, value in zip(realize.block.iter_vars, realize.iter_values):
            yield Binding(axis, value, realize, inside)


def axis_span(survey: Survey, binding: Binding) -> Span:
    """The span of an axis's declaration."""
    axis = binding.axis
    return name_span(axis.var.name, axis.span, binding.realize.block.span) or survey.somewhere


def axis_domains(survey: Survey) -> Iterator[Diagnostic]:
    """An axis whose binding leaves its domain, or never fills it."""
    for binding in bindings(survey):
        domain = binding.axis.dom
        if domain is None or not binding.value.dtype.is_integer or _is_whole(survey, binding, domain):
            continue
        ends = bound(survey.facts, binding.value)
        found = _constant_domain(survey, binding, domain, ends) or _proved_outside(survey, binding, domain, ends)
        found = found or _uncovered(survey, binding, domain)
        if (
            found is not None
            and found[0] == "axis-domain-not-covered"
            and (binding.around.partitioned or _may_leave_out(survey, binding))
        ):
            continue
        if found is not None:
            if found[0] == "axis-domain-not-covered":
                survey.uncovered.add(binding.axis.var)
            severity = None
            sentence = found[1] if found[0] != "axis-out-of-domain" else found[1] + _cause(survey, binding, domain)
            rest = remainders(survey, domain.extent) if found[0] == "axis-out-of-domain" else []
            if rest and _stays_where_they_divide(survey, binding, domain, rest):
                sentence, severity = found[1] + demand(rest), Severity.HINT
            yield diagnose(found[0], sentence, axis_span(survey, binding), severity=severity)
    for realize, around in survey.realizes:
        yield from _uncovered_together(survey, realize, around)


def _stays_where_they_divide(survey: Survey, binding: Binding, domain: Range, rest: list[Expr]) -> bool:
    """Whether an axis leaves its domain only for sizes with remainders."""
    whole = replace(binding, around=where_they_divide(binding.around, rest))
    return _proved_outside(survey, whole, domain, bound(survey.facts, binding.value)) is None


def _may_leave_out(survey: Survey, binding: Binding) -> bool:
    """Whether a spatial axis needs to take those values only that are used: those of memory of the function, of which an element that is read without being written is reported itself."""
    if binding.axis.iter_type is not IterVarKind.DataPar:
        return False
    return _stores_inside(survey, binding.realize) or _shares(survey, binding)


def _stores(survey: Survey, realize: BlockRealize) -> list[Access]:
    """The stores in a block and in those inside."""
    return [each for each in survey.accesses if each.is_write and realize in each.around.blocks]


def _shares(survey: Survey, binding: Binding) -> bool:
    """Whether other blocks store to the elements of this axis that this one leaves out, and not to its own."""
    low, high = bound(survey.facts, binding.value)
    stores = _stores(survey, binding.realize)
    for store in stores:
        at = next((position for position, index in enumerate(store.indices) if index is binding.axis.var), None)
        others = [
            bound(survey.facts, each.indices[at])
            for each in survey.by_memory[store.buffer.data]
            if at is not None
            and each.is_write
            and each.buffer is store.buffer
            and binding.realize not in each.around.blocks
        ]
        if not any(end < low or high < begin for begin, end in others):
            return False
    return bool(stores)


def _stores_inside(survey: Survey, realize: BlockRealize) -> bool:
    """Whether a block stores to memory of the function alone."""
    stores = _stores(survey, realize)
    allocated = {buffer.data for buffer in survey.allocated} | survey.origins.keys()
    return bool(stores) and all(each.buffer.data in allocated for each in stores)


def _is_beyond_stores(survey: Survey, binding: Binding, value: int | None, sizes: Point) -> bool:
    """Whether the block has nowhere to store at this value of the axis: its domain is rounded up, and a condition leaves out what lies outside of the buffer."""
    stores = _stores(survey, binding.realize)
    return (
        value is not None
        and bool(stores)
        and all(_ends_before(each, binding.axis.var, value, sizes) for each in stores)
    )


def _ends_before(store: Access, axis: Var, value: int, sizes: Point) -> bool:
    ends = [evaluate(size, sizes) for index, size in zip(store.indices, store.buffer.shape) if index is axis]
    return any(end is not None and end <= value for end in ends)


def _cause(survey: Survey, binding: Binding, domain: Range) -> str:
    """The end of the sentence about an axis outside of its domain: that its arguments are exchanged, or that no iteration is inside."""
    if _exchanged(survey, binding, domain):
        return "; its arguments are exchanged: the domain comes first"
    value, end = (in_loop_variables(survey, e) for e in (binding.value, domain.min + domain.extent))
    try:
        below = can_hold(place_at(survey, binding.around), relation("LT", value, end), {})
    except Undecided:
        return ""
    return "" if below else ", and not below its end in any iteration"


def _exchanged(survey: Survey, binding: Binding, domain: Range) -> bool:
    """Whether a loop variable stands where the domain is expected, and the size of its loop where the variable is."""
    extent, value = domain.extent, binding.value
    if _number(domain.min) != 0 or not isinstance(extent, Var) or any(_runs_in(survey, v) for v in variables_of(value)):
        return False
    loop = survey.domains.get(extent)
    if loop is None or extent in survey.steps:
        return False
    low, high = bound(survey.facts, extent)
    size = _number(value)
    return (size is not None and 0 <= low and high < size) or (_number(loop[0]) == 0 and _equal(loop[1], value))


def _runs_in(survey: Survey, var: Var) -> bool:
    return var in survey.domains or var in survey.values


def _uncovered_together(survey: Survey, realize: BlockRealize, around: Surroundings) -> Iterator[Diagnostic]:
    """Axes that each reach their last values, but never at once, though they divide one range of iterations among them."""
    axes, bound_to = realize.block.iter_vars, realize.iter_values
    if len(set(bound_to)) == len(bound_to) and all([type(e) is Var and e not in survey.values for e in bound_to]):
        return  # each has a loop of its own
    constant = isinstance(realize.predicate, IntImm) and not around.guards
    if not constant or around.partitioned or not all(_runs(survey, loop, {}) for loop in around.loops):
        return
    values = [in_loop_variables(survey, value) for value in realize.iter_values]
    loops = [var for value in values for var in variables_of(value)]
    running = [axis.iter_type in RUNNING and axis.dom is not None for axis in axes]
    if len(set(loops)) == len(loops) or not all(running) or any(axis.var in survey.uncovered for axis in axes):
        return
    if _stores_inside(survey, realize):
        return
    ends = [in_loop_variables(survey, axis.dom.min + axis.dom.extent - 1) for axis in axes if axis.dom is not None]
    numbers = [end.value for end in ends if isinstance(end, IntImm)]
    if len(numbers) < len(ends) or len({id(value) for value in values}) < len(values):
        return
    try:
        together = happens_with(survey, around, list(zip(values, numbers)), {})
        if together is None:
            together = can_hold(place_at(survey, around), reduce(_and, map(_equals, values, ends)), {})
        if together:
            return
    except Undecided:
        return
    survey.uncovered.update(axis.var for axis in axes)
    named = ", ".join(f"`{axis.var.name}` = {words(end)}" for axis, end in zip(axes, ends))
    sentence = f"the axes never are {named} together, the last values of their domains"
    yield diagnose(
        "axis-domain-not-covered",
        sentence,
        name_span(axes[-1].var.name, axes[-1].span, realize.block.span) or survey.somewhere,
    )


def _equals(a: Expr, b: Expr) -> Expr:
    return relation("EQ", a, b)


def _and(a: Expr, b: Expr) -> Expr:
    return binary("And", a, b)


def _is_whole(survey: Survey, binding: Binding, domain: Range) -> bool:
    """Whether the axis is a loop over just its domain, without conditions."""
    loop = survey.domains.get(binding.value) if isinstance(binding.value, Var) else None
    if loop is None or binding.around.guards or binding.value in survey.steps:
        return False
    return _equal(loop[0], domain.min) and _equal(loop[1], domain.extent)


def _equal(a: Expr, b: Expr) -> bool:
    if a is b:
        return True
    if isinstance(a, IntImm) and isinstance(b, IntImm):
        return a.value == b.value
    return key(linear_form(a)) == key(linear_form(b))


def linear_form(e: Expr) -> Expr:
    """The expression in its linear normal form."""
    return to_expr(linear(e))


def _constant_domain(survey: Survey, binding: Binding, domain: Range, ends: Interval) -> tuple[str, str] | None:
    """The mistake that the bounds of the binding prove for a constant domain, None when there is none."""
    if not (isinstance(domain.min, IntImm) and isinstance(domain.extent, IntImm)):
        return None
    first, last = domain.min.value, domain.min.value + domain.extent.value - 1
    low, high = ends
    if low > high or (low == first and high == last):
        return None
    if low < first or high > last:
        return _leaves(survey, binding, first, last)
    if binding.around.guards or binding.axis.iter_type not in RUNNING:
        return None
    covered = f"is always {low}" if low == high else f"only runs from {low} to {high}"
    return (
        "axis-domain-not-covered",
        f"the axis `{binding.axis.var.name}` {covered}, but its domain is {first} to {last}",
    )


def _leaves(survey: Survey, binding: Binding, first: int, last: int) -> tuple[str, str] | None:
    if _stays_inside(survey, binding, first, last):
        return None
    found = find_counter_example(survey, binding.around, binding.value, lambda value: not first <= value <= last)
    return None if found is None else _outside(survey, binding, found[0], f"{first} to {last}")


def _stays_inside(survey: Survey, binding: Binding, first: int, last: int) -> bool:
    """Whether the conditions around bound the value, as `T.where` on what the axis is bound to does."""
    low, high = bound(facts_at(survey, binding.around), in_loop_variables(survey, binding.value))
    return first <= low and high <= last


def _outside(survey: Survey, binding: Binding, point: Point, domain: str, *sizes: Var) -> tuple[str, str]:
    named = dict.fromkeys((*variables_of(binding.value), *sizes))
    where = when((var, evaluate(in_loop_variables(survey, var), point)) for var in named)
    value = evaluate(in_loop_variables(survey, binding.value), point)
    return "axis-out-of-domain", f"the axis `{binding.axis.var.name}` is {value}{where}, outside of its domain {domain}"


def _proved_outside(survey: Survey, binding: Binding, domain: Range, ends: Interval) -> tuple[str, str] | None:
    """A counter-example of the solver: the binding leaves the domain at some point of the loops, for some sizes."""
    low, high = ends
    if isinstance(domain.extent, IntImm) and isinstance(domain.min, IntImm):
        first, last = domain.min.value, domain.min.value + domain.extent.value - 1
        if low > high or (first <= low and high <= last) or _stays_inside(survey, binding, first, last):
            return None
    value, first, end = (in_loop_variables(survey, e) for e in (binding.value, domain.min, domain.min + domain.extent))
    place = place_at(survey, binding.around)
    try:
        found = holds_somewhere(place, outside(value, first, end))
        if found is None or (place.open and holds_somewhere(place, inside(value, first, end))):
            return None
    except Undecided:
        return None
    return _outside(survey, binding, found, _text(domain), *sizes_in(survey, found, value, first, end))


def _text(domain: Range) -> str:
    return f"{words(domain.min)} to {words(linear_form(domain.min + domain.extent - 1))}"


def _uncovered(survey: Survey, binding: Binding, domain: Range) -> tuple[str, str] | None:
    """An end of the domain that no point of the loops reaches, whatever conditions on data say."""
    if binding.axis.iter_type not in RUNNING:
        return None
    if binding.around.guards and not _alone(survey, binding.realize):
        return None
    value = in_loop_variables(survey, binding.value)
    if _reaches_both_ends(survey, binding.around, value, domain):
        return None
    place = place_at(survey, binding.around)
    for end in (domain.min + domain.extent - 1, domain.min):
        wanted = in_loop_variables(survey, end)
        try:
            missed = _missed(place, binding.around, value, wanted)
        except Undecided:
            return None
        if missed is not None and not _is_beyond_stores(survey, binding, evaluate(wanted, missed), missed):
            name = binding.axis.var.name
            never = f"{words(linear_form(end))}{when(missed.items())}"
            sentence = f"the axis `{name}` is never {never}, but its domain is {_text(domain)}"
            return "axis-domain-not-covered", sentence
    return None


def _reaches_both_ends(survey: Survey, around: Surroundings, value: Expr, domain: Range) -> bool:
    """Whether it is plain that both ends of a domain of known size are reached."""
    first, extent = _number(domain.min), _number(domain.extent)
    return first is not None and extent is not None and _ends(survey, around, value, {}) == (first, first + extent - 1)


def _ends(survey: Survey, around: Surroundings, value: Expr, sizes: Point) -> tuple[int, int] | None:
    """The least and the greatest value, where it is plain that they are reached: a sum of loop variables reaches its extremes in corners of the loops, and nothing keeps a corner out.

    This decides for tiles what the solver would decide too, in a hundredth of the time.
    """
    if around.guards or not is_index(value.dtype) or not all(_runs(survey, loop, sizes) for loop in around.loops):
        return None
    form = linear_of(survey, value)
    low = high = form.constant
    used: set[Var] = set()
    for atom, coefficient in form.atoms():
        found, variables = _first_and_last(survey, atom, sizes), set(variables_of(atom))
        if found is None or variables & used:
            return None
        used |= variables
        ends = found[0] * coefficient, found[1] * coefficient
        low, high = low + min(ends), high + max(ends)
    return low, high


def _runs(survey: Survey, loop: For, sizes: Point) -> bool:
    """Whether all iterations of a loop run, and there is one."""
    if loop.loop_var in survey.left_early:
        return False
    if type(loop.extent) is IntImm:
        return loop.extent.value > 0
    extent = evaluate(in_loop_variables(survey, loop.extent), sizes)
    return extent is not None and extent > 0


def _first_and_last(survey: Survey, atom: Expr, sizes: Point) -> tuple[int, int] | None:
    """The ends of the values of a loop variable without a step, when they are numbers, or of digits of a sum of such variables; both are reached."""
    if isinstance(atom, Var):
        return _first_and_last_iteration(survey, atom, sizes)
    found = digits_of(atom)
    if found.of is atom:
        return None
    form = linear(found.of)
    low = high = form.constant
    terms: list[tuple[int, int]] = []
    for part, coefficient in form.atoms():
        ends = _first_and_last_iteration(survey, part, sizes) if isinstance(part, Var) else None
        if ends is None:
            return None
        reached = ends[0] * coefficient, ends[1] * coefficient
        low, high = low + min(reached), high + max(reached)
        terms.append((abs(coefficient), ends[1] - ends[0] + 1))
    if found.end is None:
        return low // found.low, high // found.low
    whole = low == 0 and high >= found.end - 1 and reach(terms) == high
    return (0, found.end // found.low - 1) if whole else None


def _first_and_last_iteration(survey: Survey, var: Var, sizes: Point) -> tuple[int, int] | None:
    domain = range_of(survey, var, sizes)
    return None if domain is None or domain[1] <= 0 else (domain[0], sum(domain) - 1)


def _number(e: Expr) -> int | None:
    return e.value if isinstance(e, IntImm) else None


def _alone(survey: Survey, realize: BlockRealize) -> bool:
    """Whether no other place stores to what the block stores to: its conditions may choose a part of a result that others complete."""
    stores = [access for access in survey.accesses if access.is_write]
    own = {access.buffer.data for access in stores if any(each is realize for each in access.around.blocks)}
    return not any(
        access.buffer.data in own and not any(each is realize for each in access.around.blocks) for access in stores
    )


def _missed(place: Place, around: Surroundings, value: Expr, wanted: Expr) -> Point | None:
    """Sizes for which the block runs and its axis never has the wanted value; None when there are none among those that are tried."""
    reached = relation("EQ", value, wanted)
    tried = (*UNEQUAL, *WHOLE) if is_promised(place.survey, around) else UNEQUAL
    for sizes in with_sizes(place, reached, tried) if place.survey.sizes else ({},):
        if tried is not UNEQUAL and not can_hold(place, IntImm(BOOL, 1), sizes):
            continue
        ends, number = _ends(place.survey, around, value, sizes), evaluate(wanted, sizes)
        if ends is not None and number in ends:
            continue
        found = None if number is None else happens_with(place.survey, around, ((value, number),), sizes)
        if not (can_hold(place, reached, sizes) if found is None else found):
            return None if set(variables_of(wanted)) & set(place.survey.domains) else sizes
    return None
