"""Variables and buffers used where nothing defines them, or defined inside their own scope."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var


def undefined(survey: Survey) -> Iterator[Diagnostic]:
    """Each undefined variable once, where it is first used."""
    seen: set[Var] = set()
    for variable, buffer, place in survey.undefined:
        if variable in seen:
            continue
        seen.add(variable)
        name = variable.name if buffer is None else buffer.name
        span = name_span(name, place, survey.func.span) or survey.somewhere
        yield diagnose("undefined-variable", _sentence(variable, buffer), span)


def _sentence(variable: Var, buffer: Buffer | None) -> str:
    if buffer is None:
        return f"`{variable.name}` is used here, and nothing around gives it a value"
    if variable is buffer.data:
        return (
            f"`{buffer.name}` has no memory here: it is not a parameter, and nothing around allocates it or its pointer"
        )
    return f"the declaration of `{buffer.name}` mentions `{variable.name}`, and nothing around gives that a value"


def redefined(survey: Survey) -> Iterator[Diagnostic]:
    """Variables whose definition stands inside the scope of an earlier one."""
    for variable, place in survey.redefined:
        span = name_span(variable.name, place, survey.func.span) or survey.somewhere
        yield diagnose(
            "duplicate-name", f"`{variable.name}` is defined again while its first definition is in scope", span
        )
