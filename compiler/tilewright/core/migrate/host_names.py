"""The names of a Python file that stand for something of TVM: which import binds each, and where each is used."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tilewright.core.base.source import Source
from tilewright.core.frontend.positions import Place, positions

ROOTS = ("tvm", "tilewright", "tvm_ffi")


@dataclass(frozen=True)
class Use:
    """A dotted name, `tir.transform.Simplify`: the parts of it, and where each of its beginnings ends in the text; `start` is where all begin."""

    parts: tuple[str, ...]
    start: int
    ends: tuple[int, ...]

    @property
    def text(self) -> str:
        """The name as one would write it."""
        return ".".join(self.parts)

    def below(self, path: str) -> str:
        """The dotted path of the whole where its first part stands for `path`."""
        return ".".join((path, *self.parts[1:]))


@dataclass(frozen=True)
class HostNames:
    """The names of a file.  Raises `SyntaxError` for a text that is no Python."""

    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The file as Python reads it."""
        return ast.parse(self.text)

    @cached_property
    def source(self) -> Source:
        """The text with its lines."""
        return Source(self.text)

    @cached_property
    def place(self) -> Place:
        """The offsets of a node."""
        return positions(self.source)

    @cached_property
    def bound(self) -> Mapping[str, frozenset[str]]:
        """The meanings of each name of the file: the dotted path that an import gives it, "" for any other value."""
        found: dict[str, set[str]] = {}
        for name, path in _bindings(self.tree):
            found.setdefault(name, set()).add(path)
        return {name: frozenset(paths) for name, paths in found.items()}

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The names that stand for one thing of TVM everywhere in the file, with its dotted path."""
        sole = {name: next(iter(paths)) for name, paths in self.bound.items() if len(paths) == 1}
        return {name: path for name, path in sole.items() if path.partition(".")[0] in ROOTS}

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """The dotted names of the file, those in annotations that are text too."""
        return (*_uses(self.tree, self.place), *self._uses_in_text())

    def _uses_in_text(self) -> Iterator[Use]:
        for annotation in _annotations(self.tree):
            for node in ast.walk(annotation):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isascii():
                    start, end = self.place(node)
                    if self.text[start + 1 : end - 1] == node.value and (inner := _expression(node.value)) is not None:
                        shift = start + 1
                        for use in _uses(inner, positions(Source(node.value))):
                            yield Use(use.parts, use.start + shift, tuple(each + shift for each in use.ends))

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every name that is read or bound somewhere."""
        return frozenset(use.parts[0] for use in self.uses) | self.bound.keys()

    @cached_property
    def exported(self) -> frozenset[str]:
        """The names in `__all__`."""
        lists = (
            node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign) and any(_is_all(target) for target in node.targets)
        )
        words = (each.value for given in lists for each in ast.walk(given) if isinstance(each, ast.Constant))
        return frozenset(word for word in words if isinstance(word, str))

    def path(self, node: ast.expr) -> str | None:
        """The dotted path of an expression that names something of TVM, as `ms.Database` does; None for anything else."""
        if isinstance(node, ast.Name):
            return self.paths.get(node.id)
        if isinstance(node, ast.Attribute):
            inner = self.path(node.value)
            return None if inner is None else f"{inner}.{node.attr}"
        return None

    def is_free(self, name: str) -> bool:
        """Whether nothing of the file, nor Python itself, has this name."""
        return name not in self.mentioned and not hasattr(builtins, name)


def imports_tvm(node: ast.stmt) -> bool:
    """Whether a statement imports `tvm` or something of it."""
    if isinstance(node, ast.Import):
        return any(_is_tvm(alias.name) for alias in node.names)
    return isinstance(node, ast.ImportFrom) and not node.level and _is_tvm(node.module or "")


def _is_tvm(path: str) -> bool:
    return path.partition(".")[0] in ("tvm", "tilewright")


def _bindings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Each name that something binds, with the path that an import gives it and "" for other values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (root, root)
        elif isinstance(node, ast.ImportFrom):
            module = f"{'.' * node.level}{node.module or ''}"
            yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id, ""
        elif isinstance(node, ast.arg):
            yield node.arg, ""
        elif isinstance(
            node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
        ):
            yield node.name or "", ""
        elif isinstance(node, ast.MatchMapping):
            yield node.rest or "", ""


def _uses(tree: ast.AST, place: Place) -> Iterator[Use]:
    """The longest dotted names below a node."""
    inner: set[int] = set()
    for node in ast.walk(tree):  # a name comes before the names that it begins with
        if not isinstance(node, (ast.Attribute, ast.Name)) or id(node) in inner:
            continue
        parts: list[str] = []
        ends: list[int] = []
        at: ast.expr = node
        while isinstance(at, ast.Attribute):
            parts.append(at.attr)
            ends.append(place(at)[1])
            at = at.value
            inner.add(id(at))
        if isinstance(at, ast.Name):
            start, end = place(at)
            yield Use((at.id, *reversed(parts)), start, (end, *reversed(ends)))


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        found = (
            node.returns
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            else node.annotation
            if isinstance(node, (ast.arg, ast.AnnAssign))
            else None
        )
        if found is not None:
            yield found


def _expression(text: str) -> ast.Expression | None:
    try:
        return ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return None


def _is_all(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__all__"
