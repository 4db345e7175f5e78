"""Python code around scripts in the names of another release: what is certain is rewritten, and what may be meant is named.

Certain is a dotted name whose first part is an import, and a method of a variable that is nothing but a schedule: every value it gets is `Schedule(...)`
or a copy of one, or its annotation says so.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.core.base.source import Source
from tilewright.core.dialects import CLASSIC, TIRX, Dialect
from tilewright.core.dialects.host_gaps import NOT_IN_EARLIER, NOT_IN_LATER
from tilewright.core.dialects.host_names import EARLIER, LATER, LATER_ATTRIBUTES, PACKAGES
from tilewright.core.frontend.positions import positions
from tilewright.core.migrate.edits import Change, changed

_SCHEDULES = frozenset({"tvm.tir.Schedule", "tvm.s_tir.Schedule", "tvm.tir.schedule.Schedule", "tvm.tirx.Schedule"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_Path = Callable[[ast.expr], str | None]


@dataclass(frozen=True)
class Leftover:
    """A name that may have to be changed by hand: its line and column in the new text, from 1, and the sentence about it; `is_absent` for one that the release surely lacks."""

    line: int
    column: int
    said: str
    is_absent: bool = False


def host_code(text: str, before: str, dialect: Dialect) -> tuple[str, tuple[Leftover, ...]]:
    """The text, of which the scripts are in the dialect already, with the names of its release; `before` is the text as it was."""
    if dialect not in (CLASSIC, TIRX) or "tvm" not in text:
        return text, ()
    names = LATER if dialect is TIRX else EARLIER
    first = _HostCode(text, dialect, names)
    tidy = _without_repeated_imports(first.run(), before)
    found = first if tidy == text else _HostCode(tidy, dialect, names)
    return tidy, tuple(found.leftovers())


@dataclass
class _HostCode:
    """One reading of a text."""

    text: str
    dialect: Dialect
    names: Mapping[str, str]
    edits: list[Change] = field(default_factory=list[Change])

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text)
        self.source = Source(self.text)
        self.place = positions(self.source)
        self.imported = _imported(self.tree)
        self.needs_ffi = False
        lines = (node.lineno - 1 for node in self.tree.body if _imports_tvm(node))
        self.ffi_place = next((self.source.line_starts[line] for line in lines), -1)
        self.packages = PACKAGES.keys() if self.dialect is TIRX else set(PACKAGES.values())
        steps = TIRX.words.steps
        # What a method is called in the other release, to what it is called in this one.
        self.methods = dict(steps) if self.dialect is TIRX else {later: name for name, later in steps.items()}

    def run(self) -> str:
        """The text with what is certain rewritten."""
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._import(node)
        for node in _dotted_names(self.tree):
            self._dotted(node)
        if self.needs_ffi:
            self._change((self.ffi_place, self.ffi_place), "import tvm_ffi\n")
        for node, is_schedule in _receivers(self.tree, self.path):
            if is_schedule and node.attr in self.methods:
                self._replace_attribute(node, self.methods[node.attr])
        return changed(self.text, self.edits)

    def leftovers(self) -> Iterator[Leftover]:
        """The names that may have to be changed by hand."""
        found: list[tuple[ast.expr | ast.stmt, str]] = []
        for node, _ in _receivers(self.tree, self.path):
            later = self.methods.get(node.attr)
            if later is not None:
                found.append((node, f"`{ast.unparse(node)}` is `{later}` of a schedule in {self.dialect.release}"))
        renamed = LATER_ATTRIBUTES if self.dialect is TIRX else {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute) and node.attr in renamed:
                found.append(
                    (node, f"`.{node.attr}` of a value of Relax is `.{renamed[node.attr]}` in {self.dialect.release}")
                )
            elif isinstance(node, ast.ImportFrom):
                found += [(node, said) for said in self._left_imports(node)]
        for node in _dotted_names(self.tree):
            moved = self.names.get(self.path(node) or "")
            if moved is not None:
                found.append((node, f"`{ast.unparse(node)}` is `{moved}` in {self.dialect.release}"))
        left = [self._left(node, said) for node, said in found]
        yield from sorted((*left, *self._absent()), key=lambda each: (each.line, each.column))

    def _absent(self) -> Iterator[Leftover]:
        """The names that the release does not have under any name."""
        gaps = NOT_IN_LATER if self.dialect is TIRX else NOT_IN_EARLIER
        for node in ast.walk(self.tree):
            paths: list[str] = []
            if isinstance(node, ast.Attribute):
                paths = [self.path(node) or ""]
            elif isinstance(node, ast.Import):
                paths = [path for alias in node.names for path in _prefixes(alias.name)]
            elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
                paths = [*_prefixes(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
            for path in paths:
                if path in gaps:
                    nearest = f"; the nearest is `{gaps[path]}`" if gaps[path] else ""
                    said = f"`{path}` is not in {self.dialect.release}{nearest}"
                    yield self._left(node, said, is_absent=True)

    def _left(self, node: ast.AST, said: str, is_absent: bool = False) -> Leftover:
        return Leftover(*self.source.where(self.place(node)[0]), said, is_absent)

    def _change(self, place: tuple[int, int], text: str) -> None:
        self.edits.append(Change(*place, 0, text))

    def path(self, node: ast.expr) -> str | None:
        """The dotted path of a name that is imported, as of `ms.Database`; None for anything else."""
        if isinstance(node, ast.Name):
            return self.imported.get(node.id)
        if isinstance(node, ast.Attribute):
            inner = self.path(node.value)
            return None if inner is None else f"{inner}.{node.attr}"
        return None

    def _dotted(self, node: ast.Attribute) -> None:
        path = self.path(node)
        moved = None if path is None else self.names.get(path)
        if path is None or moved is None:
            return
        if path.rpartition(".")[0] == moved.rpartition(".")[0]:
            self._replace_attribute(node, moved.rpartition(".")[2])
        elif moved.startswith("tvm_ffi."):
            if self.imported.get("tvm_ffi") == "tvm_ffi" or (self.ffi_place >= 0 and "tvm_ffi" not in self.text):
                self.needs_ffi |= "tvm_ffi" not in self.imported
                self._change(self.place(node), moved)
        elif self.imported.get("tvm") == "tvm":
            self._change(self.place(node), moved)

    def _replace_attribute(self, node: ast.Attribute, name: str) -> None:
        end = self.place(node)[1]
        self._change((end - len(node.attr), end), name)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        start, end = self.place(node)
        if "#" in self.text[start:end]:
            return
        if isinstance(node, ast.Import):
            made = [ast.alias(self._module(each.name), each.asname) for each in node.names]
            if [each.name for each in made] != [each.name for each in node.names]:
                self._change((start, end), ast.unparse(ast.Import(made)))
            return
        lines = self._import_lines(node)
        if lines is not None:
            indent = " " * node.col_offset
            self._change((start, end), f"\n{indent}".join(lines))

    def _import_lines(self, node: ast.ImportFrom) -> list[str] | None:
        """The statements that import the same from where it is; None when nothing has moved."""
        if node.level or node.module is None or node.names[0].name == "*":
            return None
        groups: dict[str, list[ast.alias]] = {}
        renamed = False
        for alias in node.names:
            before = f"{node.module}.{alias.name}"
            path = self._module(before)
            module, _, name = path.rpartition(".")
            if name != alias.name and before in self.packages:
                shown = alias.asname or alias.name
                alias = ast.alias(name, None if shown == name else shown)
                renamed = True
            stays = name != alias.name  # the uses have another name: by hand
            groups.setdefault(node.module if stays else module, []).append(alias)
        if list(groups) == [node.module] and not renamed:
            return None
        return [ast.unparse(ast.ImportFrom(module, names, 0)) for module, names in groups.items()]

    def _left_imports(self, node: ast.ImportFrom) -> Iterator[str]:
        for alias in node.names:
            moved = self.names.get(f"{node.module}.{alias.name}")
            if moved is not None:
                yield f"`{alias.name}` of `{node.module}` is `{moved}` in {self.dialect.release}"

    def _module(self, path: str) -> str:
        """A path whose beginning may have moved."""
        parts = path.split(".")
        for end in range(len(parts), 1, -1):
            moved = self.names.get(".".join(parts[:end]))
            if moved is not None:
                return ".".join([moved, *parts[end:]])
        return path


def _imported(tree: ast.Module) -> dict[str, str]:
    """The paths of names of `tvm` that imports alone bind."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                found.setdefault(name, set()).add(alias.name if alias.asname else name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found.setdefault(alias.asname or alias.name, set()).add(f"{'.' * node.level}{node.module}.{alias.name}")
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, set()).add("")
        elif isinstance(node, ast.arg):
            found.setdefault(node.arg, set()).add("")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.setdefault(node.name, set()).add("")
    sole = {name: next(iter(paths)) for name, paths in found.items() if len(paths) == 1}
    return {name: path for name, path in sole.items() if path.partition(".")[0] in ("tvm", "tvm_ffi")}


