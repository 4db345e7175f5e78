"""Scopes while printing, and where a variable that nothing defines is declared.

Such a variable is declared in the innermost scope that holds all its uses, just above the statement with the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.node import Node
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.printer.document import Document


@dataclass(slots=True, eq=False)
class Scope:
    """One level of printing: the node it belongs to (None for the outermost), its statements so far, the objects it names.

    `concise` tells whether the statement being printed is the last of the scope, so that it may take the rest of the suite as its body.
    """

    node: Any
    statements: list[Document] = field(default_factory=list[Document])
    named: list[Any] = field(default_factory=list[Any])
    concise: bool = False


class Uses:
    """For every variable and buffer under a root the nodes that enclose all its uses, outermost first; computed when first asked."""

    def __init__(self, root: object) -> None:
        self._root = root
        self._enclosing: dict[int, list[int]] | None = None

    def enclosing(self, target: object) -> list[int]:
        """`id`s of the nodes around every use of `target`."""
        if self._enclosing is None:
            self._enclosing = {}
            _visit(self._root, [], self._enclosing)
        return self._enclosing.get(id(target), [])


def _visit(current: object, path: list[int], found: dict[int, list[int]]) -> None:
    if isinstance(current, (tuple, list)):
        for item in current:
            _visit(item, path, found)
    elif isinstance(current, Mapping):
        for key, value in current.items():
            _visit(key, path, found)
            _visit(value, path, found)
    elif isinstance(current, Node):
        _visit_node(current, path, found)


def _visit_node(current: Node, path: list[int], found: dict[int, list[int]]) -> None:
    if isinstance(current, (Var, Buffer)):
        _meet(id(current), path, found)
    elif isinstance(current, RelaxVar):
        _meet(id(current.vid), path, found)
    if isinstance(current, Var):
        return
    path.append(id(current))
    names = ("functions",) if isinstance(current, IRModule) else current.field_names
    for name in names:
        if name != "span":
            _visit(getattr(current, name), path, found)
    path.pop()


def _meet(target: int, path: list[int], found: dict[int, list[int]]) -> None:
    known = found.get(target)
    if known is None:
        found[target] = list(path)
        return
    common = 0
    while common < len(known) and common < len(path) and known[common] == path[common]:
        common += 1
    del known[common:]
