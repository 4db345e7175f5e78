"""Python code in the names of another release: what is certain is rewritten, and what may be meant is named.

Certain is a dotted name whose first part is an import, and a method of a variable that is nothing but a schedule.  A name that is imported from a
module which has moved is imported from there, and called as it is called there; uses of what has gone to a second module (`tir.Schedule`) get an import of that.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.core.dialects import CLASSIC, TIRX, Dialect
from tilewright.core.dialects.host_gaps import NOT_IN_EARLIER, NOT_IN_LATER
from tilewright.core.dialects.host_names import EARLIER, LATER, LATER_ATTRIBUTES, PACKAGES, moved, moved_text
from tilewright.core.migrate.edits import Change, changed
from tilewright.core.migrate.host_imports import Entry, changed_import
from tilewright.core.migrate.host_names import ROOTS, HostNames, Use, imports_tvm
from tilewright.core.migrate.repeated_imports import without_repeated_imports
from tilewright.core.migrate.schedule_methods import receivers

_STRING = re.compile(r"(?:tir|tirx|s_tir)(?:\.[A-Za-z_]\w*)+")
_TENSORIR = ("tvm.tir", "tvm.tirx", "tvm.s_tir")


@dataclass(frozen=True)
class Leftover:
    """A name that may have to be changed by hand: its line and column in the new text, from 1, and the sentence about it; `is_certain` where nothing needs to be found out."""

    line: int
    column: int
    said: str
    is_certain: bool = False


def host_code(text: str, before: str, dialect: Dialect) -> tuple[str, tuple[Leftover, ...]]:
    """The text, of which the scripts are in the dialect already, with the names of its release; `before` is the text as it was."""
    if dialect not in (CLASSIC, TIRX) or not ("tvm" in text or "tilewright" in text):
        return text, ()
    made = without_repeated_imports(_Renaming(HostNames(text), dialect).run(), before)
    return made, tuple(_Leftovers(HostNames(made), dialect).all())


def names_that_stay(text: str, dialect: Dialect, function: str) -> tuple[Leftover, ...]:
    """The names of Python code that the release of a dialect has elsewhere, in a file where a function stays and they with it."""
    if dialect not in (CLASSIC, TIRX):
        return ()
    left = _Leftovers(HostNames(text), dialect).of_moved()
    return tuple(
        replace(each, said=f"{each.said}: it stays, since `{function}` does", is_certain=True) for each in left
    )


def _table(dialect: Dialect) -> Mapping[str, str]:
    return LATER if dialect is TIRX else EARLIER


def _methods(dialect: Dialect) -> Mapping[str, str]:
    """The methods of schedules that the releases call differently: the other release's name to the name in this one."""
    steps = TIRX.words.steps
    return steps if dialect is TIRX else {later: name for name, later in steps.items()}


@dataclass(frozen=True)
class _Local:
    """The new meaning of an imported name: the path that it stands for, and its name in the file."""

    path: str
    name: str


