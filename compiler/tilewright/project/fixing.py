"""Fixes applied to a file: those of all diagnostics that leave nothing to choose, again and again until none is left.

A fix that would make Python of the file no Python, or bring more errors than it takes away, is given up.  Encoding, line ends and everything around the fixes stay as they are.
"""

from __future__ import annotations

import ast
import bisect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Severity
from tilewright.core.base.source import Source
from tilewright.project.texts import plain

# A fix may give rise to another; more rounds than this go in circles.
_ROUNDS = 20

Judge = Callable[[str], "tuple[Source, tuple[Diagnostic, ...]]"]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text after its fixes: how many there were, and what is still wrong with it."""

    text: str
    count: int
    source: Source
    left: tuple[Diagnostic, ...]


def fix_of(diagnostic: Diagnostic, unsafe: bool) -> Fix | None:
    """The fix that is applied when nobody chooses: the only one that may be."""
    allowed = [fix for fix in diagnostic.fixes if fix.edits and (fix.safe or unsafe)]
    return allowed[0] if len(allowed) == 1 else None


def is_fixable(diagnostic: Diagnostic, unsafe: bool) -> bool:
    """Whether `fixed` would try to."""
    return fix_of(diagnostic, unsafe) is not None


def together(found: Iterable[Diagnostic], unsafe: bool) -> list[Fix]:
    """The fixes that can be made at once: none touches the text of another."""
    chosen: list[Fix] = []
    taken: list[Edit] = []
    for diagnostic in found:
        fix = fix_of(diagnostic, unsafe)
        if fix is not None and not any(_touch(edit, other) for edit in fix.edits for other in taken):
            chosen.append(fix)
            taken += fix.edits
    return chosen


def fixed(text: str, judge: Judge, unsafe: bool) -> Fixed:
    """The text, whatever its line ends, with its fixes; `judge` gives what is reported of a text with plain ones."""
    source, found = judge(plain(text))
    count = 0
    refused: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        fixes = together((each for each in found if (each.code, each.message) not in refused), unsafe)
        if not fixes:
            break
        after = _best(text, fixes, judge, found)
        if after is None:
            refused |= {(each.code, each.message) for each in found if is_fixable(each, unsafe)}
            continue
        text, source, found, made = after
        count += made
    return Fixed(text, count, source, found)


def _best(
    text: str, fixes: Sequence[Fix], judge: Judge, before: Sequence[Diagnostic]
) -> tuple[str, Source, tuple[Diagnostic, ...], int] | None:
    """The text with all fixes, or with those that do no harm one by one; None when all do."""
    result = _tried(text, fixes, judge, before)
    if result is not None:
        return (*result, len(fixes))
    for fix in fixes:
        result = _tried(text, [fix], judge, before)
        if result is not None:
            return (*result, 1)
    return None


def _tried(
    text: str, fixes: Sequence[Fix], judge: Judge, before: Sequence[Diagnostic]
) -> tuple[str, Source, tuple[Diagnostic, ...]] | None:
    new = spliced(text, [edit for fix in fixes for edit in fix.edits])
    source, found = judge(plain(new))
    if _errors(found) > _errors(before) or (_is_python(text) and not _is_python(new)):
        return None
    return new, source, found


def _errors(found: Sequence[Diagnostic]) -> int:
    return sum(each.severity == Severity.ERROR for each in found)


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def spliced(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits in offsets of its plain form; what is put in gets the line ends of the text."""
    end = _line_end(text)
    ends = [index for index in range(len(text) - 1) if text.startswith("\r\n", index)] if "\r\n" in text else []
    # Where the plain form has one character for two: offset `at` there is `at + n` here, behind n of them.
    plain_ends = [at - position for position, at in enumerate(ends)]
    for edit in sorted(edits, key=lambda each: (each.span.start, each.span.end), reverse=True):
        start, stop = (at + bisect.bisect_left(plain_ends, at) for at in (edit.span.start, edit.span.end))
        text = text[:start] + edit.text.replace("\n", end) + text[stop:]
    return text


def _line_end(text: str) -> str:
    at = min((found for found in (text.find("\n"), text.find("\r")) if found >= 0), default=-1)
    return "\n" if at < 0 or text[at] == "\n" else "\r\n" if text.startswith("\r\n", at) else "\r"


def _touch(edit: Edit, other: Edit) -> bool:
    """Whether two edits share text or a place; one that is the same is shared by two fixes."""
    return edit.span.start <= other.span.end and other.span.start <= edit.span.end
