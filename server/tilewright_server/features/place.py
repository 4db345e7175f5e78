"""The construct that may stand at the cursor, read from the text before it on its line: a decorator, what a `with` or `for` opens, an annotation, a statement."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from tilewright.core.builder.namespace import Member
from tilewright.core.describe import Entry

Place = Literal["decorator", "with", "for", "annotation", "statement", "expression"]

_NAME: Final = r"(?:[^\W\d]\w*(?:\s*\.\s*\w*)*)?$"
_PLACES: Final[tuple[tuple[Place, re.Pattern[str]], ...]] = (
    ("decorator", re.compile(rf"\s*@\s*{_NAME}")),
    ("with", re.compile(rf"\s*(?:async\s+)?with\s+(?:.*,\s*)?{_NAME}")),
    ("for", re.compile(rf"\s*(?:async\s+)?for\s+[^:]*\sin\s+{_NAME}")),
    ("annotation", re.compile(rf"\s*def\s+\w+\s*\((?:.*[,(])?\s*\w+\s*:\s*{_NAME}")),
    ("annotation", re.compile(rf".*\)\s*->\s*{_NAME}")),
    ("annotation", re.compile(rf"\s*\w+\s*:\s*{_NAME}")),
    ("statement", re.compile(rf"\s*{_NAME}")),
)
_KEYWORDS: Final = frozenset({"else", "try", "finally", "lambda"})
_DECORATORS: Final = frozenset(
    {"prim_func", "macro", "inline", "function", "py_module", "rewriter", "ir_module", "pyfunc"}
)
_TYPES: Final = frozenset({"Buffer", "Ptr", "handle", "let", "Let", "buffer_var"})
_RETURNED: Final = re.compile(r"->\s*(.*)$")


def place_at(text: str, offset: int) -> Place:
    """The construct that may stand at the cursor."""
    before = text[max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1 : offset]
    word = re.match(r"\s*(\w+)\s*:", before)
    for place, pattern in _PLACES:
        if pattern.match(before):
            return "statement" if place == "annotation" and word is not None and word[1] in _KEYWORDS else place
    return "expression"


def is_decorator(name: str) -> bool:
    """Whether a member of a namespace with this name makes functions or modules of the script."""
    return name in _DECORATORS


def fitting(found: tuple[Entry, ...], members: Mapping[str, Member], place: Place) -> tuple[Entry, ...]:
    """The members that can stand there; all of them where none can, since something else is meant then."""
    if place in ("statement", "expression"):
        return found
    return tuple(entry for entry in found if _fits(members.get(entry.name), place)) or found


def _fits(member: Member | None, place: Place) -> bool:
    if member is None:
        return False
    if place == "decorator":
        return is_decorator(member.name)
    if place == "annotation":
        return member.kind == "dtype" or member.group == "annotations" or member.name in _TYPES
    returned = _RETURNED.search(member.signature)
    frames = returned[1] if returned is not None else ""
    return "ForFrame" in frames if place == "for" else "Frame" in frames and "ForFrame" not in frames
