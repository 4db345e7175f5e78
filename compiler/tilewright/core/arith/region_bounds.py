"""The bounds of a region while variables run: exact, lower, or upper.

A region is a range for each dimension.  It is known exactly when its starts are iteration maps of variables of their own and each range reaches the next start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, eval_set, from_range
from tilewright.core.arith.iter_check import variables_of
from tilewright.core.arith.iter_map import IterMark, IterSplitExpr, IterSumExpr, detect_iter_map, iter_sum
from tilewright.core.ir.expr import Expr, IntImm, Range, Var

Region = Sequence[Range]


def estimate_region_lower_bound(
    region: Region, var_dom: Mapping[Var, Range], predicate: Expr | bool = True, analyzer: Analyzer | None = None
) -> list[IntervalSet] | None:
    """A box that is covered for certain; None when there may be holes."""
    return estimate_region_strict_bound(region, var_dom, predicate, analyzer)


def estimate_region_strict_bound(
    region: Region, var_dom: Mapping[Var, Range], predicate: Expr | bool = True, analyzer: Analyzer | None = None
) -> list[IntervalSet] | None:
    """The box that is covered, no more and no less; None when it is unknown, or is no box."""
    starts = [range_.min for range_ in region]
    sums = detect_iter_map(starts, var_dom, predicate).indices
    if not sums:
        sums = _independent(starts, var_dom, predicate)
    boxes = [_covered(index, range_) for index, range_ in zip(sums, region)]
    found = [box for box in boxes if box is not None]
    return _simplified(found, analyzer) if sums and len(found) == len(boxes) else None


def _independent(
    starts: Sequence[Expr], var_dom: Mapping[Var, Range], predicate: Expr | bool
) -> tuple[IterSumExpr, ...]:
    """Maps of starts that are no map together, when each variable moves one of them only: none when some share a variable, or a predicate binds them."""
    if not (isinstance(predicate, bool) or isinstance(predicate, IntImm)):
        return ()
    try:
        sums = tuple([iter_sum(start, var_dom) for start in starts])
    except ValueError:
        return ()
    return sums if _apart(sums) else ()


def estimate_region_upper_bound(
    region: Region, var_dom: Mapping[Var, Range], predicate: Expr | bool = True, analyzer: Analyzer | None = None
) -> list[IntervalSet]:
    """A box that nothing leaves."""
    domains = {var: from_range(range_) for var, range_ in var_dom.items()}
    return _simplified([_outer(range_, var_dom, predicate, domains) for range_ in region], analyzer)


def _simplified(box: list[IntervalSet], analyzer: Analyzer | None) -> list[IntervalSet]:
    if analyzer is None:
        return box
    ends = [[None if end is None else analyzer.simplify(end) for end in (each.low, each.high)] for each in box]
    return [IntervalSet(*both) for both in ends]


def _outer(
    range_: Range, var_dom: Mapping[Var, Range], predicate: Expr | bool, domains: Mapping[Var, IntervalSet]
) -> IntervalSet:
    exact = estimate_region_strict_bound([range_], var_dom, predicate)
    if exact is not None and _has_constant_size(
        exact[0]
    ):  # a size that depends on loops is worth less than one that does not
        return exact[0]
    return eval_set(range_.min, domains) if _is_one(range_.extent) else _hull(range_, domains)


def _has_constant_size(box: IntervalSet) -> bool:
    low, high = box.low, box.high
    return low is not None and high is not None and isinstance(Analyzer().simplify(high - low), IntImm)


def _hull(range_: Range, domains: Mapping[Var, IntervalSet]) -> IntervalSet:
    analyzer = Analyzer()
    low, high = eval_set(range_.min, domains), eval_set(range_.min + range_.extent - 1, domains)
    ends = [None if end is None else analyzer.simplify(end) for end in (low.low, high.high)]
    return IntervalSet(*ends)


def _apart(sums: Sequence[IterSumExpr]) -> bool:
    """Whether each variable moves one dimension only, in which case the dimensions move independently."""
    seen: set[Var] = set()
    for index in sums:
        own = {var for split in index.args for var in variables_of(split.source)}
        if own & seen:
            return False
        seen |= own
    return True


def _covered(index: IterSumExpr, range_: Range) -> IntervalSet | None:
    """From the smallest start on, as long as every step is at most as long as what is covered already."""
    analyzer = Analyzer()
    reach, low = range_.extent, index.base
    used: set[IterMark] = set()
    for split in sorted(index.args, key=_step):
        backwards = isinstance(split.scale, IntImm) and split.scale.value < 0
        step = 0 - split.scale if backwards else split.scale
        if split.source in used or not analyzer.can_prove(step <= reach) or not analyzer.can_prove(step > 0):
            return None
        used.add(split.source)
        reach = analyzer.simplify(reach + step * (split.extent - 1))
        if backwards:
            low = low - step * (split.extent - 1)
    return IntervalSet(analyzer.simplify(low), analyzer.simplify(low + reach - 1))


def _step(split: IterSplitExpr) -> int:
    return abs(split.scale.value) if isinstance(split.scale, IntImm) else 0


def _is_one(extent: Expr) -> bool:
    return isinstance(extent, IntImm) and extent.value == 1
