"""Suites of statements: each is read by the function that the context's table has for its kind, and a failure in one stays in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tilewright.core.base.source import Span
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.positions import header_place


def visit_suite(context: Context, statements: Iterable[ast.stmt]) -> None:
    """Read statements one after another."""
    rules = context.statements.rules
    for statement in statements:
        builder = context.builder
        depth = len(builder.frames), len(context.open_frames)
        builder.span, builder.value_span = Span(context.source, *header_place(context.place, statement)), None
        try:
            rules[type(statement)](context, statement)
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


def _drop_frames(context: Context, depth: tuple[int, int]) -> None:
    """Forget what the failed statement had opened."""
    del context.builder.frames[depth[0] :]
    del context.open_frames[max(depth[1], 1) :]


def _first_line(context: Context, statement: ast.stmt) -> tuple[int, int]:
    start, end = context.place(statement)
    line_end = context.source.text.find("\n", start)
    return start, min(end, line_end) if line_end >= 0 else end
