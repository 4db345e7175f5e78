"""Inlay hints of a profile: behind the header of each loop nest its time, share and rates, and how that compares with the profile before; until the next edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tilewright.core.base.source import Source
from tilewright.runner.durations import duration
from tilewright.runner.parts import Part, said
from tilewright_server.answers import Extent, Hint
from tilewright_server.results import Profile, Results

# Times that are nearer to each other than this are the same.
_NOISE = 0.05


def profile_hints(source: Source, results: Results, shown: Extent) -> Iterator[Hint]:
    """The hints between two offsets of the profiles of this text."""
    for profile in results.profiles.values():
        if profile.text == source.text:
            for hint in _hints(source, profile):
                if shown.start <= hint.offset <= shown.end:
                    yield hint


def _hints(source: Source, profile: Profile) -> Iterator[Hint]:
    parts = [Part(**each) for each in profile.data["parts"]]
    total = sum(part.seconds for part in parts)
    for at, part in enumerate(parts):
        change = _change(part, _earlier(profile, at, part))
        label = f"  {duration(part.seconds)}, {said(part, total)}{change}"
        whole = f"{part.name}: {duration(part.seconds)} of {duration(total)} for all loop nests, each run by itself"
        yield Hint(source.line_end(part.line), label, whole)


def _earlier(profile: Profile, at: int, part: Part) -> Mapping[str, Any] | None:
    """The same nest of the profile before: that with its name at its place, else the only one with its name."""
    parts = [] if profile.before is None else profile.before["parts"]
    if at < len(parts) and parts[at]["name"] == part.name:
        return parts[at]
    named = [each for each in parts if each["name"] == part.name]
    return named[0] if len(named) == 1 else None


def _change(part: Part, earlier: Mapping[str, Any] | None) -> str:
    if earlier is None:
        return ""
    ratio = earlier["seconds"] / part.seconds
    if abs(ratio - 1) <= _NOISE:
        return ", as before"
    return f", {ratio:.2f}× as fast as before" if ratio > 1 else f", {1 / ratio:.2f}× as slow as before"
