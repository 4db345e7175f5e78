"""Document symbols: modules, functions, and the buffers, blocks and loops inside them."""

from __future__ import annotations

from tilewright.analyze import Analysis, Definition
from tilewright.describe import detail
from tilewright.frontend.source_map import Symbol, SymbolKind
from tilewright_server.answers import Extent, Outline

SHOWN = frozenset(SymbolKind) - {SymbolKind.PYTHON, SymbolKind.AXIS}


def outline(analysis: Analysis) -> tuple[Outline, ...]:
    """The symbols of the document as a tree."""
    return tuple(
        _outline(definition, symbol)
        for definition, symbol in analysis.symbols()
        if symbol.parent is None and symbol.kind in SHOWN
    )


def _outline(definition: Definition, symbol: Symbol) -> Outline:
    base = definition.base
    name = Extent(symbol.start + base, symbol.end + base)
    # The protocol wants the name inside the whole.
    whole = Extent(min(name.start, symbol.extent[0] + base), max(name.end, symbol.extent[1] + base))
    children = tuple(_outline(definition, child) for child in symbol.children if child.kind in SHOWN)
    return Outline(symbol.name or symbol.kind.value, detail(symbol), symbol.kind.value, whole, name, children)
