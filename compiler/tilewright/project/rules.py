"""Which diagnostics a project wants, with which severity: the settings as data, and their answers for one file.

A pattern of codes is a code, a pattern with `*`, or `all`.  Patterns of paths are those of `.gitignore`, relative to the folder of the settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Severity

ALL = "all"
# Without these nobody would know that a file was not checked: only `ignore` silences them, never a selection of others.
ALWAYS = frozenset({"internal-error", "syntax-error", "unreadable-file", "wrong-setting"})


@dataclass(frozen=True)
class Paths:
    """Patterns of paths below a folder."""

    folder: Path
    patterns: tuple[str, ...]

    def __contains__(self, path: object) -> bool:
        """Whether a pattern matches the file, or a folder around it."""
        if not self.patterns or not isinstance(path, Path):
            return False
        try:
            below = path.relative_to(self.folder)
        except ValueError:
            return False
        return self._matcher.match_file(below.as_posix())

    @cached_property
    def _matcher(self) -> Any:
        from pathspec import GitIgnoreSpec

        return GitIgnoreSpec.from_lines(self.patterns)


@dataclass(frozen=True)
class Rules:
    """The settings of a project.  `only` and `without` are the command line's: a selection there prevails over `ignore` here."""

    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict[str, Severity])
    per_file_ignores: tuple[tuple[Paths, tuple[str, ...]], ...] = ()
    exclude: tuple[Paths, ...] = ()
    strict: bool = False
    mypy_diagnostics: bool = False
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def excludes(self, path: Path) -> bool:
        """Whether a file, by its absolute path, is left out."""
        return any(path in paths for paths in self.exclude)

    def of_file(self, path: Path) -> FileRules:
        """The rules of a file, by its absolute path."""
        silenced = frozenset(
            code for paths, patterns in self.per_file_ignores if path in paths for code in codes_of(patterns)
        )
        return FileRules(self._wanted - silenced, self.severity)

    @cached_property
    def _wanted(self) -> frozenset[str]:
        if self.only:
            return (codes_of(self.only) | (ALWAYS - codes_of(self.ignore))) - codes_of(self.without)
        return (codes_of(self.select) | ALWAYS) - codes_of(self.ignore) - codes_of(self.without)


@dataclass(frozen=True)
class FileRules:
    """The codes that are reported in one file."""

    wanted: frozenset[str]
    severity: Mapping[str, Severity]

    @property
    def is_complete(self) -> bool:
        """Whether every code is reported, so that a comment which names none can be judged."""
        return len(self.wanted) == len(CATALOGUE)


def codes_of(patterns: Iterable[str]) -> frozenset[str]:
    """The codes that patterns stand for."""
    return frozenset(code for pattern in patterns for code in CATALOGUE if pattern == ALL or fnmatchcase(code, pattern))


def unknown_code(pattern: str) -> str | None:
    """The mistake in a pattern of codes, as the end of a sentence; None when it stands for some code."""
    from tilewright.core.base.names import nearest

    if codes_of([pattern]):
        return None
    if "*" in pattern:
        return f"matches no code; {HINT}"
    close = nearest(pattern, CATALOGUE)
    return f"is no code of a diagnostic; {f'did you mean `{close}`?' if close else HINT}"


HINT = "`tilewright explain all` lists the codes"
