"""Assignments: `x = value` makes a variable of one value in the classic dialect and in hybrid script, and a cell that can be assigned again in tirx.

    x = A[i] + 1.0             classic  ->  tirx     x: T.let = A[i] + 1.0

What the parser has made of each name says which it is; in a macro, which is parsed where it is called, the text must.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.migrate.edits import Change, Piece, Refused, statements
from tilewright.core.migrate.scopes import OwnNames, own_names

_NUMBERS: Final = (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare)
# Members of the namespace that make something else than a value.
_MAKERS: Final = frozenset(
    {
        *("alloc_buffer", "match_buffer", "decl_buffer", "Buffer", "buffer_decl", "buffer_bind", "buffer_allocate"),
        *("allocate", "allocate_const", "meta_var", "handle", "env_thread", "launch_thread", "var", "Var", "SizeVar"),
        *("comm_reducer", "index_map", "target", "block", "iter_var", "LetStmt", "sblock_alloc_buffer"),
        *("alloc_local", "alloc_shared"),
    }
)


def as_bindings(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that let names of a classic or hybrid function stay variables of one value in tirx."""
    space, made = script_namespace(node), by_place(piece)
    names = own_names(piece, node, symbol)
    for statement in statements(node):
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            yield from _augmented(piece, statement, statement.target, space, names)
        if isinstance(symbol.value, ScriptMacro):
            yield from _binding_of_macro(piece, statement, space)
        else:
            yield from _binding(piece, statement, made, space)


def by_place(piece: Piece) -> dict[int, Symbol]:
    return {symbol.start: symbol for symbol in piece.definition.source_map.symbols if symbol.start >= 0}


def _binding(piece: Piece, statement: ast.stmt, made: dict[int, Symbol], space: str) -> Iterator[Change]:
    if not isinstance(statement, ast.Assign):
        return
    given = list(pairs(piece, statement))
    values = {name: value for name, value in given if _is_variable(piece, name, value, made, space)}
    if len(values) == 1 and statement.targets[0] in values:
        end = piece.place(statement.targets[0])[1]
        yield Change(end, end, 0, f": {space}.let")
    elif values and len({id(value) for value in values.values()}) == len(values):
        for value in values.values():
            yield from _around(piece, value, f"{space}.bind(", ")")
    elif values:  # several names for what one expression gives
        if len(values) < len(given):
            raise Refused("only some of these names are variables", piece.place(statement))
        yield from _around(piece, statement.value, f"[{space}.bind(each) for each in ", "]")


def _is_variable(piece: Piece, name: ast.Name, value: ast.expr, made: dict[int, Symbol], space: str) -> bool:
    """Whether an assignment makes a variable for the value, as it does of numbers and expressions."""
    symbol = made.get(piece.place(name)[0])
    if symbol is None or symbol.kind is not SymbolKind.SCALAR or is_made(value, space):
        return False
    if symbol.value is None and not _is_surely_number(value, space):
        raise Refused(f"whether `{name.id}` is a number is known only when the file runs", piece.place(name))
    return symbol.value is None or (isinstance(symbol.value, Var) and isinstance(symbol.binding, Expr))


def pairs(piece: Piece, statement: ast.Assign) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Each name that a statement assigns, with the expression of its value."""
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name):
        yield target, value
    elif isinstance(target, (ast.Tuple, ast.List)):
        given = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        names = [each for each in target.elts if isinstance(each, ast.Name)]
        if len(given) == len(target.elts) == len(names):
            yield from zip(names, given)
        else:
            yield from ((name, value) for name in names)


def _around(piece: Piece, value: ast.expr, before: str, after: str) -> Iterator[Change]:
    start, end = piece.place(value)
    yield Change(start, start, 0, before)
    yield Change(end, end, 0, after)


def _augmented(
    piece: Piece, statement: ast.AugAssign, target: ast.Name, space: str, names: OwnNames
) -> Iterator[Change]:
    """`x += value`, which makes a new variable in an inner scope: `x: T.let = x + (value)`."""
    name, start = piece.place(target), piece.place(statement.value)
    new, read = names.definitions.get(name, target.id), names.uses.get(name, target.id)
    operator = piece.source.text[name[1] : start[0]].split("=")[0].strip()
    yield Change(name[0], start[0], 0, f"{new}: {space}.let = {read} {operator} (")
    yield Change(start[1], start[1], 1, ")")


def _binding_of_macro(piece: Piece, statement: ast.stmt, space: str) -> Iterator[Change]:
    if not isinstance(statement, ast.Assign):
        return
    for name, value in pairs(piece, statement):
        if is_made(value, space):
            continue
        is_number = _is_surely_number(value, space) or isinstance(value, ast.Subscript)
        if not is_number or name is not statement.targets[0]:
            raise Refused(f"whether `{name.id}` is a number depends on the call of the macro", piece.place(name))
        end = piece.place(name)[1]
        yield Change(end, end, 0, f": {space}.let")


def is_made(value: ast.expr, space: str) -> bool:
    """Whether an expression makes something that only gets a name: a buffer, an axis, a variable without a value."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    of = value.func.value
    if isinstance(of, ast.Attribute):
        return of.attr == "axis" and isinstance(of.value, ast.Name) and of.value.id == space
    fresh = not value.args and not value.keywords  # `T.int32()`
    return isinstance(of, ast.Name) and of.id == space and (value.func.attr in _MAKERS or fresh)


def _is_surely_number(value: ast.expr, space: str) -> bool:
    """Whether an expression is a number or an expression of the script, whatever its names mean."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, (bool, int, float))
    if isinstance(value, ast.IfExp):
        return _is_surely_number(value.body, space) and _is_surely_number(value.orelse, space)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and isinstance(value.func.value, ast.Name):
        return value.func.value.id == space and not is_made(value, space)
    return isinstance(value, _NUMBERS)
