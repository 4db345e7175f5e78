"""Items in the lists of INI files, added and removed in the text, so that everything else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.cli.not_understood import NotUnderstood

# Stands before each section and each key that is made here: what the user has written, in whatever words, stays when that is undone.
MARK = "# made by `tilewright init`\n"
# Stands before a key to whose list an item was added, and is followed by it.  (Behind a value it would be a part of it.)
ADDED = "# `tilewright init` added "


def has_section(text: str, section: str) -> bool:
    """Whether there is `[section]`."""
    return re.search(rf"^\[{re.escape(section)}\]", text, re.MULTILINE) is not None


def add_item(text: str, sections: Sequence[str], key: str, item: str) -> str:
    """`key = ..., item` in the first of `sections` that is there; a new section when none is."""
    lines = text.splitlines(keepends=True)
    start = _section(lines, sections)
    if start is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}{MARK}[{sections[0]}]\n{key} = {item}\n"
    at = _key(lines, start, key)
    if at is None:
        lines[start + 1 : start + 1] = [MARK, f"{key} = {item}\n"]
    elif item not in _items(lines[at]):
        lines[at : at + 1] = [f"{ADDED}{item}\n", f"{lines[at].rstrip()}, {item}\n"]
    return "".join(lines)


def remove_item(text: str, sections: Sequence[str], key: str, item: str) -> str:
    """The text without the item if it was added here; without the key when it was the only one, without the section when it was made here and is empty then."""
    lines = text.splitlines(keepends=True)
    start = _section(lines, sections)
    at = None if start is None else _key(lines, start, key)
    if start is None or at is None or item not in _items(lines[at]):
        return text
    is_new_section = lines[start - 1 : start] == [MARK]
    is_noted = lines[at - 1] in (MARK, f"{ADDED}{item}\n")
    if not (is_noted or (is_new_section and at == start + 1)):
        return text
    rest = re.sub(rf",\s*{re.escape(item)}\b|\b{re.escape(item)}\s*(?:,\s*|$)", "", lines[at].rstrip("\r\n"))
    lines[at - is_noted : at + 1] = [f"{rest}\n"] if _items(rest) else []
    if is_new_section and start + 1 == len(lines):
        del lines[start - 1 :]
        if lines and not lines[-1].strip():
            del lines[-1]
    return "".join(lines)


def _section(lines: list[str], sections: Sequence[str]) -> int | None:
    headers = {f"[{section.lower()}]" for section in sections}
    return next((number for number, line in enumerate(lines) if line.strip().lower() in headers), None)


def _key(lines: list[str], start: int, key: str) -> int | None:
    """The line of the key; its value must end there."""
    for number in range(start + 1, len(lines)):
        if lines[number].startswith("["):
            return None
        if re.match(rf"{re.escape(key)}\s*[=:]", lines[number]):
            if number + 1 < len(lines) and lines[number + 1][:1] in " \t" and lines[number + 1].strip():
                raise NotUnderstood(f"`{key}` goes over several lines")
            return number
    return None


def _items(line: str) -> list[str]:
    return [item.strip() for item in re.split(r"[=:]", line, maxsplit=1)[1].split(",") if item.strip()]
