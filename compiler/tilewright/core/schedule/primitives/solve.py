"""Which values of its axes a block must run for, so that the region it uses covers a box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, intersect
from tilewright.core.ir.expr import Add, Expr, FloorDiv, FloorMod, IntImm, IterVar, Mul, Range, Sub, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import walk
from tilewright.core.schedule.checks import is_one
from tilewright.core.schedule.rewriting import axis_analyzer

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
            told = told_values(range_, box, axes, analyzer)
            if told is not None:
                axis, values = told
                known = found.get(axis)
                found[axis] = values if known is None else intersect(analyzer.facts, known, values)
    return [_domain(axis, found.get(axis.var), analyzer) for axis in axes]


def told_values(
    range_: Range, box: IntervalSet, axes: Sequence[IterVar], analyzer: Analyzer
) -> tuple[Var, IntervalSet] | None:
    """The axis that one dimension of a region tells of, and its values for which the region is in a box; None where it tells of none."""
    return _Dimension(axes, analyzer, is_one(range_.extent)).solved(range_.min, box)


@dataclass
class _Dimension:
    """The axes of the block, what is known of the loops outside, and whether the region is one element in this dimension."""

    axes: Sequence[IterVar]
    analyzer: Analyzer
    is_point: bool

    def solved(self, index: Expr, box: IntervalSet) -> tuple[Var, IntervalSet] | None:
        """The axis and its values for an index: an axis, a multiple, a quotient, one that is shifted or runs backwards, or the upper digits of one."""
        if isinstance(index, Mul) and _constant(index.b):
            return (index.a, _each(box, lambda end: FloorDiv(end, index.b))) if self._is_axis(index.a) else None
        if isinstance(index, FloorDiv) and _constant(index.b) and (self.is_point or self._is_axis(index.a)):
            ends = _each(box, lambda end: end * index.b)
            dividend = IntervalSet(ends.low, None if ends.high is None else ends.high + index.b - const(1, index.dtype))
            return (index.a, dividend) if self._is_axis(index.a) else self.solved(index.a, dividend)
        if not self.is_point:
            return None
        if self._is_axis(index):
            return index, box
        return self._shifted(index, box) or self._digits(index, box)

    def _is_axis(self, e: Expr) -> TypeGuard[Var]:
        return isinstance(e, Var) and any(axis.var is e for axis in self.axes)

    def _shifted(self, index: Expr, box: IntervalSet) -> tuple[Var, IntervalSet] | None:
        """`axis + offset`, `axis - offset` and `offset - axis`."""
        if not isinstance(index, (Add, Sub)):
            return None
        for axis, offset in ((index.a, index.b), (index.b, index.a)):
            if self._is_axis(axis) and not any(isinstance(part, Var) and self._is_axis(part) for part in walk(offset)):
                return axis, _shifted_back(index, axis, offset, box)
        return None

    def _digits(self, index: Expr, box: IntervalSet) -> tuple[Var, IntervalSet] | None:
        """`axis * c + digit` with a digit from 0 to c - 1, for a box that begins and ends between two values of the axis."""
        if not (isinstance(index, Add) and isinstance(index.a, Mul)) or box.low is None or box.high is None:
            return None
        axis, factor, digit = index.a.a, index.a.b, index.b
        if not self._is_axis(axis) or not isinstance(factor, IntImm):
            return None
        bounds = axis_analyzer(self.axes).const_int_bound(digit)
        aligned = [self.analyzer.can_prove(FloorMod(end, factor).equal(0)) for end in (box.low, box.high + 1)]
        if bounds.min_value < 0 or bounds.max_value >= factor.value or not all(aligned):
            return None
        return axis, _each(box, lambda end: FloorDiv(end, factor))


def _shifted_back(index: Add | Sub, axis: Var, offset: Expr, box: IntervalSet) -> IntervalSet:
    if isinstance(index, Add):
        return _each(box, lambda end: end - offset)
    if index.a is axis:
        return _each(box, lambda end: end + offset)
    ends = _each(box, lambda end: offset - end)
    return IntervalSet(ends.high, ends.low)


def _each(box: IntervalSet, change: Callable[[Expr], Expr]) -> IntervalSet:
    low = None if box.low is None else change(box.low)
    return IntervalSet(low, low if box.is_single_point else None if box.high is None else change(box.high))


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


__all__ = ["Domain", "solved_domains", "told_values"]
