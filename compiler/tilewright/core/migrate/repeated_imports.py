"""Imports of `tvm` that repeat one above them, as renaming makes them."""

from __future__ import annotations

import ast
from collections import Counter

from tilewright.core.base.source import Source
from tilewright.core.frontend.positions import positions
from tilewright.core.migrate.edits import Change, changed
from tilewright.core.migrate.host_names import imports_tvm


def without_repeated_imports(text: str, before: str) -> str:
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
    if not isinstance(node, (ast.Import, ast.ImportFrom)) or not imports_tvm(node):
        return {}
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    return {(module, alias.name, alias.asname or ""): alias for alias in node.names}


def _whole_lines(source: Source, start: int, end: int) -> tuple[int, int] | None:
    """The lines of a statement; None where something else stands on them."""
    begin, after = source.line_starts[source.line_of(start)], source.line_of(end) + 1
    stop = source.line_starts[after] if after < len(source.line_starts) else len(source.text)
    rest = source.text[end:stop].strip()
    return None if source.text[begin:start].strip() or (rest and not rest.startswith("#")) else (begin, stop)
