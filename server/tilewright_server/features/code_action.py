"""Code actions: the fixes of the diagnostics at the cursor, all fixes at once, and "Build and run" of the function around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.base.diagnostics import Fix
from tilewright.project.fixing import together
from tilewright_server import shapes
from tilewright_server.answers import Action, Change, Command, Extent
from tilewright_server.ask import Ask
from tilewright_server.capabilities import FIX_ALL, QUICK_FIX, RUN
from tilewright_server.features.diagnostics import problem_of
from tilewright_server.features.kinds import wanted
from tilewright_server.features.noqa import noqa
from tilewright_server.features.refactoring import rewritings
from tilewright_server.features.reported import reported
from tilewright_server.features.run import targets
from tilewright_server.features.silence import silences


def actions(analysis: Analysis, extent: Extent) -> tuple[Action, ...]:
    """The code actions for `extent`, most useful first."""
    return (
        *_fixes(analysis, extent),
        *_fixes_of_one_kind(analysis, extent),
        *_runs(analysis, extent),
        *_fix_all(analysis),
        *_silences(analysis, extent),
    )


def _fixes(analysis: Analysis, extent: Extent) -> Iterator[Action]:
    for diagnostic in reported(analysis):
        if diagnostic.span.start > extent.end or diagnostic.span.end < extent.start:
            continue
        problem = problem_of(analysis.source, diagnostic)
        for position, fix in enumerate(diagnostic.fixes):
            preferred = position == 0 and len(diagnostic.fixes) == 1
            yield Action(fix.title, QUICK_FIX, _changes(fix), problem=problem, preferred=preferred)


def _silences(analysis: Analysis, extent: Extent) -> Iterator[Action]:
    for diagnostic in reported(analysis):
        if diagnostic.span.start <= extent.end and extent.start <= diagnostic.span.end:
            yield from silences(analysis.source, diagnostic, problem_of(analysis.source, diagnostic))


def _fixes_of_one_kind(analysis: Analysis, extent: Extent) -> Iterator[Action]:
    """The fixes of all diagnostics with the code of one at the cursor; also those that are guesses, since the user chooses them."""
    found = reported(analysis)
    here = (each.code for each in found if each.span.start <= extent.end and extent.start <= each.span.end)
    for code in dict.fromkeys(here):
        fixes = together([each for each in found if each.code == code], unsafe=True)
        if len(fixes) > 1:
            yield Action(f"Fix all {len(fixes)} `{code}` problems", QUICK_FIX, _together(fixes))


def _fix_all(analysis: Analysis) -> Iterator[Action]:
    """The safe fix of each diagnostic that has one, as far as they do not touch the same text: as `tilewright check --fix`."""
    fixes = together(reported(analysis), unsafe=False)
    if fixes:
        many = f"all {len(fixes)} problems that have" if len(fixes) > 1 else "the problem that has"
        yield Action(f"Fix {many} one safe fix", FIX_ALL, _together(fixes))


def _together(fixes: Iterable[Fix]) -> tuple[Change, ...]:
    return tuple(change for fix in fixes for change in _changes(fix))


def _changes(fix: Fix) -> tuple[Change, ...]:
    return tuple(Change(Extent(edit.span.start, edit.span.end), edit.text) for edit in fix.edits)


def _runs(analysis: Analysis, extent: Extent) -> Iterator[Action]:
    for target in targets(analysis):
        if target.whole.start <= extent.end and extent.start <= target.whole.end:
            title = f"Build and run {target.name}"
            yield Action(title, RUN, command=Command(title, {"name": target.name}))


def answer(ask: Ask) -> list[shapes.CodeAction]:
    """`textDocument/codeAction`"""
    context = ask.params.get("context") or {}
    offered = (
        *actions(ask.analysis, ask.wire.extent(ask.params["range"])),
        *noqa(ask.analysis, ask.wire.complaints(context.get("diagnostics") or ())),
        *rewritings(ask),
    )
    only = context.get("only")
    return ask.wire.actions([action for action in offered if wanted(action.kind, only)], ask.server.run_command)
