"""Branches of `T.Select` that read outside of a buffer where the other branch is chosen: both may be computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilewright.core.analysis.checks.bounds import outside_of
from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import index_span
from tilewright.core.base.diagnostics import Diagnostic, diagnose


def select_branches(survey: Survey) -> Iterator[Diagnostic]:
    """Loads that fit their buffer under the condition of a `T.Select` alone."""
    for access, conditions in survey.chosen_loads:
        if outside_of(survey, access) is not None:
            continue  # its condition does not keep it inside either
        guards = tuple([guard for guard in access.around.guards if all(guard is not each for each in conditions)])
        found = outside_of(survey, replace(access, around=replace(access.around, guards=guards)))
        if found is not None:
            position, sentence = found
            sentence = f"{sentence}; `T.Select` may compute both values, `T.if_then_else` only the one that is chosen"
            yield diagnose("select-out-of-bounds", sentence, index_span(access, position) or survey.somewhere)
