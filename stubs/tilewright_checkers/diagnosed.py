"""The compiler's diagnostics of a file, as the plugins report them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilewright.analyze import analyze
from tilewright.base.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Mistake:
    """One error: `line` counts from 1, `column` (in characters) from 0."""

    code: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int


@lru_cache(maxsize=16)
def mistakes(text: str, name: str) -> tuple[Mistake, ...]:
    """The errors in the scripts of a file; nothing of it is executed.  Doubts and hints are left to the editor."""
    return tuple(
        Mistake(
            found.code,
            found.message,
            found.span.line,
            found.span.column - 1,
            found.span.end_line,
            found.span.end_column - 1,
        )
        for found in analyze(text, name).diagnostics
        if found.severity == Severity.ERROR
    )
