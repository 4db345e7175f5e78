"""Document symbols: modules, functions, and the buffers, blocks and loops inside them."""

from __future__ import annotations

from itertools import groupby

from tilewright.analyze import Analysis, Definition
from tilewright.describe import detail
from tilewright.frontend.source_map import Symbol, SymbolKind
from tilewright_server.answers import Extent, Outline

SHOWN = frozenset(SymbolKind) - {SymbolKind.PYTHON, SymbolKind.AXIS}


def outline(analysis: Analysis) -> tuple[Outline, ...]:
    """The symbols of the document as a tree; the loops of one `for` are one entry."""
    found: list[Outline] = []
    for definition in analysis.definitions:
        top = [symbol for symbol in definition.source_map.symbols if symbol.parent is None]
        found += _entries(definition, top)
    return tuple(found)


def _entries(definition: Definition, symbols: list[Symbol]) -> list[Outline]:
    shown = [symbol for symbol in symbols if symbol.kind in SHOWN and symbol.start >= 0]
    return [_entry(definition, list(group)) for _, group in groupby(shown, key=_statement)]


def _statement(symbol: Symbol) -> object:
    """What the loops of one `for` have in common, and no two other symbols."""
    return symbol.extent if symbol.kind is SymbolKind.LOOP else id(symbol)


def _entry(definition: Definition, group: list[Symbol]) -> Outline:
    base, first = definition.base, group[0]
    name = Extent(first.start + base, group[-1].end + base)
    # The protocol wants the name inside the whole.
    whole = Extent(min(name.start, first.extent[0] + base), max(name.end, first.extent[1] + base))
    children = [child for symbol in group for child in symbol.children]
    title = ", ".join(symbol.name for symbol in group) or first.kind.value
    said = ", ".join(filter(None, map(detail, group)))
    return Outline(title, said, first.kind.value, whole, name, tuple(_entries(definition, children)))
