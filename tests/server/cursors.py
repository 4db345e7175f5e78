"""`$0` marks the cursor in a program."""

from __future__ import annotations


def at_cursor(marked: str) -> tuple[str, int]:
    """The program without its mark, and the offset of the mark."""
    offset = marked.index("$0")
    return marked[:offset] + marked[offset + 2 :], offset
