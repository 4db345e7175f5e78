"""Diagnostics: what is wrong, where, and where to read about it."""

from __future__ import annotations

from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.project.address import help_address
from tilewright_server.answers import Extent, Problem, Related
from tilewright_server.features.reported import reported, reported_with

# What these point at could be left out: editors show it greyed out.
UNNECESSARY: Final = frozenset({"unused-axis", "unused-buffer", "unused-value", "unused-result", "unused-ignore"})


def problems(analysis: Analysis, executed: tuple[Diagnostic, ...] = ()) -> tuple[Problem, ...]:
    """Everything that is reported of the document, by place; `executed` is what its exact check has found."""
    found = reported_with(analysis, executed) if executed else reported(analysis)
    return tuple(problem_of(analysis.source, diagnostic) for diagnostic in found)


def problem_of(source: Source, diagnostic: Diagnostic) -> Problem:
    """One diagnostic of the compiler, as an answer; notes in other files cannot be shown here and are left out."""
    related = [
        Related(Extent(note.span.start, note.span.end), note.message)
        for note in diagnostic.notes
        if note.span.source is source
    ]
    return Problem(
        Extent(diagnostic.span.start, diagnostic.span.end),
        int(diagnostic.severity),
        diagnostic.code,
        diagnostic.message,
        help_address(diagnostic.code),
        tuple(related),
        tuple(fix.title for fix in diagnostic.fixes),
        diagnostic.code in UNNECESSARY,
    )
