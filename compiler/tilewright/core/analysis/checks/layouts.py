"""Checks the layouts of buffers: strides, alignment and offsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd

from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.names import counted
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm


def strides(survey: Survey) -> Iterator[Diagnostic]:
    """Strides that are not one for each dimension."""
    accessed = [access.buffer for access in survey.accesses]
    for buffer in dict.fromkeys((*survey.func.buffer_map.values(), *survey.allocated, *accessed)):
        if buffer.strides and len(buffer.strides) != len(buffer.shape):
            sentence = f"`{buffer.name}` has {counted(len(buffer.shape), 'dimension')} and {counted(len(buffer.strides), 'stride')}"
            yield diagnose("bad-strides", sentence, name_span(buffer.name, buffer.span) or survey.somewhere)


def shared_places(survey: Survey) -> Iterator[Diagnostic]:
    """Strides with which two elements of a buffer that loops store to lie at one place in memory."""
    said: set[Buffer] = set()
    for access in survey.accesses:
        buffer = access.buffer
        if not access.is_write or not buffer.strides or buffer in said or len(access.indices) != len(buffer.strides):
            continue
        moving = [bool(used_by(survey, (index,)) & survey.domains.keys()) for index in access.indices]
        for first, second in combinations([at for at, moves in enumerate(moving) if moves], 2):
            found = _meeting(buffer, first, second)
            if found is not None and buffer not in said:
                said.add(buffer)
                one, other = (f"`{buffer.name}[{', '.join(map(str, element))}]`" for element in found)
                sentence = f"with the strides of `{buffer.name}`, {one} and {other} are one element in memory"
                place = name_span(buffer.name, buffer.span) or survey.somewhere
                yield diagnose("bad-strides", sentence, place, severity=Severity.WARNING)


def _meeting(buffer: Buffer, first: int, second: int) -> tuple[list[int], list[int]] | None:
    """Two elements at one place that differ in these two dimensions alone."""
    sizes, steps = _numbers(buffer.shape, first, second), _numbers(buffer.strides, first, second)
    if sizes is None or steps is None or min(steps) < 1:
        return None
    divisor = gcd(*steps)
    counts = steps[1] // divisor, steps[0] // divisor
    if counts[0] >= sizes[0] or counts[1] >= sizes[1]:
        return None
    one, other = ([0] * len(buffer.shape) for _ in counts)
    one[first], other[second] = counts
    return one, other


def _numbers(values: Sequence[Expr], first: int, second: int) -> tuple[int, int] | None:
    one, other = values[first], values[second]
    return (one.value, other.value) if isinstance(one, IntImm) and isinstance(other, IntImm) else None
