"""Iteration maps: indices as sums of pieces of loop variables, and whether such a map misses or repeats points.

The conditions on the loops are read first, then each index becomes a sum of pieces (`iter_rewrite`), the sum one piece of a fused mark (`iter_sums`), and what is left is
whether the pieces of the marks fit (`iter_check`).  Where loops are divided unevenly and no bijection is asked for, they are padded (`iter_padding`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.iter_check import IterMapLevel, fault_of
from tilewright.core.arith.iter_expressions import expression_of, normalize_iter_map_to_expr
from tilewright.core.arith.iter_nodes import IterMapExpr, IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_predicate import Bounded, bounds_of, uses
from tilewright.core.arith.iter_rewrite import Rewriter
from tilewright.core.arith.iter_sizes import Sizes, factors_of, is_number, product
from tilewright.core.arith.iter_sums import NotAffine
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import Expr, ExprLike, FloorDiv, FloorMod, IntImm, Range, Var, expr
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import variables_of, walk

__all__ = [
    "IterMapExpr",
    "IterMapLevel",
    "IterMapResult",
    "IterMark",
    "IterSplitExpr",
    "IterSumExpr",
    "detect_iter_map",
    "digit_bounds",
    "is_affine_bijection",
    "iter_map_simplify",
    "normalize_iter_map_to_expr",
    "normalize_to_iter_sum",
    "simplify_digits",
    "without_steps",
]
FALSE = IntImm(BOOL, 0)


@dataclass(frozen=True)
class IterMapResult:
    """The map of each index, or none of them and the reasons; `padding_predicate` holds where only padding of the loops is."""

    indices: tuple[IterSumExpr, ...]
    errors: tuple[str, ...] = ()
    padding_predicate: Expr = FALSE


def detect_iter_map(
    indices: Sequence[ExprLike],
    input_iters: Mapping[Var, Range],
    predicate: Expr | bool = True,
    check_level: IterMapLevel | str | int = IterMapLevel.Surjective,
    simplify_trivial_iterators: bool = True,
    analyzer: Analyzer | None = None,
) -> IterMapResult:
    """The indices as iteration maps over the variables of `input_iters`.

    `predicate` may bound sums of variables (`i * 12 + j < 100`), which shortens their extent.  Fails, with reasons, when an index is not affine or the
    map is not what `check_level` asks.  As in TVM, a loop that is divided unevenly is padded unless a bijection is asked for.
    """
    level = _level(check_level)
    if _depend_on_each_other(input_iters):
        return _failed("the range of a loop variable depends on another one")
    bounds = bounds_of(predicate, input_iters, simplify_trivial_iterators)
    if bounds is None:
        return _failed("the predicate is no conjunction of bounds of the loop variables")
    ranges, limits = bounds
    sizes = Sizes(Analyzer() if analyzer is None else analyzer)
    rewriter = Rewriter(sizes, ranges, level is not IterMapLevel.Bijective, simplify_trivial_iterators)
    fault = _bound(rewriter, limits)
    if fault is not None:
        return _failed(fault)
    found = _rewritten(rewriter, [expr(index) for index in indices], level)
    if rewriter.faults:
        return _failed(*rewriter.faults)
    bounded = [each.mark for each in rewriter.sums.bounded]
    fault = fault_of(sizes, found, level, rewriter.inputs, rewriter.padding.origins, bounded)
    return _failed(fault) if fault is not None else IterMapResult(found, (), rewriter.padding.predicate)


def _bound(rewriter: Rewriter, limits: Sequence[Bounded]) -> str | None:
    """Tell the rewriter what sums are bounded; the reason when they cannot be."""
    for limit in limits:
        found = rewriter.sum_of(limit.index)
        try:
            if found.args:
                rewriter.sums.bound(found, limit)
        except NotAffine as reason:
            return str(reason)
        if rewriter.faults:
            return rewriter.faults[0]
    return (
        None if rewriter.sums.bounds_nest() else "the predicate bounds sums that share a part of their loop variables"
    )


def _rewritten(rewriter: Rewriter, indices: Sequence[Expr], level: IterMapLevel) -> tuple[IterSumExpr, ...]:
    """One round finds out what needs padding; another one divides the padded loops."""
    rewriter.padding.collecting = level is not IterMapLevel.Bijective
    found = tuple([rewriter.fused(index) for index in indices])
    if not rewriter.padding.needed or rewriter.faults:
        return found
    rewriter.padding.collecting = False
    return tuple([rewriter.fused(index) for index in indices])


def _depend_on_each_other(iters: Mapping[Var, Range]) -> bool:
    return any(uses(range_.min, iters) or uses(range_.extent, iters) for range_ in iters.values())


def _failed(*reasons: str) -> IterMapResult:
    return IterMapResult((), reasons)


def is_affine_bijection(
    indices: Sequence[Expr], input_iters: Mapping[Var, Range], predicate: Expr | bool = True
) -> bool:
    """Whether the indices reach every point of their box exactly once as the variables run."""
    found = detect_iter_map(indices, input_iters, predicate, IterMapLevel.Bijective).indices
    return bool(found) and without_steps(found)


def without_steps(found: Sequence[IterSumExpr]) -> bool:
    """Whether the indices go up by one: those that go in larger steps are bijections onto every other point only."""
    return all(is_number(split.scale, 1) for index in found for split in index.args)


def normalize_to_iter_sum(
    index: ExprLike, input_iters: Mapping[Var, Range], analyzer: Analyzer | None = None
) -> IterSumExpr:
    """The index as a sum of pieces of single variables, the largest scales first; what is no piece of a variable is in the base."""
    sizes = Sizes(Analyzer() if analyzer is None else analyzer)
    return _sorted(sizes, Rewriter(sizes, input_iters, True, True), expr(index))


def iter_sum(index: ExprLike, input_iters: Mapping[Var, Range]) -> IterSumExpr:
    """`normalize_to_iter_sum` of an index that is nothing but such pieces; raises `ValueError` for any other."""
    sizes = Sizes(Analyzer())
    rewriter = Rewriter(sizes, input_iters, True, True)
    found = _sorted(sizes, rewriter, expr(index))
    if rewriter.faults:
        raise ValueError(f"{index} is no sum of pieces of the variables: {rewriter.faults[0]}")
    return found


def _sorted(sizes: Sizes, rewriter: Rewriter, index: Expr) -> IterSumExpr:
    combined = rewriter.sums.combined(rewriter.sum_of(index))
    pieces = [
        IterSplitExpr(piece.source, piece.lower_factor, piece.extent, product(piece.scale)) for piece in combined.args
    ]
    pieces.sort(key=lambda piece: _size(piece.scale), reverse=True)
    return IterSumExpr(tuple(pieces), expression_of(sizes, combined.base))


def _size(scale: Expr) -> tuple[int, int]:
    """The number of a product, then how many symbols it has."""
    numbers = [factor.value for factor in factors_of(scale) if isinstance(factor, IntImm)]
    return (numbers[0] if numbers else 1), len(factors_of(scale)) - len(numbers)


def iter_map_simplify(
    indices: Sequence[ExprLike],
    input_iters: Mapping[Var, Range],
    predicate: Expr | bool = True,
    check_level: IterMapLevel | str | int = IterMapLevel.Surjective,
    simplify_trivial_iterators: bool = True,
    analyzer: Analyzer | None = None,
) -> tuple[Expr, ...]:
    """The indices written by their iteration maps where they have one, as they are otherwise."""
    known = Analyzer() if analyzer is None else analyzer
    options: tuple[object, ...] = (check_level, simplify_trivial_iterators, known)
    found = detect_iter_map(indices, input_iters, predicate, *options).indices
    if not found and _level(check_level) is not IterMapLevel.Bijective:  # what holds in all of the loops does in a part
        found = detect_iter_map(indices, input_iters, True, *options).indices
    return tuple([expression_of(Sizes(known), index) for index in found]) if found else tuple(map(expr, indices))


def simplify_digits(
    index: Expr, domains: Mapping[Var, Range], conditions: Sequence[Expr] = (), analyzer: Analyzer | None = None
) -> Expr:
    """An index that is divided by symbolic sizes, written by its iteration map where that is shorter; any other index as it is.

    With i below n * 32, `i // n * n + i % n` is i, and `i // (n * 32)` is 0.  `domains` may have other variables too; of the `conditions` those are used
    that bound sums of the variables.
    """
    if not any(isinstance(node, (FloorDiv, FloorMod)) and not isinstance(node.b, IntImm) for node in walk(index)):
        return index
    iters = _iters_in(index, domains)
    known = [each for each in conditions if uses(each, iters)]
    predicate: Expr | bool = reduce(partial(binary, "And"), known) if known else True
    (found,) = iter_map_simplify([index], iters, predicate, IterMapLevel.NoCheck, False, analyzer)
    return found if _length(found) < _length(index) else index


def digit_bounds(index: Expr, domains: Mapping[Var, Range], analyzer: Analyzer) -> tuple[Expr, Expr] | None:
    """The smallest and the largest value of an index by the extents of the digits that it is a sum of; None where it is no such sum.

    With i below n * 32, `i // n` is from 0 to 31, whatever n is.
    """
    iters = _iters_in(index, domains)
    if _depend_on_each_other(iters):
        return None
    found = normalize_to_iter_sum(index, iters, analyzer)
    if uses(found.base, iters) or not all(analyzer.can_prove(piece.scale >= 0) for piece in found.args):
        return None
    reach = (piece.scale * (piece.extent - 1) for piece in found.args)
    return found.base, analyzer.simplify(sum(reach, found.base))


def _iters_in(index: Expr, domains: Mapping[Var, Range]) -> dict[Var, Range]:
    return {variable: domains[variable] for variable in variables_of(index) if variable in domains}


def _length(e: Expr) -> int:
    return sum(1 for _ in walk(e))


def _level(check_level: IterMapLevel | str | int) -> IterMapLevel:
    """The level, which programs may name."""
    if not isinstance(check_level, str):
        return IterMapLevel(check_level)
    found = _LEVELS.get(check_level.lower())
    if found is None:
        raise ValueError(f"{check_level!r} is no level of checks; there are {', '.join(_LEVELS)}")
    return found


_LEVELS = {
    "bijective": IterMapLevel.Bijective,
    "surjective": IterMapLevel.Surjective,
    "nocheck": IterMapLevel.NoCheck,
}
