"""Diagnostics as text: how they pass from one process to another, and stay in the cache.

A span names a source by number; source 0 is the file itself, whose text and name whoever reads it has.
"""

from __future__ import annotations

import json
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, Severity
from tilewright.core.base.source import Source, Span


def dumped(source: Source, found: tuple[Diagnostic, ...]) -> str:
    """The diagnostics of a file; empty when there are none."""
    if not found:
        return ""
    sources: dict[int, int] = {id(source): 0}
    others: list[Source] = []

    def span(place: Span) -> list[int]:
        number = sources.setdefault(id(place.source), len(sources))
        if number > len(others):
            others.append(place.source)
        return [number, place.start, place.end]

    rows = [
        [
            each.code,
            each.message,
            int(each.severity),
            span(each.span),
            [[note.message, span(note.span)] for note in each.notes],
            [[fix.title, fix.safe, [[span(edit.span), edit.text] for edit in fix.edits]] for fix in each.fixes],
        ]
        for each in found
    ]
    named = [each.row() for each in others]
    return json.dumps([named, rows], separators=(",", ":"))


def loaded(text: str, source: Source) -> tuple[Diagnostic, ...]:
    """The diagnostics of the file `source`; raises `ValueError` for a text that `dumped` has not made."""
    if not text:
        return ()
    try:
        return _loaded(json.loads(text), source)
    except (TypeError, ValueError, KeyError, IndexError) as error:
        raise ValueError("these are no diagnostics") from error


def is_sound(text: str) -> bool:
    """Whether `dumped` may have made a text."""
    try:
        loaded(text, Source(""))
    except ValueError:
        return False
    return True


def _loaded(data: Any, source: Source) -> tuple[Diagnostic, ...]:
    named, rows = data
    sources = [source, *map(Source.of_row, named)]

    def span(place: list[int]) -> Span:
        number, start, end = place
        return sources[number].span(start, end)

    return tuple(
        Diagnostic(
            code,
            message,
            span(place),
            tuple(Note(said, span(where)) for said, where in notes),
            tuple(
                Fix(title, tuple(Edit(span(where), new) for where, new in edits), safe) for title, safe, edits in fixes
            ),
            Severity(severity),
        )
        for code, message, severity, place, notes, fixes in rows
    )
