"""Quick fixes that silence a diagnostic: in its line, or in the whole file."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.project.ignores import FILE, LINE, Ignore, ignores_in
from tilewright_server.answers import Action, Change, Extent, Problem
from tilewright_server.capabilities import SILENCE
from tilewright_server.features.head import after_head

# Comments cannot help against these: the text is none of Python, or the comment itself is meant.
_HOPELESS = frozenset({"syntax-error", "unused-ignore"})


def silences(source: Source, diagnostic: Diagnostic, problem: Problem) -> Iterator[Action]:
    """The comments that would silence a diagnostic."""
    if diagnostic.code in _HOPELESS:
        return
    in_line = _in_line(source, diagnostic)
    if in_line is not None:
        yield Action(f"Silence {diagnostic.code} in this line", SILENCE, (in_line,), problem=problem)
    yield Action(f"Silence {diagnostic.code} in this file", SILENCE, (_in_file(source, diagnostic),), problem=problem)


def _in_line(source: Source, diagnostic: Diagnostic) -> Change | None:
    """A comment at the end of the line, or one more code in the comment there; None within a text of several lines, where there are no comments."""
    line = source.line_of(diagnostic.span.start)
    text = source.line_text(line)
    end = source.line_starts[line] + len(text)
    present = next(
        (each for each in ignores_in(source) if each.word == LINE and source.line_of(each.start) == line), None
    )
    if present is not None and present.codes:
        return _one_more(present, diagnostic.code)
    if text.endswith("\\") or _is_in_text(source, end):
        return None
    return Change(Extent(end, end), f"  # tilewright: {LINE}[{diagnostic.code}]")


def _in_file(source: Source, diagnostic: Diagnostic) -> Change:
    present = next((each for each in ignores_in(source) if each.word == FILE and each.codes), None)
    if present is not None:
        return _one_more(present, diagnostic.code)
    at = after_head(source.text)
    return Change(Extent(at, at), f"# tilewright: {FILE}[{diagnostic.code}]\n")


def _one_more(present: Ignore, code: str) -> Change:
    at = present.codes[-1].end if present.codes else present.end
    return Change(Extent(at, at), f", {code}")


def _is_in_text(source: Source, offset: int) -> bool:
    """Whether a string goes on behind the end of a line."""
    import io
    import tokenize

    line = source.line_of(offset) + 1
    try:
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.start[0] <= line < token.end[0] and token.type not in (tokenize.NEWLINE, tokenize.NL):
                return True
    except (tokenize.TokenError, SyntaxError):
        return False
    return False
