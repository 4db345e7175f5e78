"""Memory that is read although nothing stores anything in it."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import access_span, access_text, name_span
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.expr import Var


def unwritten_reads(survey: Survey) -> Iterator[Diagnostic]:
    """The first load from each allocated buffer that no store, call or view of the function can have filled."""
    if not survey.origins:
        return
    filled = _filled(survey)
    reported: set[Var] = set()
    for access in survey.accesses:
        buffer = access.buffer
        data = buffer.data
        if data not in survey.origins or data in filled or data in reported:
            continue
        reported.add(data)
        place = name_span(buffer.name, buffer.span)
        notes = () if place is None else (Note(f"`{buffer.name}` is allocated here", place),)
        sentence = f"`{access_text(access)}` is read, but nothing stores to `{buffer.name}`"
        yield diagnose("unwritten-buffer", sentence, access_span(access) or survey.somewhere, notes)


def _filled(survey: Survey) -> set[Var]:
    """Memory that is stored to, handed to calls, given another name, or declared to be written."""
    filled = {access.buffer.data for access in survey.accesses if access.is_write} | survey.opaque
    for realize, _ in survey.realizes:
        filled.update(match.source.buffer.data for match in realize.block.match_buffers)
        filled.update(region.buffer.data for region in realize.block.writes)
    return filled
