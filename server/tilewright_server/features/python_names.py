"""Mentions of a function or module of the script in the Python of its file, which the script's own analysis does not cover."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from tilewright.core.base.source import Source
from tilewright_server.answers import Extent


def of_member(source: Source, module: str, name: str) -> Iterator[Extent]:
    """Where `Module.name` and `Module["name"]` name the function."""
    for node in ast.walk(_tree(source)):
        if not isinstance(node, (ast.Attribute, ast.Subscript)) or not _is_name(node.value, module):
            continue
        end = _extent(source, node)[1]
        if isinstance(node, ast.Attribute) and node.attr == name:
            yield Extent(end - len(name), end)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == name:
            at = source.text.find(name, *_extent(source, node.slice))
            yield Extent(at, at + len(name))


def of_top_level(source: Source, name: str) -> tuple[Extent, ...] | None:
    """Where the name stands in the file; None when it stands for something else, too."""
    found: list[Extent] = []
    for node in ast.walk(_tree(source)):
        if _is_name(node, name):
            if not isinstance(getattr(node, "ctx", None), ast.Load):
                return None
            found.append(Extent(*_extent(source, node)))
        elif (isinstance(node, ast.arg) and node.arg == name) or (
            isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names
        ):
            return None
    return tuple(found)


def is_python(source: Source) -> bool:
    """Whether Python can read the file, so that all its names are known."""
    return _parsed(source.text) is not None


def _tree(source: Source) -> ast.AST:
    """The file as Python sees it; nothing of one that it cannot read."""
    return _parsed(source.text) or ast.Module([], [])


@lru_cache(maxsize=2)
def _parsed(text: str) -> ast.AST | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _extent(source: Source, node: ast.AST) -> tuple[int, int]:
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    end_line, end_column = getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column)
    return source.offset(line - 1, column), source.offset(end_line - 1, end_column)
