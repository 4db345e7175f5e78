"""Rename: changes the definition of a name and all its references; refused unless every reference is known and the new name changes no other's meaning."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.frontend.python_scopes import Name, Scope
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.relax import RelaxExpr
from tilewright_server.answers import Change, Extent
from tilewright_server.features.python_names import FileNames, file_names
from tilewright_server.features.variables import (
    Variable,
    function_of,
    is_local,
    is_member,
    is_nested,
    local_at,
    local_mentions,
    reaches,
)
from tilewright_server.features.references import references, symbols_at

# Names inside functions, and functions inside modules: every reference to them is known.
INSIDE = frozenset({SymbolKind.PARAMETER, SymbolKind.BUFFER, SymbolKind.LOOP, SymbolKind.AXIS, SymbolKind.SCALAR})
# Names to which other Python of the file may refer as well.
NAMED = frozenset({SymbolKind.FUNCTION, SymbolKind.MODULE})


def renamable(analysis: Analysis, offset: int) -> Extent | None:
    """The name at `offset` when it is one of the script that can be renamed safely."""
    variable = next(symbols_at(analysis, offset), None)
    if variable is None or not _is_ours(variable) or _obstacle(analysis, variable) is not None:
        return None
    extents = (mention.extent for mention in mentions(analysis, offset))
    return next((extent for extent in extents if extent.start <= offset <= extent.end), None)


def rename(analysis: Analysis, offset: int, name: str) -> tuple[Change, ...] | str | None:
    """The changes that rename the symbol at `offset`, or why it cannot be done; None where plain Python stands, which others rename."""
    variable = next(symbols_at(analysis, offset), None)
    if variable is None or not _is_ours(variable):
        return None
    obstacle = _obstacle(analysis, variable) or _conflict(analysis, variable, name)
    if obstacle is not None:
        return obstacle
    return tuple(Change(mention.extent, name) for mention in mentions(analysis, offset))


def _is_ours(variable: Variable) -> bool:
    return is_local(variable.symbol) or (variable.symbol.kind in NAMED and variable.symbol.start >= 0)


def _obstacle(analysis: Analysis, variable: Variable) -> str | None:
    """Why the symbol can have no other name at all."""
    definition, symbol, names = variable.definition, variable.symbol, file_names(analysis.source)
    if is_local(symbol):
        extent = function_of(definition, symbol)
        unknown = [name.start for name in local_mentions(analysis, definition, symbol)[1]]
        unknown += [at for at in _in_broken_text(names, symbol.name) if extent.start <= at <= extent.end]
        return _unclear(names, symbol.name, unknown[0]) if unknown else None
    if not names.is_python:
        return "Functions and modules can be renamed when Python can read all of the file."
    if is_member(symbol):
        return None
    scope = variable.scope
    if scope is not None and isinstance(scope.node, ast.ClassDef):
        return f"`{symbol.name}` is an attribute of the class `{scope.node.name}`, which other code may use."
    return None


def _unclear(names: FileNames, name: str, start: int) -> str:
    return f"Line {names.source.where(start)[0]} mentions `{name}`, and what it means there is not known."


def _in_broken_text(names: FileNames, name: str) -> list[int]:
    text = names.source.text
    return [
        start + match.start()
        for start, end in names.broken
        for match in re.finditer(rf"\b{re.escape(name)}\b", text[start:end])
    ]


def _conflict(analysis: Analysis, variable: Variable, name: str) -> str | None:
    """Why the symbol cannot have this name."""
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
    if binder is None or binder is scope or binder not in _up_to(other.scope, scope):
        return True
    if isinstance(binder.node, ast.ClassDef):
        # Functions inside of a class do not see its names.
        return any(binder is mention.scope for mention in mentioned)
    return any(binder in mention.scope.chain() for mention in mentioned)


def _up_to(inner: Scope, outer: Scope) -> list[Scope]:
    """The scopes from `inner` up to `outer`, without that."""
    chain = list(inner.chain())
    return chain[: chain.index(outer)]
