"""Which variable a symbol of the script is: one of a function of the script, one of the Python around it, or a function of a module.

Inside a function of the script the parser's source map says what a name means; what it has not read (the body of a macro, dead code) follows
Python's rules, as all names outside do.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.frontend.python_scopes import Name, Scope
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.relax import RelaxExpr
from tilewright_server.answers import Extent, Reference
from tilewright_server.features.other_files import exported
from tilewright_server.features.python_names import FileNames, file_names, own_names

INSIDE: Final = frozenset(
    {SymbolKind.PARAMETER, SymbolKind.BUFFER, SymbolKind.LOOP, SymbolKind.AXIS, SymbolKind.SCALAR}
)


@dataclass(frozen=True, slots=True)
class Variable:
    """A symbol of an analysis where its name begins at `start`."""

    analysis: Analysis
    definition: Definition
    symbol: Symbol
    start: int

    @property
    def name(self) -> Name | None:
        """Its name in Python's scopes; None where Python does not see it."""
        return file_names(self.analysis.source).at(self.start)

    @property
    def scope(self) -> Scope | None:
        """The scope of Python that binds it."""
        name = self.name
        return name.binder if name is not None else None


def is_local(symbol: Symbol) -> bool:
    """Whether the symbol is known in one function of the script only."""
    return symbol.kind in INSIDE and symbol.parent is not None and symbol.start >= 0


def function_of(definition: Definition, symbol: Symbol) -> Extent:
    """The outermost function of the script that holds a local symbol."""
    found = symbol
    while found.parent is not None and found.parent.kind is not SymbolKind.MODULE:
        found = found.parent
    return Extent(found.extent[0] + definition.base, found.extent[1] + definition.base)


def is_member(symbol: Symbol) -> bool:
    """Whether the symbol is a function of a module."""
    return symbol.kind is SymbolKind.FUNCTION and symbol.parent is not None and symbol.parent.kind is SymbolKind.MODULE


def local_mentions(analysis: Analysis, definition: Definition, symbol: Symbol) -> tuple[list[Reference], list[Name]]:
    """The references of a local symbol, and the names of the same spelling of which it is not known what they mean."""
    extent, recorded = function_of(definition, symbol), _recorded(definition, symbol.name)
    names, base = _names_for(analysis, definition, symbol.name, recorded)
    inside = Extent(extent.start - base, extent.end - base)
    owners = [owner for _, owner in recorded.values() if is_local(owner) and function_of(definition, owner) == extent]
    one = owners if _is_graph(owners) else _of_branches(names, definition.base - base, owners, symbol)
    found = [mention for mention, owner in recorded.values() if owner in one]
    unread = [
        name
        for name in names.inside(symbol.name, inside)
        if name.start + base not in recorded and _may_be_local(names, name, inside)
    ]
    sizes = names.sizes_inside(symbol.name, inside)
    found += [Reference(Extent(place.start + base, place.end + base), "text") for place in sizes]
    if any(owner not in one for owner in owners):
        return found, unread
    return found + [Reference(Extent(name.start, name.end), "text") for name in unread], []


def _names_for(
    analysis: Analysis, definition: Definition, name: str, recorded: Collection[int]
) -> tuple[FileNames, int]:
    """The names by which mentions of a local symbol are found, and the offset that they count from.

    The definition alone is enough where the parser has read all names of this spelling: then nothing depends on what the rest of the file binds, which
    is worked out anew after every edit.
    """
    own, base = own_names(definition), definition.base
    if own.is_python and all(each.start + base in recorded for each in own.names if each.name == name):
        return own, base
    return file_names(analysis.source), 0


def _is_graph(owners: list[Symbol]) -> bool:
    """Whether the symbols of one spelling are variables of Relax: there one name may be given several values, one in each branch."""
    return any(isinstance(owner.value, RelaxExpr) for owner in owners)


