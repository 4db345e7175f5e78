"""What a region covers while variables run: exactly, at least, or at most.

A region is a range for each dimension.  It is known exactly when its starts are iteration maps of variables of their own and each range reaches the next start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.arith.analyzer import Analyzer
from tilewright.arith.int_set import IntervalSet, eval_set, from_range
from tilewright.arith.iter_map import IterMapLevel, IterMark, IterSumExpr, detect_iter_map
from tilewright.ir.expr import Expr, IntImm, Range, Var

Region = Sequence[Range]


def estimate_region_lower_bound(
    region: Region, var_dom: Mapping[Var, Range], predicate: Expr | bool = True
) -> list[IntervalSet] | None:
    """A box that is covered for certain; None when there may be holes."""
    return estimate_region_strict_bound(region, var_dom, predicate)


def estimate_region_strict_bound(
    region: Region, var_dom: Mapping[Var, Range], predicate: Expr | bool = True
) -> list[IntervalSet] | None:
    """The box that is covered, no more and no less; None when it cannot be told, or is no box."""
    starts = [range_.min for range_ in region]
    sums = detect_iter_map(starts, var_dom, predicate, IterMapLevel.Surjective).indices
    if not sums:
        alone = [detect_iter_map([start], var_dom, predicate, IterMapLevel.NoCheck).indices for start in starts]
        if not all(alone):
            return None
        sums = tuple(index for (index,) in alone)  # pyright: ignore[reportGeneralTypeIssues]
        if not _apart(sums):
            return None
    boxes = [_covered(index, range_) for index, range_ in zip(sums, region)]
    return None if any(box is None for box in boxes) else [box for box in boxes if box is not None]


def estimate_region_upper_bound(
    region: Region, var_dom: Mapping[Var, Range], predicate: Expr | bool = True
) -> list[IntervalSet]:
    """A box that nothing leaves."""
    domains = {var: from_range(range_) for var, range_ in var_dom.items()}
    return [_outer(range_, var_dom, predicate, domains) for range_ in region]


def _outer(
    range_: Range, var_dom: Mapping[Var, Range], predicate: Expr | bool, domains: Mapping[Var, IntervalSet]
) -> IntervalSet:
    exact = estimate_region_strict_bound([range_], var_dom, predicate)
    if exact is not None:
        return exact[0]
    return eval_set(range_.min, domains) if _is_one(range_.extent) else _hull(range_, domains)


def _hull(range_: Range, domains: Mapping[Var, IntervalSet]) -> IntervalSet:
    analyzer = Analyzer()
    low, high = eval_set(range_.min, domains), eval_set(range_.min + range_.extent - 1, domains)
    ends = [None if end is None else analyzer.simplify(end) for end in (low.low, high.high)]
    return IntervalSet(*ends)


def _apart(sums: Sequence[IterSumExpr]) -> bool:
    """Whether each variable moves one dimension only, in which case the dimensions move independently."""
    seen: set[Var] = set()
    for index in sums:
        own = {var for split in index.args for var in _sources(split.source)}
        if own & seen:
            return False
        seen |= own
    return True


def _sources(mark: IterMark) -> set[Var]:
    if isinstance(mark.source, Var):
        return {mark.source}
    return {var for split in mark.source.args for var in _sources(split.source)}


def _covered(index: IterSumExpr, range_: Range) -> IntervalSet | None:
    """From the smallest start on, as long as every step is at most as long as what is covered already."""
    extent = range_.extent
    if not index.args:
        analyzer = Analyzer()
        return IntervalSet(index.base, analyzer.simplify(index.base + extent - 1))
    if not isinstance(extent, IntImm):
        return None
    reach, used = extent.value, set[IterMark]()
    low: Expr = index.base
    for split in sorted(index.args, key=lambda each: abs(each.scale.value) if isinstance(each.scale, IntImm) else 0):
        size, step = split.extent, split.scale
        if not (isinstance(size, IntImm) and isinstance(step, IntImm) and 0 < abs(step.value) <= reach):
            return None
        if split.source in used:
            return None
        used.add(split.source)
        reach += abs(step.value) * (size.value - 1)
        low = low + min(step.value, 0) * (size.value - 1)
    analyzer = Analyzer()
    return IntervalSet(analyzer.simplify(low), analyzer.simplify(low + reach - 1))


def _is_one(extent: Expr) -> bool:
    return isinstance(extent, IntImm) and extent.value == 1
