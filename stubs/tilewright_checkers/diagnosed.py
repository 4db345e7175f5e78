"""The compiler's diagnostics of a file, as the plugins report them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Severity


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
    """The errors in the scripts of a file; nothing of it is executed.  Doubts and hints are left to the editor.

    A failure of the compiler itself is one mistake at the top of the file, so that the checker's run goes on.
    """
    try:
        found = analyze(text, name).diagnostics
    except Exception as error:
        message = f"Tilewright itself failed on this file, which is a bug of ours: {type(error).__name__}: {error}"
        return (Mistake("internal-error", message, 1, 0, 1, 0),)
    return tuple(
        Mistake(
            each.code,
            each.message,
            each.span.line,
            each.span.column - 1,
            each.span.end_line,
            each.span.end_column - 1,
        )
        for each in found
        if each.severity == Severity.ERROR
    )
