"""Limits that are put to a number only after its conversion to a narrow type, which has wrapped it around already."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.checks.widening import ends_of
from tilewright.core.analysis.survey import NARROW, Surroundings, Survey
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.dtype import int_range
from tilewright.core.ir.expr import BufferLoad, Cast, Expr, IntImm, Max, Min, Var
from tilewright.core.ir.walk import walk

_DEPTH = 6  # buffers and variables that a value is followed through


def late_clips(survey: Survey) -> Iterator[Diagnostic]:
    """Clips of what was converted before to a type whose own limits they are."""
    said: set[int] = set()
    for clip, place, around in survey.clips:
        limits, inner = _limits(clip)
        if not _says_the_type(clip, limits):
            continue
        cast = _origin(survey, inner, _DEPTH)
        if not isinstance(cast, Cast) or id(cast) in said or not _may_wrap(survey, around, cast):
            continue
        said.add(id(cast))
        low, high = int_range(cast.dtype)
        source = cast.value.dtype
        what = "has no defined value for" if source.is_float else "wraps around"
        sentence = f"the conversion to {cast.dtype} comes first and {what} what does not fit in {low} to {high}, so this limit comes too late; clip in {source}, and convert the result"
        yield diagnose("late-clip", sentence, clip.span or place or survey.somewhere)


def _limits(e: Expr) -> tuple[dict[type, int], Expr]:
    """The constants of nested minima and maxima, and what they limit."""
    limits: dict[type, int] = {}
    while isinstance(e, (Min, Max)):
        constant, inner = (e.a, e.b) if isinstance(e.a, IntImm) else (e.b, e.a)
        if not isinstance(constant, IntImm):
            break
        limits.setdefault(type(e), constant.value)
        e = inner
    return limits, e


def _says_the_type(clip: Expr, limits: dict[type, int]) -> bool:
    """Whether a number is limited from both sides, or to what its type holds anyway."""
    low, high = int_range(clip.dtype)
    return len(limits) == 2 or limits.get(Min, low) >= high or limits.get(Max, high) <= low


def _origin(survey: Survey, e: Expr, depth: int) -> Expr:
    """The value that one was before it was stored or named: through variables, and memory that one statement fills."""
    if depth and isinstance(e, Var) and e in survey.values:
        return _origin(survey, survey.values[e], depth - 1)
    if depth and isinstance(e, BufferLoad) and e.buffer.data not in survey.opaque:
        stores = [each for each in survey.by_memory.get(e.buffer.data, ()) if each.is_write]
        if len(stores) == 1 and stores[0].value is not None:
            return _origin(survey, stores[0].value, depth - 1)
    return e


def _may_wrap(survey: Survey, around: Surroundings, cast: Cast) -> bool:
    """Whether a number of a wider type is converted that nothing has limited before."""
    source = cast.value.dtype
    if source.is_bool or not (source.is_float or (source.is_integer and source.bits > cast.dtype.bits)):
        return False
    if is_limited(survey, cast.value):
        return False
    if source.is_float:
        return True
    low, high = int_range(cast.dtype)
    least, most = ends_of(survey, around, cast.value)
    return least < low or most > high


def is_limited(survey: Survey, e: Expr, depth: int = _DEPTH) -> bool:
    """Whether anything in a value, or in what it was computed from, may limit it: minima and maxima, remainders, masks, choices."""
    for node in walk(e):
        if isinstance(node, (Min, Max)) or (
            isinstance(node, Cast) and node.value.dtype.is_integer and node.value.dtype.bits <= NARROW
        ):
            return True
        if isinstance(node, (BufferLoad, Var)) and depth:
            origin = _origin(survey, node, depth)
            if origin is not node and is_limited(survey, origin, depth - 1):
                return True
    return False
