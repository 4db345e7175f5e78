"""The meaning of names in annotations of functions, and their form in a stub.

Annotations are text here (`from __future__ import annotations` everywhere), and many of their names are imported for the type
checker only.  So a name is traced to where it is defined by reading the source of the module, never by running it.  In a stub
every import carries an underscore, because a namespace may hold a word of its own with that name (`T.bool`, `T.Range`).
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path

# From where something is to be imported in place of the module that defines it: modules and names to modules and names.
Places = Mapping[tuple[str, str], tuple[str, str]]


class Imports:
    """The imports of one stub, gathered while its declarations are written; `defined` are the names that the stub defines."""

    def __init__(self, defined: frozenset[str], places: Places) -> None:
        self.defined = defined
        self._places = places
        self._origins: dict[str, tuple[str, str]] = {}
        self._written: set[str] = set()

    def first(self, name: str) -> bool:
        """Whether this is asked of `name` for the first time: what a stub declares once for several uses."""
        if name in self._written:
            return False
        self._written.add(name)
        return True

    def add(self, module: str, name: str) -> str:
        """The local name for `name` of `module`; two different things of one name get different local names."""
        module, name = self._places.get((module, name), (module, name))
        local = f"_{name}"
        while self._origins.setdefault(local, (module, name)) != (module, name):
            local += "_"
        return local

    def translate(self, annotation: str, module: str) -> str:
        """The text of an annotation written in `module`, with every name replaced by one that this stub imports."""
        tree = ast.parse(annotation, mode="eval")
        return ast.unparse(_Renamed(self, module).visit(tree))

    def lines(self) -> list[str]:
        """The import statements, sorted."""
        return [
            f"from {module} import {name} as {local}"
            for local, (module, name) in sorted(self._origins.items(), key=lambda item: (item[1], item[0]))
        ]


class _Renamed(ast.NodeTransformer):
    def __init__(self, imports: Imports, module: str) -> None:
        self.imports = imports
        self.module = module

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        dotted = ast.unparse(node.value)
        module = origin(self.module, dotted.split(".")[0])
        if module is not None and module[1] == "":
            return ast.Name(self.imports.add(".".join([module[0], *dotted.split(".")[1:]]), node.attr))
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = origin(self.module, node.id)
        if found is None:
            raise NameError(f"{self.module}: nothing says what {node.id!r} in an annotation is")
        plain = found[0] == "builtins" and node.id not in self.imports.defined
        return node if plain else ast.Name(self.imports.add(*found))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return node


@cache
def origin(module: str, name: str) -> tuple[str, str] | None:
    """The module from which `name`, as `module` sees it, is imported; `(module, "")` for a module; None when it is unknown."""
    found = _names(module).get(name)
    if found is not None:
        return found
    return ("builtins", name) if hasattr(builtins, name) else None


@cache
def _names(module: str) -> dict[str, tuple[str, str]]:
    names: dict[str, tuple[str, str]] = {}
    for statement in _top_level(_source(module)):
        names.update(_bound(statement, module))
    return names


def _source(module: str) -> list[ast.stmt]:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{module} has no source to read")
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body


def _top_level(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a module, those under `if TYPE_CHECKING:` among them."""
    return [inner for statement in body for inner in (statement.body if isinstance(statement, ast.If) else [statement])]


def _bound(statement: ast.stmt, module: str) -> dict[str, tuple[str, str]]:
    if isinstance(statement, ast.ImportFrom) and statement.module:
        return {alias.asname or alias.name: _imported(statement.module, alias.name) for alias in statement.names}
    if isinstance(statement, ast.Import):
        return {
            alias.asname or alias.name: (alias.name, "")
            for alias in statement.names
            if alias.asname or "." not in alias.name
        }
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name: (module, statement.name)}
    if isinstance(statement, ast.Assign):
        return {target.id: (module, target.id) for target in statement.targets if isinstance(target, ast.Name)}
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id: (module, statement.target.id)}
    return {}


def _imported(module: str, name: str) -> tuple[str, str]:
    """A module imported from its package is a module."""
    try:
        is_module = importlib.util.find_spec(f"{module}.{name}") is not None
    except ModuleNotFoundError:
        is_module = False
    return (f"{module}.{name}", "") if is_module else (module, name)
