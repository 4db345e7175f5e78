"""References: the occurrences of a symbol, for references, highlights and rename."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import function_called
from tilewright.core.frontend.source_map import Symbol
from tilewright.core.ir.expr import GlobalVar
from tilewright_server.answers import Extent, Reference
from tilewright_server.features.plain_python import in_script, is_plain
from tilewright_server.features.python_names import file_names
from tilewright_server.features.variables import (
    Variable,
    is_local,
    is_member,
    local_mentions,
    python_mentions,
    variable_at,
)


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


def symbols_at(analysis: Analysis, offset: int) -> Iterator[Variable]:
    """The symbol at `offset`; for a top-level name, also the same name in the file's other definitions."""
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
        yield _captured(analysis, variable_at(analysis, definition, symbol, placed.start))


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


def of_variable(analysis: Analysis, variable: Variable) -> Iterator[Mention]:
    """Where the variable is mentioned, its definition first."""
    definition, symbol = variable.definition, variable.symbol
    if is_local(symbol):
        yield from local_mentions(analysis, definition, symbol)[0]
        return
    if symbol.start >= 0:
        yield Mention(Extent(symbol.start + definition.base, symbol.end + definition.base), "write")
    for use in symbol.uses:
        if definition.source.text[use.start : use.end] == symbol.name:
            yield Mention(Extent(use.start + definition.base, use.end + definition.base), use.access)
    yield from _of_member(analysis, variable) if is_member(symbol) else python_mentions(analysis, variable)


def _calls(definition: Definition, symbol: Symbol) -> Iterator[tuple[int, int]]:
    """The references inside a module to one of its functions: `cls.f`, `Module.f`."""
    if symbol.kind is SymbolKind.FUNCTION and symbol.parent is not None:
        for _, end, value in definition.source_map.values:
            if isinstance(value, GlobalVar) and value.name_hint == symbol.name:
                if definition.source.text[end - len(symbol.name) : end] == symbol.name:
                    yield end - len(symbol.name), end


def _captured(analysis: Analysis, variable: Variable) -> Variable:
    """The variable with the symbol that defines it, when a function or module of the script does."""
    for definition, symbol in analysis.symbols():
        if symbol.name == variable.symbol.name and symbol.start >= 0 and not is_local(symbol):
            found = _defined(analysis, definition, symbol)
            if found.scope is not None and found.scope is variable.scope:
                return found
    return variable


def _add(found: dict[Extent, Reference], definition: Definition, start: int, end: int, access: str) -> None:
    if start >= 0:
        extent = Extent(start + definition.base, end + definition.base)
        found.setdefault(extent, Reference(extent, access))
