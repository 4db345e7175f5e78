"""`--call "make(8, 8)"`: the function that a factory of a file makes for these arguments, as a variable at the end of the file."""

from __future__ import annotations

import ast

from tilewright.cli.files import fail


def with_call(text: str, name: str | None, call: str) -> str:
    """The text of a file with the result of a call under a name; the text itself without a call.  Raises typer.Exit(2) for what is no call."""
    if not call:
        return text
    if name is None or not name.isidentifier():
        raise fail("--call needs a name for what the call makes: FILE::NAME")
    if not _is_call(call):
        raise fail(f"--call takes a call of a function of the file, such as make(8, 8), not {call!r}")
    return f"{text}{'' if text.endswith(chr(10)) else chr(10)}{name} = {call.strip()}\n"


def _is_call(text: str) -> bool:
    try:
        return isinstance(ast.parse(text.strip(), mode="eval").body, ast.Call)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
