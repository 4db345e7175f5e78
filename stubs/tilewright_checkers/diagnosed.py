"""The compiler's diagnostics of a file, as the plugins report them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilewright.core.base.diagnostics import Severity
from tilewright.core.dialects.releases import settle
from tilewright.project.configuration import configuration_of
from tilewright.project.inspection import Inspected, inspect_text
from tilewright.project.verdict import wanted


@dataclass(frozen=True, slots=True)
class Mistake:
    """One error: `line` counts from 1, `column` (in characters) from 0."""

    code: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int


def mistakes(text: str, name: str) -> tuple[Mistake, ...]:
    """The errors in the scripts of a file that its project wants; nothing of it is executed.  Doubts and hints are left to the editor.

    A failure of the compiler itself is one mistake at the top of the file, so that the checker's run goes on.
    """
    source, diagnostics = _inspected(text, name)
    found = wanted(source, diagnostics, configuration_of(name))
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


@lru_cache(maxsize=16)
def _inspected(text: str, name: str) -> Inspected:
    settle()
    return inspect_text(text, name)
