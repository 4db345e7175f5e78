"""Items and entries in TOML files, added and removed with comments and order kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from tilewright.cli.not_understood import NotUnderstood

# Stands behind each table and each entry that is made here: what the user has written, in whatever words, stays when that is undone.
MARK = "made by `tilewright init`"
# Stands behind a list to which items were added, and is followed by them.
ADDED = "`tilewright init` added "


@dataclass(frozen=True, slots=True)
class Items:
    """Strings in the list `key` of a table."""

    table: tuple[str, ...]
    key: str
    items: tuple[str, ...]


def has_table(text: str, *table: str) -> bool:
    """Whether the file has the table; one that is no TOML has none."""
    try:
        return _find(tomlkit.parse(text), table) is not None
    except TOMLKitError:
        return False


def toml_mistake(text: str) -> str | None:
    """The reason for which a text is no TOML; None when it is."""
    try:
        tomlkit.parse(text)
    except TOMLKitError as mistake:
        return str(mistake)
    return None


def add_items(text: str, items: Items) -> str:
    """The text with every item in the list, which is made where it is missing."""
    document = _parsed(text)
    table = _made(document, items.table)
    present = table.get(items.key)
    if present is None:
        table[items.key] = list(items.items)
        _note(table[items.key], MARK)
        return _spaced(text, tomlkit.dumps(document))
    if not isinstance(present, (str, list)):
        raise NotUnderstood(f"`{items.key}` is no list")
    known = _split(present) if isinstance(present, str) else present
    missing = [item for item in items.items if item not in known]
    if not missing:
        return text
    if isinstance(present, str):
        old = table.item(items.key)
        table[items.key] = ", ".join([*_split(present), *missing])
        table.item(items.key).trivia.comment = old.trivia.comment
    else:
        present.extend(missing)
    _note(table.item(items.key), ADDED + ", ".join(missing))
    return _spaced(text, tomlkit.dumps(document))


def remove_items(text: str, items: Items) -> str:
    """The text without the items that were added here; without the list and its tables where nothing else is in them."""
    document = _parsed(text)
    table = _find(document, items.table)
    present = None if table is None else table.get(items.key)
    if table is None or not isinstance(present, (str, list)):
        return text
    ours = _added(table.item(items.key), items.items)
    old: list[str] = _split(present) if isinstance(present, str) else list(present)
    rest = [item for item in old if item not in ours]
    if rest == old:
        return text
    if not rest:
        del table[items.key]
        _drop_empty(document, items.table)
        return _ended(document)
    if isinstance(present, str):
        comment = table.item(items.key).trivia.comment
        table[items.key] = ", ".join(rest)
        table.item(items.key).trivia.comment = comment
    else:
        for item in ours:
            present.remove(item)
    _forget(table.item(items.key))
    return _ended(document)


def add_entries(text: str, table: tuple[str, ...], entries: Mapping[str, Any]) -> str:
    """The text with the entries that the table does not have yet; those it has are the user's will."""
    document = _parsed(text)
    found = _find(document, table)
    missing = {key: value for key, value in entries.items() if found is None or key not in found}
    if not missing:
        return text
    made = _made(document, table)
    for key, value in missing.items():
        made[key] = value
        _note(made.item(key), MARK)
    return _spaced(text, tomlkit.dumps(document))


def remove_entries(text: str, table: tuple[str, ...], entries: Mapping[str, Any]) -> str:
    """The text without the entries that were made here and have these values; without the tables where nothing else is in them."""
    document = _parsed(text)
    found = _find(document, table)
    if found is None:
        return text
    present = [key for key, value in entries.items() if found.get(key) == value and _is_made(found.item(key))]
    if not present:
        return text
    for key in present:
        del found[key]
    _drop_empty(document, table)
    return _ended(document)


def _note(entry: Any, note: str) -> None:
    """Add a note to what stands behind an entry."""
    old = entry.trivia.comment.removeprefix("#").strip()
    entry.trivia.comment_ws = entry.trivia.comment_ws or "  "
    entry.trivia.comment = f"# {old}; {note}" if old else f"# {note}"


def _forget(entry: Any) -> None:
    """Take away the note again."""
    old = re.sub(rf"^#\s*(?:(?P<rest>.*); )?(?:{MARK}|{ADDED}.*)$", r"# \g<rest>", entry.trivia.comment)
    entry.trivia.comment = "" if old == "# " else old
    if not entry.trivia.comment:
        entry.trivia.comment_ws = ""


def _is_made(entry: Any) -> bool:
    return entry.trivia.comment.endswith(MARK)


def _added(entry: Any, wanted: tuple[str, ...]) -> list[str]:
    """The items of a list that were added here."""
    if _is_made(entry):
        return [item for item in wanted if item in entry]
    _, _, added = entry.trivia.comment.partition(ADDED)
    return [item for item in _split(added) if item in wanted and item in entry]


def _parsed(text: str) -> Any:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise NotUnderstood(f"it is no TOML ({error})") from None


def _spaced(old: str, new: str) -> str:
    """With a blank line behind each table that is new; taking out the table takes it along."""
    old_lines = set(old.splitlines())
    lines: list[str] = []
    is_new = False
    for line in new.splitlines(keepends=True):
        if line.startswith("["):
            if is_new and lines[-1].strip():
                lines.append("\n")
            is_new = line.rstrip("\r\n") not in old_lines
        lines.append(line)
    return "".join(lines)


def _ended(document: Any) -> str:
    """Without the blank lines that stood before a table at the end."""
    text = tomlkit.dumps(document).rstrip()
    return f"{text}\n" if text else ""


def _split(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _find(document: Any, table: tuple[str, ...]) -> Any:
    for name in table:
        if not hasattr(document, "get"):
            return None
        document = document.get(name)
        if document is None:
            return None
    return document


def _made(document: Any, table: tuple[str, ...]) -> Any:
    for position, name in enumerate(table):
        if name not in document:
            document.add(name, _new(is_innermost=position + 1 == len(table)))
        document = document[name]
        if not hasattr(document, "get"):
            raise NotUnderstood(f"`{'.'.join(table)}` is no table")
    if isinstance(document, InlineTable):
        raise NotUnderstood(f"`{'.'.join(table)}` is written in one line")
    return document


def _new(is_innermost: bool) -> Any:
    made = tomlkit.table(is_super_table=not is_innermost)
    if is_innermost:
        made.comment(MARK)
        made.trivia.comment_ws = "  "
    return made


def _drop_empty(document: object, table: tuple[str, ...]) -> None:
    """The innermost table if it was made here, and those around it that have no line of their own and held nothing else."""
    for length in range(len(table), 0, -1):
        parent = _find(document, table[: length - 1])
        found = parent[table[length - 1]]
        written = length == len(table) or not found.is_super_table()
        if len(found) > 0 or (written and MARK not in found.trivia.comment):
            return
        del parent[table[length - 1]]
