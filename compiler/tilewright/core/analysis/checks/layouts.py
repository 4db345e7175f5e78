"""Checks the layouts of buffers: strides, alignment and offsets."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, diagnose


def strides(survey: Survey) -> Iterator[Diagnostic]:
    """Strides that are not one for each dimension."""
    accessed = [access.buffer for access in survey.accesses]
    for buffer in dict.fromkeys((*survey.func.buffer_map.values(), *survey.allocated, *accessed)):
        if buffer.strides and len(buffer.strides) != len(buffer.shape):
            sentence = f"`{buffer.name}` has {len(buffer.shape)} dimensions and {len(buffer.strides)} strides"
            yield diagnose("bad-strides", sentence, name_span(buffer.name, buffer.span) or survey.somewhere)
