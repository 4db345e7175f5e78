"""Formatting: the layout of the script's functions, of the document or of those in a range; the Python around them is left to its own formatters."""

from __future__ import annotations

from tilewright.core.analyze import Analysis
from tilewright.core.refactor.layout import laid_out
from tilewright_server import shapes
from tilewright_server.answers import Change, Extent
from tilewright_server.ask import Ask
from tilewright_server.features.line_changes import by_line


def formatted(analysis: Analysis, within: Extent) -> tuple[Change, ...]:
    """The changes of the lines that are laid out differently."""
    text = analysis.source.text
    made = laid_out(analysis, within.start, within.end)
    return tuple(change for each in made for change in by_line(text, each.start, each.end, each.text))


def answer(ask: Ask) -> list[shapes.TextEdit]:
    """`textDocument/formatting`"""
    return ask.wire.text_edits(formatted(ask.analysis, Extent(0, len(ask.analysis.source.text))))


def of_range(ask: Ask) -> list[shapes.TextEdit]:
    """`textDocument/rangeFormatting`"""
    return ask.wire.text_edits(formatted(ask.analysis, ask.wire.extent(ask.params["range"])))
