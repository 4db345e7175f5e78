"""Hover: what the thing under the cursor is."""

from __future__ import annotations

from tilewright.core.analyze import Analysis
from tilewright.core.describe import describe
from tilewright_server import shapes
from tilewright_server.answers import Extent, HoverText
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import is_plain


def hover(analysis: Analysis, offset: int) -> HoverText | None:
    """Markdown about what stands at `offset`."""
    placed = analysis.at(offset) or analysis.in_macro(offset)
    if placed is None or is_plain(analysis, placed):
        return None
    markdown = describe(analysis, placed)
    return HoverText(markdown, Extent(placed.start, placed.end)) if markdown is not None else None


def answer(ask: Ask) -> shapes.Hover | None:
    """`textDocument/hover`"""
    return ask.wire.hover(hover(ask.analysis, ask.offset))
