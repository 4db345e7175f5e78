"""`tilewright migrate`: rewrite a file in another spelling."""

from __future__ import annotations

import difflib
from pathlib import Path

from tilewright.cli.files import fail


def run(path: Path, to: str, write: bool, diff: bool) -> int:
    """Show the file in the spelling `to`, or the difference, or write it back; leaves with 2 when it cannot be read."""
    import libcst

    from tilewright.migrate import migrate

    try:
        before = path.read_text(encoding="utf-8")
        after = migrate(before, to)
    except (OSError, UnicodeDecodeError, libcst.ParserSyntaxError) as error:
        raise fail(f"{path}: {error}") from error
    if write:
        if after != before:
            path.write_text(after, encoding="utf-8")
        return 0
    if diff:
        lines = difflib.unified_diff(
            before.splitlines(keepends=True), after.splitlines(keepends=True), str(path), f"{path} ({to})"
        )
        print("".join(lines), end="")
    else:
        print(after, end="")
    return 0
