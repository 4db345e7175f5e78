"""Which attributes of Python code are those of a schedule.

A variable is a schedule when every value that it gets is `Schedule(...)` or a copy of one, or its annotation says so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

_SCHEDULES = frozenset({"tvm.tir.Schedule", "tvm.s_tir.Schedule", "tvm.tir.schedule.Schedule", "tvm.tirx.Schedule"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_Path = Callable[[ast.expr], str | None]


def receivers(tree: ast.Module, path: _Path) -> Iterator[tuple[ast.Attribute, bool]]:
    """The attributes of the text, and whether what has them is a schedule."""
    yield from _Scope(tree, path, frozenset()).attributes()


@dataclass
class _Scope:
    """A function or the file: the variables that are schedules in it."""

    node: ast.AST
    path: _Path
    around: frozenset[str]

    def attributes(self) -> Iterator[tuple[ast.Attribute, bool]]:
        """The attributes in it and in the functions inside, each with whether it is one of a schedule."""
        values: dict[str, list[ast.AST | None]] = {}
        for name, value in self._values():
            values.setdefault(name, []).append(value)
        known = self._schedules(values) | (self.around - values.keys())
        for child in _inside(self.node):
            if isinstance(child, _FUNCTIONS):
                yield from _Scope(child, self.path, frozenset(known)).attributes()
            elif isinstance(child, ast.Attribute):
                yield child, isinstance(child.value, ast.Name) and child.value.id in known

    def _schedules(self, values: Mapping[str, list[ast.AST | None]]) -> set[str]:
        """The variables of which every value is a schedule."""
        known: set[str] = set()
        while True:
            more = {name for name, given in values.items() if all(self._makes(each, known) for each in given)}
            if more <= known:
                return known
            known |= more

    def _values(self) -> Iterator[tuple[str, ast.AST | None]]:
        """The variables that are bound here, each with the expression or annotation that it gets, None where that is not known."""
        if isinstance(self.node, _FUNCTIONS):
            given = self.node.args
            rest = [each for each in (given.vararg, given.kwarg) if each is not None]
            yield from ((each.arg, each.annotation) for each in (*given.posonlyargs, *given.args, *given.kwonlyargs))
            yield from ((each.arg, None) for each in rest)
        said: set[int] = set()
        for child in _inside(self.node):
            if isinstance(child, ast.Assign) and len(child.targets) == 1 and isinstance(child.targets[0], ast.Name):
                said.add(id(child.targets[0]))
                yield child.targets[0].id, child.value
            elif isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
                said.add(id(child.target))
                yield child.target.id, child.annotation
            elif isinstance(child, ast.Name) and not isinstance(child.ctx, ast.Load) and id(child) not in said:
                yield child.id, None

    def _makes(self, value: ast.AST | None, known: set[str]) -> bool:
        """Whether an expression or annotation stands for a schedule."""
        if isinstance(value, ast.Call):
            return self._is_class(value.func) or _copied(value) in known
        return isinstance(value, ast.expr) and self._is_class(value)

    def _is_class(self, node: ast.expr) -> bool:
        return self.path(node) in _SCHEDULES


def _copied(call: ast.Call) -> str | None:
    """The variable of which `x.copy()` is a copy; None for another call."""
    made = call.func
    if not isinstance(made, ast.Attribute) or made.attr != "copy" or call.args:
        return None
    return made.value.id if isinstance(made.value, ast.Name) else None


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node without those of functions below it, statements before their parts."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, _FUNCTIONS):
            yield from _inside(child)
