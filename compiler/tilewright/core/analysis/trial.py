"""Trials: a function run with integers in memory as numbers, and with data of a few kinds that every caller may pass: in ascending order, or all alike.

What a trial meets is no guess: an index outside of its buffer, or a `while` loop that begins an iteration as it has begun one before.  Numbers that are computed from data
are floats here, so that nothing is said of indices that data decide.  A trial ends, without a word, at what it does not understand and when it takes too long.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.trial_code import End, Met, code_of

STEPS = 4000  # statements and loads of one trial
KINDS = (
    (1, False),
    (-1, False),
    (0, True),
)  # how far the data of the next parameter lie from those of the last, and whether all are alike


def trials(survey: Survey) -> Iterator[Met]:
    """The first mistake that each kind of data leads to."""
    if survey.has_threads or any(realize.block.iter_vars for realize, _ in survey.realizes) or survey.sizes:
        return
    run = code_of(survey)
    for step, alike in KINDS if run is not None else ():
        try:
            met = run(step, alike, STEPS) if run is not None else None
        except (End, ArithmeticError, ValueError):
            met = None
        if met is not None:
            yield met
