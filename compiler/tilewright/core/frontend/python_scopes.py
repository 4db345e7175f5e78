"""Python's binding rules: which names of a syntax tree stand for the same variable.

A variable is a name in the scope that binds it: module, function, class body, lambda or comprehension.  Class bodies are seen by no scope inside
them, `global` and `nonlocal` lead outwards, `:=` binds around its comprehension.  What no scope binds is a builtin or unknown.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from tilewright.core.base.source import Source
from tilewright.core.frontend.positions import Place, name_place
from tilewright.core.frontend.tree_parts import parameters_in

_Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
_Comprehension: TypeAlias = "ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp"


@dataclass(eq=False, slots=True)
class Scope:
    """A scope in which names are bound; `node` is what opens it, `outward` says for each name of `global` and `nonlocal` which of the two."""

    node: ast.AST
    parent: Scope | None
    bound: set[str] = field(default_factory=set[str])
    outward: dict[str, str] = field(default_factory=dict[str, str])

    def chain(self) -> Iterator[Scope]:
        """The scope and those around it, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def binder(self, name: str) -> Scope | None:
        """The scope whose variable `name` means here; None for a builtin or unknown one."""
        word = self.outward.get(name)
        outer = [each for each in self.chain() if each is self or not isinstance(each.node, ast.ClassDef)]
        if word == "global":
            return outer[-1]
        return next(
            (each for each in outer[word is not None :] if name in each.bound and name not in each.outward), None
        )


@dataclass(frozen=True, slots=True)
class Name:
    """One occurrence of a name: where it stands, the scope it stands in, and whether it is bound there."""

    name: str
    start: int
    end: int
    scope: Scope
    binds: bool

    @property
    def binder(self) -> Scope | None:
        """The scope of its variable."""
        return self.scope.binder(self.name)


def names_of(source: Source, place: Place, statements: Iterable[ast.stmt]) -> tuple[Name, ...]:
    """Every occurrence of a name in the statements of a module, by place."""
    reader = _Reader(source, place)
    module = Scope(ast.Module([], []), None)
    for statement in statements:
        reader.visit(module, statement)
    return tuple(sorted(reader.found, key=lambda name: (name.start, name.end)))


class _Reader:
    """Gathers the names of a tree."""

    def __init__(self, source: Source, place: Place) -> None:
        self.source = source
        self.place = place
        self.found: list[Name] = []

    def visit(self, scope: Scope, node: ast.AST) -> None:
        rule = _RULES.get(type(node))
        if rule is not None:
            rule(self, scope, node)
        else:
            self.all(scope, ast.iter_child_nodes(node))

    def all(self, scope: Scope, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(scope, node)

    def add(self, scope: Scope, name: str, place: tuple[int, int], binds: bool) -> None:
        if binds:
            scope.bound.add(name)
        self.found.append(Name(name, *place, scope, binds))

    def add_written(self, scope: Scope, name: str, node: ast.AST, last: bool = False) -> None:
        """A bound name that is no node of its own, but is written in `node`."""
        start, end = self.place(node)
        found = [*re.finditer(rf"\b{re.escape(name)}\b", self.source.text[start:end])]
        if found:
            match = found[-1 if last else 0]
            self.add(scope, name, (start + match.start(), start + match.end()), True)


def _name(reader: _Reader, scope: Scope, node: ast.Name) -> None:
    reader.add(scope, node.id, reader.place(node), not isinstance(node.ctx, ast.Load))


def _function(reader: _Reader, scope: Scope, node: _Function) -> None:
    if not isinstance(node, ast.Lambda):
        reader.add(scope, node.name, name_place(reader.place, reader.source, node), True)
        reader.all(scope, (*node.decorator_list, node.returns))
    arguments = node.args
    parameters = parameters_in(arguments)
    reader.all(scope, (*arguments.defaults, *arguments.kw_defaults, *(each.annotation for each in parameters)))
    inner = Scope(node, scope)
    for parameter in parameters:
        start = reader.place(parameter)[0]
        reader.add(inner, parameter.arg, (start, start + len(parameter.arg)), True)
    reader.all(inner, node.body if isinstance(node.body, list) else [node.body])


def _class(reader: _Reader, scope: Scope, node: ast.ClassDef) -> None:
    reader.add(scope, node.name, name_place(reader.place, reader.source, node), True)
    reader.all(scope, (*node.decorator_list, *node.bases, *node.keywords))
    reader.all(Scope(node, scope), node.body)


def _comprehension(reader: _Reader, scope: Scope, node: _Comprehension) -> None:
    """The first iterable is read outside of the comprehension's scope."""
    first, *more = node.generators
    reader.visit(scope, first.iter)
    inner = Scope(node, scope)
    reader.all(inner, (first.target, *first.ifs, *more))
    reader.all(inner, (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,))


def _walrus(reader: _Reader, scope: Scope, node: ast.NamedExpr) -> None:
    around = next(each for each in scope.chain() if not isinstance(each.node, _COMPREHENSIONS))
    reader.add(around, node.target.id, reader.place(node.target), True)
    reader.visit(scope, node.value)


def _import(reader: _Reader, scope: Scope, node: ast.alias) -> None:
    if node.name != "*":
        reader.add_written(scope, node.asname or node.name.split(".")[0], node, last=node.asname is not None)


def _outward(reader: _Reader, scope: Scope, node: ast.Global | ast.Nonlocal) -> None:
    for name in node.names:
        scope.outward[name] = "global" if isinstance(node, ast.Global) else "nonlocal"
        reader.add_written(scope, name, node, last=True)


def _named(reader: _Reader, scope: Scope, node: Any) -> None:
    """`except E as name`, `case name`, `case [*name]`, `case {**name}`."""
    name = node.rest if isinstance(node, ast.MatchMapping) else node.name
    if isinstance(node, ast.ExceptHandler):
        reader.all(scope, (node.type,))
    if name is not None:
        reader.add_written(scope, name, node, last=not isinstance(node, ast.ExceptHandler))
    reader.all(scope, node.body if isinstance(node, ast.ExceptHandler) else ast.iter_child_nodes(node))


_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_RULES: Final[dict[type[ast.AST], Callable[[_Reader, Scope, Any], None]]] = {
    ast.Name: _name,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.Lambda: _function,
    ast.ClassDef: _class,
    **dict.fromkeys(_COMPREHENSIONS, _comprehension),
    ast.NamedExpr: _walrus,
    ast.alias: _import,
    ast.Global: _outward,
    ast.Nonlocal: _outward,
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping), _named),
}
