"""The place in another file of the workspace at which a name that is imported from it is defined."""

from __future__ import annotations

import ast
import tokenize
from pathlib import Path
from typing import Final

from tilewright_server.answers import FilePlace
from tilewright_server.workspace import Workspace

# How many files that only pass a name on are gone through.
_FURTHEST: Final = 8


def imported_place(workspace: Workspace, importer: Path, statement: str, name: str) -> FilePlace | None:
    """The definition of `name` as `statement`, an import in the file `importer`, binds it; None where the workspace does not have it."""
    node = _import(statement)
    alias = (
        next((each for each in node.names if (each.asname or each.name) == name), None) if node is not None else None
    )
    if node is None or alias is None:
        return None
    return _followed(workspace, importer, node, alias.name, _FURTHEST)


def _import(statement: str) -> ast.ImportFrom | None:
    try:
        (node,) = ast.parse(statement.strip()).body
    except (SyntaxError, ValueError):
        return None
    return node if isinstance(node, ast.ImportFrom) else None


def _followed(workspace: Workspace, importer: Path, node: ast.ImportFrom, name: str, left: int) -> FilePlace | None:
    path = workspace.module(node.module or "", node.level, importer)
    if path is None or left == 0:
        return None
    try:
        with tokenize.open(path) as stream:
            tree = ast.parse(stream.read())
    except (OSError, SyntaxError, ValueError):
        return None
    for statement in reversed(tree.body):
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                if (alias.asname or alias.name) in (name, "*"):
                    further = name if alias.name == "*" else alias.name
                    found = _followed(workspace, path, statement, further, left - 1)
                    if found is not None:
                        return found
        place = _bound(statement, name)
        if place is not None:
            return FilePlace(str(path), *place)
    return None


def _bound(statement: ast.stmt, name: str) -> tuple[int, int, int] | None:
    """Line and columns at which a statement at the top of a file binds a name."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        word = "class " if isinstance(statement, ast.ClassDef) else "def "
        start = statement.col_offset + len(word)
        return (statement.lineno - 1, start, start + len(name)) if statement.name == name else None
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                return node.lineno - 1, node.col_offset, node.col_offset + len(name)
    return None
