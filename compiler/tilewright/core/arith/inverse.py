"""Going back through iteration maps: which values of the variables give these indices.

A sum of splits whose scales nest is undone piece by piece, the largest scale first: `out // scale % extent` is what a split had, times its lower factor a part
of its mark.  Marks that are fused sums are undone in the same way afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, eval_set, from_range
from tilewright.core.arith.iter_map import (
    IterMapLevel,
    IterMark,
    IterSplitExpr,
    IterSumExpr,
    detect_iter_map,
    without_steps,
)
from tilewright.core.arith.linear import linear
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.dtype import BOOL
from tilewright.core.base.names import are, counted
from tilewright.core.ir.expr import Expr, ExprLike, FloorDiv, FloorMod, IntImm, Range, Sub, Var, expr
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import substitute, walk

if TYPE_CHECKING:
    from tilewright.core.ir.index_map import IndexMap


class NoInverseError(TVMError, ValueError):
    """A map under which two elements have the same place, or a place has none."""


def inverse_affine_iter_map(iter_map: Sequence[IterSumExpr], outputs: Sequence[ExprLike]) -> dict[Var, Expr]:
    """Each variable in terms of the indices: the inverse of the map, which must be a bijection."""
    if len(iter_map) != len(outputs):
        raise ValueError(
            f"the map has {counted(len(iter_map), 'index', 'indices')}, and {are(len(outputs), 'output')} given"
        )
    values: dict[IterMark, Expr] = {}
    for index, output in zip(iter_map, outputs):
        _undo(index, expr(output), values)
    found: dict[Var, Expr] = {}
    for mark in reversed(_inner_first(iter_map)):  # sums before what they are made of
        source = mark.source
        if isinstance(source, IterSumExpr):
            _undo(source, values[mark], values)
        elif isinstance(source, Sub) and isinstance(source.a, Var):  # a loop that does not begin at 0
            found[source.a] = values[mark] + source.b
        else:
            assert isinstance(source, Var)
            found[source] = values[mark]
    return found


def _inner_first(iter_map: Sequence[IterSumExpr]) -> list[IterMark]:
    """All marks, each behind those that it is a sum of."""
    found: dict[IterMark, None] = {}

    def visit(index: IterSumExpr) -> None:
        for split in index.args:
            if split.source not in found:
                if isinstance(split.source.source, IterSumExpr):
                    visit(split.source.source)
                found[split.source] = None

    for index in iter_map:
        visit(index)
    return list(found)


def _undo(index: IterSumExpr, value: Expr, values: dict[IterMark, Expr]) -> None:
    """Add to each mark what its splits in this sum had."""
    value = value - index.base
    ordered = sorted(index.args, key=_scale, reverse=True)
    for position, split in enumerate(ordered):
        piece = value // split.scale
        if position:
            piece = piece % split.extent
        part = piece * split.lower_factor
        values[split.source] = values[split.source] + part if split.source in values else part


def _scale(split: IterSplitExpr) -> tuple[int, int]:
    size = split.scale
    return (0, size.value) if isinstance(size, IntImm) else (1, sum(isinstance(node, Var) for node in walk(size)))


# Maps of indices


def mapped_ranges(index_map: IndexMap, ranges: Sequence[Range]) -> tuple[Range, ...]:
    """The ranges of the final indices while the initial ones run through theirs; a remainder has its whole range, as in TVM, whether or not all of it is reached."""
    analyzer = _knowing(index_map.initial_indices, ranges)
    domains = {var: from_range(range_) for var, range_ in zip(index_map.initial_indices, ranges)}
    made: list[Range] = []
    for final in index_map.final_indices:
        plain = Analyzer().simplify(final)
        if isinstance(plain, FloorMod) and isinstance(plain.b, IntImm) and plain.b.value > 0:
            made.append(Range.from_min_extent(const(0, plain.b.dtype), plain.b))
            continue
        reach = eval_set(analyzer.simplify(final), domains)
        if reach.low is None or reach.high is None:
            reach = _reach_of_sum(final, dict(zip(index_map.initial_indices, ranges)))
        if reach.low is None or reach.high is None:
            raise ValueError(f"nothing bounds the index {final}")
        low = analyzer.simplify(reach.low)
        made.append(Range.from_min_extent(low, analyzer.simplify(reach.high - low + 1)))
    return tuple(made)


def _reach_of_sum(final: Expr, domain: Mapping[Var, Range]) -> IntervalSet:
    """The values of an index that is a sum of steps, which may be symbols: each piece of it has its own."""
    found = detect_iter_map([final], domain, check_level=IterMapLevel.NoCheck, simplify_trivial_iterators=False)
    if not found.indices:
        return IntervalSet(None, None)
    (index,) = found.indices
    high = index.base
    for piece in index.args:
        high = high + (piece.extent - 1) * piece.scale
    return IntervalSet(index.base, high)


def inverse_map(index_map: IndexMap, ranges: Sequence[Range]) -> IndexMap:
    """The map back; raises `ValueError` when two elements have the same place or a place has none."""
    if index_map.inverse_index_map is not None:
        return index_map.inverse_index_map
    domain = dict(zip(index_map.initial_indices, ranges))
    found = detect_iter_map(
        index_map.final_indices, domain, check_level=IterMapLevel.Bijective, simplify_trivial_iterators=False
    )
    if not found.indices:
        raise NoInverseError(f"the map has no inverse over this shape: {'; '.join(found.errors)}")
    if not without_steps(found.indices):
        raise NoInverseError("the map has no inverse over this shape: an index goes in steps, and leaves places out")
    return _backwards(index_map, found.indices, ranges)


def padded_inverse(index_map: IndexMap, ranges: Sequence[Range]) -> tuple[IndexMap, Expr]:
    """The map back from all places that the final indices can name, and where it leads to no element: the condition is over its variables.

    An index `(i + c) // d` pads `i` on the left by c; on the right each variable is padded to a multiple of its divisors.
    """
    from tilewright.core.ir.index_map import IndexMap

    padded = [
        _Padded(var, range_, *_division(index_map, var)) for var, range_ in zip(index_map.initial_indices, ranges)
    ]
    moved = {pad.var: pad.place - pad.left for pad in padded}
    analyzer = Analyzer()
    finals = tuple(analyzer.simplify(substitute(final, moved)) for final in index_map.final_indices)
    wide = [pad.wide for pad in padded]
    forward = IndexMap(tuple(pad.place for pad in padded), finals)
    back = inverse_map(forward, wide)
    bound = _knowing(back.initial_indices, mapped_ranges(forward, wide))
    outside: Expr = IntImm(BOOL, 0)
    for pad, value in zip(padded, back.final_indices):
        outside = binary("Or", outside, pad.outside(bound, value))
    plain = tuple(analyzer.simplify(value - pad.left) for pad, value in zip(padded, back.final_indices))
    return IndexMap(back.initial_indices, plain), outside


def _division(index_map: IndexMap, var: Var) -> tuple[int, int]:
    """By what a variable is divided in all (the least common multiple), and what is added to it before."""
    step, left = 1, 0
    for final in index_map.final_indices:
        for node in walk(final):
            if isinstance(node, (FloorDiv, FloorMod)) and isinstance(node.b, IntImm) and var in set(walk(node.a)):
                form = linear(Analyzer().simplify(node.a))
                step = lcm(step, node.b.value)
                if form.constant > 0 and len(form.terms) == 1 and var in form.terms:
                    left = max(left, form.constant)
    return step, left


class _Padded:
    """A variable whose values are counted from `left` on among a multiple of `step` places."""

    def __init__(self, var: Var, range_: Range, step: int, left: int) -> None:
        self.var, self.step = var, step
        self.left = left if isinstance(range_.min, IntImm) and range_.min.value == 0 else 0
        self.place = var.replace()
        self.low = range_.min
        self.end = Analyzer().simplify(range_.extent + self.left)
        whole = self.end if step == 1 else Analyzer().simplify((self.end + (step - 1)) // step * step)
        self.wide = Range.from_min_extent(range_.min, whole)

    def outside(self, bound: Analyzer, value: Expr) -> Expr:
        """Whether the place `value` is padding."""
        before = bound.simplify(value < self.left) if self.left and self.step == 1 else self._before(bound, value)
        after = self._after(bound, value) if self.step > 1 else IntImm(BOOL, 0)
        return binary("Or", before, after)

    def _before(self, bound: Analyzer, value: Expr) -> Expr:
        if not self.left:
            return IntImm(BOOL, 0)
        first = binary("EQ", bound.simplify(value // self.step), self.left // self.step)
        return binary("And", bound.simplify(first), bound.simplify(value % self.step < self.left % self.step))

    def _after(self, bound: Analyzer, value: Expr) -> Expr:
        """In the last group of `step` places those from the end of the values on."""
        rest = bound.simplify(self.end % self.step)
        if isinstance(rest, IntImm) and rest.value == 0:
            return IntImm(BOOL, 0)
        last = bound.simplify(binary("EQ", value // self.step, self.end // self.step))
        inner = bound.simplify(value % self.step)
        if isinstance(rest, IntImm) and rest.value == self.step - 1:
            beyond: Expr = binary("EQ", rest, inner)
        else:
            beyond = bound.simplify(binary("LE", rest, inner))
        made = binary("And", last, beyond)
        if isinstance(rest, IntImm):
            return made
        return binary("And", binary("NE", self.end % -self.step, const(0, rest.dtype)), made)


def _backwards(index_map: IndexMap, found: Sequence[IterSumExpr], ranges: Sequence[Range]) -> IndexMap:
    from tilewright.core.ir.index_map import IndexMap

    axes = tuple(Var(f"axis{number}", final.dtype) for number, final in enumerate(index_map.final_indices))
    values = inverse_affine_iter_map(found, axes)
    final = tuple(
        Analyzer().simplify(values[var]) if var in values else range_.min
        for var, range_ in zip(index_map.initial_indices, ranges)
    )
    return IndexMap(axes, final)


def _knowing(variables: Sequence[Var], ranges: Sequence[Range]) -> Analyzer:
    analyzer = Analyzer()
    for var, range_ in zip(variables, ranges):
        analyzer.bind(var, range_)
    return analyzer
