"""Which values of its axes a block must run for, so that the region it uses covers a box."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, intersect
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm, IterVar, Mul, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.schedule.checks import is_one

if TYPE_CHECKING:
    from tilewright.core.schedule.primitives.compute_at import Need


@dataclass
class Domain:
    """The values of one axis; `bound` is what limits them besides, where it is not known to hold; `above` and `below` say which side is known."""

    range: Range
    bound: Range | None = None
    above: bool = True
    below: bool = True


def solved_domains(axes: Sequence[IterVar], needs: Sequence[Need], analyzer: Analyzer) -> list[Domain]:
    """The values of each axis, all of them where the region does not tell; `analyzer` knows the loops outside."""
    found: dict[Var, IntervalSet] = {}
    for need in needs:
        for range_, box in zip(need.own.region, need.box):
            _solve(range_, box, axes, found, analyzer)
    return [_domain(axis, found.get(axis.var), analyzer) for axis in axes]


def limits_axis(range_: Range, axes: Collection[Var]) -> bool:
    """Whether one dimension tells which values an axis may have: where the index is an axis, a multiple or a quotient of one."""
    index = range_.min
    if isinstance(index, Var):
        return index in axes and is_one(range_.extent)
    return isinstance(index, (Mul, FloorDiv)) and index.a in axes and _constant(index.b)


def _domain(axis: IterVar, box: IntervalSet | None, analyzer: Analyzer) -> Domain:
    whole = axis.dom
    assert whole is not None
    if box is None or box.low is None or box.high is None:
        return Domain(whole)
    low, high = analyzer.simplify(box.low), analyzer.simplify(box.high)
    first, last = whole.min, analyzer.simplify(whole.min + whole.extent - 1)
    if _constant(low) and _constant(high):
        low, high = analyzer.simplify(binary("Max", low, first)), analyzer.simplify(binary("Min", high, last))
        return Domain(Range.from_min_extent(low, analyzer.simplify(high - low + 1)))
    above, below = analyzer.can_prove(low >= first), analyzer.can_prove(high <= last)
    extent = analyzer.simplify(high - low + 1)
    return Domain(Range.from_min_extent(low, extent), whole, above, below)


def _constant(e: Expr) -> bool:
    return isinstance(e, IntImm)


def _solve(
    range_: Range, box: IntervalSet, axes: Sequence[IterVar], found: dict[Var, IntervalSet], analyzer: Analyzer
) -> None:
    """Note what one dimension tells of the axes: where it is an axis, a multiple, a quotient or a remainder of one."""
    names = {axis.var for axis in axes}
    index = range_.min
    if isinstance(index, Var) and index in names and is_one(range_.extent):
        _note(index, box, found, analyzer)
    elif isinstance(index, Mul) and isinstance(index.a, Var) and index.a in names and _constant(index.b):
        _note(
            index.a,
            IntervalSet(*[None if end is None else FloorDiv(end, index.b) for end in (box.low, box.high)]),
            found,
            analyzer,
        )
    elif isinstance(index, FloorDiv) and isinstance(index.a, Var) and index.a in names and _constant(index.b):
        low = None if box.low is None else box.low * index.b
        high = None if box.high is None else box.high * index.b + index.b - const(1, index.dtype)
        _note(index.a, IntervalSet(low, high), found, analyzer)
    elif isinstance(index, FloorMod):
        return


def _note(var: Var, box: IntervalSet, found: dict[Var, IntervalSet], analyzer: Analyzer) -> None:
    known = found.get(var)
    found[var] = box if known is None else intersect(analyzer.facts, known, box)


__all__ = ["Domain", "limits_axis", "solved_domains"]
