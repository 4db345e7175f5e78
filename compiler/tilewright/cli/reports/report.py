"""The results of `check`, as every format gets them, and the names of files in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.source import Place, Span


@dataclass(frozen=True, slots=True)
class Report:
    """The diagnostics to show and the files that were checked, by name; `failing` are the diagnostics that make the check fail.

    `fixed` counts the fixes that were made, `hidden` the diagnostics that `--quiet` leaves out.
    """

    diagnostics: Sequence[Diagnostic]
    files: Sequence[str]
    failing: frozenset[int] = frozenset()
    fixed: int = 0
    hidden: int = 0

    def fails(self, diagnostic: Diagnostic) -> bool:
        """Whether the check fails because of a diagnostic."""
        return id(diagnostic) in self.failing


def of_errors(diagnostics: Sequence[Diagnostic]) -> frozenset[int]:
    """The failing diagnostics where only errors are."""
    return frozenset(id(each) for each in diagnostics if each.severity == Severity.ERROR)


def region(span: Span) -> dict[str, int]:
    """The range of a span; lines and columns count from 1, columns in characters; lines of a notebook are those of the `cell` with this number."""
    place = span.place
    cell = {} if place.cell is None else {"cell": place.cell}
    return {
        **cell,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def in_file(span: Span) -> Place:
    """The range in a file as other programs read it; the lines of a notebook's file are not those of its cells, and mean nothing to a reader."""
    place = span.place
    return place if place.cell is None else Place(None, 1, 1, 1, 1)


def message_of(diagnostic: Diagnostic) -> str:
    """The message, with the place in the notebook for formats that have no cells."""
    place = diagnostic.span.place
    return diagnostic.message if place.cell is None else f"{place.words}: {diagnostic.message}"


def relative(name: str) -> str:
    """A file's name relative to the working directory if it is below, with slashes: as services that show reports know it."""
    if os.path.isabs(name):
        try:
            return Path(name).relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return Path(name).as_posix()
    return Path(name).as_posix()
