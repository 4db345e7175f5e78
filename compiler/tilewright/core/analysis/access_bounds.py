"""Access bounds: where a function reads and writes each buffer, and the smallest and largest value of each index; what hover shows."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.analysis.survey import Access
from tilewright.core.analysis.surveyor import survey
from tilewright.core.analysis.wording import access_span, access_text
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.interval import Interval
from tilewright.core.base.source import Span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Broadcast, Expr, Ramp
from tilewright.core.ir.function import PrimFunc


@dataclass(frozen=True, slots=True)
class Site:
    """One load or store.

    `text` is the access as written; `span` its place, None in a program that was not parsed; `ranges` the constant bounds of each index, with
    infinite ends where none are known; `in_init` says that it stands in a block's init.
    """

    text: str
    span: Span | None
    is_write: bool
    ranges: tuple[Interval, ...]
    in_init: bool


@dataclass(frozen=True, slots=True)
class BufferAccesses:
    """All sites of one buffer, in program order."""

    buffer: Buffer
    reads: tuple[Site, ...]
    writes: tuple[Site, ...]


def buffer_accesses(func: PrimFunc) -> dict[Buffer, BufferAccesses]:
    """The accesses of every buffer that the function uses."""
    found = survey(func)
    sites: dict[Buffer, list[Site]] = {}
    for access in found.accesses:
        sites.setdefault(access.buffer, []).append(_site(found.facts, access))
    return {
        buffer: BufferAccesses(
            buffer, tuple(site for site in own if not site.is_write), tuple(site for site in own if site.is_write)
        )
        for buffer, own in sites.items()
    }


def _site(facts: Facts, access: Access) -> Site:
    ranges = tuple([_range(facts, index) for index in access.indices])
    return Site(access_text(access), access_span(access), access.is_write, ranges, access.around.in_init)


def _range(facts: Facts, index: Expr) -> Interval:
    if isinstance(index, Broadcast):
        return _range(facts, index.value)
    if isinstance(index, Ramp):
        low, high = bound(facts, index.base)
        step, lanes = bound(facts, index.stride), bound(facts, index.lanes)
        reach = (min(step[0] * (lanes[1] - 1), 0), max(step[1] * (lanes[1] - 1), 0))
        return low + reach[0], high + reach[1]
    return bound(facts, index)
