"""Where a symbol is mentioned: references and highlights, and what rename changes."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analyze import Analysis, Definition
from tilewright.frontend.source_map import Symbol
from tilewright_server.answers import Extent, Mention


def mentions(analysis: Analysis, offset: int, include_definition: bool = True) -> tuple[Mention, ...]:
    """Every mention of the symbol at `offset`, by place."""
    found: dict[Extent, Mention] = {}
    for definition, symbol in symbols_at(analysis, offset):
        if include_definition:
            _add(found, definition, symbol.start, symbol.end, "write")
        for use in symbol.uses:
            _add(found, definition, use.start, use.end, use.access)
    return tuple(sorted(found.values(), key=lambda mention: mention.extent.start))


def symbols_at(analysis: Analysis, offset: int) -> Iterator[tuple[Definition, Symbol]]:
    """The symbol at `offset`; for a top-level name also its namesakes in the other definitions, which mean the same."""
    placed = analysis.at(offset)
    symbol = placed.occurrence.symbol if placed is not None else None
    if placed is None or symbol is None:
        return
    if not _is_top_level(placed.definition, symbol):
        yield placed.definition, symbol
        return
    for definition, other in analysis.symbols():
        if other.name == symbol.name and _is_top_level(definition, other):
            yield definition, other


def _is_top_level(definition: Definition, symbol: Symbol) -> bool:
    """Whether the name is one of the file: defined at its top level, or taken from there."""
    return symbol.start < 0 or (symbol.parent is None and symbol.name in definition.bindings)


def _add(found: dict[Extent, Mention], definition: Definition, start: int, end: int, access: str) -> None:
    if start >= 0:
        extent = Extent(start + definition.base, end + definition.base)
        found.setdefault(extent, Mention(extent, access))
