"""Comments that silence diagnostics: `# tilewright: ignore[code, code]` and `# tilewright: ignore-file[code, code]`.

Without codes they silence all.  `ignore` covers what begins on its line; in a statement of several lines (for a compound statement: in its header) a comment on the
first or on the last line covers what begins in any of them, as with mypy and ruff.  `ignore-file` covers the file, wherever it stands.
"""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field

from tilewright.core.base.source import Source

_PRAGMA = re.compile(
    r"#\s*tilewright\s*:\s*(?P<word>[\w-]+)\s*(?P<list>\[(?P<codes>[^\]#]*)(?P<end>\])?)?(?P<reason>[^#]*)"
)
LINE, FILE = "ignore", "ignore-file"


@dataclass(frozen=True, slots=True)
class Named:
    """A code in a comment, and its range."""

    code: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Ignore:
    """One comment: its range, the word behind `tilewright:`, the codes (None: all), and the lines that it covers, from 0 (None: all).

    `stands_alone` where nothing else is in its line; `is_closed` where the bracket behind the codes is not forgotten.
    """

    start: int
    end: int
    word: str
    codes: tuple[Named, ...] | None
    lines: range | None
    stands_alone: bool
    is_closed: bool = True

    def covers(self, line: int) -> bool:
        """Whether it is about what begins in a line."""
        return self.word == FILE or (self.word == LINE and self.lines is not None and line in self.lines)


@dataclass(slots=True)
class _Comments:
    """The comments of a text by place, each with the lines that a pragma there covers."""

    source: Source
    found: list[tuple[int, int, range]] = field(default_factory=list[tuple[int, int, range]])
    pending: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    first: int | None = None

    def take(self, token: tokenize.TokenInfo) -> None:
        """The next token."""
        line = token.start[0] - 1
        if token.type == tokenize.COMMENT:
            start = self.source.line_starts[line] + token.start[1]
            self.pending.append((line, start, start + len(token.string)))
        elif token.type == tokenize.NEWLINE:
            self._end_statement(line)
        elif token.type == tokenize.NL:
            if self.first is None:
                self._end_statement(line)
        elif token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER) and self.first is None:
            self.first = line

    def _end_statement(self, last: int) -> None:
        first = last if self.first is None else self.first
        for line, start, end in self.pending:
            whole = line in (first, last)
            self.found.append((start, end, range(first, last + 1) if whole else range(line, line + 1)))
        self.pending.clear()
        self.first = None


def ignores_in(source: Source) -> tuple[Ignore, ...]:
    """The comments of a file that silence, or seem to be meant so."""
    if "tilewright" not in source.text or _PRAGMA.search(source.text) is None:
        return ()
    return tuple(
        ignore
        for start, end, lines in _comments(source)
        for found in _PRAGMA.finditer(source.text, start, end)
        if (ignore := _ignore(found, lines, source)) is not None
    )


def _ignore(found: re.Match[str], lines: range, source: Source) -> Ignore | None:
    word = found["word"]
    if word not in (LINE, FILE) and not _seems_meant(found):
        return None
    source_line = source.line_of(found.start())
    before = source.text[source.line_starts[source_line] : found.start()]
    after = source.line_text(source_line)[len(before) + len(found[0]) :]
    alone = not before.strip() and not after.strip()
    closed = found["list"] is None or found["end"] is not None
    return Ignore(found.start(), found.start() + len(found[0].rstrip()), word, _codes(found), lines, alone, closed)


def _seems_meant(found: re.Match[str]) -> bool:
    from tilewright.core.base.names import nearest

    return found["list"] is not None and nearest(found["word"], (LINE, FILE)) is not None


def _codes(found: re.Match[str]) -> tuple[Named, ...] | None:
    if found["list"] is None:
        return None
    base = found.start("codes")
    return tuple(
        Named(each[0], base + each.start(), base + each.end()) for each in re.finditer(r"[^\s,]+", found["codes"])
    )


def _comments(source: Source) -> Iterator[tuple[int, int, range]]:
    """Every comment with its range and lines; behind a place where the text is no Python each line is taken for a statement."""
    comments = _Comments(source)
    lines = iter(_lines(source))
    reached = 0
    try:
        for token in tokenize.generate_tokens(lambda: next(lines, "")):
            comments.take(token)
            reached = token.end[0]
    except (tokenize.TokenError, SyntaxError):
        yield from comments.found
        seen = {start for start, _, _ in comments.found}
        yield from (each for each in _comments_by_line(source, 0) if each[0] not in seen)
        return
    yield from comments.found
    yield from _comments_by_line(source, reached)


def _lines(source: Source) -> list[str]:
    """The lines with ends that the tokenizer knows; their columns stay."""
    return [source.line_text(line) + "\n" for line in range(len(source.line_starts))]


def _comments_by_line(source: Source, first: int) -> Iterator[tuple[int, int, range]]:
    for line in range(first, len(source.line_starts)):
        text = source.line_text(line)
        at = text.find("#")
        if at >= 0:
            start = source.line_starts[line]
            yield start + at, start + len(text), range(line, line + 1)
