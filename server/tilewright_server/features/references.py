"""References to a symbol: what references and highlight answer, and what rename changes."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import function_called
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.ir.expr import GlobalVar
from tilewright_server import shapes
from tilewright_server.answers import Extent, Reference
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import in_script, is_plain
from tilewright_server.features.python_names import file_names
from tilewright_server.features.variables import (
    Variable,
    is_local,
    is_member,
    local_mentions,
    python_mentions,
)


def references(analysis: Analysis, offset: int, include_definition: bool = True) -> tuple[Reference, ...]:
    """Every mention of the symbol at `offset`, by place."""
    found: dict[Extent, Reference] = {}
    for variable in symbols_at(analysis, offset):
        for mention in of_variable(analysis, variable):
            found.setdefault(mention.extent, mention)
        definition, symbol = variable.definition, variable.symbol
        if symbol.start >= 0 and not include_definition:
            found.pop(Extent(symbol.start + definition.base, symbol.end + definition.base), None)
    return tuple(sorted(found.values(), key=lambda mention: mention.extent.start))


def symbols_at(analysis: Analysis, offset: int) -> Iterator[Variable]:
    """The variable at `offset`; none where plain Python stands."""
    placed = analysis.at(offset)
    if placed is None:
        yield from _unread(analysis, offset)
        return
    if is_plain(analysis, placed):
        return
    symbol, definition = placed.occurrence.symbol, placed.definition
    if symbol is None:
        called = function_called(analysis, placed.occurrence.value, definition)
        if called is not None:
            yield _defined(analysis, *called)
    elif symbol.start >= 0:
        yield _defined(analysis, definition, symbol)
    else:
        yield _captured(analysis, Variable(analysis, definition, symbol, placed.start))


def _unread(analysis: Analysis, offset: int) -> Iterator[Variable]:
    """The local variable that a name means which the parser has not read: in the body of a macro, or where a size of the signature is made."""
    definition = analysis.definition_at(offset)
    if definition is None or not in_script(analysis, offset):
        return
    name = file_names(analysis.source).around(offset)
    for symbol in definition.source_map.symbols if name is not None else ():
        if name is not None and symbol.name == name.name and is_local(symbol):
            found = local_mentions(analysis, definition, symbol)[0]
            if any(mention.extent.start == name.start for mention in found):
                yield _defined(analysis, definition, symbol)
                return


def of_variable(analysis: Analysis, variable: Variable) -> Iterator[Reference]:
    """The references of the variable, its definition first."""
    definition, symbol = variable.definition, variable.symbol
    if is_local(symbol):
        yield from local_mentions(analysis, definition, symbol)[0]
        return
    if symbol.start >= 0:
        yield Reference(Extent(symbol.start + definition.base, symbol.end + definition.base), "write")
    for use in symbol.uses:
        if definition.source.text[use.start : use.end] == symbol.name:
            yield Reference(Extent(use.start + definition.base, use.end + definition.base), use.access)
    yield from _of_member(analysis, variable) if is_member(symbol) else python_mentions(analysis, variable)


def _defined(analysis: Analysis, definition: Definition, symbol: Symbol) -> Variable:
    return Variable(analysis, definition, symbol, symbol.start + definition.base)


def _captured(analysis: Analysis, variable: Variable) -> Variable:
    """The variable with the symbol that defines it, when a function or module of the script does."""
    for definition, symbol in analysis.symbols():
        if symbol.name == variable.symbol.name and symbol.start >= 0 and not is_local(symbol):
            found = _defined(analysis, definition, symbol)
            if found.scope is not None and found.scope is variable.scope:
                return found
    return variable


def _of_member(analysis: Analysis, variable: Variable) -> Iterator[Reference]:
    """The places at which a function of a module is named: `cls.f`, `Module.f`, `Module["f"]`."""
    definition, symbol, module = variable.definition, variable.symbol, variable.symbol.parent
    if module is None:
        return
    first, last = module.extent
    for start, end, value in definition.source_map.values:
        start = end - len(symbol.name)
        written = isinstance(value, GlobalVar) and definition.source.text[start:end] == symbol.name
        if written and value.name_hint == symbol.name and first <= start < last:
            yield Reference(Extent(start + definition.base, end + definition.base), "text")
    names = file_names(analysis.source)
    name = names.at(module.start + definition.base)
    if name is not None:
        body = Extent(first + definition.base, last + definition.base)
        for extent in names.members(name, symbol.name, body):
            yield Reference(extent, "text")


def highlights(ask: Ask) -> list[shapes.Highlight]:
    """`textDocument/documentHighlight`"""
    return ask.wire.highlights(references(ask.analysis, ask.offset))
