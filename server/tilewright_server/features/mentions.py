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
    if symbol.parent is not None:
        yield placed.definition, symbol
        return
    yield from (
        (definition, other)
        for definition, other in analysis.symbols()
        if other.parent is None and other.name == symbol.name
    )


def _add(found: dict[Extent, Mention], definition: Definition, start: int, end: int, access: str) -> None:
    extent = Extent(start + definition.base, end + definition.base)
    found.setdefault(extent, Mention(extent, access))