@dataclass
class _Renaming:
    """The changes of one text."""

    names: HostNames
    dialect: Dialect
    edits: list[Change] = field(default_factory=list[Change])

    def run(self) -> str:
        """The text with what is certain rewritten."""
        added: dict[str, set[str]] = {}  # packages that the uses of a name need besides what it stands for
        needs_ffi = False
        for use in self.names.uses:
            path = self.names.paths.get(use.parts[0])
            if path is None or path == self._moved(use.below(path)):
                continue
            said, package = self._said(path, use)
            if said is not None:
                self._replace(use, said)
                needs_ffi |= said[0] == "tvm_ffi" and "tvm_ffi" not in self.names.paths
            if package is not None:
                added.setdefault(use.parts[0], set()).add(package)
        for node in ast.walk(self.names.tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._import(node, added)
        if needs_ffi:
            self.edits.append(Change(self._ffi_place, self._ffi_place, 0, f"import tvm_ffi{self._line_end}"))
        methods = _methods(self.dialect)
        for node, is_schedule in receivers(self.names.tree, self.names.path):
            if is_schedule and node.attr in methods:
                end = self.names.place(node)[1]
                self.edits.append(Change(end - len(node.attr), end, 0, methods[node.attr]))
        return changed(self.names.text, self.edits)

    def _moved(self, path: str) -> str:
        return moved(path, _table(self.dialect))

    @cached_property
    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self.names.text else "\n"

    @cached_property
    def _ffi_place(self) -> int:
        """The place for `import tvm_ffi`: in front of the first import of `tvm`; -1 without one, or where the file mentions the name already."""
        lines = (node.lineno - 1 for node in self.names.tree.body if imports_tvm(node))
        is_taken = "tvm_ffi" in self.names.text
        return -1 if is_taken else next((self.names.source.line_starts[line] for line in lines), -1)

    @cached_property
    def locals(self) -> Mapping[str, _Local]:
        """The new meanings of the imported names of the file."""
        found: dict[str, _Local] = {}
        called: dict[str, str] = {}
        for local, path in self.names.paths.items():
            if "." not in path:
                continue
            target = self._target(local, path)
            name = self._called(local, path, target)
            if called.setdefault(name, target) != target:
                name = local
            found[local] = _Local(target, name)
        return found

    def _target(self, local: str, path: str) -> str:
        """The path that a name stands for from now on: where everything is that is used of it, or else where it has moved itself."""
        there: set[str] = set()
        for use in self.names.uses:
            if use.parts[0] == local:
                parts, rest = self._moved(use.below(path)).split("."), len(use.parts) - 1
                there.add(".".join(parts[: len(parts) - rest]) if rest else self._moved(path))
        only = there.pop() if len(there) == 1 else ""
        return only if "." in only and only.partition(".")[0] == path.partition(".")[0] else self._moved(path)

    def _called(self, local: str, path: str, target: str) -> str:
        """The name in this file of what was called `local`: its own name, unless the file gave it another one or uses that for something else."""
        own, packages = target.rpartition(".")[2], {*PACKAGES, *PACKAGES.values()}
        if local != path.rpartition(".")[2] or path in packages or local in self.names.exported:
            return local
        if own == local or self.names.is_free(own):
            return own
        others = self.names.bound.get(own, frozenset({""}))
        return own if all(self._moved(other) == target for other in others) else local

    def _said(self, path: str, use: Use) -> tuple[tuple[str, ...] | None, str | None]:
        """A use in the words of the release, None where it stays, and the package that has to be imported for it."""
        new = self._moved(use.below(path))
        if new == use.below(path):
            return None, None
        local = self.locals.get(use.parts[0], _Local(path, use.parts[0]))
        if new == local.path or new.startswith(f"{local.path}."):
            return (local.name, *new.removeprefix(local.path).split(".")[1:]), None
        if new.startswith("tvm_ffi."):
            can_import = self.names.paths.get("tvm_ffi") == "tvm_ffi" or self._ffi_place >= 0
            return (tuple(new.split(".")), None) if can_import else (None, None)
        root, package, *rest = new.split(".")
        tvm = next((name for name, known in self.names.paths.items() if known == root), None)
        if tvm is not None and not path.startswith(_TENSORIR):
            return (tvm, package, *rest), None
        known = next((name for name, known in self.names.paths.items() if known == f"{root}.{package}"), None)
        if known is not None and self.locals[known].path == f"{root}.{package}":
            return (self.locals[known].name, *rest), f"{root}.{package} {self.locals[known].name}"
        if "." in path and (self.names.is_free(package) or self._becomes(package, f"{root}.{package}")):
            return (package, *rest), f"{root}.{package} {package}"
        return ((tvm, package, *rest), None) if tvm is not None else (None, None)

    def _becomes(self, name: str, path: str) -> bool:
        """Whether a name will stand for a path alone."""
        return any(each == _Local(path, name) for each in self.locals.values()) and name not in self.names.mentioned

    def _replace(self, use: Use, said: tuple[str, ...]) -> None:
        """Write a use anew, without what of its end stays."""
        old, new = list(use.parts), list(said)
        while len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
            old.pop()
            new.pop()
        if old != new:
            self.edits.append(Change(use.start, use.ends[len(old) - 1], 0, ".".join(new)))

    def _import(self, node: ast.Import | ast.ImportFrom, added: Mapping[str, set[str]]) -> None:
        if isinstance(node, ast.ImportFrom) and (node.level or node.module is None or node.names[0].name == "*"):
            return
        made: dict[int, tuple[Entry, ...]] = {}
        for at, alias in enumerate(node.names):
            entries = self._entries(node, alias, added)
            if entries is not None:
                made[at] = entries
        self.edits += changed_import(self.names, node, made, self._line_end)

    def _entries(
        self, node: ast.Import | ast.ImportFrom, alias: ast.alias, added: Mapping[str, set[str]]
    ) -> tuple[Entry, ...] | None:
        """The imports that replace that of one name; None to keep it."""
        if isinstance(node, ast.Import) and alias.asname is None:
            path = self._moved(alias.name)
            return None if path == alias.name else (Entry("", path),)
        local, path = (
            alias.asname or alias.name,
            alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}",
        )
        if self.names.paths.get(local) != path:
            return self._of_several(node, alias, local, path)
        kept = self.locals.get(local)
        if kept is None:
            return None
        own = Entry("", kept.path, kept.name) if isinstance(node, ast.Import) else Entry.of(kept.path, kept.name)
        more = [Entry.of(*each.split()) for each in added.get(local, ())]
        return tuple(sorted({own, *more}, key=lambda each: (each.module != own.module, each.module, each.name)))

    def _of_several(
        self, node: ast.Import | ast.ImportFrom, alias: ast.alias, local: str, path: str
    ) -> tuple[Entry, ...] | None:
        """The import of a name that something else of the file has, too: it moves alone where all that may be used of it moves with it."""
        imported = self.names.bound[local] - {""}
        uses = [use for use in self.names.uses if use.parts[0] == local]
        target = self._moved(path)
        if imported != frozenset({path}) or any(self._moved(use.below(path)) != use.below(target) for use in uses):
            return None
        return (Entry("", target) if isinstance(node, ast.Import) else Entry.of(target, local),)


