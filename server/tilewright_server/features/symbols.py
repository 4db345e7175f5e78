"""Document symbols: modules, functions, and the buffers, blocks and loops inside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import detail
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright_server import shapes
from tilewright_server.answers import Extent, Local, Outline, Part
from tilewright_server.ask import Ask
from tilewright_server.capabilities import capability
from tilewright_server.features.remembered import remembered
from tilewright_server.rpc import Written

SHOWN = frozenset(SymbolKind) - {SymbolKind.PYTHON, SymbolKind.AXIS}


def outline(analysis: Analysis) -> Iterator[Part[Outline]]:
    """The symbols of each definition as trees; the loops of one `for` are one entry."""
    for definition in analysis.definitions:
        yield Part(definition.base, definition.source.text, _of_definition(definition))


@remembered
def _of_definition(definition: Definition) -> Local[Outline]:
    inside: Inside = {}
    for symbol in definition.source_map.symbols:
        inside.setdefault(None if symbol.parent is None else id(symbol.parent), []).append(symbol)
    return Local(_entries(inside, inside.get(None, [])))


# The symbols inside each, by its identity, and those inside of none.
Inside = dict["int | None", "list[Symbol]"]


def _entries(inside: Inside, symbols: list[Symbol]) -> tuple[Outline, ...]:
    shown = [symbol for symbol in symbols if symbol.kind in SHOWN and symbol.start >= 0]
    return tuple(_entry(inside, list(group)) for _, group in groupby(shown, key=_statement))


def _statement(symbol: Symbol) -> object:
    """The key that the loops of one `for` share, and no two other symbols."""
    return symbol.extent if symbol.kind is SymbolKind.LOOP else id(symbol)


def _entry(inside: Inside, group: list[Symbol]) -> Outline:
    first = group[0]
    name = Extent(first.start, group[-1].end)
    # The protocol wants the name inside the whole.
    whole = Extent(min(name.start, first.extent[0]), max(name.end, first.extent[1]))
    children = [child for symbol in group for child in inside.get(id(symbol), [])]
    title = ", ".join(symbol.name for symbol in group) or first.kind.value
    said = ", ".join(filter(None, map(detail, group)))
    return Outline(title, said, first.kind.value, whole, name, _entries(inside, children))


def answer(ask: Ask) -> Written[list[shapes.DocumentSymbol]] | list[shapes.SymbolInformation] | None:
    """`textDocument/documentSymbol`"""
    if not shows_tree(ask.server.client):
        return ask.wire.flat_outline(outline(ask.analysis))
    written = ask.wire.written_outline(outline(ask.analysis))
    return Written(written) if written != "[]" else None


def shows_tree(client: Mapping[str, object]) -> bool:
    """Whether the client shows symbols inside of others."""
    return bool(capability(client, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"))
