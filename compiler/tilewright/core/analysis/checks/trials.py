"""Findings of trials: indices that `while` loops and counters take outside of a buffer, and loops that repeat themselves."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.checks.arithmetic import hides
from tilewright.core.analysis.checks.bounds import beyond
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey, memory_read
from tilewright.core.analysis.trial import Met, trials
from tilewright.core.analysis.wording import index_span, when, words
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.stmt import While


def met_in_trials(survey: Survey) -> Iterator[Diagnostic]:
    """The accesses and loops that are wrong for some data, and of which nothing was said yet."""
    endless = any(id(loop) in survey.said for loop, _, _ in survey.whiles)
    if endless or not (survey.whiles or _counts_under_conditions(survey)):
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
        access = next((each for each in survey.accesses if each.node is met.node), None)
        if access is not None:
            yield _outside(survey, access, met)


def _counts_under_conditions(survey: Survey) -> bool:
    """Whether an index is read from memory of the function that it stores to under a condition."""
    if not survey.origins:
        return False
    stored = {
        each.buffer.data
        for each in survey.accesses
        if each.is_write and each.around.guards and each.buffer.dtype.is_integer
    } & survey.origins.keys()
    return bool(stored) and any(
        not stored.isdisjoint(memory_read(survey, in_loop_variables(survey, index)))
        for access in survey.accesses
        for index in access.indices
    )


def _outside(survey: Survey, access: Access, met: Met) -> Diagnostic:
    size = words(access.buffer.shape[met.position])
    sentence = beyond(access, met.position, f"{met.value}{when(met.cells.items())}", size)
    return diagnose("index-out-of-bounds", sentence, index_span(access, met.position) or survey.somewhere)


def _repeated(survey: Survey, loop: While, met: Met) -> Diagnostic:
    sentence = f"the loop never ends{when(met.cells.items())}: for some data, an iteration leaves all as it was in an earlier one"
    return diagnose("endless-loop", sentence, loop.condition.span or loop.span or survey.somewhere)
