"""The names of blocks in Python code: those that schedules ask for, and those that functions give their blocks."""

from __future__ import annotations

import ast
from collections.abc import Iterable

_ASKING = frozenset({"get_block", "get_sblock", "get_loops"})
_NAMING = frozenset({"block", "sblock"})


def asked_blocks(nodes: Iterable[ast.AST]) -> dict[str, ast.Constant]:
    """The blocks that `sch.get_block("C")` and the like ask for, each where it is first."""
    return _given_first(nodes, _ASKING)


def named_blocks(nodes: Iterable[ast.AST]) -> dict[str, ast.Constant]:
    """The blocks of `T.block("C")`, each where it is first."""
    return _given_first(nodes, _NAMING)


def _given_first(nodes: Iterable[ast.AST], methods: frozenset[str]) -> dict[str, ast.Constant]:
    """The texts that are the first argument of a call of one of the methods, each where it is first."""
    found: dict[str, ast.Constant] = {}
    for node in nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in methods
            and node.args
        ):
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.setdefault(first.value, first)
    return found


__all__ = ["asked_blocks", "named_blocks"]
