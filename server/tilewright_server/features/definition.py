"""Go to definition: of a name in this document, or of a `T.` name in the stub that documents it."""

from __future__ import annotations

from tilewright.analyze import Analysis, Definition, Placed
from tilewright.describe import global_name, member_of, stub_place
from tilewright.frontend.source_map import Symbol, SymbolKind
from tilewright_server.answers import Extent, FilePlace


def definitions(analysis: Analysis, offset: int) -> tuple[Extent | FilePlace, ...]:
    """Where what stands at `offset` is defined."""
    placed = analysis.at(offset)
    if placed is None:
        return ()
    member = member_of(placed.occurrence.value)
    if member is not None:
        place = stub_place(member)
        return (FilePlace(*place),) if place is not None else ()
    elsewhere = _function_named(analysis, global_name(placed.occurrence.value), placed)
    return elsewhere or _own(analysis, placed)


def _own(analysis: Analysis, placed: Placed) -> tuple[Extent, ...]:
    """The definition of the symbol itself; a name taken from elsewhere in the file leads there."""
    symbol = placed.occurrence.symbol
    if symbol is None:
        return ()
    if symbol.start >= 0:
        return (_name(placed.definition, symbol),)
    found = analysis.resolve(symbol.name)
    return (_name(*found),) if found is not None else ()


def _name(definition: Definition, symbol: Symbol) -> Extent:
    return Extent(symbol.start + definition.base, symbol.end + definition.base)


def _function_named(analysis: Analysis, name: str | None, placed: Placed) -> tuple[Extent, ...]:
    """The function that a call names: in the same definition (a module calls its own functions) before any other."""
    if name is None:
        return ()
    found = [
        (definition is not placed.definition, _name(definition, symbol))
        for definition, symbol in analysis.symbols()
        if symbol.kind is SymbolKind.FUNCTION and symbol.name == name
    ]
    return tuple(extent for _, extent in sorted(found, key=lambda pair: pair[0])[:1])
