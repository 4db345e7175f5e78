"""Splitting text at its top-level statements, without parsing it: strings, comments, brackets and line continuations are understood.

A piece is a definition with its decorators (`def`, `class`, or a compound statement that may hold one), or a run of other statements.  Blank
lines and comments belong to the piece before them.  Broken text is split all the same: a line that begins a definition in the
first column begins a piece even when a bracket is still open before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r"""(?P<string>[rRbBuUfF]{0,2}(?:\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}))"""
    r"""|"(?:[^"\\\r\n]|\\(?:\r\n|.))*"?|'(?:[^'\\\r\n]|\\(?:\r\n|.))*'?"""
    r"""|\#[^\r\n]*|\\(?:\r\n|\r|\n)|(?P<open>[(\[{])|(?P<close>[)\]}])""",
    re.DOTALL,
)
_FIRST_COLUMN = re.compile(r"(?:\r\n|\n|\r)(?=[^\s\#])")
# A statement that has gone on for so many lines in the first column is taken to have ended: something in it is not closed.
_PATIENCE = 200
_DEFINITION = re.compile(r"@|(?:async\s+)?(?:def|class)\b|(?:if|for|while|with|try|match|async)\b")
_HARD = re.compile(r"@|(?:async\s+)?(?:def|class)\b|(?:from|import)\b")
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b|[)\]}]")


@dataclass(frozen=True)
class Piece:
    """`text[start:end]`; `is_definition` when something of the script may be defined in it."""

    start: int
    end: int
    is_definition: bool


def split(text: str) -> list[Piece]:
    """The pieces of `text`, which cover it without gaps."""
    starts = list(_starts(text))
    pieces: list[Piece] = []
    decorated = False
    for begin, end in zip(starts, [*starts[1:], len(text)]):
        definition = _DEFINITION.match(text, begin) is not None
        if pieces and (decorated or (not definition and not pieces[-1].is_definition)):
            pieces[-1] = Piece(pieces[-1].start, end, pieces[-1].is_definition)
        else:
            pieces.append(Piece(begin if pieces else 0, end, definition))
        decorated = text.startswith("@", begin)
    return pieces or [Piece(0, len(text), False)]


def _starts(text: str) -> Iterator[int]:
    """Offsets at which a statement begins in the first column."""
    begin = _first(text)
    if begin is None:
        return
    yield begin
    doubtful = 0
    for line in _FIRST_COLUMN.finditer(text, begin):
        at = line.end()
        doubtful += 1
        if doubtful > _PATIENCE or _begins(text, begin, at):
            begin, doubtful = at, 0
            yield at


def _begins(text: str, begin: int, at: int) -> bool:
    """Whether a statement begins at `at`, the first column of a line, when the one before begins at `begin`."""
    if _CONTINUES.match(text, at):
        return False
    if _looks_closed(text[begin:at]):
        return True
    in_string, depth = _state(text, begin, at)
    return not in_string and (depth == 0 or _HARD.match(text, at) is not None)


@lru_cache(maxsize=8192)
def _looks_closed(statement: str) -> bool:
    """Counting characters tells, except where brackets or quotes stand in texts and comments; it is much faster than reading them.

    Remembered, because an edit changes one statement of many.
    """
    count = statement.count
    return (
        count("(") == count(")")
        and count("[") == count("]")
        and count("{") == count("}")
        and not count('"""') % 2
        and not count("'''") % 2
        and not statement.rstrip().endswith("\\")
    )


def _state(text: str, begin: int, at: int) -> tuple[bool, int]:
    """Whether `at` is inside a text or continues a line, and how many brackets are open there."""
    depth = 0
    for match in _TOKEN.finditer(text, begin):
        if match.start() >= at:
            break
        if match.end() > at:
            return True, depth
        if match.lastgroup == "open":
            depth += 1
        elif match.lastgroup == "close":
            depth = max(0, depth - 1)
        elif match.end() == at:
            return True, depth
    return False, depth


def _first(text: str) -> int | None:
    """The offset of the first statement, after blank lines and comments; None when there is none."""
    found = re.compile(r"(?:[ \t\f\ufeff]*(?:\#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t\f\ufeff]*(?=[^\s\#])").match(text)
    return None if found is None else found.end()
