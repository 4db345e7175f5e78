"""Conditions that ask too late: `A[p] > x and p >= 0` reads `A[p]` before it asks whether there is such an element.

What is asked of callers' data says that it may fail; what is asked of a counter fails where a step leads there.  Only a part is judged of which every failure lies outside of the buffer, as `p >= 0` and `p < 64` of 64 elements, and `p < 63` does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.core.analysis.cells import added
from tilewright.core.analysis.checks.bounds import beyond, fits
from tilewright.core.analysis.checks.chosen_elements import Data, said_of
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.exact_counter_example import inside, place_at, question
from tilewright.core.analysis.survey import Access, Survey, as_written, loads_in, memory_read
from tilewright.core.analysis.wording import index_span, words
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import negated
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import linear
from tilewright.core.arith.models import LARGEST, Undecided, conjuncts, decidable, find_model
from tilewright.core.base.diagnostics import Diagnostic, Note, Severity, diagnose
from tilewright.core.ir.expr import BufferLoad, CmpOp, Expr
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ir.walk import variables_of


def late_conditions(survey: Survey) -> Iterator[Diagnostic]:
    """The loads in one part of a condition whose index a later part limits to the buffer."""
    for condition in _conditions(survey):
        parts = conjuncts(condition)
        loads = [(number, load) for number, part in enumerate(parts[:-1]) for load in loads_in(part)]
        for number, load in loads if any(isinstance(part, CmpOp) for part in parts[1:]) else ():
            if id(load) in survey.said:
                continue
            access = next((each for each in survey.accesses if each.node is load), None)
            found = None if access is None else _asked_late(survey, access, parts, number + 1)
            if access is not None and found is not None:
                survey.said.add(id(load))
                yield _said(survey, access, found)


def _conditions(survey: Survey) -> Iterator[Expr]:
    """The conditions of loops, of statements and of choices between values, as they are written."""
    yield from (loop.condition for loop, _, _ in survey.whiles)
    yield from (decision.condition for decision in survey.decisions)


@dataclass(frozen=True, slots=True)
class _Late:
    """A part of a condition that comes too late for an index of a load, with values for which it fails."""

    position: int
    part: Expr
    point: Point
    data: Data
    value: int


def _asked_late(survey: Survey, access: Access, parts: Sequence[Expr], first: int) -> _Late | None:
    if len(access.indices) != access.buffer.ndim or access.node.predicate is not None:
        return None
    for position, (index, size) in enumerate(zip(access.indices, access.buffer.shape)):
        if index.dtype.is_vector or not index.dtype.is_integer or fits(survey, index, size):
            continue
        for part in parts[first:]:
            if isinstance(part, CmpOp) and part.a.dtype.is_integer:
                try:
                    found = _failing(survey, access, index, size, part)
                except Undecided:
                    continue
                if found is not None and _leads_there(survey, index, found, parts):
                    return _Late(position, part, *found)
    return None


def _failing(survey: Survey, access: Access, index: Expr, size: Expr, part: Expr) -> tuple[Point, Data, int] | None:
    """Values for which the part fails, if the index lies outside for all such values."""
    place = place_at(survey, access.around)
    data = Data(survey, place, ())
    value, end, fails = (data.free(in_loop_variables(survey, each)) for each in (index, size, negated(part)))
    shared = {*variables_of(value)}.intersection(variables_of(fails))
    if not shared:
        return None
    free = {var for var, _ in data.names.values()}
    about = [var for each in (value, end, fails) for var in variables_of(each) if var not in free]
    known = (*place.conditions(*about), *(guard for guard in map(data.free, place.unknown) if decidable(guard)))
    conditions = [*map(data.free, known), *data.limits, fails]
    with question(survey):
        if find_model([*conditions, inside(value, const(0, value.dtype), end)]) is not None:
            return None
    with question(survey):
        point = find_model(conditions)
    number = None if point is None else evaluate(value, point)
    if point is None or number is None or any(abs(each) > LARGEST for each in point.values()):
        return None
    return point, data, number


def _leads_there(survey: Survey, index: Expr, found: tuple[Point, Data, int], parts: Sequence[Expr]) -> bool:
    """Whether each counter of the function's own in an index makes steps towards where it lies outside, and nothing but this condition keeps it from them."""
    _, data, number = found
    terms = dict(linear(data.free(in_loop_variables(survey, index))).atoms())
    for var, load in data.names.values():
        if not isinstance(load, BufferLoad) or load.buffer.data in survey.passed or var not in terms:
            continue
        down = (number < 0) == (terms[var] > 0)
        stores = [each for each in survey.by_memory[load.buffer.data] if each.is_write]
        steps = [
            added(each.node, load) or 0
            for each in stores
            if isinstance(each.node, BufferStore) and _is_kept_by(survey, each, load, parts)
        ]
        if not any(step and (step < 0) == down for step in steps):
            return False
    return True


def _is_kept_by(survey: Survey, store: Access, counter: BufferLoad, parts: Sequence[Expr]) -> bool:
    """Whether no other conditions than these on a counter are around a store."""
    known = {key(part) for part in parts}
    guards = [part for guard in store.around.guards for part in conjuncts(as_written(survey, guard))]
    return all(key(part) in known or counter.buffer.data not in memory_read(survey, part) for part in guards)


def _said(survey: Survey, access: Access, late: _Late) -> Diagnostic:
    reached = f"{late.value}{said_of(survey, access.indices[late.position], late.point, late.data)}"
    sentence = beyond(access, late.position, reached, words(access.buffer.shape[late.position]))
    span = index_span(access, late.position) or survey.somewhere
    place = late.part.span
    notes = () if place is None else (Note("this is asked only after the element has been read; ask it first", place),)
    sentence = f"{sentence}; `{words(late.part)}` is asked only after that"
    return diagnose("index-out-of-bounds", sentence, span, notes, severity=Severity.WARNING)
