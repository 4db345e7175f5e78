"""A diagnostic as plain text: where, what, the line with carets under the range, notes, and fixes."""

from __future__ import annotations

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Span

# A line that is longer is shown in part: this many characters, of which so many lie before the range.
LONGEST = 160
_BEFORE = 60
_CUT = "..."


def excerpt(diagnostic: Diagnostic) -> str:
    """Several lines about one diagnostic, the first beginning with `file:line:column`."""
    span = diagnostic.span
    lines = [f"{span}: {diagnostic.severity.name.lower()}[{diagnostic.code}]: {diagnostic.message}", *marked_line(span)]
    for note in diagnostic.notes:
        lines += [f"{note.span}: note: {note.message}", *marked_line(note.span)]
    lines += [f"  fix: {fix.title}" for fix in diagnostic.fixes]
    return "\n".join(lines) + "\n"


def marked_line(span: Span) -> list[str]:
    """The line on which the range begins, with its number, and carets under the part of the range that lies on it."""
    source = span.source
    line = source.line_of(span.start)
    first = source.line_starts[line]
    text, begin, end = window(source.line_text(line), span.start - first, span.end - first)
    width = max(1, min(end, len(text)) - begin)
    number = str(source.number(line))
    blank = "".join("\t" if character == "\t" else " " for character in text[:begin])
    return [f" {number} | {text}", f" {' ' * len(number)} | {blank}{'^' * width}"]


def window(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of an overlong line around the range from `start` to `end`, and where the part's own share of the range lies in it."""
    if len(text) <= LONGEST:
        return text, start, end
    first = max(0, min(start - _BEFORE, len(text) - LONGEST))
    last = first + LONGEST
    left, right = _CUT if first else "", _CUT if last < len(text) else ""
    shift = len(left) - first
    return f"{left}{text[first:last]}{right}", start + shift, min(end, last) + shift
