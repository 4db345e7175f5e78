"""`tilewright migrate`: rewrite a file in another spelling."""

from __future__ import annotations

import ast
import difflib
from pathlib import Path

from tilewright.cli.files import exact_text, fail, text_of


def run(path: Path, to: str, write: bool, diff: bool) -> int:
    """Show the file in the spelling `to`, or the difference, or write it back; leaves with 2 when it cannot be read or written."""
    before, encoding = text_of(path, exact_text)
    after = _migrated(path, before, to)
    if write:
        if after != before:
            _write(path, after.encode(encoding))
    elif diff:
        lines = difflib.unified_diff(
            before.splitlines(keepends=True), after.splitlines(keepends=True), str(path), f"{path} ({to})"
        )
        print("".join(lines), end="")
    else:
        print(after, end="")
    return 0


def _migrated(path: Path, text: str, to: str) -> str:
    import libcst

    from tilewright.migrate import migrate

    try:
        return migrate(text, to)
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
        path.write_bytes(content)
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror or error}") from error
