"""Checks the layouts of buffers: strides, alignment and offsets."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.names import counted


def strides(survey: Survey) -> Iterator[Diagnostic]:
    """Strides that are not one for each dimension."""
    accessed = [access.buffer for access in survey.accesses]
    for buffer in dict.fromkeys((*survey.func.buffer_map.values(), *survey.allocated, *accessed)):
        if buffer.strides and len(buffer.strides) != len(buffer.shape):
            sentence = f"`{buffer.name}` has {counted(len(buffer.shape), 'dimension')} and {counted(len(buffer.strides), 'stride')}"
            yield diagnose("bad-strides", sentence, name_span(buffer.name, buffer.span) or survey.somewhere)
