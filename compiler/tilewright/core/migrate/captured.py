"""Values that a function of the script takes from the Python function around it: a rewritten function takes the same ones.

    def make(rows):
        @T.prim_func
        def f(A: T.Buffer((rows,), "float32")): ...    takes `rows`

The parser has a variable for each value that only a call of the factory gives, as it has for a symbolic size, so that comparing functions does not tell the two apart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tilewright.core.frontend.source_map import Symbol
from tilewright.core.migrate.edits import Piece

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def first_lost(before: Piece, after: Piece) -> tuple[Symbol, str] | None:
    """The first function that does not take a value any more which it took, with the name of the value; None when all take what they took."""
    had, has = list(_taken(before)), list(_taken(after))
    for (symbol, names), (_, now) in zip(had, has):
        for name in sorted(names - now):
            return symbol, name
    return None


def _taken(piece: Piece) -> Iterator[tuple[Symbol, frozenset[str]]]:
    """Each script of a piece, with the names of the functions around it that it uses."""
    symbols = {id(node): symbol for node, symbol in piece.scripts()}
    yield from _in(piece.tree, frozenset(), symbols)


def _in(node: ast.AST, around: frozenset[str], symbols: dict[int, Symbol]) -> Iterator[tuple[Symbol, frozenset[str]]]:
    for child in ast.iter_child_nodes(node):
        inner = around
        if isinstance(child, ast.FunctionDef):
            if id(child) in symbols:
                yield symbols[id(child)], _used(child) & around
            inner = around | _bound(child)
        yield from _in(child, inner, symbols)


def _bound(function: ast.FunctionDef) -> frozenset[str]:
    """The variables of a function: its parameters and what it assigns."""
    stored = {each.id for each in _own(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return frozenset({each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)} | stored)


def _used(function: ast.FunctionDef) -> frozenset[str]:
    """The names that a function takes from around it: those in its annotations, and those in its body that it does not define itself."""
    outside = {
        each.id
        for part in (function.args, *function.decorator_list)
        for each in ast.walk(part)
        if isinstance(each, ast.Name)
    }
    inside = {
        each.id
        for statement in function.body
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }
    return frozenset(outside | (inside - _bound(function)))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a function without those of the functions in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _FUNCTIONS):
            yield child
            yield from _own(child)
