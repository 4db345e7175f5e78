"""Diagnostics: what is wrong, where, and where to read about it."""

from __future__ import annotations

from tilewright.core.analyze import Analysis
from tilewright.core.base.diagnostics import Diagnostic
from tilewright_server.answers import Extent, Problem, Related

DOCUMENTATION = "https://github.com/tilewright/tilewright/blob/main/docs/diagnostics.md"
# An editor shows no more at once, and sending them takes time.
MOST = 1000


def problems(analysis: Analysis) -> tuple[Problem, ...]:
    """Everything wrong in the document, by place."""
    return tuple(problem_of(analysis, diagnostic) for diagnostic in analysis.diagnostics[:MOST])


def problem_of(analysis: Analysis, diagnostic: Diagnostic) -> Problem:
    """One diagnostic of the compiler, as an answer; notes in other files cannot be shown here and are left out."""
    related = [
        Related(Extent(note.span.start, note.span.end), note.message)
        for note in diagnostic.notes
        if note.span.source is analysis.source
    ]
    return Problem(
        Extent(diagnostic.span.start, diagnostic.span.end),
        int(diagnostic.severity),
        diagnostic.code,
        diagnostic.message,
        f"{DOCUMENTATION}#{diagnostic.code}",
        tuple(related),
        tuple(fix.title for fix in diagnostic.fixes),
    )