def _imports_tvm(node: ast.stmt) -> bool:
    """Whether a statement imports `tvm` or something of it."""
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == "tvm" for alias in node.names)
    return isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] == "tvm"


def _prefixes(path: str) -> Iterator[str]:
    """A dotted path and those of the packages around it."""
    parts = path.split(".")
    return (".".join(parts[:end]) for end in range(2, len(parts) + 1))


def _dotted_names(tree: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes of names and of their attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute):
                inner = inner.value
            if isinstance(inner, ast.Name):
                yield node


def _receivers(tree: ast.Module, path: _Path) -> Iterator[tuple[ast.Attribute, bool]]:
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


def _without_repeated_imports(text: str, before: str) -> str:
    """The text without what an import at its margin repeats of one above, unless it did so before."""
    source = Source(text)
    place, old = positions(source), Counter(each for node in ast.parse(before).body for each in _said_by(node))
    seen: set[tuple[str, ...]] = set()
    changes: list[Change] = []
    for node in ast.parse(text).body:
        said = _said_by(node)
        kept = [alias for each, alias in said.items() if each not in seen or old[each] > 1]
        seen.update(said)
        if len(kept) < len(said):
            start, end = place(node)
            names = ", ".join(text[slice(*place(alias))] for alias in kept)
            aliases = list(said.values())
            if kept:
                changes.append(Change(place(aliases[0])[0], place(aliases[-1])[1], 0, names))
            elif (line := _whole_lines(source, start, end)) is not None:
                changes.append(Change(*line, 0, ""))
    return changed(text, changes)


def _said_by(node: ast.stmt) -> dict[tuple[str, ...], ast.alias]:
    """The names that an import of `tvm` binds, each with where it is from and what it is called there."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)) or not _imports_tvm(node):
        return {}
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    return {(module, alias.name, alias.asname or ""): alias for alias in node.names}


def _whole_lines(source: Source, start: int, end: int) -> tuple[int, int] | None:
    """The lines of a statement; None where something else stands on them."""
    begin, after = source.line_starts[source.line_of(start)], source.line_of(end) + 1
    stop = source.line_starts[after] if after < len(source.line_starts) else len(source.text)
    rest = source.text[end:stop].strip()
    return None if source.text[begin:start].strip() or (rest and not rest.startswith("#")) else (begin, stop)
