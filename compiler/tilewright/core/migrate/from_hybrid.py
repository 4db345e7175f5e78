"""Constructs that hybrid script of 2020 writes with a variable and later dialects with a result: memory, and elements behind a pointer.

p = tir.var("handle")
with tir.allocate(p, "float32", [16], True):     ->     with tir.allocate([16], "float32", "global") as p:
    p[i] = tir.float32(0)                                   tir.store(p, i, tir.float32(0))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tilewright.core.frontend.source_map import Symbol
from tilewright.core.ir.expr import Var
from tilewright.core.migrate.edits import Change, Piece, statements

_SPACE = "tir"


def with_results(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that name memory after `as`, or by an assignment, instead of before."""
    pointers = {name: call for name, call in _allocated(node)}
    for statement in statements(node):
        name = _declared_pointer(statement)
        if name in pointers:
            yield _deleted(piece, statement)
        if isinstance(statement, ast.With):
            for item in statement.items:
                if item.optional_vars is None and (made := _pointer_of(item.context_expr)):
                    end = piece.place(item.context_expr)[1]
                    yield Change(end, end, 1, f" as {made}")
        if isinstance(statement, ast.Expr) and (made := _pointer_of(statement.value)):
            start = piece.place(statement)[0]
            yield Change(start, start, 0, f"{made} = ")
    for call in pointers.values():
        yield _in_later_order(piece, call)
    yield from _elements(piece, node, symbol)


def _allocated(node: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    for part in ast.walk(node):
        name = _pointer_of(part)
        if name and isinstance(part, ast.Call):
            yield name, part


def _pointer_of(node: ast.AST) -> str:
    """The variable in `tir.allocate(variable, dtype, extents, ...)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "allocate":
        return ""
    return node.args[0].id if len(node.args) >= 3 and isinstance(node.args[0], ast.Name) else ""


def _declared_pointer(statement: ast.stmt) -> str:
    """The name in `name = tir.var("handle")`."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return ""
    called, target = statement.value.func, statement.targets[0]
    makes = isinstance(called, ast.Attribute) and called.attr in ("var", "handle")
    return target.id if makes and isinstance(target, ast.Name) else ""


def _deleted(piece: Piece, statement: ast.stmt) -> Change:
    """The change that takes a line away; a comment behind it stays."""
    start, end = piece.place(statement)
    line = piece.source.line_of(start)
    begin = piece.source.line_starts[line]
    stop = piece.source.line_starts[line + 1] if line + 1 < len(piece.source.line_starts) else len(piece.source.text)
    alone = not piece.source.text[begin:start].strip() and not piece.source.text[end:stop].strip()
    if alone:
        return Change(begin, stop, 0, "")
    rest = piece.source.text[end:stop].lstrip()
    return (
        Change(start, stop - len(rest), 0, "")
        if rest.startswith((";", "#")) and not rest.startswith(";")
        else Change(start, end, 0, "pass")
    )


def _in_later_order(piece: Piece, call: ast.Call) -> Change:
    """The call with the extents first, then the type and the scope."""
    named = {each.arg: each.value for each in call.keywords}
    condition = call.args[3] if len(call.args) > 3 else named.get("cond")
    scope = call.args[4] if len(call.args) > 4 else named.get("scope")
    given = [piece.text(call.args[2]), piece.text(call.args[1]), '"global"' if scope is None else piece.text(scope)]
    if condition is not None and not (isinstance(condition, ast.Constant) and condition.value in (True, 1)):
        given.append(f"condition={piece.text(condition)}")
    return Change(*piece.place(call), 0, f"{piece.text(call.func)}({', '.join(given)})")


def _elements(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes of stores to elements behind pointers, which are read with `tir.load` only."""
    pointers = {
        use.start
        for each in piece.definition.source_map.symbols
        if symbol.extent[0] <= each.start < symbol.extent[1]
        and isinstance(each.value, Var)
        and each.value.dtype.is_handle
        for use in each.uses
    }
    for statement in statements(node):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if isinstance(target, ast.Subscript) and piece.place(target.value)[0] in pointers:
            assert isinstance(statement, ast.Assign)
            yield from _stored(piece, statement, target)


def _stored(piece: Piece, statement: ast.Assign, target: ast.Subscript) -> Iterator[Change]:
    """`p[i] = value`: `tir.store(p, i, value)`"""
    start, _ = piece.place(target)
    inner, stop = piece.place(target.slice)
    value, end = piece.place(statement.value)
    yield Change(start, inner, 0, f"{_SPACE}.store({piece.text(target.value)}, ")
    yield Change(stop, value, 0, ", ")
    yield Change(end, end, 1, ")")
