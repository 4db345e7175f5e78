"""Paths from a function to where a variable is defined and used."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.ir.access_path import AccessPath
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.walk import definitions


def definition_places(func: PrimFunc, variable: Var) -> Iterator[AccessPath]:
    """The parameters and statements that define the variable, in the order of the text."""
    root = AccessPath.root()
    for at, parameter in enumerate(func.params):
        if parameter is variable:
            yield root.attr("params").array_item(at)
    yield from _definitions(func.body, root.attr("body"), variable)


def _definitions(node: Node, path: AccessPath, variable: Var) -> Iterator[AccessPath]:
    if variable in definitions(node):
        yield path
    for child, there in _children(node, path):
        yield from _definitions(child, there, variable)


def use_place(func: PrimFunc, variable: Var) -> AccessPath | None:
    """The path to the first use of the variable outside of what defines it."""
    return next(_uses(func.body, AccessPath.root().attr("body"), variable), None)


def _uses(node: Node, path: AccessPath, variable: Var) -> Iterator[AccessPath]:
    if node is variable:
        yield path
    elif variable not in definitions(node):
        for child, there in _children(node, path):
            yield from _uses(child, there, variable)


def _children(node: Node, path: AccessPath) -> Iterator[tuple[Node, AccessPath]]:
    for name in node.field_names:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value, path.attr(name)
        elif isinstance(value, tuple):
            inside = path.attr(name)
            yield from ((item, inside.array_item(at)) for at, item in enumerate(value) if isinstance(item, Node))
