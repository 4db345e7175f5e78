"""Loops whose iterations run at once and write the same element."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analysis.survey import Access, Survey
from tilewright.analysis.witness import in_loop_variables
from tilewright.analysis.wording import access_span, access_text, name_span
from tilewright.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.ir.expr import BufferLoad, Expr, FloatImm, IntImm, Var
from tilewright.ir.stmt import Allocate, Block, BufferRealize, BufferStore, For, ForKind
from tilewright.ir.walk import walk

AT_ONCE = {ForKind.PARALLEL: "parallel", ForKind.VECTORIZED: "vectorized"}


def races(survey: Survey) -> Iterator[Diagnostic]:
    """Stores that every iteration of a parallel or vectorized loop makes at the same place."""
    for access in survey.accesses:
        if not access.is_write:
            continue
        for loop in access.around.loops:
            if loop.kind in AT_ONCE and _races(survey, access, loop):
                place = name_span(loop.loop_var.name, loop.span)
                notes = () if place is None else (Note(f"the iterations of `{loop.loop_var.name}` run at once", place),)
                yield diagnose("parallel-race", _sentence(access, loop), access_span(access) or survey.somewhere, notes)
                break


def _sentence(access: Access, loop: For) -> str:
    kind = AT_ONCE[loop.kind]
    return f"every iteration of the {kind} loop `{loop.loop_var.name}` writes the same `{access_text(access)}`"


def _races(survey: Survey, access: Access, loop: For) -> bool:
    """Certain only when nothing about the store depends on the loop and its memory is shared by the iterations."""
    if isinstance(loop.extent, IntImm) and loop.extent.value <= 1:
        return False
    if isinstance(access.node, BufferStore) and isinstance(access.node.value, (IntImm, FloatImm)):
        return False  # everybody writes the same number
    if access.buffer.scope().startswith(("local", "warp", "wmma", "m16n8k8")):
        return False
    loop_var = loop.loop_var
    parts = [in_loop_variables(survey, part) for part in (*access.indices, *access.around.guards)]
    if any(_varies(part, loop_var) for part in parts):
        return False
    return not _owned(loop, access.buffer.data)


def _varies(e: Expr, loop_var: Var) -> bool:
    return any(node is loop_var or isinstance(node, BufferLoad) for node in walk(e))


def _owned(loop: For, data: Var) -> bool:
    """Whether each iteration has memory of its own."""
    for node in walk(loop.body):
        if isinstance(node, Block):
            if any(buffer.data is data for buffer in node.alloc_buffers):
                return True
            if any(match.buffer.data is data for match in node.match_buffers):
                return True
        elif isinstance(node, Allocate) and node.buffer_var is data:
            return True
        elif isinstance(node, BufferRealize) and node.buffer.data is data:
            return True
    return False
