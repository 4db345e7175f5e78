"""Changes of single lines, so that what stays the same is not touched."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from tilewright_server.answers import Change, Extent


def by_line(text: str, start: int, end: int, made: str) -> Iterator[Change]:
    """The changes of single runs of lines by which `start:end` of a text becomes what was made."""
    old, new = (each.splitlines(keepends=True) for each in (text[start:end], made))
    starts = [start]
    for line in old:
        starts.append(starts[-1] + len(line))
    for tag, first, last, low, high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield Change(Extent(starts[first], starts[last]), "".join(new[low:high]))
