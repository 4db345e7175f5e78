"""Rename: the definition of a name and all its references, when all of them are known to us and the new name changes no other's meaning."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from bisect import bisect_left
from typing import Final

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.frontend.python_scopes import Name, Scope
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.relax import RelaxExpr
from tilewright_server.answers import Change, Extent
from tilewright_server.features.other_files import Importer
from tilewright_server.features.python_names import FileNames, file_names
from tilewright_server.features.references import references, symbols_at
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

# What other Python of the file may mention, too.
NAMED: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.MODULE})


def renamable(analysis: Analysis, offset: int) -> Extent | None:
    """The name at `offset` when it is one of the script that can be renamed safely."""
    variable = next(symbols_at(analysis, offset), None)
    if variable is None or not _is_ours(variable) or _obstacle(analysis, variable) is not None:
        return None
    extents = (mention.extent for mention in references(analysis, offset))
    return next((extent for extent in extents if extent.start <= offset <= extent.end), None)


def rename(analysis: Analysis, offset: int, name: str) -> tuple[Change, ...] | str | None:
    """The changes that rename the symbol at `offset`, or why it cannot be done; None where plain Python stands, which others rename."""
    variable = next(symbols_at(analysis, offset), None)
    if variable is None or not _is_ours(variable):
        return None
    obstacle = _obstacle(analysis, variable) or _conflict(analysis, variable, name)
    if obstacle is not None:
        return obstacle
    return tuple(Change(mention.extent, name) for mention in references(analysis, offset))


def exported_name(analysis: Analysis, offset: int) -> tuple[str, str | None] | None:
    """The name of the function or module at `offset` for other files: its own, or that of its module and its own; None for what they cannot see."""
    variable = next(symbols_at(analysis, offset), None)
    if variable is None or not _is_ours(variable) or is_local(variable.symbol):
        return None
    symbol, outer, member = variable.symbol, variable.scope, None
    if is_member(symbol) and symbol.parent is not None:
        name = file_names(analysis.source).at(symbol.parent.start + variable.definition.base)
        symbol, outer, member = symbol.parent, name.binder if name is not None else None, symbol.name
    return (symbol.name, member) if outer is not None and isinstance(outer.node, ast.Module) else None


def refusal_elsewhere(importer: Importer, new: str) -> str | None:
    """The reason why a name that this file imports cannot become `new` there."""
    names, file = importer.names, importer.file.path.name
    for old, start in importer.bound:
        broken = _in_broken_text(names, old)
        if broken:
            return (
                f"{file} references `{old}` {names.source.on_lines(broken[:1])}, and what it means there is not known."
            )
        name = names.at(start)
        scope = name.binder if name is not None else None
        taken = None if scope is None else _taken_around(names, old, scope, new)
        if taken is not None:
            return f"`{new}` already stands for something else in {file}, {names.source.on_lines([taken])}."
    return None


def _is_ours(variable: Variable) -> bool:
    return is_local(variable.symbol) or (variable.symbol.kind in NAMED and variable.symbol.start >= 0)


def _obstacle(analysis: Analysis, variable: Variable) -> str | None:
    """The reason why the symbol can have no other name at all."""
    definition, symbol, names = variable.definition, variable.symbol, file_names(analysis.source)
    if is_local(symbol):
        extent = function_of(definition, symbol)
        unknown = [name.start for name in local_mentions(analysis, definition, symbol)[1]]
        unknown += [at for at in _in_broken_text(names, symbol.name) if extent.start <= at <= extent.end]
        return _unclear(names, symbol.name, unknown[0]) if unknown else _named_after(names, symbol.name)
    if not names.is_python:
        return "Functions and modules can be renamed when Python can read all of the file."
    if is_member(symbol):
        return None
    scope = variable.scope
    if scope is not None and isinstance(scope.node, ast.ClassDef):
        return f"`{symbol.name}` is an attribute of the class `{scope.node.name}`, which other code may use."
    return _bound_again(analysis, variable)


def _bound_again(analysis: Analysis, variable: Variable) -> str | None:
    """The place where the variable of Python that holds a function becomes one of the script: renamed, they would not be one any more."""
    names, symbol, scope = file_names(analysis.source), variable.symbol, variable.scope
    if scope is None or isinstance(scope.node, ast.Module):
        return None
    known = {each.extent.start for each in references(analysis, symbol.start + variable.definition.base)}
    again = next((each.start for each in names.of_variable(symbol.name, scope) if each.start not in known), None)
    return None if again is None else f"`{symbol.name}` gets another meaning {names.source.on_lines([again])}."


def _named_after(names: FileNames, name: str) -> str | None:
    """The reason why a buffer keeps its name: a schedule asks for a block by a name that is made from it."""
    found = names.made_block(name)
    if found is None:
        return None
    return f"A schedule names the block `{found[0]}` after `{name}` {names.source.on_lines([found[1]])}."


def _unclear(names: FileNames, name: str, start: int) -> str:
    return f"`{name}` is referenced {names.source.on_lines([start])}, and what it means there is not known."


def _in_broken_text(names: FileNames, name: str) -> list[int]:
    text = names.source.text
    return [
        start + match.start()
        for start, end in names.broken
        for match in re.finditer(rf"\b{re.escape(name)}\b", text[start:end])
    ]


def _conflict(analysis: Analysis, variable: Variable, name: str) -> str | None:
    """The reason why the symbol cannot have this name."""
    if not name.isidentifier() or keyword.iskeyword(name):
        return f"`{name}` is not a name in Python."
    if hasattr(builtins, name):
        return f"`{name}` is a builtin of Python."
    names = file_names(analysis.source)
    if is_local(variable.symbol):
        others = _others_in_function(analysis, variable, name)
        taken, where = None if _keeps_meanings(analysis, variable, name, others) else min(others), "function"
    elif is_member(variable.symbol):
        taken, where = _taken_in_module(names, variable, name), "module"
    else:
        scope = variable.scope
        taken, where = None if scope is None else _taken_around(names, variable.symbol.name, scope, name), "file"
    if taken is None:
        return None
    return f"`{name}` already stands for something else in this {where}, {names.source.on_lines([taken])}."


def _others_in_function(analysis: Analysis, variable: Variable, name: str) -> list[int]:
    """The places in the function where the name means something that is known where the variable is."""
    names, extent = file_names(analysis.source), function_of(variable.definition, variable.symbol)
    found = [
        each.start
        for each in names.inside(name, extent)
        if not _is_apart(analysis, variable, name, each.start) and not _is_nested(analysis, variable, each)
    ]
    found += [each.start for each in names.sizes_inside(name, extent)]
    return found + [at for at in _in_broken_text(names, name) if extent.start <= at <= extent.end]


def _keeps_meanings(analysis: Analysis, variable: Variable, name: str, others: list[int]) -> bool:
    """Whether the variable can have the name although others have it, one of which hides the other where both are known: every name means in the new text what it means now."""
    if not others:
        return True
    symbol, start = variable.symbol, variable.symbol.start + variable.definition.base
    places = [mention.extent.start for mention in references(analysis, start)]
    text, grown = analysis.source.text, len(name) - len(symbol.name)
    for place in reversed(places):
        text = text[:place] + name + text[place + len(symbol.name) :]
    renamed = analyze(text, analysis.source.name, analysis)

    def moved(at: int) -> int:
        return at + grown * bisect_left(places, at)

    def keeps(at: int) -> bool:
        before, after = references(analysis, at), references(renamed, moved(at))
        return bool(before) and [moved(m.extent.start) for m in before] == [m.extent.start for m in after]

    same_problems = len(analysis.diagnostics) == len(renamed.diagnostics)
    return same_problems and all(keeps(at) for at in (start, *others))


def _is_nested(analysis: Analysis, variable: Variable, other: Name) -> bool:
    """Whether a comprehension, lambda or macro of the function binds the name there and references nothing of the variable."""
    names, extent = file_names(analysis.source), function_of(variable.definition, variable.symbol)
    binder = other.binder
    if binder is None or not is_nested(names, binder, extent):
        return False
    referenced, _ = local_mentions(analysis, variable.definition, variable.symbol)
    found = (names.at(mention.extent.start) for mention in referenced)
    return not any(name is not None and binder in name.scope.chain() for name in found)


def _is_apart(analysis: Analysis, variable: Variable, name: str, start: int) -> bool:
    """Whether the name there is a variable of another loop, `with` or branch, none of which holds the other."""
    definition = variable.definition
    other = local_at(definition, name, start)
    if other is None or isinstance(variable.symbol.value, RelaxExpr):
        return False
    first, second = (reaches(analysis, definition, symbol) for symbol in (variable.symbol, other))
    return first.end <= second.start or second.end <= first.start


def _taken_in_module(names: FileNames, variable: Variable, name: str) -> int | None:
    own = variable.name
    if own is None:
        return None
    scope = own.scope
    return next((each.start for each in names.names if each.name == name and each.binder is scope), None)


def _taken_around(names: FileNames, old: str, scope: Scope, name: str) -> int | None:
    """The first place where the new name would mean the variable `old` of the scope, or where a mention of that would mean another."""
    referenced = names.of_variable(old, scope)
    for other in names.names:
        if other.name == name and scope in other.scope.chain() and _clashes(other, scope, referenced):
            return other.start
    return None


def _clashes(other: Name, scope: Scope, referenced: tuple[Name, ...]) -> bool:
    binder = other.binder
    if other.scope.outward.get(other.name) == "global" and binder is not scope:
        return False
    if binder is None or binder is scope or binder not in _up_to(other.scope, scope):
        return True
    if isinstance(binder.node, ast.ClassDef):
        # Functions inside of a class do not see its names.
        return any(binder is mention.scope for mention in referenced)
    return any(binder in mention.scope.chain() for mention in referenced)


def _up_to(inner: Scope, outer: Scope) -> list[Scope]:
    """The scopes from `inner` up to `outer`, without that."""
    chain = list(inner.chain())
    return chain[: chain.index(outer)]
