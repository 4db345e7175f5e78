"""Memory that is read although nothing stores anything in it."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import access_span, access_text, name_span
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Var


def unwritten_reads(survey: Survey) -> Iterator[Diagnostic]:
    """The first load from each allocated buffer that no store, call or view of the function can have filled."""
    if not survey.origins:
        return
    filled = _filled(survey)
    reported: set[Var] = set()
    for access in survey.accesses:
        buffer = access.buffer
        data = buffer.data
        if data not in survey.origins or data in filled or data in reported:
            continue
        reported.add(data)
        place = name_span(buffer.name, buffer.span)
        notes = () if place is None else (Note(f"`{buffer.name}` is allocated here", place),)
        sentence = f"`{access_text(access)}` is read, but nothing stores to `{buffer.name}`"
        yield diagnose("unwritten-buffer", sentence, access_span(access) or survey.somewhere, notes)


def unfilled_fragments(survey: Survey) -> Iterator[Diagnostic]:
    """Matrix fragments that a product or a store to memory reads, and that nothing fills."""
    pairs = [(call, span) for call, span in survey.calls if any(arg in survey.origins for arg in _pointers(call))]
    if not pairs:
        return
    filled = {access.buffer.data for access in survey.accesses if access.is_write}
    for realize, _ in survey.realizes:
        filled.update(match.source.buffer.data for match in realize.block.match_buffers)
    for call, _ in pairs:
        read = _read_by(call)
        filled.update(arg for arg in _pointers(call) if arg not in read)
    names = {buffer.data: buffer.name for buffer in survey.allocated}
    said: set[Var] = set()
    for call, span in pairs:
        for data in _read_by(call) & survey.origins.keys() - filled - said:
            said.add(data)
            name = callee_name(call).removeprefix("tir.")
            sentence = f"`T.{name}` reads the fragment `{names.get(data, data.name)}`, but nothing fills it"
            yield diagnose("unwritten-buffer", sentence, call.span or span or survey.somewhere)


def _pointers(call: Call) -> list[Var]:
    return [arg for arg in call.args if isinstance(arg, Var) and arg.dtype.is_handle]


def _read_by(call: Call) -> set[Var]:
    """The fragments that a call reads before it may write to them."""
    places = _READ.get(callee_name(call), ())
    return {arg for at in places if at < len(call.args) and isinstance(arg := call.args[at], Var)}


# The arguments of operations on fragments that are read.
_READ = {"tir.tvm_mma_sync": (2, 4, 6), "tir.tvm_bmma_sync": (2, 4, 6), "tir.tvm_store_matrix_sync": (0,)}


def _filled(survey: Survey) -> set[Var]:
    """Memory that is stored to, handed to calls, given another name, or declared to be written."""
    filled = {access.buffer.data for access in survey.accesses if access.is_write} | survey.opaque
    for realize, _ in survey.realizes:
        filled.update(match.source.buffer.data for match in realize.block.match_buffers)
        filled.update(region.buffer.data for region in realize.block.writes)
    return filled
