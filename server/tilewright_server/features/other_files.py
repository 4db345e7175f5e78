"""Mentions of a function or module of this file in other files of the workspace: imports, what they bind, attributes of imported modules, `__all__`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tilewright.core.base.source import Source
from tilewright_server.answers import Extent
from tilewright_server.features.python_names import FileNames
from tilewright_server.workspace import File, Workspace


@dataclass(frozen=True, slots=True)
class Importer:
    """A file that names the thing, and the places of its name.

    `bound` are the names of Python by which it is known in the file: (name, where the import binds it).
    """

    file: File
    names: FileNames
    places: tuple[Extent, ...]
    bound: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class _Found:
    """The mentions in one file."""

    places: dict[int, Extent] = field(default_factory=dict[int, Extent])
    values: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    bound: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    passes_on: bool = False

    def add(self, other: _Found) -> None:
        """Take over what was found from another import of the file."""
        self.places.update(other.places)
        self.values |= other.values
        self.bound += other.bound


def importers(workspace: Workspace, path: Path, name: str, member: str | None = None) -> tuple[Importer, ...]:
    """The files that name the top-level `name` of the file at `path`; with `member`, those that name that function of the module `name`."""
    files = {file.path: file for file in workspace.files_with(name, "import *") if file.path != path}
    read = {each: FileNames(Source(file.text, str(each))) for each, file in files.items()}
    merged: dict[Path, _Found] = {}
    waiting, passed = [path], {path}
    while waiting:
        source = waiting.pop()
        for each, names in read.items():
            found = _in_file(workspace, each, names, source, name)
            merged.setdefault(each, _Found()).add(found)
            if found.passes_on and each not in passed:
                passed.add(each)
                waiting.append(each)
    return tuple(_importer(files[each], read[each], found, member) for each, found in merged.items() if found.values)


def _importer(file: File, names: FileNames, found: _Found, member: str | None) -> Importer:
    places = found.places if member is None else dict(_members(names, found.values, member))
    ordered = sorted(places.values(), key=lambda place: place.start)
    return Importer(file, names, tuple(ordered), tuple(found.bound) if member is None else ())


def exported(names: FileNames, name: str) -> Iterator[Extent]:
    """The places of the name in `__all__` of a file."""
    for statement in names.statements:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            for text in ast.walk(statement):
                if isinstance(text, ast.Constant) and text.value == name:
                    start = names.source.text.find(name, *names.place(text))
                    yield Extent(start, start + len(name))


def _in_file(workspace: Workspace, path: Path, names: FileNames, source: Path, name: str) -> _Found:
    found = _Found()
    for node in names.nodes:
        if isinstance(node, ast.ImportFrom):
            module = workspace.module(node.module or "", node.level, path)
            for alias in node.names:
                if module == source:
                    _taken(found, names, alias, name)
                elif _submodule(workspace, node, alias, path) == source:
                    _attributes(found, names, (alias.asname or alias.name,), _bound_at(names, alias), name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if workspace.module(alias.name, 0, path) == source:
                    chain = (alias.asname,) if alias.asname else tuple(alias.name.split("."))
                    _attributes(found, names, chain, _bound_at(names, alias), name)
    return found


def _submodule(workspace: Workspace, node: ast.ImportFrom, alias: ast.alias, path: Path) -> Path | None:
    inside = f"{node.module}.{alias.name}" if node.module else alias.name
    return workspace.module(inside, node.level, path)


def _taken(found: _Found, names: FileNames, alias: ast.alias, name: str) -> None:
    """`from module import name`, with or without another name for it, or with `*`."""
    start = names.place(alias)[0]
    if alias.name == "*":
        free = [each for each in names.names if each.name == name and each.binder is None]
        _named(found, [Extent(each.start, each.end) for each in free], spelled=True)
        found.passes_on = True
    elif alias.name == name:
        found.places[start] = Extent(start, start + len(name))
        found.values.add((start, start + len(name)))
        binding = names.at(_bound_at(names, alias))
        scope = binding.binder if binding is not None else None
        if binding is None or scope is None:
            return
        spelled = alias.asname is None
        mentions = names.of_variable(binding.name, scope)
        _named(found, [Extent(each.start, each.end) for each in mentions], spelled)
        if spelled:
            found.bound.append((name, binding.start))
            _named(found, exported(names, name), spelled)
            found.passes_on = found.passes_on or isinstance(scope.node, ast.Module)


def _named(found: _Found, extents: list[Extent] | Iterator[Extent], spelled: bool) -> None:
    for extent in extents:
        found.values.add((extent.start, extent.end))
        if spelled:
            found.places[extent.start] = extent


def _bound_at(names: FileNames, alias: ast.alias) -> int:
    """The place at which an import writes the name that it binds."""
    start, end = names.place(alias)
    return end - len(alias.asname) if alias.asname is not None else start


def _attributes(found: _Found, names: FileNames, chain: tuple[str, ...], start: int, name: str) -> None:
    """`module.name`, where `chain` is how the module is named, bound at `start`."""
    binding = names.at(start)
    scope = binding.binder if binding is not None else None
    for node in names.nodes:
        if isinstance(node, ast.Attribute) and node.attr == name and _chain(node.value) == chain:
            first, end = names.place(node)
            base = names.at(first)
            if base is not None and base.binder is scope:
                found.places[end - len(name)] = Extent(end - len(name), end)
                found.values.add((first, end))


def _chain(node: ast.expr) -> tuple[str, ...] | None:
    """The names of a dotted expression."""
    if isinstance(node, ast.Name):
        return (node.id,)
    before = _chain(node.value) if isinstance(node, ast.Attribute) else None
    return (*before, node.attr) if before is not None and isinstance(node, ast.Attribute) else None


def _members(names: FileNames, values: set[tuple[int, int]], member: str) -> Iterator[tuple[int, Extent]]:
    """The places at which a function of one of these expressions is named."""
    for node in names.nodes:
        if isinstance(node, (ast.Attribute, ast.Subscript)) and names.place(node.value) in values:
            extent = names.member_place(node, member)
            if extent is not None:
                yield extent.start, extent
