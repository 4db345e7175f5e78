"""Import statements of Python code in the names of another release: the same layout and comments, other modules and names."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilewright.core.migrate.edits import Change
from tilewright.core.migrate.host_names import HostNames

_FROM = re.compile(r"from[ \t]+([\w.]+)[ \t]+import\b")


@dataclass(frozen=True, order=True)
class Entry:
    """One name of an import: what is imported from where, and what it is called here; an empty `module` stands for `import name`."""

    module: str
    name: str
    called: str = ""

    @classmethod
    def of(cls, path: str, local: str) -> Entry:
        """The entry that gives a dotted path a local name."""
        module, _, name = path.rpartition(".")
        return cls(module, name, "" if local == name else local)

    def __str__(self) -> str:
        return f"{self.name} as {self.called}" if self.called else self.name


def changed_import(
    names: HostNames, node: ast.Import | ast.ImportFrom, made: Mapping[int, tuple[Entry, ...]], line_end: str
) -> Iterator[Change]:
    """The changes of a statement whose aliases, by their position, become the entries of `made`; aliases without a row there stay."""
    if isinstance(node, ast.Import):
        yield from _of_modules(names, node, made, line_end)
        return
    old = [Entry(node.module or "", alias.name, alias.asname or "") for alias in node.names]
    new = [made.get(at, (entry,)) for at, entry in enumerate(old)]
    flat = list(dict.fromkeys(entry for entries in new for entry in entries))
    if flat == old:
        return
    start, end = names.place(node)
    if (
        _FROM.match(names.text, start) is None
        or "\n" not in names.text[start:end]
        or not names.text[start:end].endswith(")")
    ):
        yield Change(start, end, 0, _between(names, start, line_end).join(_statements(flat)))
        return
    yield from _in_place(names, node, new, line_end)


def _of_modules(
    names: HostNames, node: ast.Import, made: Mapping[int, tuple[Entry, ...]], line_end: str
) -> Iterator[Change]:
    start, end = names.place(node)
    for at, entries in made.items():
        alias = node.names[at]
        own, more = [each for each in entries if not each.module], [each for each in entries if each.module]
        begin = names.place(alias)[0]
        for entry in own:
            yield Change(begin, begin + len(alias.name), 0, entry.name)
        for statement in _statements(more):
            yield Change(end, end, 0, _between(names, start, line_end) + statement)


def _in_place(names: HostNames, node: ast.ImportFrom, new: list[tuple[Entry, ...]], line_end: str) -> Iterator[Change]:
    """The changes of a statement over several lines, whose layout stays: what comes from another module now gets a statement in front of it."""
    start, _ = names.place(node)
    head = _FROM.match(names.text, start)
    assert head is not None
    count = Counter(entry.module for entries in new for entry in entries)
    module = count.most_common(1)[0][0]
    apart = list(dict.fromkeys(entry for entries in new for entry in entries if entry.module != module))
    for statement in _statements(apart):
        yield Change(start, start, 0, statement + _between(names, start, line_end))
    yield Change(*head.span(1), 0, module)
    said: set[Entry] = set()
    for alias, entries in zip(node.names, new):
        here = [entry for entry in entries if entry.module == module and entry not in said]
        said.update(here)
        begin, end = names.place(alias)
        if here:
            yield Change(begin, end, 0, ", ".join(map(str, here)))
        else:
            yield Change(*_with_comma(names.text, begin, end), 0, "")


def _with_comma(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of a name of an import with its comma and, where nothing else stands on it, its line."""
    after = end
    while text[after : after + 1] in (" ", "\t", "\n", "\r"):
        after += 1
    if text[after : after + 1] == ",":
        end = after + 1
    begin = start
    while text[begin - 1 : begin] in (" ", "\t"):
        begin -= 1
    stop = end
    while text[stop : stop + 1] in (" ", "\t"):
        stop += 1
    if text[begin - 1 : begin] == "\n" and text[stop : stop + 1] in ("\n", "\r"):
        return begin - 1 - (text[begin - 2 : begin - 1] == "\r"), stop
    return start, stop if text[stop : stop + 1] not in ("\n", "\r", "#") else end


def _statements(entries: list[Entry]) -> list[str]:
    """One statement for each module, in the order of the entries."""
    modules = dict.fromkeys(entry.module for entry in entries)
    return [
        f"from {module} import {', '.join(str(entry) for entry in entries if entry.module == module)}"
        for module in modules
    ]


def _between(names: HostNames, start: int, line_end: str) -> str:
    """The separator between a statement and one beside it: a new line, or a semicolon inside a line."""
    begin = names.source.line_starts[names.source.line_of(start)]
    indent = names.text[begin:start]
    return "; " if indent.strip() else line_end + indent
