"""Sizes that a model gives as texts: names, and expressions of names, such as "A + B" or "past / 2"."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.ir.expr import Expr

_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a // b,
    ast.FloorDiv: lambda a, b: a // b,
}


def size_of_text(text: str, named: Callable[[str], Expr]) -> Expr | None:
    """The expression that a text writes, with `named` for each name; None for a text that is no expression."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return _size(tree, named) if isinstance(tree, ast.BinOp) and _is_arithmetic(tree) else None


def _is_arithmetic(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) in _OPERATORS and _is_arithmetic(node.left) and _is_arithmetic(node.right)
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int)


def _size(node: ast.expr, named: Callable[[str], Expr]) -> Any:
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_size(node.left, named), _size(node.right, named))
    return named(node.id) if isinstance(node, ast.Name) else node.value if isinstance(node, ast.Constant) else None
