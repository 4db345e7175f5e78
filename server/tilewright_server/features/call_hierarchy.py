"""The call hierarchy of the script's functions, incoming and outgoing: inside modules by `cls.f` and `Module.f`, and across the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import detail, function_called
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright_server import shapes
from tilewright_server.answers import Calls, Extent, Function
from tilewright_server.ask import Ask
from tilewright_server.features.references import references, symbols_at

Found = tuple[Definition, Symbol]


def function_at(analysis: Analysis, offset: int) -> Function | None:
    """The function that the name at `offset` stands for."""
    found = next(symbols_at(analysis, offset), None)
    if found is None or found.symbol.kind is not SymbolKind.FUNCTION:
        return None
    return _function(found.definition, found.symbol)


def callers(analysis: Analysis, name: Extent) -> tuple[Calls, ...]:
    """The callers of the function whose name is defined at `name`, each with the extents of its calls."""
    places = (reference.extent for reference in references(analysis, name.start, include_definition=False))
    return _grouped((_around(analysis, place), place) for place in places)


def called(analysis: Analysis, name: Extent) -> tuple[Calls, ...]:
    """The functions called by the one whose name is defined at `name`, each with the extents of the calls."""
    caller = _defined_at(analysis, name)
    return _grouped(_mentioned(analysis, *caller)) if caller is not None else ()


def _mentioned(analysis: Analysis, definition: Definition, caller: Symbol) -> Iterator[tuple[Found | None, Extent]]:
    for start, end, value in definition.source_map.values:
        if caller.extent[0] <= start < caller.extent[1]:
            found = function_called(analysis, value, definition)
            length = len(found[1].name) if found is not None else 0
            yield found, Extent(end - length + definition.base, end + definition.base)


def _grouped(found: Iterable[tuple[Found | None, Extent]]) -> tuple[Calls, ...]:
    """One entry for each function, in the order in which they come up."""
    functions: dict[int, Function] = {}
    places: dict[int, list[Extent]] = {}
    for pair, place in found:
        if pair is not None:
            functions.setdefault(id(pair[1]), _function(*pair))
            places.setdefault(id(pair[1]), []).append(place)
    return tuple(Calls(functions[key], tuple(places[key])) for key in functions)


def _around(analysis: Analysis, place: Extent) -> Found | None:
    """The function of the script in which a place lies."""
    for definition, symbol in analysis.symbols():
        start, end = (offset + definition.base for offset in symbol.extent)
        if symbol.kind is SymbolKind.FUNCTION and symbol.start >= 0 and start <= place.start < end:
            return definition, symbol
    return None


def _defined_at(analysis: Analysis, name: Extent) -> Found | None:
    for definition, symbol in analysis.symbols():
        if symbol.kind is SymbolKind.FUNCTION and symbol.start + definition.base == name.start and symbol.start >= 0:
            return definition, symbol
    return None


def _function(definition: Definition, symbol: Symbol) -> Function:
    whole, name = (
        Extent(start + definition.base, end + definition.base)
        for start, end in (symbol.extent, (symbol.start, symbol.end))
    )
    return Function(symbol.name, detail(symbol), whole, name)


def prepare(ask: Ask) -> list[shapes.CallHierarchyItem] | None:
    """`textDocument/prepareCallHierarchy`"""
    found = function_at(ask.analysis, ask.offset)
    return ask.wire.functions([found]) if found is not None else None


def incoming(ask: Ask) -> list[shapes.IncomingCall]:
    """`callHierarchy/incomingCalls`"""
    return ask.wire.callers(callers(ask.analysis, _name_of_item(ask)))


def outgoing(ask: Ask) -> list[shapes.OutgoingCall]:
    """`callHierarchy/outgoingCalls`"""
    return ask.wire.called(called(ask.analysis, _name_of_item(ask)))


def _name_of_item(ask: Ask) -> Extent:
    return ask.wire.extent(ask.params["item"]["selectionRange"])
