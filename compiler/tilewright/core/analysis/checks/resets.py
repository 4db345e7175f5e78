"""Sums that start anew in each iteration of the loop that they run over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilewright.core.analysis.checks.blocks import adds_in_place
from tilewright.core.analysis.contents import behind, contents_of, used_by
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.element_writes import is_scalar, is_whole
from tilewright.core.analysis.survey import Access, Surroundings, Survey
from tilewright.core.analysis.wording import access_span, access_text
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.expr import BufferLoad, IntImm, Var
from tilewright.core.ir.stmt import IN_ORDER, BufferStore, For


def restarted_sums(survey: Survey) -> Iterator[Diagnostic]:
    """Stores that set an element in every iteration of a loop that accumulates into it, so that only the last iteration counts."""
    said: set[Access] = set()
    may_start: dict[For, list[Access]] = {}
    for access in survey.accesses:
        if access.is_write and access.around.loops and not _loads(access):
            used = used_by(survey, access.indices) if len(access.around.loops) > 1 else ()
            for loop in access.around.loops:
                if loop.loop_var not in used:
                    may_start.setdefault(loop, []).append(access)
    for loop, around in survey.loops:
        if loop not in may_start:
            continue
        several = not isinstance(loop.extent, IntImm) or loop.extent.value > 1
        if not several or loop.kind not in IN_ORDER or loop.loop_var in survey.left_early:
            continue
        starts = [access for access in may_start[loop] if _is_in_body(access, around)]
        for sum_ in _sums(survey, loop, contents_of(survey)) if starts else ():
            start = _start(survey, sum_, loop, starts)
            if start is not None and start not in said:
                said.add(start)
                yield _restarted(survey, start, sum_, loop)


def _sums(survey: Survey, loop: For, contents: Mapping[Var, frozenset[Var]]) -> Iterator[Access]:
    """The stores under a loop that add what depends on its iteration to an element that does not."""
    for access in survey.accesses:
        under = access.is_write and loop in access.around.loops and not access.around.in_init
        if not under or not is_scalar(access) or access.buffer.data in survey.opaque or not adds_in_place(access):
            continue
        assert isinstance(access.node, BufferStore)
        added = behind(survey, access.node.value, _without(contents, access.buffer.data))
        if loop.loop_var in added and loop.loop_var not in used_by(survey, access.indices):
            yield access


def _without(contents: Mapping[Var, frozenset[Var]], data: Var) -> Mapping[Var, frozenset[Var]]:
    return {each: found for each, found in contents.items() if each is not data}


def _is_in_body(access: Access, around: Surroundings) -> bool:
    """Whether an access in a loop that has these surroundings stands in the loop's body, or in loops in it, under no further condition."""
    return access.around.guards == around.guards and access.around.blocks == around.blocks


def _start(survey: Survey, sum_: Access, loop: For, starts: Sequence[Access]) -> Access | None:
    """The store at the start of the loop's body that sets the element, if nothing but the sum reads it in the loop."""
    accesses = [each for each in survey.by_memory[sum_.buffer.data] if loop in each.around.loops]
    first = accesses[0]
    return first if first is not sum_ and first in starts and _only_summed(survey, accesses, first) else None


def _sets_all(survey: Survey, store: Access) -> bool:
    """Whether a store writes all elements of its buffer: each index is a loop variable of its own that runs over the whole dimension."""
    indices = [in_loop_variables(survey, index) for index in store.indices]
    return len({*indices}) == len(indices) and all(
        isinstance(index, Var) and is_whole(survey, index, size) for index, size in zip(indices, store.buffer.shape)
    )


def _only_summed(survey: Survey, accesses: Sequence[Access], first: Access) -> bool:
    """Whether all of them touch elements that the first has set, and each load belongs to a store that adds to it."""
    if any(access.place != first.place for access in accesses) and not _sets_all(survey, first):
        return False
    sums = [access for access in accesses if access.is_write and access is not first]
    read = [load for access in sums if adds_in_place(access) for load in _loads(access)]
    loads = [access for access in accesses if not access.is_write]
    # one load may stand in several statements
    return all(map(adds_in_place, sums)) and len(loads) == len(read) and all(access.node in read for access in loads)


def _loads(store: Access) -> list[BufferLoad]:
    """The loads of the buffer that a store writes in the value that it stores."""
    return [load for load in store.loads if load.buffer.data is store.buffer.data]


def _restarted(survey: Survey, start: Access, sum_: Access, loop: For) -> Diagnostic:
    name = loop.loop_var.name
    sentence = f"`{access_text(start)}` is set anew in every iteration of `{name}`, so only what the last one adds stays; set it before the loop"
    place = access_span(sum_)
    notes = () if place is None else (Note("here it is added to", place),)
    return diagnose("overwritten-element", sentence, access_span(start) or survey.somewhere, notes)
