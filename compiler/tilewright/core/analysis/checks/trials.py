"""Findings of trials: indices that `while` loops and counters take outside of a buffer, counts of nothing by which is divided, and loops that repeat themselves."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.checks.arithmetic import hides
from tilewright.core.analysis.checks.bounds import beyond, fits
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey, loads_in, memory_read
from tilewright.core.analysis.trial import Met, trials
from tilewright.core.analysis.wording import index_span, when, words
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.expr import BinaryOp, Expr, IntImm
from tilewright.core.ir.stmt import While


def met_in_trials(survey: Survey) -> Iterator[Diagnostic]:
    """The accesses and loops that are wrong for some data, and of which nothing was said yet."""
    endless = any(id(loop) in survey.said for loop, _, _ in survey.whiles)
    if endless or not (survey.whiles or _counts_under_conditions(survey) or _decides(survey)):
        return
    for met in trials(survey):
        if id(met.node) in survey.said:
            continue
        survey.said.add(id(met.node))
        if isinstance(met.node, While):
            if hides(met.node):
                continue
            yield _repeated(survey, met.node, met)
            continue
        if isinstance(met.node, BinaryOp):
            yield _nothing_counted(survey, met.node, met)
            continue
        access = next((each for each in survey.accesses if each.node is met.node), None)
        if access is not None:
            yield _outside(survey, access, met)


def _counts_under_conditions(survey: Survey) -> bool:
    """Whether an index or a divisor is read from memory that the function stores to under a condition."""
    stored = {
        each.buffer.data
        for each in survey.accesses
        if each.is_write and each.around.guards and each.buffer.dtype.is_integer
    }
    return bool(stored) and any(
        not stored.isdisjoint(memory_read(survey, in_loop_variables(survey, number)))
        for number in _indices_and_divisors(survey)
    )


def _decides(survey: Survey) -> bool:
    """Whether conditions on data choose between accesses of which one may lie outside."""
    return any(
        not fits(survey, index, size)
        for access in survey.accesses
        if access.around.guards and any(memory_read(survey, guard) for guard in access.around.guards)
        for index, size in zip(access.indices, access.buffer.shape)
        if not loads_in(index)
    )


def _indices_and_divisors(survey: Survey) -> Iterator[Expr]:
    for access in survey.accesses:
        yield from access.indices
    for division, _, _ in survey.quotients:
        if division.dtype.is_integer and not isinstance(division.b, IntImm):
            yield division.b


def _nothing_counted(survey: Survey, division: BinaryOp, met: Met) -> Diagnostic:
    others = [(name, value) for name, value in met.cells.items() if name != words(division.b)]
    sentence = f"the divisor `{words(division.b)}` is 0 for some data{when(others)}"
    return diagnose("zero-divisor", sentence, division.span or survey.somewhere)


def _outside(survey: Survey, access: Access, met: Met) -> Diagnostic:
    size = words(access.buffer.shape[met.position])
    sentence = beyond(access, met.position, f"{met.value}{when(met.cells.items())}", size)
    return diagnose("index-out-of-bounds", sentence, index_span(access, met.position) or survey.somewhere)


def _repeated(survey: Survey, loop: While, met: Met) -> Diagnostic:
    sentence = f"the loop never ends{when(met.cells.items())}: for some data, an iteration leaves all as it was in an earlier one"
    return diagnose("endless-loop", sentence, loop.condition.span or loop.span or survey.somewhere)
