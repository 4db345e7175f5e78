"""A diagnostic as people read it: headline, place, the lines with carets under the range, notes and fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from rich.text import Text

from tilewright.cli.console import stderr
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, Severity
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
    """The title, and the lines as they are then: "+" for one that is new or different, "-" for one that goes."""
    out = Text.assemble(" " * (width + 1), ("fix", "bold green"), f": {fix.title}\n")
    changed = _changed(fix)
    for number, sign, line, at in changed if len(changed) <= _MOST_LINES else ():
        out.append(f"{number:>{width}} {sign} {window(line, at, at)[0]}\n", "green" if sign == "+" else "red")
    return out


_MOST_LINES = 6  # of a fix; of one that changes more, the title stands alone


def _changed(fix: Fix) -> list[tuple[int, str, str, int]]:
    """The lines that a fix changes: number, "+" or "-", text, and the column where it changes."""
    edits = sorted(fix.edits, key=lambda edit: edit.span.start)
    if len({edit.span.source for edit in edits}) != 1:
        return []
    source, further, lines = edits[0].span.source, 0, list[tuple[int, str, str, int]]()
    for first, last, near in _by_lines(edits):
        start, end = source.line_starts[first], source.line_starts[last] + len(source.line_text(last))
        before, after, at = source.text[start:end], "", start
        for edit in near:
            after, at = after + source.text[at : edit.span.start] + edit.text, edit.span.end
        after += source.text[at : max(at, end)]
        old, new = before.split("\n"), after.split("\n") if after.strip() else []
        for kind, begin, stop, left, right in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            column = near[0].span.column - 1
            number = source.number(first) + further
            if kind == "delete":
                lines += [(number + left + at, "-", line, column) for at, line in enumerate(old[begin:stop])]
            elif kind != "equal":
                lines += [(number + left + at, "+", line, column) for at, line in enumerate(new[left:right])]
        further += len(new) - len(old)
    return lines


def _by_lines(edits: Sequence[Edit]) -> Iterator[tuple[int, int, list[Edit]]]:
    """The edits of neighbouring lines: the first and the last line, and the edits."""
    near: list[Edit] = []
    first = last = -1
    for edit in edits:
        source = edit.span.source
        begin, end = source.line_of(edit.span.start), source.line_of(edit.span.end)
        if near and begin > last:
            yield first, last, near
            near = []
        first = first if near else begin
        last = end if not near else max(last, end)
        near.append(edit)
    if near:
        yield first, last, near


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
        number = span.source.number(line)
        out.append(f"{number:>{width}} | ", "blue")
        out.append(text + "\n")
        out.append(" " * (width + 1) + "| ", "blue")
        out.append(" " * start + mark * max(1, min(end, len(text) + 1) - start) + "\n", style)
        if line == first and last - first >= 4:
            out.append(" " * (width + 1) + "...\n", "blue")
    return out
