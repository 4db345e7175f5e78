"""The conditions of an access: each index inside the shape, and the element of a view inside the memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core.base.dtype import INT64
from tilewright.core.ir.expr import Add, Broadcast, Expr, IntImm, Mul, Ramp, Shuffle, Sub
from tilewright.core.ir.failure import report
from tilewright.core.ir.operators import binary, cast, const, flat_index
from tilewright.core.passes.tir.lowering.bounds.accesses import Access, at_lane, with_names
from tilewright.core.passes.tir.lowering.bounds.memory import Extent, Memory, is_view
from tilewright.core.passes.tir.rewriting.ranges import Ranges


@dataclass(frozen=True)
class Needed:
    """`condition` must hold for an access: `value` is at least 0 and below `limit`, which `what` says of it in a sentence."""

    access: Access
    condition: Expr
    value: Expr
    limit: Expr
    what: str

    def message(self, function: str) -> Expr:
        """The message with the values that index and extent have where the assertion fails."""
        verb = "stored to" if self.access.is_write else "read"
        text = (
            f"OUT OF THE BOUNDS: `{self.access.buffer.name}` is {verb} at {self.what} ({_where(self.access, function)})"
        )
        values = [with_names(self.access, part) for part in (self.value, self.limit)]
        return report(text, values)


def _where(access: Access, function: str) -> str:
    """`file.py:12: A[i + 1]`, or the function's name where no text gave the access."""
    span = access.span
    if span is None:
        return _plain(f"in the function {function}")
    text = " ".join(span.text.split())
    return _plain(f"{span.source.name}:{span.place.in_cell}{span.place.line}: {text[:80]}")


def _plain(text: str) -> str:
    """A text in which no sign asks for a value."""
    return text.replace("%", "%%")


def needed_by(access: Access, memory: Memory, ranges: Ranges) -> Iterator[Needed]:
    """The conditions of an access that are not proven."""
    for one in _scalars(access):
        for place, (index, size) in enumerate(zip(one.indices, one.buffer.shape)):
            dimension = f" of dimension {place}" if len(one.indices) > 1 else ""
            what = f"index %lld{dimension}, whose extent is %lld"
            yield from _between(one, index, size, what, ranges)
        extent = memory.extents.get(one.buffer.data)
        if extent is not None and is_view(one.buffer, extent):
            yield from _in_memory(one, extent, ranges)


def _in_memory(access: Access, extent: Extent, ranges: Ranges) -> Iterator[Needed]:
    """An element of a view inside the memory, counted in the view's elements where both have one size, else in bits."""
    element = wide(flat_index(access.buffer, access.indices))
    view, own = access.buffer.dtype, extent.dtype
    bits = view.bits * view.lanes, own.bits * own.lanes
    limit = extent.elements
    if bits[0] != bits[1]:
        limit = binary("FloorDiv", limit * const(bits[1], "int64"), const(bits[0], "int64"))
    yield from _between(access, element, limit, "element %lld of its memory, which has %lld", ranges)


def _scalars(access: Access) -> Iterator[Access]:
    """The accesses of single lanes that stand for all: those at both ends of a ramp, every one of any other vector."""
    lanes = max((index.dtype.lanes for index in access.indices), default=1)
    if lanes == 1 and access.predicate is None:
        yield access
        return
    plain = access.predicate is None and all(
        isinstance(each, Ramp) or not each.dtype.is_vector for each in access.indices
    )
    for lane in (0, lanes - 1) if plain else range(lanes):
        guard = access.guard
        if access.predicate is not None:
            guard = binary("And", guard, with_names(access, _lane(access.predicate, lane)))
        yield at_lane(access, tuple(_lane(index, lane) for index in access.indices), guard)


def _lane(value: Expr, lane: int) -> Expr:
    """One lane of a value; a scalar is the same in all."""
    if not value.dtype.is_vector:
        return value
    if isinstance(value, Ramp) and not value.base.dtype.is_vector:
        return value.base + value.stride * const(lane, value.base.dtype)
    if isinstance(value, Broadcast) and not value.value.dtype.is_vector:
        return value.value
    return Shuffle((value,), (const(lane),))


def _between(access: Access, value: Expr, limit: Expr, what: str, ranges: Ranges) -> Iterator[Needed]:
    """0 <= value, value < limit"""
    wide_value, wide_limit = wide(value), wide(limit)
    for condition, checked in (
        (binary("LE", const(0, value.dtype), value), binary("LE", const(0, "int64"), wide_value)),
        (binary("LT", value, cast(limit, value.dtype)), binary("LT", wide_value, wide_limit)),
    ):
        with ranges.where(access.guard):
            if not access.lets and ranges.proves(condition):
                continue
        yield Needed(access, with_names(access, checked), wide_value, wide_limit, what)


def wide(value: Expr) -> Expr:
    """An integer in 64 bits, its sums and products computed in 64 bits as well."""
    if isinstance(value, (Add, Sub, Mul)) and value.dtype.kind == "int" and value.dtype.bits >= 32:
        return binary(type(value).__name__, wide(value.a), wide(value.b))
    return IntImm(INT64, value.value) if isinstance(value, IntImm) else cast(value, INT64)
