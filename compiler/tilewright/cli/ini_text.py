"""Items in the lists of INI files, added and removed in the text, so that everything else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.cli.not_understood import NotUnderstood

# Stands before each section that is made here: only these are taken out again when they are empty.
MARK = "# made by `tilewright init`\n"


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
        lines.insert(start + 1, f"{key} = {item}\n")
    elif item not in _items(lines[at]):
        lines[at] = f"{lines[at].rstrip()}, {item}\n"
    return "".join(lines)


def remove_item(text: str, sections: Sequence[str], key: str, item: str) -> str:
    """The text without the item; without the key when it was the only one, without the section when it was made here and is empty then."""
    lines = text.splitlines(keepends=True)
    start = _section(lines, sections)
    at = None if start is None else _key(lines, start, key)
    if start is None or at is None or item not in _items(lines[at]):
        return text
    rest = re.sub(rf",\s*{re.escape(item)}\b|\b{re.escape(item)}\s*(?:,\s*|$)", "", lines[at].rstrip("\r\n"))
    if _items(rest):
        lines[at] = f"{rest}\n"
        return "".join(lines)
    del lines[at]
    if start + 1 == len(lines) and lines[start - 1 : start] == [MARK]:
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
