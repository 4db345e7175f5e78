"""Suites of statements: each is read by the function that the context's table has for its kind, and a failure in one stays in it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tilewright.core.base.budget import OutOfBudget, spender
from tilewright.core.base.source import Span
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.limits import EXPANDED, WRITTEN
from tilewright.core.frontend.positions import header_place


def _span(context: Context, statement: ast.stmt) -> Span:
    """The place of a statement, of one with a suite that of its header."""
    if context.origin is None:
        return Span(context.source, *header_place(context.place, statement))
    return context.expanded(statement, header_place(context.origin.place, statement))


def visit_suite(context: Context, statements: Sequence[ast.stmt]) -> None:
    """Read statements one after another."""
    rules, gaps, builder = context.statements.rules, context.gaps, context.builder
    frames, open_frames = builder.frames, context.open_frames
    world = context.world if context.origin is None else None
    recorder, recording = context.recorder, context.recorder.recording
    spend, cost = spender(), WRITTEN if context.expansion is None else EXPANDED
    for statement in statements:
        if world is not None:
            if world.is_misfit:
                break
            recorder.recording = world.reach(statement, recording)
        before, placed = gaps.count, gaps.placed
        if gaps.given:
            gaps.given.clear()  # what another statement gave to a function may stand under a condition that does not hold here
        depth = len(frames), len(open_frames)
        builder.span, builder.value_span = _span(context, statement), None
        try:
            spend(cost)
            rules[type(statement)](context, statement)
        except OutOfBudget as error:
            error.place = error.place or _first_line(context, statement)
            raise
        except RecursionError:
            _drop_frames(context, depth)
            context.report("too-deep", "this is nested too deeply to be read", _first_line(context, statement))
        except Exception as error:
            _drop_frames(context, depth)
            context.report(
                "internal-error",
                f"Tilewright failed here; this is a bug in Tilewright: {type(error).__name__}: {error}",
                _first_line(context, statement),
            )
        if gaps.count != before and gaps.count - before > gaps.placed - placed:
            gaps.holes.append(statement)
            gaps.placed = placed + gaps.count - before
        if gaps.unguarded:
            gaps.unguarded = False
            first = statement if isinstance(statement, ast.Assert) else statements[0]
            gaps.doubtful.append((context.place(first)[0], context.place(statements[-1])[1]))
    recorder.recording = recording


def _drop_frames(context: Context, depth: tuple[int, int]) -> None:
    """Forget what the failed statement had opened."""
    del context.builder.frames[depth[0] :]
    del context.open_frames[max(depth[1], 1) :]


def _first_line(context: Context, statement: ast.stmt) -> tuple[int, int]:
    start, end = context.place(statement)
    line_end = context.source.text.find("\n", start)
    return start, min(end, line_end) if line_end >= 0 else end
