"""Rename: changes the definition of a name and all its references; refused unless every reference is known."""

from __future__ import annotations

import keyword

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright_server.answers import Change, Extent
from tilewright_server.features.python_names import is_python, of_top_level
from tilewright_server.features.references import references, symbols_at

# Names inside functions, and functions inside modules: every reference to them is known.
INSIDE = frozenset({SymbolKind.PARAMETER, SymbolKind.BUFFER, SymbolKind.LOOP, SymbolKind.AXIS, SymbolKind.SCALAR})
# Names to which other Python of the file may refer as well.
NAMED = frozenset({SymbolKind.FUNCTION, SymbolKind.MODULE})


def renamable(analysis: Analysis, offset: int) -> Extent | None:
    """The name at `offset` when it can be renamed safely."""
    placed = analysis.at(offset)
    found = next(symbols_at(analysis, offset), None)
    if placed is None or found is None:
        return None
    symbol = found[1]
    # Of `cls.f` the name is the end.
    extent = Extent(max(placed.start, placed.end - len(symbol.name)), placed.end)
    written = analysis.source.text[extent.start : extent.end] == symbol.name
    return extent if written and _is_understood(analysis, symbol) else None


def rename(analysis: Analysis, offset: int, name: str) -> tuple[Change, ...] | str:
    """The changes that rename the symbol at `offset`, or why it cannot be done."""
    placed = analysis.at(offset)
    found = next(symbols_at(analysis, offset), None)
    if placed is None or found is None or renamable(analysis, offset) is None:
        return (
            "Only buffers, parameters, loop variables, block axes, variables, functions and modules can be renamed, "
            "the last two only where the name means nothing else in the file and Python can read all of it."
        )
    definition, symbol = found
    if not name.isidentifier() or keyword.iskeyword(name):
        return f"`{name}` is not a name in Python."
    if name in _taken(analysis, definition, symbol):
        return f"`{name}` already stands for something else in this {'file' if symbol.parent is None else 'function'}."
    return tuple(Change(reference.extent, name) for reference in references(analysis, offset))


def _is_understood(analysis: Analysis, symbol: Symbol) -> bool:
    """Whether every reference to the symbol in this file is known."""
    if symbol.kind in INSIDE:
        return symbol.parent is not None
    if symbol.kind not in NAMED or symbol.start < 0 or not is_python(analysis.source):
        return False
    return symbol.parent is not None or of_top_level(analysis.source, symbol.name) is not None


def _taken(analysis: Analysis, definition: Definition, symbol: Symbol) -> set[str]:
    """The names that the new one must differ from."""
    taken = {other.name for other in definition.source_map.symbols if other is not symbol}
    if symbol.parent is None:
        taken.update(name for each in analysis.definitions for name in each.bindings)
    return taken
