"""Semantic tokens: what each name stands for."""

from __future__ import annotations

from tilewright.analyze import Analysis
from tilewright.describe import member_of
from tilewright.frontend.source_map import SymbolKind
from tilewright_server.answers import Extent, Token


def tokens(analysis: Analysis) -> tuple[Token, ...]:
    """The role of every name that the analysis knows, by place, without overlaps."""
    found: dict[Extent, Token] = {}
    for definition in analysis.definitions:
        writes = {
            (use.start, use.end)
            for symbol in definition.source_map.symbols
            for use in symbol.uses
            if use.access == "write"
        }
        for occurrence in definition.source_map.occurrences():
            extent = Extent(occurrence.start + definition.base, occurrence.end + definition.base)
            symbol = occurrence.symbol
            member = member_of(occurrence.value) if symbol is None else None
            if symbol is not None and symbol.kind not in (SymbolKind.PYTHON, SymbolKind.BLOCK):
                declared = (occurrence.start, occurrence.end) == (symbol.start, symbol.end)
                written = (occurrence.start, occurrence.end) in writes
                modifiers = ("declaration",) if declared else ("modification",) if written else ()
                found.setdefault(extent, Token(extent, symbol.kind.value, modifiers))
            elif member is not None:
                found.setdefault(extent, Token(extent, member.kind))
    return _without_overlaps(sorted(found.values(), key=lambda token: (token.extent.start, token.extent.end)))


def _without_overlaps(ordered: list[Token]) -> tuple[Token, ...]:
    kept: list[Token] = []
    for token in ordered:
        if not kept or token.extent.start >= kept[-1].extent.end:
            kept.append(token)
    return tuple(kept)
