"""A diagnostic as people read it: headline, place, the lines with carets under the range, notes and fixes."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from tilewright.cli.console import stderr
from tilewright.core.base.diagnostics import Diagnostic, Fix, Note, Severity
from tilewright.core.base.excerpt import window
from tilewright.core.base.source import Span

STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.INFORMATION: "bold cyan",
    Severity.HINT: "bold blue",
}


# Control characters, which a terminal would obey, as pictures of themselves.
_PICTURES = {
    **{code: 0x2400 + code for code in range(32) if code not in (9, 10)},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}


def render(diagnostic: Diagnostic) -> Text:
    """The whole report of one diagnostic, ending in an empty line."""
    style = STYLES[diagnostic.severity]
    out = Text()
    out.append(f"{diagnostic.severity.name.lower()}[{diagnostic.code}]", style)
    out.append(f": {diagnostic.message}\n", "bold")
    width = max(len(str(span.end_line)) for span in (diagnostic.span, *(note.span for note in diagnostic.notes)))
    out.append_text(_excerpt(diagnostic.span, width, "^", style))
    for note in diagnostic.notes:
        out.append_text(_note(note, width))
    for fix in diagnostic.fixes:
        out.append_text(_fix(fix, width))
    out.plain = out.plain.translate(_PICTURES)
    return out


def tell(diagnostics: Iterable[Diagnostic]) -> None:
    """Print the reports on standard error."""
    for diagnostic in diagnostics:
        stderr().print(render(diagnostic))


def _note(note: Note, width: int) -> Text:
    out = Text.assemble(" " * (width + 1), ("note", "bold cyan"), f": {note.message}\n")
    return out.append_text(_excerpt(note.span, width, "-", "cyan"))


def _fix(fix: Fix, width: int) -> Text:
    out = Text.assemble(" " * (width + 1), ("fix", "bold green"), f": {fix.title}\n")
    if len(fix.edits) == 1 and fix.edits[0].span.line == fix.edits[0].span.end_line:
        span, text = fix.edits[0].span, fix.edits[0].text
        line = span.source.line_text(span.source.line_of(span.start))
        start = span.column - 1
        fixed = line[:start] + text + line[start + span.end - span.start :]
        for number, shown in enumerate(fixed.split("\n"), span.line):
            begin, end = (start, start + len(text)) if "\n" not in text else (0, len(shown))
            out.append(f"{number:>{width}} + {window(shown, begin, end)[0]}\n", "green")
    return out


def _excerpt(span: Span, width: int, mark: str, style: str) -> Text:
    """The place and the lines of a range (first and last of a long one) with marks below."""
    out = Text.assemble(" " * width, ("--> ", "blue"), f"{span}\n")
    if not span.source.text:
        return out
    out.append(" " * (width + 1)).append("|\n", "blue")
    first, last = span.source.line_of(span.start), span.source.line_of(max(span.start, span.end - 1))
    shown = range(first, last + 1) if last - first < 4 else (first, last)
    for line in shown:
        text = span.source.line_text(line).replace("\t", " ")
        start = span.start - span.source.line_starts[line] if line == first else len(text) - len(text.lstrip())
        end = span.end - span.source.line_starts[line] if line == last else len(text)
        text, start, end = window(text, start, end)
        number = line + span.source.first_line + 1
        out.append(f"{number:>{width}} | ", "blue")
        out.append(text + "\n")
        out.append(" " * (width + 1) + "| ", "blue")
        out.append(" " * start + mark * max(1, min(end, len(text) + 1) - start) + "\n", style)
        if line == first and last - first >= 4:
            out.append(" " * (width + 1) + "...\n", "blue")
    return out
