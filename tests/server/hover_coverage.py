"""How much hover knows of large trees: for how many names that scripts bind it says shape, dtype, range or value.

`python -m tests.server.hover_coverage FOLDER...` reads every file below the folders and prints the names of which hover says nothing, then the figures.
The names come from Python's own syntax tree, so that what the parser has not seen counts as unknown.  Files that call another language `T`, such as
`import other.language as T`, are left to that language's tools, and only counted.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.source import Source
from tilewright.core.frontend.imports import imported, of_other_language
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright_server.features.hover import hover

_SCRIPT = re.compile(r"@?(\w+\.)*(prim_func|macro|inline|(R|relax)\.function)(\(.*\))?", re.DOTALL)
_UNTOLD = "whose value is known when the program runs"


@dataclass(frozen=True)
class Bound:
    """A name that a script binds: a "parameter", "loop variable" or "variable"."""

    name: str
    kind: str
    line: int
    column: int


def bound_names(tree: ast.Module) -> Iterator[Bound]:
    """The names that the functions of the script in a file bind, by place."""
    seen: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and id(node) not in seen and _is_script(node):
            seen.update(id(each) for each in ast.walk(node))
            yield from _names_of(node)


def _is_script(function: ast.FunctionDef) -> bool:
    return any(_SCRIPT.fullmatch(ast.unparse(each)) for each in function.decorator_list)


def _names_of(function: ast.FunctionDef) -> Iterator[Bound]:
    loops = {
        id(name)
        for node in ast.walk(function)
        if isinstance(node, ast.For)
        for name in ast.walk(node.target)
        if isinstance(name, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.arg not in ("self", "_"):
            yield Bound(node.arg, "parameter", node.lineno, node.col_offset)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id != "_":
            yield Bound(node.id, "loop variable" if id(node) in loops else "variable", node.lineno, node.col_offset)


def described(analysis: Analysis, offset: int) -> bool:
    """Whether hover says something of the name that begins at `offset` beyond its spelling."""
    found = hover(analysis, offset)
    return found is not None and _UNTOLD not in found.markdown


def unknown(text: str, name: str) -> Iterator[tuple[Bound, bool]]:
    """Every name that the scripts of a text bind, and whether hover knows it."""
    tree, source = ast.parse(text), Source(text, name)
    analysis = analyze(text, name)
    for bound in bound_names(tree):
        yield bound, described(analysis, source.offset(bound.line - 1, bound.column))


def is_of_other_language(tree: ast.Module) -> bool:
    """Whether a file gives the name of one of our namespaces to a module that is none of ours."""
    plain = (
        (alias.name, None, alias) for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    )
    named = (
        (node.module or "", alias.name, alias)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )
    return any(
        imported(module, name) is UNKNOWN and of_other_language(f"{module}.{name}" if name else module, alias.asname)
        for module, name, alias in (*plain, *named)
    )


def main(folders: list[str]) -> int:
    """Print what hover does not know below the folders, then the figures by kind."""
    known: Counter[str] = Counter()
    total: Counter[str] = Counter()
    others = 0
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not re.search(r"prim_func|ir_module|R\.function|T\.macro|T\.inline", text):
            continue
        try:
            if is_of_other_language(ast.parse(text)):
                others += 1
                continue
            found = list(unknown(text, str(path)))
        except SyntaxError:
            continue
        for bound, is_known in found:
            total[bound.kind] += 1
            known[bound.kind] += is_known
            if not is_known:
                print(f"{path}:{bound.line}: {bound.kind} {bound.name}", flush=True)
    for kind, count in total.most_common():
        print(f"{kind}: {known[kind]} of {count}, {100 * known[kind] / count:.1f} %")
    print(f"{others} files of other languages")
    print(f"all: {known.total()} of {total.total()}, {100 * known.total() / max(total.total(), 1):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
