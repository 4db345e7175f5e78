"""References: the occurrences of a symbol, for references, highlights and rename."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import function_called
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.expr import GlobalVar
from tilewright_server.answers import Extent, Reference
from tilewright_server.features.python_names import of_member, of_top_level


def references(analysis: Analysis, offset: int, include_definition: bool = True) -> tuple[Reference, ...]:
    """Every reference to the symbol at `offset`, sorted by position."""
    found: dict[Extent, Reference] = {}
    for definition, symbol in symbols_at(analysis, offset):
        if include_definition:
            _add(found, definition, symbol.start, symbol.end, "write")
        for use in symbol.uses:
            _add(found, definition, use.start, use.end, use.access)
        for start, end in _calls(definition, symbol):
            _add(found, definition, start, end, "text")
        for extent in _in_python(analysis, symbol):
            found.setdefault(extent, Reference(extent, "text"))
    return tuple(sorted(found.values(), key=lambda reference: reference.extent.start))


def symbols_at(analysis: Analysis, offset: int) -> Iterator[tuple[Definition, Symbol]]:
    """The symbol at `offset`; for a top-level name, also the same name in the file's other definitions."""
    placed = analysis.at(offset)
    symbol = placed.occurrence.symbol if placed is not None else None
    if placed is None:
        return
    if symbol is None:
        called = function_called(analysis, placed.occurrence.value, placed.definition)
        yield from (called,) if called is not None else ()
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


def _calls(definition: Definition, symbol: Symbol) -> Iterator[tuple[int, int]]:
    """The references inside a module to one of its functions: `cls.f`, `Module.f`."""
    if symbol.kind is SymbolKind.FUNCTION and symbol.parent is not None:
        for _, end, value in definition.source_map.values:
            if isinstance(value, GlobalVar) and value.name_hint == symbol.name:
                if definition.source.text[end - len(symbol.name) : end] == symbol.name:
                    yield end - len(symbol.name), end


def _in_python(analysis: Analysis, symbol: Symbol) -> Iterable[Extent]:
    if symbol.kind is SymbolKind.FUNCTION and symbol.parent is not None:
        return of_member(analysis.source, symbol.parent.name, symbol.name)
    if symbol.kind in (SymbolKind.FUNCTION, SymbolKind.MODULE) and symbol.parent is None and symbol.start >= 0:
        return of_top_level(analysis.source, symbol.name) or ()
    return ()


def _add(found: dict[Extent, Reference], definition: Definition, start: int, end: int, access: str) -> None:
    if start >= 0:
        extent = Extent(start + definition.base, end + definition.base)
        found.setdefault(extent, Reference(extent, access))
