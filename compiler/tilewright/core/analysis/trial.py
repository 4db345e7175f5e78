"""Trials: a function run with integers in memory as numbers, and with data of a few kinds that every caller may pass: in ascending order, or all alike.

What a trial meets is no guess: an index outside of its buffer, or a `while` loop that begins an iteration as it has begun one before.  Numbers that are computed from data
are floats here, so that nothing is said of indices that data decide.  A trial ends, without a word, at what it does not understand and when it takes too long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.trial_code import TrialCode
from tilewright.core.analysis.trial_findings import Met, met_in
from tilewright.core.analysis.trial_functions import End

STEPS = 4000  # statements and loads of one trial
# How far the data of the next parameter lie from those of the last, and whether all are alike.
KINDS = ((1, False), (-1, False), (0, True))


def trials(survey: Survey) -> Iterator[Met]:
    """The first mistake that each kind of data leads to."""
    if survey.has_threads or any(realize.block.iter_vars for realize, _ in survey.realizes) or survey.sizes:
        return
    code = TrialCode(survey)
    try:
        run: Callable[[int, float, int], Mapping[str, Any]] = code.compiled()["trial"]
    except (SyntaxError, RecursionError, MemoryError):
        return  # it is nested too deeply
    for step, alike in KINDS:
        try:
            met = met_in(code, run(step, 0.0 if alike else 1.0, STEPS))
        except (End, ArithmeticError, ValueError):
            continue
        if met is not None:
            yield met
