"""Buffers that nothing uses and axes that nothing depends on."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import name_span
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.stmt import Block
from tilewright.core.ir.walk import walk


def unused_buffers(survey: Survey) -> Iterator[Diagnostic]:
    """Allocations without a load, a store, or a use of their pointer."""
    used = {access.buffer.data for access in survey.accesses} | survey.opaque | survey.mentioned
    for realize, _ in survey.realizes:
        used.update(match.source.buffer.data for match in realize.block.match_buffers)
    for buffer in survey.allocated:
        if buffer.data not in used and not _declared(survey, buffer.data):
            span = name_span(buffer.name, buffer.span, survey.func.span) or survey.somewhere
            yield diagnose("unused-buffer", f"`{buffer.name}` is allocated and never used", span)


def _declared(survey: Survey, data: object) -> bool:
    """Whether a block says that it reads or writes the buffer."""
    blocks = (node for node in walk(survey.func.body) if isinstance(node, Block))
    return any(region.buffer.data is data for block in blocks for region in (*block.reads, *block.writes))


def unused_axes(survey: Survey) -> Iterator[Diagnostic]:
    """Axes of more than one point that the block never mentions: it does the same again at each of them."""
    for realize, _ in survey.realizes:
        for axis in realize.block.iter_vars:
            extent = None if axis.dom is None else axis.dom.extent
            if axis.var in survey.mentioned or (isinstance(extent, IntImm) and extent.value <= 1):
                continue
            span = name_span(axis.var.name, axis.span, realize.block.span) or survey.somewhere
            yield diagnose("unused-axis", f"nothing in the block depends on the axis `{axis.var.name}`", span)
