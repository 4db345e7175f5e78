"""A diagnostic as plain text: where, what, the line with carets under the range, notes, and fixes."""

from __future__ import annotations

from tilewright.base.diagnostics import Diagnostic
from tilewright.base.source import Span


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
    text = source.line_text(line)
    begin = span.start - source.line_starts[line]
    width = max(1, min(span.end - source.line_starts[line], len(text)) - begin)
    number = str(line + source.first_line + 1)
    blank = "".join("\t" if character == "\t" else " " for character in text[:begin])
    return [f" {number} | {text}", f" {' ' * len(number)} | {blank}{'^' * width}"]
