"""`tilewright migrate`: rewrite a file in another dialect."""

from __future__ import annotations

import ast
import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.console import stderr
from tilewright.cli.files import exact_text, fail, rewrite, text_of
from tilewright.core.base.names import counted

if TYPE_CHECKING:
    from tilewright.core.migrate import Migrated, Refusal


def run(path: Path, to: str, write: bool, diff: bool) -> int:
    """Show the file in the dialect `to`, or the difference, or write it back.

    Returns 1 when a function stays as it was; each is reported with the reason.  Leaves with 2 when the file cannot be read or written.
    """
    before, encoding = text_of(path, exact_text)
    made = _migrated(path, before, to)
    after = made.text
    if write:
        if after != before:
            _write(path, after.encode(encoding))
        if after != before:
            told = f"rewritten, {_changed(before, after)}"
        else:
            told = "unchanged" if made.refusals else "is in that dialect already"
        stderr().print(f"{path}: {told}", markup=False, highlight=False)
    elif diff:
        lines = difflib.unified_diff(
            before.splitlines(keepends=True), after.splitlines(keepends=True), str(path), f"{path} ({to})"
        )
        print("".join(lines), end="")
    else:
        print(after, end="")
    for refusal in made.refusals:
        _report(refusal)
    for each in made.leftovers:
        doubt = "" if each.is_certain else "; `migrate` cannot tell what it is: look yourself"
        said = f"{path}:{each.line}:{each.column}: {each.said}{doubt}"
        stderr().print(said, markup=False, highlight=False, soft_wrap=True)
    return 1 if made.refusals else 0


def _report(refusal: Refusal) -> None:
    """Say which function stays as it was, and why."""
    said = f"{refusal.span}: `{refusal.name}` stays as it was: {refusal.reason}"
    stderr().print(said, markup=False, highlight=False, soft_wrap=True)


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
        place = f":{error.lineno}:{error.offset}" if isinstance(error, SyntaxError) and error.lineno else ""
        return f"{path}{place}: {getattr(error, 'msg', error)}"
    return f"{path}: it cannot be read as Python"


def _write(path: Path, content: bytes) -> None:
    try:
        rewrite(path, content)
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror or error}") from error
