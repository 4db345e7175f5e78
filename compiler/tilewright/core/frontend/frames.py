"""Opening and closing the builder's frames for suites, and for scope statements that take the rest of one."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.source import Span
from tilewright.core.builder.frames import Frame
from tilewright.core.frontend.context import At, Context
from tilewright.core.frontend.unknown import UNKNOWN


def open_suite(context: Context, frame: Frame, at: At) -> Any:
    """Enter a frame that has a suite of its own; what it binds, or `UNKNOWN` when it may not stand here, which is reported."""
    value = _enter(context, frame, at)
    context.open_frames.append([])
    return value


def close_suite(context: Context, frame: Frame, at: At) -> None:
    """Close the scope statements of the frame's suite, latest first, and then the frame."""
    for inner in reversed(context.open_frames.pop()):
        _leave(context, inner, at)
    _leave(context, frame, at)


def drop_suite(context: Context, frame: Frame) -> None:
    """Close a frame whose suite was not understood, so that nothing is made of it and nothing said about it."""
    context.open_frames.pop()
    frames = context.builder.frames
    if frame in frames:
        del frames[frames.index(frame) :]


def open_rest(context: Context, frame: Frame, at: At) -> Any:
    """Enter a frame whose suite is the rest of the enclosing one; what it binds."""
    value = _enter(context, frame, at)
    if value is not UNKNOWN:
        context.open_frames[-1].append(frame)
    return value


def _enter(context: Context, frame: Frame, at: At) -> object:
    try:
        return frame.__enter__()
    except UserError as error:
        return context.refuse(error, at)


def _leave(context: Context, frame: Frame, at: At) -> None:
    """Close a frame if it is open, and anything still open inside it."""
    frames = context.builder.frames
    if frame not in frames:
        return
    del frames[frames.index(frame) + 1 :]
    try:
        frame.__exit__(None, None, None)
    except UserError as error:
        context.refuse(error, _part_at_fault(context, error) or at)


def _part_at_fault(context: Context, error: UserError) -> tuple[int, int] | None:
    """The node of a statement that was refused when the suite around it was completed, if it stands in this text."""
    span = getattr(error.node, "span", None)
    return (span.start, span.end) if isinstance(span, Span) and span.source is context.source else None
