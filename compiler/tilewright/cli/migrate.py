"""`tilewright migrate`: rewrite a file in another dialect."""

from __future__ import annotations

import ast
import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.console import stderr
from tilewright.cli.files import exact_text, fail, rewrite, text_of
from tilewright.core.base.cells import UNIT, cells_in
from tilewright.core.base.names import counted
from tilewright.project.notebook import notebook_in

if TYPE_CHECKING:
    from tilewright.core.migrate import Migrated, Refusal


def run(path: Path, to: str, write: bool, diff: bool) -> int:
    """Show the file in the dialect `to`, or the difference, or write it back; of a notebook its code cells.

    Returns 1 when a function stays as it was; each is reported with the reason.  Leaves with 2 when the file cannot be read or written.
    """
    content, encoding = text_of(path, exact_text)
    notebook = notebook_in(content)
    before = content if notebook is None else notebook.program
    made = _migrated(path, before, to)
    after = made.text
    whole = after if notebook is None else notebook.changed(after)
    if write:
        if after != before:
            _write(path, whole.encode(encoding))
        if after != before:
            told = f"rewritten, {_changed(before, after)}"
        else:
            told = "unchanged" if made.refusals else "is in that dialect already"
        stderr().print(f"{path}: {told}", markup=False, highlight=False)
    elif diff:
        old, new = (text.replace(UNIT, "").splitlines(keepends=True) for text in (before, after))
        print("".join(difflib.unified_diff(old, new, str(path), f"{path} ({to})")), end="")
    else:
        print(whole, end="")
    for refusal in made.refusals:
        _report(refusal)
    for each in made.leftovers:
        doubt = "" if each.is_certain else "; `migrate` cannot tell what it is: look yourself"
        said = f"{path}:{_place(after, each.line, each.column)}: {each.said}{doubt}"
        stderr().print(said, markup=False, highlight=False, soft_wrap=True)
    return 1 if made.refusals else 0


def _report(refusal: Refusal) -> None:
    """Say which function stays as it was, and why."""
    said = f"{refusal.span}: `{refusal.name}` stays as it was: {refusal.reason}"
    stderr().print(said, markup=False, highlight=False, soft_wrap=True)


def _place(text: str, line: int, column: int) -> str:
    """A place of a text as people count it: `3:7`, in a notebook `cell 2:3:7`."""
    cells = cells_in(text)
    if cells is None:
        return f"{line}:{column}"
    cell, inside = cells.at(line - 1)
    return f"cell {cell}:{inside}:{column}"


def _changed(before: str, after: str) -> str:
    """The number of new lines."""
    moves = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False).get_opcodes()
    count = sum(max(i2 - i1, j2 - j1) for kind, i1, i2, j1, j2 in moves if kind != "equal")
    return f"{counted(count, 'line')} changed"


def _migrated(path: Path, text: str, to: str) -> Migrated:
    import libcst

    from tilewright.core.migrate import migrated

    try:
        return migrated(text, to, str(path))
    except libcst.ParserSyntaxError as error:
        raise fail(_no_python(path, text)) from error


def _no_python(path: Path, text: str) -> str:
    """Python's own sentence about a text that it does not take."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError) as error:
        place = ""
        if isinstance(error, SyntaxError) and error.lineno:
            place = f":{_place(text, error.lineno, error.offset or 1)}"
        return f"{path}{place}: {getattr(error, 'msg', error)}"
    return f"{path}: it cannot be read as Python"


def _write(path: Path, content: bytes) -> None:
    try:
        rewrite(path, content)
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror or error}") from error
