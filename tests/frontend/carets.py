"""Texts with carets: a line of carets and a code under a range says that the range gets a diagnostic of that code."""

from __future__ import annotations

import re

from tilewright.core.analyze import Analysis, analyze

IMPORTS = "from tvm.script import ir as I, tir as T\n"
_MARK = re.compile(r"(?P<blank> *)(?P<carets>\^+) (?P<code>[a-z-]+)$")

Found = tuple[int, int, int, str]


def split_marks(text: str) -> tuple[str, list[Found]]:
    """The text without its lines of carets, and what they say: 1-based line, columns from and up to, code."""
    lines: list[str] = []
    marks: list[Found] = []
    for line in text.strip("\n").split("\n"):
        mark = _MARK.match(line)
        if mark is None:
            lines.append(line)
        else:
            begin = len(mark["blank"])
            marks.append((len(lines), begin, begin + len(mark["carets"]), mark["code"]))
    return "\n".join(lines) + "\n", marks


def program(text: str) -> str:
    """A whole file: the imports, and a decorator for a bare function."""
    return IMPORTS + (text if text.startswith("@") else "@T.prim_func\n" + text)


def found_in(text: str) -> tuple[Analysis, list[Found]]:
    """The analysis of a file with `text` and its diagnostics, as `split_marks` gives them; a range of several lines ends with its first."""
    whole = program(text)
    analysis = analyze(whole)
    before = whole.count("\n") - text.count("\n")
    found: list[Found] = []
    for diagnostic in analysis.diagnostics:
        span = diagnostic.span
        line = whole.split("\n")[span.line - 1]
        end = span.end_column - 1 if span.end_line == span.line else len(line)
        found.append((span.line - before, span.column - 1, max(end, span.column), diagnostic.code))
    return analysis, found
