"""The names of the Python in a definition on which its scripts depend: what the others stand for need not be known, and asks nothing of a world."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from tilewright.core.frontend.roles import may_give_role
from tilewright.core.frontend.tree_parts import children_of, decorators_of, parts_of

_WORD: Final = re.compile(r"[^\W\d]\w*")
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_ASSIGNMENTS: Final = (ast.Assign, ast.AnnAssign, ast.NamedExpr)
# Statements whose headers decide which others are read, or what is demanded of values.
_DECIDING: Final = (ast.If, ast.While, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Assert, ast.Raise, ast.Match)


class NeededNames:
    """Those of one definition, found when one is asked for."""

    def __init__(self, tree: ast.AST) -> None:
        self._tree = tree

    def __contains__(self, name: object) -> bool:
        return name in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        found: set[str] = set()
        given: dict[str, list[ast.AST]] = {}
        for part, is_needed in _dependences(self._tree):
            if is_needed:
                found.update(_mentioned(part))
            else:
                for name in _bound(part):
                    given.setdefault(name, []).append(part)
        pending = [*found]
        while pending:
            for part in given.pop(pending.pop(), ()):
                new = _mentioned(part) - found
                found |= new
                pending += new
        return frozenset(found)


def _dependences(tree: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """The parts of Python that scripts may depend on: scripts themselves and what decides or demands something, which are needed, and what gives names their values."""
    pending = [tree]
    while pending:
        part = pending.pop()
        if isinstance(part, _DEFINITIONS):
            if any(map(may_give_role, decorators_of(part))):
                yield part, True
                continue
            yield part, False
        elif isinstance(part, _DECIDING):
            for child in children_of(part):
                if not isinstance(child, ast.stmt):
                    yield child, True
        elif isinstance(part, _ASSIGNMENTS) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)):
            yield part, any(map(may_demand, parts_of(part)))
        pending += children_of(part)


def may_demand(node: ast.AST) -> bool:
    """Whether a function of the file is called, which may demand something of its arguments."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not hasattr(builtins, node.func.id)


def _bound(part: ast.AST) -> Iterator[str]:
    """The names that an assignment or a definition binds."""
    if isinstance(part, _DEFINITIONS):
        yield part.name
    for target in part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]:
        for each in parts_of(target) if target is not None else ():
            if isinstance(each, ast.Name):
                yield each.id


def _mentioned(part: ast.AST) -> set[str]:
    """The names in a part, and the words in its texts: sizes and annotations may be written so."""
    found: set[str] = set()
    for each in parts_of(part):
        if isinstance(each, ast.Name):
            found.add(each.id)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            found.update(_WORD.findall(each.value))
    return found
