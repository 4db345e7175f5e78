"""The diagnostics that are reported of a document: those of its analysis, and of executing it, as the settings of its project and the comments in it want them."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from tilewright.core.analyze import Analysis
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.project.configuration import Configuration, configuration_of
from tilewright.project.verdict import wanted

_KNOWN: WeakKeyDictionary[Source, tuple[Configuration, tuple[Diagnostic, ...]]] = WeakKeyDictionary()


def reported(analysis: Analysis) -> tuple[Diagnostic, ...]:
    """The diagnostics of a document, by place; judged again when its settings have changed."""
    configuration = configuration_of(analysis.source.name)
    known = _KNOWN.get(analysis.source)
    if known is None or known[0] is not configuration:
        found = wanted(analysis.source, analysis.diagnostics, configuration)
        known = _KNOWN[analysis.source] = (configuration, found)
    return known[1]


def reported_with(analysis: Analysis, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a document with further ones, by place."""
    return wanted(analysis.source, (*analysis.diagnostics, *found), configuration_of(analysis.source.name))
