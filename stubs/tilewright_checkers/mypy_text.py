"""The same as `mypy_tree` for mypy's parallel runs, in which the tree is made in other processes: here the text gives way, and is parsed again.

Every line keeps its number.  A script's lines become empty but for what stands in its place and the calls that stand for its mistakes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from mypy.nodes import MypyFile
from mypy.options import Options

from tilewright_checkers.diagnosed import Mistake
from tilewright_checkers.script_lines import Definition, lines_of, scripts_in

MARKS = "tilewright_checkers.marks"
_LOCAL = "__tilewright_marks"
_IMPORT = f"import {MARKS} as {_LOCAL}"


def replace_scripts_in_text(
    file: MypyFile, options: Options, text: str, mistakes_of: Callable[[str], Iterable[Mistake]]
) -> bool:
    """Replace the scripts in the serialized tree of `file`, whose text is given; whether there were any."""
    rewritten = without_scripts(text, lambda: mistakes_of(file.path))
    if rewritten is None or file.raw_data is None:
        return False
    from mypy.nativeparse import native_parse

    parsed, _, _ = native_parse(file.path, options, rewritten)
    assert parsed.raw_data is not None
    file.raw_data.defs = parsed.raw_data.defs
    file.raw_data.imports = parsed.raw_data.imports
    return True


def without_scripts(text: str, mistakes: Callable[[], Iterable[Mistake]]) -> str | None:
    """The program in which every script is a call of `marks`; None when it has none or is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    scripts = scripts_in(tree)
    if not scripts:
        return None
    lines = text.split("\n")
    for definition, kind in scripts:
        _put_in_place(lines, definition, kind)
    for mistake in mistakes():
        _plant(lines, scripts, mistake)
    return "\n".join(lines)


def _put_in_place(lines: list[str], definition: Definition, kind: str) -> None:
    for number in lines_of(definition):
        lines[number - 1] = ""
    indent = " " * definition.col_offset
    lines[definition.lineno - 1] = f"{indent}{_IMPORT}; {definition.name} = {_LOCAL}.{kind}()"


def _plant(lines: list[str], scripts: list[tuple[Definition, str]], mistake: Mistake) -> None:
    """Mistakes elsewhere than in a script are Python's, which mypy finds itself."""
    call = f"{_LOCAL}.diagnostic({f'{mistake.message} ({mistake.code})'!r})"
    for definition, _ in scripts:
        if mistake.line in lines_of(definition):
            before = lines[mistake.line - 1] or " " * definition.col_offset + _IMPORT
            lines[mistake.line - 1] = f"{before}; {call}"
            return
