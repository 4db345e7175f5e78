"""Lists, dicts and sets that Python changes in place after it has made them: what they hold then is not known."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tilewright.core.frontend.context import Context
from tilewright.core.frontend.tree_parts import parts_of
from tilewright.core.frontend.unknown import UNKNOWN

_CHANGING = frozenset(
    {
        *("append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear"),
        *("update", "setdefault", "popitem", "add", "discard", "appendleft"),
    }
)


def forget_changed(context: Context, statement: ast.stmt) -> None:
    """Forget the values of names whose lists, dicts or sets a statement changes, or may change in a call that takes them."""
    for name in _changed(statement):
        binding = context.scopes.find(name) or context.captured(name)
        if binding is not None and isinstance(binding.value, (list, dict, set)):
            context.scopes.bind(name, UNKNOWN, binding.symbol)


def _changed(statement: ast.stmt) -> Iterator[str]:
    for node in parts_of(statement):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            yield from _root(node)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING:
                yield from _root(node.func)
            elif not (isinstance(node.func, ast.Name) and node.func.id in _READING):
                yield from (argument.id for argument in node.args if isinstance(argument, ast.Name))


_READING = frozenset(
    {
        *("len", "sum", "max", "min", "sorted", "reversed", "list", "tuple", "set", "dict", "range", "enumerate"),
        *("zip", "any", "all", "str", "repr", "print", "isinstance", "map", "filter"),
    }
)


def _root(node: ast.expr) -> Iterator[str]:
    """The name that a chain of subscripts and attributes begins with."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
