"""The results of `check`, as every format gets them, and the names of files in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.source import Span


@dataclass(frozen=True, slots=True)
class Report:
    """The diagnostics to show and the files that were checked, by name; `failing` are the diagnostics that make the check fail.

    `fixed` counts the fixes that were made.
    """

    diagnostics: Sequence[Diagnostic]
    files: Sequence[str]
    failing: frozenset[int] = frozenset()
    fixed: int = 0

    def fails(self, diagnostic: Diagnostic) -> bool:
        """Whether the check fails because of a diagnostic."""
        return id(diagnostic) in self.failing


def of_errors(diagnostics: Sequence[Diagnostic]) -> frozenset[int]:
    """The failing diagnostics where only errors are."""
    return frozenset(id(each) for each in diagnostics if each.severity == Severity.ERROR)


def region(span: Span) -> dict[str, int]:
    """The range of a span; lines and columns count from 1, columns in characters."""
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def relative(name: str) -> str:
    """A file's name relative to the working directory if it is below, with slashes: as services that show reports know it."""
    if os.path.isabs(name):
        try:
            return Path(name).relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return Path(name).as_posix()
    return Path(name).as_posix()
