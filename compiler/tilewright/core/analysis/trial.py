"""Trials: a function run with integers in memory as numbers, and with data of a few kinds that every caller may pass: in ascending order, or all alike.

What a trial meets is no guess: an index outside of its buffer, or a `while` loop that begins an iteration as it has begun one before.  Numbers that are computed from data
are floats here, so that nothing is said of indices that data decide.  A trial ends, without a word, at what it does not understand and when it takes too long.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.trial_code import FAR, End, Met, Number, Trial, code_of
from tilewright.core.ir.expr import Var

STEPS = 4000  # statements and loads of one trial
KINDS = (
    (1, 0),
    (-1, 0),
    (0, 1),
)  # how far the data of the next parameter lie from those of the last, and whether all are alike


def trials(survey: Survey) -> Iterator[Met]:
    """The first mistake that each kind of data leads to."""
    if survey.has_threads or any(realize.block.iter_vars for realize, _ in survey.realizes) or survey.sizes:
        return
    run = code_of(survey)
    for step, alike in KINDS:
        trial = Trial(step, bool(alike), STEPS, _parameters(survey, step))
        try:
            run(trial)
        except (End, ArithmeticError, ValueError):
            pass
        if trial.met is not None:
            yield trial.met


def _parameters(survey: Survey, step: int) -> dict[Var, Number | None]:
    """The values of the parameters that are no pointers."""
    func = survey.func
    numbered = enumerate(func.params, len(func.buffer_map))
    return {param: float(step * position * FAR) for position, param in numbered if not param.dtype.is_handle}
