"""The settings that hold for a file: those of the nearest `pyproject.toml` above it with a table `[tool.tilewright]`, and of the files that it extends.

They are read again when one of these files changes; what is wrong with them is a diagnostic at its place.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.source import Source, Span
from tilewright.project.rules import Rules

NAME = "pyproject.toml"
# What a file looked like when it was read: time, size, number; None where there was none.
Stamp = tuple[int, int, int] | None


@dataclass(frozen=True)
class Configuration:
    """Settings as read: `file` holds the table (None: nobody has said anything), `problems` is what is wrong with it."""

    file: Path | None
    rules: Rules
    problems: tuple[Diagnostic, ...]
    stamps: tuple[tuple[Path, Stamp], ...]

    @property
    def is_current(self) -> bool:
        """Whether the files are still as they were when they were read."""
        return all(stamp_of(path) == stamp for path, stamp in self.stamps)


NOTHING = Configuration(None, Rules(), (), ())
_LOCK = threading.Lock()
_READ: dict[Path, Configuration] = {}


def configuration_of(name: str) -> Configuration:
    """The settings of a file, which need not exist: of what is none, such as an untitled document, the working directory's."""
    return _nearest(os.path.dirname(os.path.abspath(name)))


def configuration_in(folder: Path) -> Configuration:
    """The settings of the files of a folder, by its absolute path."""
    return _nearest(str(folder))


def _nearest(folder: str) -> Configuration:
    for candidate in _candidates(folder):
        found = _at(candidate)
        if found is not None and found.file is not None:
            return found
    return NOTHING


@lru_cache(maxsize=1024)
def _candidates(folder: str) -> tuple[Path, ...]:
    """The files that may hold the settings of a folder, the nearest first; an editor asks at each keystroke."""
    path = Path(folder)
    return tuple(each / NAME for each in (path, *path.parents))


def absolute(path: Path) -> Path:
    """The path from the root, without `..`; links stay what they are, since patterns are about names."""
    return Path(os.path.abspath(path))


def stamp_of(path: Path) -> Stamp:
    """The properties of a file that are known without reading it."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _at(path: Path) -> Configuration | None:
    """The settings in one file, remembered as long as no file that they come from changes; None where there is no such file."""
    with _LOCK:
        known = _READ.get(path)
    if known is not None and known.is_current:
        return known
    stamp = stamp_of(path)
    if stamp is None:
        return None
    made = read(path)
    with _LOCK:
        _READ[path] = made
    return made


def read(path: Path) -> Configuration:
    """The settings in a file, whether it was read before or not."""
    reader = _Reader()
    rules = reader.rules(path, Rules(), None)
    return Configuration(path if reader.has_table else None, rules, tuple(reader.problems), tuple(reader.stamps))


class _Reader:
    """Collects what is wrong in a file and in those that it extends."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []
        self.stamps: list[tuple[Path, Stamp]] = []
        self.has_table = False

    def rules(self, path: Path, rules: Rules, named_at: Span | None) -> Rules:
        """The rules with those of a file, its own entries after those of the file that it extends; `named_at` is the entry `extend` that names it."""
        self.stamps.append((path, stamp_of(path)))
        text = self._text(path, named_at)
        table = None if text is None else self._table(text, path)
        if text is None or table is None:
            return rules
        source = Source(text, _shown(path))
        self.has_table = self.has_table or named_at is None
        rules = self._extended(table, source, path, rules)
        from tilewright.project.setting_values import applied

        rules, wrong = applied(table, path.parent, rules)
        for each in wrong:
            where = (*prefix_of(path), *each.path)
            self._report(each.message, _place(source, where, each.is_name))
        return rules

    def _extended(self, table: Mapping[str, Any], source: Source, path: Path, rules: Rules) -> Rules:
        if "extend" not in table:
            return rules
        place = _place(source, (*prefix_of(path), "extend"), False)
        given = table["extend"]
        if not isinstance(given, str):
            self._report("`extend` must be the path of a file", place)
            return rules
        other = absolute(path.parent / Path(given).expanduser())
        if any(other == read for read, _ in self.stamps):
            self._report(f"`{given}` extends this file, so that neither comes first", place)
            return rules
        return self.rules(other, rules, place)

    def _text(self, path: Path, named_at: Span | None) -> str | None:
        try:
            return path.read_bytes().decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError:
            self.has_table = True  # whether it has one cannot be known, and nothing of it is in force
            reason = "it is not UTF-8"
        except OSError as error:
            reason = error.strerror or str(error)
        place = named_at or Source("", _shown(path)).span(0, 0)
        self._report(f"`{path.name}` cannot be read: {reason}", place)
        return None

    def _table(self, text: str, path: Path) -> Mapping[str, Any] | None:
        """The settings in a text; None where there are none."""
        if path.name == NAME and "tilewright" not in text:
            return None
        document = self._document(text, path)
        for name in prefix_of(path):
            document = document.get(name) if isinstance(document, Mapping) else None
        if document is not None and not isinstance(document, Mapping):
            self.has_table = True
            self._report(
                "`tool.tilewright` must be a table", _place(Source(text, _shown(path)), prefix_of(path), False)
            )
            return None
        return document

    def _document(self, text: str, path: Path) -> Any:
        import tomlkit
        from tomlkit.exceptions import ParseError, TOMLKitError

        try:
            return tomlkit.parse(text).unwrap()
        except TOMLKitError as error:
            source = Source(text, _shown(path))
            line, column = (error.line, error.col) if isinstance(error, ParseError) else (1, 0)
            at = min(source.line_starts[min(line, len(source.line_starts)) - 1] + column, len(text))
            self.has_table = True
            self._report(f"this is not TOML: {_sentence(error)}", source.span(at, at))
            return None

    def _report(self, message: str, place: Span) -> None:
        self.problems.append(diagnose("wrong-setting", message, place))


def prefix_of(path: Path) -> tuple[str, ...]:
    """The tables around the settings of a file: a file of another name holds nothing else."""
    return ("tool", "tilewright") if path.name == NAME else ()


def _shown(path: Path) -> str:
    """The path as people write it: relative to the working directory where it is below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _place(source: Source, path: tuple[str | int, ...], is_name: bool) -> Span:
    from tilewright.project.toml_places import key_span, value_span

    return key_span(source, [str(each) for each in path]) if is_name else value_span(source, path)


def _sentence(error: Exception) -> str:
    """The parser's words without the place, which is shown, and with a small letter."""
    text = str(error).partition(" at line ")[0].rstrip(".")
    if "\\x00" in text:
        return "the text ends within an entry"
    return text[:1].lower() + text[1:]
