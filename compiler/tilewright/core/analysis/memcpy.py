"""Loops that copy one contiguous region of memory to another, element by element in the same order.

The element offsets on both sides have to be the same bijective map of the loop variables, and each side has to touch as many elements as
there are iterations.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.element_offset import element_offset
from tilewright.core.arith.iter_map import IterMapLevel, IterSumExpr, detect_iter_map
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Range, StringImm, Var
from tilewright.core.ir.stmt import BufferStore, For, Stmt
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import walk


@dataclass(frozen=True)
class MemCpyDetails:
    """The region that is copied, and the one it is copied to."""

    source: BufferRegion
    dest: BufferRegion


def identify_memcpy(loop: For) -> MemCpyDetails | str:
    """The regions that `loop` and the loops inside it copy, or the reason why they are no copy of contiguous memory."""
    ranges: dict[Var, Range] = {}
    inner: Stmt = loop
    while isinstance(inner, For):
        ranges[inner.loop_var] = Range.from_min_extent(inner.min, inner.extent)
        inner = inner.body
    if not isinstance(inner, BufferStore):
        return f"Expected innermost loop to have BufferStore body, but found {type(inner).__name__}"
    if not isinstance(inner.value, BufferLoad):
        return f"Expected BufferStore's value to be BufferLoad, but found {type(inner.value).__name__}"
    reason = _different(inner.value, inner, ranges)
    if reason is not None:
        return reason
    return MemCpyDetails(
        _region(inner.value.buffer, inner.value.indices, ranges), _region(inner.buffer, inner.indices, ranges)
    )


def identified_memcpys(stmt: Stmt) -> list[tuple[BufferRegion, BufferRegion] | StringImm]:
    """The answer for every loop of `stmt`, the outer ones first: a pair of regions, or the reason as a string."""
    found = [identify_memcpy(node) for node in walk(stmt) if isinstance(node, For)]
    return [StringImm(each) if isinstance(each, str) else (each.source, each.dest) for each in found]


def _different(load: BufferLoad, store: BufferStore, ranges: dict[Var, Range]) -> str | None:
    """The reason why the two sides do not run over memory in the same order without a gap; None when they do."""
    offsets = (_offset(load.buffer, load.indices), _offset(store.buffer, store.indices))
    maps = [detect_iter_map([offset], ranges, True, IterMapLevel.Bijective).indices for offset in offsets]
    for name, offset, found in zip(("source", "destination"), offsets, maps):
        if not found:
            return f"Indexing of the {name}, {offset}, does not form a bijective transform of the loop variables"
    iterations = prod([range_.extent for range_ in ranges.values()], start=IntImm(INT32, 1))
    for name, offset in zip(("src", "dst"), offsets):
        touched = _bounds(offset, ranges).extent
        if not Analyzer().can_prove_equal(touched, iterations):
            return f"Mismatch between loop iterations ({iterations}) and number of {name} indices touched ({touched})"
    source, destination = map(_without_base, maps)
    if not structural_equal(source, destination):
        return f"The loop has different source indices, {offsets[0]}, and destination indices, {offsets[1]}"
    return None


def _without_base(found: tuple[object, ...]) -> object:
    """The pieces of the one sum of a map: where both sides begin does not matter."""
    (total,) = found
    assert isinstance(total, IterSumExpr)
    return total.args


def _offset(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
    return Analyzer().simplify(element_offset(buffer, indices))


def _bounds(index: Expr, ranges: dict[Var, Range]) -> Range:
    """The range from the smallest to the largest value of the index."""
    analyzer = Analyzer()
    found = analyzer.int_set(index, dict(ranges))
    if found.low is None or found.high is None:
        return Range.from_min_extent(index, IntImm(index.dtype, 1))
    return Range.from_min_extent(found.low, analyzer.simplify(found.high - found.low + 1))


def _region(buffer: Buffer, indices: tuple[Expr, ...], ranges: dict[Var, Range]) -> BufferRegion:
    return BufferRegion(buffer, tuple(_bounds(index, ranges) for index in indices))


__all__ = ["MemCpyDetails", "identified_memcpys", "identify_memcpy"]
