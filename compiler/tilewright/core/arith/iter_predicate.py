"""Conditions on loops as bounds of what the loops count: `low <= i * 12 + j < high`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.facts import upward
from tilewright.core.arith.iter_sizes import is_number
from tilewright.core.arith.linear import Linear, difference, is_index, to_expr
from tilewright.core.ir.expr import LE, LT, And, CmpOp, Expr, IntImm, Range, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import substitute, walk


@dataclass(frozen=True)
class Bounded:
    """low <= index < high, as far as they are given."""

    index: Expr
    low: Expr | None
    high: Expr | None


def bounds_of(
    predicate: Expr | bool, iters: Mapping[Var, Range], without_trivial: bool = False
) -> tuple[dict[Var, Range], list[Bounded]] | None:
    """The loops with what the predicate says of single ones, and its bounds of sums, smaller sums first.

    None for a predicate that is no conjunction of such bounds.  With `without_trivial` a loop that runs once is its one value: with it, `i * 256 + j` may
    be a bound of `j` alone.
    """
    once: dict[Var, Expr] = {
        var: range_.min for var, range_ in iters.items() if without_trivial and is_number(range_.extent, 1)
    }
    ranges, found = dict(iters), list[Bounded]()
    for condition in _conjuncts(predicate):
        if not uses(condition, iters):
            continue
        if not isinstance(condition, CmpOp) or not is_index(condition.a.dtype):
            return None
        bounded = _bounded(condition, iters)
        if bounded is None:
            return None
        if uses(bounded.index, once):
            index = Analyzer().simplify(substitute(bounded.index, once))
            bounded = replace(bounded, index=index) if uses(index, iters) else bounded
        if isinstance(bounded.index, Var):
            ranges[bounded.index] = _narrowed(ranges[bounded.index], bounded)
        else:
            found.append(bounded)
    return ranges, sorted(found, key=lambda each: sum(1 for _ in walk(each.index)))


def uses(e: Expr, iters: Mapping[Var, object]) -> bool:
    """Whether an expression mentions a loop variable."""
    return any(node in iters for node in walk(e) if isinstance(node, Var))


def _conjuncts(predicate: Expr | bool) -> list[Expr]:
    """The conditions, the last one first, which is the order in which TVM reads bounds of sums of one size."""
    if isinstance(predicate, And):
        return [*_conjuncts(predicate.b), *_conjuncts(predicate.a)]
    if isinstance(predicate, bool) or (isinstance(predicate, IntImm) and predicate.value):
        return []
    return [predicate]


def _bounded(condition: CmpOp, iters: Mapping[Var, Range]) -> Bounded | None:
    """a < b and a <= b with the loops on one side."""
    compared = upward(condition)
    if not isinstance(compared, (LT, LE)):
        return None
    a, b, strict = compared.a, compared.b, isinstance(compared, LT)
    if not uses(a, iters):
        return Bounded(b, a + 1 if strict else a, None)
    if uses(b, iters):
        a, b = _separated(difference(a, b), iters)
    return Bounded(a, None, b if strict else b + 1)


def _separated(form: Linear, iters: Mapping[Var, Range]) -> tuple[Expr, Expr]:
    """A form `<= 0` as one of loops on the left and all else on the right."""
    inside = {name: pair for name, pair in form.terms.items() if uses(pair[0], iters)}
    outside = {name: pair for name, pair in form.terms.items() if name not in inside}
    return to_expr(form.with_terms(inside, 0)), to_expr(form.with_terms(outside, form.constant).scaled(-1))


def _narrowed(range_: Range, bounded: Bounded) -> Range:
    low, high = range_.min, range_.min + range_.extent
    if bounded.low is not None:
        low = binary("Max", low, bounded.low)
    if bounded.high is not None:
        high = binary("Min", high, bounded.high)
    simple = Analyzer().simplify
    low = simple(low)
    return Range.from_min_extent(low, simple(high - low))
