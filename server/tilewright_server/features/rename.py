"""Rename: the definition of a name and all its mentions, when all of them are known to us."""

from __future__ import annotations

import keyword

from tilewright.analyze import Analysis
from tilewright.frontend.source_map import Symbol, SymbolKind
from tilewright_server.answers import Change, Extent
from tilewright_server.features.mentions import mentions

# Functions and captured Python values may be mentioned in code, or in files, that the source map does not cover.
LOCAL = frozenset({SymbolKind.PARAMETER, SymbolKind.BUFFER, SymbolKind.LOOP, SymbolKind.AXIS, SymbolKind.SCALAR})


def renamable(analysis: Analysis, offset: int) -> Extent | None:
    """The name at `offset` when it can be renamed safely."""
    placed = analysis.at(offset)
    if placed is None or not _is_local(analysis, placed.occurrence.symbol, Extent(placed.start, placed.end)):
        return None
    return Extent(placed.start, placed.end)


def rename(analysis: Analysis, offset: int, name: str) -> tuple[Change, ...] | str:
    """The changes that rename the symbol at `offset`, or why it cannot be done."""
    placed = analysis.at(offset)
    symbol = placed.occurrence.symbol if placed is not None else None
    if placed is None or symbol is None or renamable(analysis, offset) is None:
        return "Only buffers, parameters, loop variables, block axes and variables can be renamed."
    if not name.isidentifier() or keyword.iskeyword(name):
        return f"`{name}` is not a name in Python."
    taken = {other.name for other in placed.definition.source_map.symbols if other is not symbol}
    if name in taken:
        return f"`{name}` already stands for something else in this function."
    return tuple(Change(mention.extent, name) for mention in mentions(analysis, offset))


def _is_local(analysis: Analysis, symbol: Symbol | None, extent: Extent) -> bool:
    """Whether it is a name inside a function, written as such at the cursor (and not, say, inside a string)."""
    if symbol is None or symbol.kind not in LOCAL or symbol.parent is None:
        return False
    return analysis.source.text[extent.start : extent.end] == symbol.name
