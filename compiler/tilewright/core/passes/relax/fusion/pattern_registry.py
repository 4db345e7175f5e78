"""Patterns of operators by name, which say what a library can take over; later ones come first."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from tilewright.core.passes.relax.fusion.fuse_by_pattern import FusionPattern

_PATTERNS: list[FusionPattern] = []
_REGISTERING = threading.Lock()


def register_patterns(patterns: Iterable[object]) -> None:
    """Register patterns, each a `FusionPattern` or the tuple of its arguments; one of a name that is registered already takes its place."""
    for each in patterns:
        if not isinstance(each, (FusionPattern, tuple)):
            raise TypeError(f"a FusionPattern or a tuple of its arguments can be registered, not {type(each).__name__}")
        made = each if isinstance(each, FusionPattern) else FusionPattern(*each)
        with _REGISTERING:
            _PATTERNS[:] = [*(known for known in _PATTERNS if known.name != made.name), made]


def get_patterns_with_prefix(prefix: str) -> list[FusionPattern]:
    """The patterns whose names begin so, those registered last first."""
    return [each for each in reversed(tuple(_PATTERNS)) if each.name.startswith(prefix)]


def get_pattern(name: str) -> FusionPattern | None:
    """The pattern of a name."""
    return next((each for each in tuple(_PATTERNS) if each.name == name), None)
