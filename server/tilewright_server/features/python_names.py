"""The names of a whole file by Python's binding rules, and where Python names the functions of a script's module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from tilewright.core.analyze import Definition
from tilewright.core.base.source import Source
from tilewright.core.frontend.asked_blocks import asked_blocks, named_blocks
from tilewright.core.frontend.parse import statements_of
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.frontend.python_scopes import Name, Scope, names_of
from tilewright.core.frontend.recover import recover
from tilewright_server.answers import Extent
from tilewright_server.features.remembered import remembered

# Calls whose texts may be names of sizes: `R.Tensor(("n", 4), "float32")`.
_SHAPED = frozenset({"Tensor", "Shape", "Buffer", "match_buffer", "Ptr"})


class FileNames:
    """Every name that Python binds or reads in a file, and those in the texts of shapes."""

    def __init__(self, source: Source) -> None:
        recovered = recover(source)
        self.source = source
        self.place: Place = positions(source, recovered.first_line)
        self.statements = statements_of(recovered)
        self.nodes = tuple(part for statement in self.statements for part in ast.walk(statement))
        self.broken = tuple(recovered.doubtful)
        self.names = names_of(source, self.place, self.statements)
        self.sizes = tuple(self._sizes())
        self.suites = tuple(self._suites())
        self.branches = tuple(self._branches())
        self._at = {name.start: name for name in self.names}

    @property
    def is_python(self) -> bool:
        """Whether Python can read the file, so that all its names are known."""
        return not self.broken

    def at(self, start: int) -> Name | None:
        """The name that begins there."""
        return self._at.get(start)

    def around(self, offset: int) -> Name | None:
        """The name that a cursor at `offset` touches."""
        return next((each for each in self.names if each.start <= offset <= each.end), None)

    def of_variable(self, name: str, scope: Scope) -> tuple[Name, ...]:
        """The places at which the variable of a scope is named."""
        return tuple(each for each in self.names if each.name == name and each.binder is scope)

    def inside(self, name: str, extent: Extent) -> tuple[Name, ...]:
        """The places of a name between two offsets, whatever it means."""
        return tuple(each for each in self.names if each.name == name and extent.start <= each.start < extent.end)

    def sizes_inside(self, name: str, extent: Extent) -> tuple[Extent, ...]:
        """The places at which texts of shapes between two offsets name a size."""
        return tuple(each for word, each in self.sizes if word == name and extent.start <= each.start < extent.end)

    def members(self, module: Name, name: str, body: Extent) -> Iterator[Extent]:
        """The places at which `Module.name`, `Module["name"]` and `Module.get_global_var("name")`, and inside the module `self.name` and `cls.name`, name a function."""
        for node in self.nodes:
            if isinstance(node, ast.Call):
                extent = self._asked_for(node, module, name)
                if extent is not None:
                    yield extent
            if not isinstance(node, (ast.Attribute, ast.Subscript)) or not isinstance(node.value, ast.Name):
                continue
            start = self.place(node)[0]
            own = node.value.id in ("self", "cls") and body.start <= start < body.end
            extent = self.member_place(node, name) if own or self._is_variable(start, module) else None
            if extent is not None:
                yield extent

    def made_block(self, name: str) -> tuple[str, int] | None:
        """A block that a schedule asks for and that a step has named after a buffer `name`, such as `C_local`, and its place."""
        asked, written = asked_blocks(self.nodes), named_blocks(self.nodes)
        made = (block for block in asked if block.startswith(f"{name}_") and block not in written)
        return next(((block, self.place(asked[block])[0]) for block in made), None)

    def member_place(self, node: ast.Attribute | ast.Subscript, name: str) -> Extent | None:
        """The places of the name in `.name` or `["name"]` of an expression."""
        if isinstance(node, ast.Attribute):
            end = self.place(node)[1]
            return Extent(end - len(name), end) if node.attr == name else None
        return self._text_place(node.slice, name)

    def _asked_for(self, node: ast.Call, module: Name, name: str) -> Extent | None:
        """The place of the name in `Module.get_global_var("name")`."""
        called = node.func
        if not isinstance(called, ast.Attribute) or called.attr != "get_global_var" or not node.args:
            return None
        is_module = isinstance(called.value, ast.Name) and self._is_variable(self.place(called.value)[0], module)
        return self._text_place(node.args[0], name) if is_module else None

    def _text_place(self, node: ast.expr, name: str) -> Extent | None:
        """The place of a name that is all of a text."""
        if not isinstance(node, ast.Constant) or node.value != name:
            return None
        at = self.source.text.find(name, *self.place(node))
        return Extent(at, at + len(name))

    def _is_variable(self, start: int, wanted: Name) -> bool:
        found = self.at(start)
        return found is not None and found.name == wanted.name and found.binder is wanted.binder

    def _suites(self) -> Iterator[Extent]:
        """The loops, `with` statements and branches of the file."""
        for node in self.nodes:
            if isinstance(node, (ast.For, ast.With, ast.While)):
                yield Extent(*self.place(node))
            elif isinstance(node, ast.If):
                for suite in (node.body, node.orelse):
                    if suite:
                        yield Extent(self.place(suite[0])[0], self.place(suite[-1])[1])

    def _branches(self) -> Iterator[tuple[Extent, Extent, Extent]]:
        """Each `if` with an `else`, whole, and its two suites."""
        for node in self.nodes:
            if isinstance(node, ast.If) and node.orelse:
                taken, other = (Extent(self.place(s[0])[0], self.place(s[-1])[1]) for s in (node.body, node.orelse))
                yield Extent(*self.place(node)), taken, other

    def _sizes(self) -> Iterator[tuple[str, Extent]]:
        for node in self.nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in _SHAPED:
                for shape in (*node.args, *(keyword.value for keyword in node.keywords)):
                    for text in shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else ():
                        yield from self._words(text)
            elif node.func.attr == "Prim":  # R.Prim(value="n * m")
                for keyword in node.keywords:
                    if keyword.arg == "value":
                        yield from self._words(keyword.value)

    def _words(self, text: ast.expr) -> Iterator[tuple[str, Extent]]:
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            start, end = self.place(text)
            for match in re.finditer(r"[^\W\d]\w*", self.source.text[start:end]):
                yield match.group(), Extent(start + match.start(), start + match.end())


@remembered
def own_names(definition: Definition) -> FileNames:
    """The names of one definition by its own text, in its offsets: what the rest of the file binds is not known."""
    return FileNames(definition.source)


@lru_cache(maxsize=2)
def file_names(source: Source) -> FileNames:
    """The names of the file, worked out once."""
    return FileNames(source)
