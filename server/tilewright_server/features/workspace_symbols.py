"""The functions and modules of the script that the files of a workspace define, found by their decorators alone: files that nobody has opened are not analysed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tilewright.core.base.source import Source
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.tree_parts import decorator_names
from tilewright_server.answers import Extent, Outline
from tilewright_server.features.python_names import FileNames
from tilewright_server.workspace import File, Workspace

_KINDS: Final = {
    "ir_module": "module",
    **dict.fromkeys(("prim_func", "function", "macro", "inline", "pyfunc"), "function"),
}
_SCRIPT: Final = re.compile(
    r"^[ \t]*@[ \t]*(?:\w+[ \t]*\.[ \t]*(?:function|macro|inline)|(?:\w+[ \t]*\.[ \t]*)*(?:prim_func|ir_module))\b",
    re.MULTILINE,
)


def defined_in(workspace: Workspace) -> Iterator[tuple[File, tuple[Outline, ...]]]:
    """The files that define something of the script and are not open, each with what it defines."""
    opened = {file.path for file in workspace.open_files}
    for file in workspace.files_with("prim_func", "ir_module", ".function"):
        if file.path not in opened:
            found = _of_text(file.text) if _SCRIPT.search(file.text) else ()
            if found:
                yield file, found


@lru_cache(maxsize=4096)
def _of_text(text: str) -> tuple[Outline, ...]:
    names = FileNames(Source(text, ""))
    return tuple(_definitions(names, list(names.statements)))


def _definitions(names: FileNames, nodes: list[ast.stmt]) -> Iterator[Outline]:
    """The definitions of the script in a suite, those inside of modules as their children."""
    for node in nodes:
        inner = [*_definitions(names, [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)])]
        kind = _kind(node)
        if kind is None or not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield from inner
            continue
        name = Extent(*name_place(names.place, names.source, node))
        yield Outline(node.name, "", kind, Extent(*names.place(node)), name, tuple(inner))


def _kind(node: ast.AST) -> str | None:
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return None
    found = (_KINDS.get(name) for name in decorator_names(node))
    return next((kind for kind in found if kind is not None), None)
