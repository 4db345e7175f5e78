"""Memory that each iteration of a loop has for itself, so that no other one sees what is stored there."""

from __future__ import annotations

from tilewright.core.analysis.survey import Survey
from tilewright.core.ir.expr import Var
from tilewright.core.ir.stmt import Allocate, Block, BufferRealize, For
from tilewright.core.ir.walk import statements


def owned_by(survey: Survey, loop: For, data: Var) -> bool:
    """Whether each iteration has memory of its own: what is allocated inside the loop, or moved there."""
    if data in survey.passed:
        return False
    known = survey.owned.get(loop)
    if known is None:
        known = survey.owned[loop] = _owned_by(survey, loop)
    return data in known


def _owned_by(survey: Survey, loop: For) -> set[Var]:
    within = [loop, *statements(loop.body)]
    found = {data for data, place in survey.places.items() if any(node is place for node in within)}
    for node in within:
        if isinstance(node, Block):
            found.update(buffer.data for buffer in node.alloc_buffers)
            found.update(match.buffer.data for match in node.match_buffers)
        elif isinstance(node, Allocate):
            found.add(node.buffer_var)
        elif isinstance(node, BufferRealize):
            found.add(node.buffer.data)
    return found
