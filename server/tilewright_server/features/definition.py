"""Go to definition: of a name in this document, or of a `T.` name in the stub that documents it."""

from __future__ import annotations

from tilewright.core.analyze import Analysis, Definition, Placed
from tilewright.core.describe import function_called, member_of, stub_place
from tilewright.core.frontend.source_map import Symbol
from tilewright_server.answers import Extent, FilePlace
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import is_plain


def definitions(analysis: Analysis, offset: int) -> tuple[Extent | FilePlace, ...]:
    """The definitions of the symbol at `offset`."""
    placed = analysis.at(offset)
    if placed is None or is_plain(analysis, placed):
        return ()
    member = member_of(placed.occurrence.value)
    if member is not None:
        place = stub_place(member)
        return (FilePlace(*place),) if place is not None else ()
    called = function_called(analysis, placed.occurrence.value, placed.definition)
    return (_name(*called),) if called is not None else _own(analysis, placed)


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


def answer(ask: Ask) -> object:
    """`textDocument/definition`"""
    return ask.wire.locations(definitions(ask.analysis, ask.offset))
