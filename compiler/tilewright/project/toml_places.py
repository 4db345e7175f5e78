"""Places of the entries of a TOML file: of a value, or of its name.

The parser keeps no places.  But it writes a document back as it was, so an entry that is replaced shows where it stood: at the first
difference between both texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table

from tilewright.core.base.source import Source, Span

_MARK = "tilewright-was-here"


def value_span(source: Source, path: Sequence[str | int]) -> Span:
    """The value at a path of keys and positions; the name of a table that is written with a header."""
    found = _value_range(source.text, path)
    if found is not None:
        return source.span(*found)
    return _header_span(source, [str(each) for each in path if isinstance(each, str)])


def key_span(source: Source, path: Sequence[str]) -> Span:
    """The name of an entry."""
    found = _value_range(source.text, path)
    if found is not None:
        name = re.escape(path[-1])
        written = rf"(?<![\w-])(?:\"{name}\"|'{name}'|{name})(?=\s*=)"
        matches = list(re.finditer(written, source.text[: found[0]]))
        if matches:
            return source.span(matches[-1].start(), matches[-1].end())
    return _header_span(source, path)


def _value_range(text: str, path: Sequence[str | int]) -> tuple[int, int] | None:
    try:
        document: Any = tomlkit.parse(text)
        parent = document
        for each in path[:-1]:
            parent = parent[each]
        old = parent[path[-1]]
        if not hasattr(old, "as_string") or isinstance(old, (AoT, Table)):
            return None
        written = old.as_string()
        parent[path[-1]] = _MARK
        start = tomlkit.dumps(document).find(f'"{_MARK}"')
    except (TOMLKitError, KeyError, IndexError, TypeError, AttributeError):
        return None
    return (start, start + len(written)) if start >= 0 and text.startswith(written, start) else None


def _header_span(source: Source, path: Sequence[str]) -> Span:
    """The header of the table, or of the nearest around it; the beginning of the file where there is none."""
    for length in range(len(path), 0, -1):
        name = r"\s*\.\s*".join(rf"[\"']?{re.escape(each)}[\"']?" for each in path[:length])
        found = re.search(rf"^\s*\[\[?\s*({name})\s*\]", source.text, re.MULTILINE)
        if found is not None:
            return source.span(found.start(1), found.end(1))
    return source.span(0, 0)
