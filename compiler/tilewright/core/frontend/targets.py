"""Targets: taking a value apart for `a`, `(a, b)`, `[a, *rest]` on the left of an assignment, a `for`, a `with`, or a comprehension."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from tilewright.core.base.names import are, counted
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.evaluate import iterate
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import Node

Bind = Callable[[Context, ast.Name, Any], None]


def unpack(context: Context, target: ast.expr, value: object, bind: Bind) -> None:
    """Bind each name of `target` to its part of `value`; a value of the wrong length is reported and its names become `UNKNOWN`."""
    if isinstance(target, ast.Name):
        bind(context, target, value)
    elif isinstance(target, ast.Starred):
        unpack(context, target.value, value, bind)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack_several(context, target, value, bind)
    else:
        context.report("bad-target", "only names can be defined here", target)


def _unpack_several(context: Context, target: ast.Tuple | ast.List, value: object, bind: Bind) -> None:
    parts = target.elts
    items = _items(context, value, target)
    starred = [position for position, part in enumerate(parts) if isinstance(part, ast.Starred)]
    if items is not UNKNOWN and not _fits(len(parts), len(starred), len(items)):
        items = context.report("unpack-count", _count_message(len(parts), len(starred), len(items)), target)
    if items is UNKNOWN:
        for part in parts:
            unpack(context, part, UNKNOWN, bind)
        return
    if starred:
        first, after = starred[0], len(parts) - starred[0] - 1
        end = len(items) - after
        items = [*items[:first], items[first:end], *items[end:]]
    for part, item in zip(parts, items):
        unpack(context, part, item, bind)


def _items(context: Context, value: object, target: ast.expr) -> Any:
    if isinstance(value, Node):
        count = len(target.elts) if isinstance(target, (ast.Tuple, ast.List)) else 1
        return context.report("unpack-count", f"{are(count, 'name')} defined here, and there is a single value", target)
    return iterate(context, value, target)


def _fits(parts: int, starred: int, items: int) -> bool:
    return starred <= 1 and (items >= parts - 1 if starred else items == parts)


def _count_message(parts: int, starred: int, items: int) -> str:
    if starred > 1:
        return "only one name may have a star"
    values = counted(items, "value")
    if starred:
        return f"at least {parts - 1} values are needed here, and there {'is' if items == 1 else 'are'} {values}"
    return f"{are(parts, 'name')} defined here, and there {'is' if items == 1 else 'are'} {values}"


def target_names(target: ast.expr) -> list[ast.Name]:
    """The names that a target defines, left to right."""
    if isinstance(target, ast.Name):
        return [target]
    if isinstance(target, ast.Starred):
        return target_names(target.value)
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for part in target.elts for name in target_names(part)]
    return []
