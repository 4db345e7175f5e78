"""`$0` marks the cursor in a program."""

from __future__ import annotations


def at_cursor(marked: str) -> tuple[str, int]:
    """The program without its mark, and the offset of the mark."""
    offset = marked.index("$0")
    return marked[:offset] + marked[offset + 2 :], offset


def mark(program: str, place: str) -> str:
    """The program with the cursor put where `place`, a piece of it with `$0` inside, stands first."""
    plain = place.replace("$0", "")
    start = program.index(plain)
    return program[:start] + place + program[start + len(plain) :]