@dataclass
class _Leftovers:
    """The names of a text, rewritten already, that may have to be changed by hand."""

    names: HostNames
    dialect: Dialect

    def all(self) -> list[Leftover]:
        """All of them, in the order of the text."""
        doubtful = (self._of_schedules(), self._of_relax(), self._moved_uses(), self._moved_imports(), self._strings())
        found = [self._left(start, said, False) for topic in doubtful for start, said in topic]
        found += [self._left(start, said, True) for start, said in self._absent()]
        return sorted(set(found), key=lambda each: (each.line, each.column))

    def of_moved(self) -> list[Leftover]:
        """The uses and imports of names that are elsewhere now, in the order of the text."""
        found = {self._left(*each, False) for topic in (self._moved_uses(), self._moved_imports()) for each in topic}
        return sorted(found, key=lambda each: (each.line, each.column))

    def _left(self, start: int, said: str, is_certain: bool) -> Leftover:
        return Leftover(*self.names.source.where(start), said, is_certain)

    def _moved(self, path: str) -> str:
        return moved(path, _table(self.dialect))

    @property
    def _release(self) -> str:
        return str(self.dialect.release)

    def _of_schedules(self) -> Iterator[tuple[int, str]]:
        methods = _methods(self.dialect)
        for node, _ in receivers(self.names.tree, self.names.path):
            if node.attr in methods:
                said = f"`{ast.unparse(node)}` is `{methods[node.attr]}` of a schedule in {self._release}"
                yield self.names.place(node)[0], said

    def _of_relax(self) -> Iterator[tuple[int, str]]:
        renamed = LATER_ATTRIBUTES if self.dialect is TIRX else {}
        for node in ast.walk(self.names.tree):
            if isinstance(node, ast.Attribute) and node.attr in renamed:
                said = f"`.{node.attr}` of a value of Relax is `.{renamed[node.attr]}` in {self._release}"
                yield self.names.place(node)[0], said

    def _moved_uses(self) -> Iterator[tuple[int, str]]:
        """Uses of a name that has several meanings in the file, of which one has moved."""
        for use in self.names.uses:
            for path in self._meanings(use.parts[0]):
                old = use.below(path)
                new = self._moved(old)
                if new != old:
                    yield use.start, f"`{use.text}` is `{new}` in {self._release}{self._ambiguity(use.parts[0])}"

    def _ambiguity(self, name: str) -> str:
        """The reason why a name is left that something else of the file has, too."""
        return "" if name in self.names.paths else f"; `{name}` has more than one meaning in this file"

    def _meanings(self, name: str) -> Iterator[str]:
        for path in sorted(self.names.bound.get(name, ())):
            if path.partition(".")[0] in ROOTS:
                yield path

    def _moved_imports(self) -> Iterator[tuple[int, str]]:
        for node in ast.walk(self.names.tree):
            if not isinstance(node, ast.ImportFrom) or node.level or node.module is None:
                continue
            start = self.names.place(node)[0]
            for alias in node.names:
                if alias.name == "*":
                    path, said, why = node.module, f"every name of `{node.module}` is below", ""
                else:
                    path, said = f"{node.module}.{alias.name}", f"`{alias.name}` of `{node.module}` is"
                    why = self._ambiguity(alias.asname or alias.name)
                new = self._moved(path)
                if new != path:
                    yield start, f"{said} `{new}` in {self._release}{why}"

    def _strings(self) -> Iterator[tuple[int, str]]:
        """Names of attributes, operators, passes and options, which are text."""
        for node in ast.walk(self.names.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _STRING.fullmatch(node.value):
                new = moved_text(node.value, self.dialect)
                if new != node.value:
                    said = f'"{node.value}" is "{new}" in {self._release} where it names an attribute, an operator, a pass or an option'
                    yield self.names.place(node)[0], said

    def _absent(self) -> Iterator[tuple[int, str]]:
        """The names that the release does not have under any name."""
        gaps = NOT_IN_LATER if self.dialect is TIRX else NOT_IN_EARLIER
        for start, path in self._mentioned():
            parts = path.split(".")
            beginnings = (".".join(parts[:end]) for end in range(len(parts), 1, -1))
            gap = next((each for each in beginnings if each in gaps), None)
            if gap is not None:
                nearest = " or ".join(f"`{each}`" for each in gaps[gap].split(",") if each)
                yield start, f"`{gap}` is not in {self._release}" + (f"; the nearest is {nearest}" if nearest else "")

    def _mentioned(self) -> Iterator[tuple[int, str]]:
        """Each dotted path of TVM that the file has, and where."""
        for use in self.names.uses:
            path = self.names.paths.get(use.parts[0])
            if path is not None and len(use.parts) > 1:
                yield use.start, use.below(path)
        for node in ast.walk(self.names.tree):
            if isinstance(node, ast.Import):
                yield from ((self.names.place(node)[0], alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
                for alias in node.names:
                    yield self.names.place(node)[0], f"{node.module}.{alias.name}"
