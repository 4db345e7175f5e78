"""Code actions: the fixes of the diagnostics at the cursor, all fixes at once, and "Build and run" of the function around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.base.diagnostics import Diagnostic, Fix
from tilewright_server.answers import Action, Change, Command, Extent
from tilewright_server.capabilities import FIX_ALL, QUICK_FIX, RUN
from tilewright_server.features.diagnostics import problem_of
from tilewright_server.features.run import targets


def actions(analysis: Analysis, extent: Extent) -> tuple[Action, ...]:
    """The code actions for `extent`, most useful first."""
    return (*_fixes(analysis, extent), *_runs(analysis, extent), *_fix_all(analysis))


def wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether an action of `kind` was asked for: kinds are a hierarchy, parents include their children."""
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") or asked == "" for asked in only)


def _fixes(analysis: Analysis, extent: Extent) -> Iterator[Action]:
    for diagnostic in analysis.diagnostics:
        if diagnostic.span.start > extent.end or diagnostic.span.end < extent.start:
            continue
        problem = problem_of(analysis, diagnostic)
        for position, fix in enumerate(diagnostic.fixes):
            preferred = position == 0 and len(diagnostic.fixes) == 1
            yield Action(fix.title, QUICK_FIX, _changes(fix), problem=problem, preferred=preferred)


def _fix_all(analysis: Analysis) -> Iterator[Action]:
    """The first fix of each diagnostic, as far as they do not touch the same text."""
    taken: list[Change] = []
    used = 0
    for diagnostic in analysis.diagnostics:
        changes = _changes(diagnostic.fixes[0]) if _is_plain(diagnostic) else ()
        if changes and not any(_touch(change, other) for change in changes for other in taken):
            taken += changes
            used += 1
    if used > 1:
        yield Action(f"Fix all {used} problems that have one fix", FIX_ALL, tuple(taken))


def _is_plain(diagnostic: Diagnostic) -> bool:
    """Whether there is exactly one fix, so that nobody needs to choose."""
    return len(diagnostic.fixes) == 1


def _touch(change: Change, other: Change) -> bool:
    return change.extent.start <= other.extent.end and other.extent.start <= change.extent.end


def _changes(fix: Fix) -> tuple[Change, ...]:
    return tuple(Change(Extent(edit.span.start, edit.span.end), edit.text) for edit in fix.edits)


def _runs(analysis: Analysis, extent: Extent) -> Iterator[Action]:
    for target in targets(analysis):
        if target.whole.start <= extent.end and extent.start <= target.whole.end:
            title = f"Build and run {target.name}"
            yield Action(title, RUN, command=Command(title, {"name": target.name}))