def _of_branches(names: FileNames, base: int, owners: list[Symbol], symbol: Symbol) -> list[Symbol]:
    """The symbols that are one variable with `symbol`: both sides of an `if` define it, and it is read behind that."""
    one = [symbol]
    while True:
        grown = [
            owner
            for owner in owners
            if owner not in one and any(_joins(each, base, one, owner) for each in names.branches)
        ]
        if not grown:
            return one
        one += dict.fromkeys(grown)


def _joins(branches: tuple[Extent, Extent, Extent], base: int, one: list[Symbol], other: Symbol) -> bool:
    whole, *sides = branches
    place = [side.start <= other.start + base < side.end for side in sides]
    if not any(place):
        return False
    opposite = sides[place.index(False)]
    facing = [each for each in one if opposite.start <= each.start + base < opposite.end]
    return any(use.start + base >= whole.end for each in (*facing, other) for use in each.uses if facing)


def reaches(analysis: Analysis, definition: Definition, symbol: Symbol) -> Extent:
    """The range in which a name that a function of the script defines may be read: the loop, the `with` or the branch that defines it."""
    names, start = file_names(analysis.source), symbol.start + definition.base
    suites = (suite for suite in names.suites if suite.start <= start < suite.end)
    return min(suites, key=lambda suite: suite.end - suite.start, default=function_of(definition, symbol))


def local_at(definition: Definition, name: str, start: int) -> Symbol | None:
    """The local symbol that a name at `start` is recorded for."""
    found = _recorded(definition, name).get(start)
    return found[1] if found is not None and is_local(found[1]) else None


def _recorded(definition: Definition, name: str) -> dict[int, tuple[Reference, Symbol]]:
    """The symbols of a spelling in the source map: each place in the file with its symbol."""
    found: dict[int, tuple[Reference, Symbol]] = {}
    for symbol in definition.source_map.symbols:
        if symbol.name != name:
            continue
        places = [(symbol.start, symbol.end, "write"), *((use.start, use.end, use.access) for use in symbol.uses)]
        for start, end, access in places:
            # A macro that is expanded references names at the place of its call.
            if start >= 0 and definition.source.text[start:end] == name:
                extent = Extent(start + definition.base, end + definition.base)
                found.setdefault(extent.start, (Reference(extent, access), symbol))
    return found


def _may_be_local(names: FileNames, name: Name, extent: Extent) -> bool:
    """Whether a name that the parser has not read can mean a variable of the function: no scope inside of it, or around it, binds it."""
    scope = name.binder
    return scope is None or (_opens_in(names, scope, extent) and not is_nested(names, scope, extent))


def is_nested(names: FileNames, scope: Scope, extent: Extent) -> bool:
    """Whether the scope is one inside the scope of a function between two offsets."""
    return _opens_in(names, scope, extent) and _opens_in(names, scope.parent, extent)


def _opens_in(names: FileNames, scope: Scope | None, extent: Extent) -> bool:
    if scope is None or not hasattr(scope.node, "lineno"):
        return False
    return extent.start <= names.place(scope.node)[0] < extent.end


def python_mentions(analysis: Analysis, variable: Variable) -> list[Reference]:
    """The places at which a variable of the Python around the script is named, in functions of the script too."""
    own, scope = variable.name, variable.scope
    if own is None or scope is None:
        return []
    names = file_names(analysis.source)
    found = names.of_variable(own.name, scope)
    in_all = exported(names, own.name) if isinstance(scope.node, ast.Module) else ()
    mentions = [
        Reference(Extent(name.start, name.end), "write" if name.binds else "text")
        for name in found
        if not _is_of_script(analysis, name)
    ]
    return [*mentions, *(Reference(extent, "text") for extent in in_all)]


def _is_of_script(analysis: Analysis, name: Name) -> bool:
    """Whether the name means a variable of a function of the script."""
    definition = analysis.definition_at(name.start)
    return definition is not None and any(
        is_local(symbol) and any(place[0] == name.start - definition.base for place in _places(symbol))
        for symbol in definition.source_map.symbols
        if symbol.name == name.name
    )


def _places(symbol: Symbol) -> list[tuple[int, int]]:
    return [(symbol.start, symbol.end), *((use.start, use.end) for use in symbol.uses)]
