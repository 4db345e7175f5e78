"""Iteration maps divided into a part of loops outside and one of loops inside: `outer * extent(inner) + inner` for each index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.iter_check import IterMapLevel, Uses
from tilewright.core.arith.iter_expressions import expression_of
from tilewright.core.arith.iter_map import detect_iter_map
from tilewright.core.arith.iter_nodes import IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_sizes import Sizes, is_number, product
from tilewright.core.arith.iter_sums import whole_of
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import Expr, ExprLike, IntImm, Range, Var
from tilewright.core.ir.operators import binary, const

TRUE = IntImm(BOOL, 1)


def subspace_divide(
    bindings: Sequence[ExprLike],
    input_iters: Mapping[Var, Range],
    sub_iters: Sequence[Var],
    predicate: Expr | bool = True,
    check_level: IterMapLevel | str | int = IterMapLevel.Surjective,
    simplify_trivial_iterators: bool = True,
    analyzer: Analyzer | None = None,
) -> list[list[IterMark]]:
    """For each index the mark of the loops outside and that of `sub_iters`, and at last the conditions on both as the extents of two marks.

    Empty when an index mixes them, or is no iteration map at all.
    """
    known = Analyzer() if analyzer is None else analyzer
    options = (check_level, simplify_trivial_iterators, known)
    found = detect_iter_map(bindings, input_iters, predicate, *options).indices
    divider = _Divider(Sizes(known), Uses.of(found), set(sub_iters))
    try:
        divided = [divider.sum(index, const(0)) for index in found]
    except _Mixed:
        return []
    if not divided:
        return []
    marks = [[IterMark(each.outer, each.outer_extent), IterMark(each.inner, each.inner_extent)] for each in divided]
    nothing = IterSumExpr((), const(0))
    return [*marks, [IterMark(nothing, divider.outside), IterMark(nothing, divider.inside)]]


class _Mixed(Exception):
    """Loops of both kinds take part in one index, and not one kind after the other."""


class _Side(Enum):
    OUTER = "outer"
    INNER = "inner"
    BOTH = "both"


@dataclass(frozen=True)
class _Division:
    """outer * inner_extent + inner"""

    outer: IterSumExpr | IterSplitExpr
    outer_extent: Expr
    inner: IterSumExpr | IterSplitExpr
    inner_extent: Expr
    side: _Side = _Side.BOTH

    @classmethod
    def of(cls, piece: IterSumExpr | IterSplitExpr, extent: Expr, inside: bool) -> _Division:
        """A piece that is all of one kind."""
        nothing, one = IterSumExpr((), const(0, piece.dtype)), const(1, piece.dtype)
        if inside:
            return cls(nothing, one, piece, extent, _Side.INNER)
        return cls(piece, extent, nothing, one, _Side.OUTER)


class _Divider:
    """Divides sums by dividing the marks of their pieces; `outside` and `inside` are the conditions that bounded marks stand for."""

    def __init__(self, sizes: Sizes, uses: Uses, inner: Set[Var]) -> None:
        self.sizes, self.uses, self.inner = sizes, uses, inner
        self.outside: Expr = TRUE
        self.inside: Expr = TRUE
        self.known: dict[int, _Division] = {}

    def sum(self, whole: IterSumExpr, extent: Expr) -> _Division:
        """The pieces of loops inside must be the lower ones."""
        zero, one = const(0, whole.dtype), const(1, whole.dtype)
        if not whole.args:
            return _Division(IterSumExpr((), zero), one, whole, one)
        if len(whole.args) == 1:
            if not is_number(whole.args[0].scale, 1):
                raise _Mixed
            return _moved(self.piece(whole.args[0]), whole.base)
        if not any(is_number(piece.scale, 1) for piece in whole.args):
            raise _Mixed
        outer, inner = self._sides(whole)
        outer_source, outer_extent = _mark(outer, zero)
        inner_source, inner_extent = _mark(inner, whole.base)
        if self.sizes.equal(product(outer_extent, inner_extent), extent):
            return _Division(outer_source, outer_extent, inner_source, inner_extent)
        return self._bounded(outer_source, inner_source, extent)

    def _sides(self, whole: IterSumExpr) -> tuple[list[IterSplitExpr], list[IterSplitExpr]]:
        outer, inner = list[IterSplitExpr](), list[IterSplitExpr]()
        for piece in reversed(whole.args):
            divided = self.piece(piece)
            if divided.side is _Side.BOTH or (divided.side is _Side.INNER and outer):
                raise _Mixed
            if divided.side is _Side.INNER:
                inner.append(_as_piece(divided.inner, divided.inner_extent))
            else:
                outer.append(_as_piece(divided.outer, divided.outer_extent))
        return outer, inner

    def _bounded(self, outer: IterSumExpr, inner: IterSumExpr, extent: Expr) -> _Division:
        """A sum that is shorter than its pieces make it is all of one kind, and bounded by a condition."""
        if outer.args and inner.args:
            raise _Mixed
        source = outer if outer.args else inner
        condition = binary("LT", expression_of(self.sizes, source), extent)
        if outer.args:
            self.outside = _both(self.outside, condition)
        else:
            self.inside = _both(self.inside, condition)
        return _Division.of(source, extent, inside=not outer.args)

    def piece(self, piece: IterSplitExpr) -> _Division:
        """All pieces of a mark are divided when the first one is asked for."""
        if id(piece) not in self.known:
            source, pieces = piece.source.source, self.uses.pieces[id(piece.source)]
            if isinstance(source, Var):
                for each in pieces:
                    self.known[id(each)] = _Division.of(each, each.extent, source in self.inner)
            elif isinstance(source, IterSumExpr):
                divided = self.sum(source, piece.source.extent)
                if len(pieces) == 1:
                    return divided
                self._pieces_of_sum(pieces, divided)
            else:
                raise _Mixed
        return self.known[id(piece)]

    def _pieces_of_sum(self, pieces: list[IterSplitExpr], divided: _Division) -> None:
        """The lower pieces that together are as large as the inner part are pieces of it, the others of the outer part."""
        lower, upper = self._parted(pieces, divided)
        inner = IterMark(divided.inner, divided.inner_extent)
        outer = IterMark(divided.outer, divided.outer_extent)
        for each in lower:
            own = IterSplitExpr(inner, each.lower_factor, each.extent, each.scale)
            self.known[id(each)] = _Division.of(own, each.extent, inside=True)
        for each in upper:
            factor = self.sizes.quotient(each.lower_factor, upper[0].lower_factor)
            own = IterSplitExpr(outer, factor, each.extent, each.scale)
            self.known[id(each)] = _Division.of(own, each.extent, inside=False)

    def _parted(
        self, pieces: list[IterSplitExpr], divided: _Division
    ) -> tuple[list[IterSplitExpr], list[IterSplitExpr]]:
        left, lower, upper = list(pieces), list[IterSplitExpr](), list[IterSplitExpr]()
        beyond, reached = divided.side is _Side.OUTER, const(1, pieces[0].dtype)
        while left:
            piece = next((each for each in left if self.sizes.equal(each.lower_factor, reached)), None)
            if piece is None:
                raise _Mixed
            left.remove(piece)
            (upper if beyond else lower).append(piece)
            reached = product(reached, piece.extent)
            beyond = beyond or self.sizes.equal(reached, divided.inner_extent)
        if not beyond:
            raise _Mixed
        return lower, upper


def _moved(division: _Division, base: Expr) -> _Division:
    if is_number(base, 0):
        return division
    inner = division.inner
    moved = (
        IterSumExpr(inner.args, inner.base + base) if isinstance(inner, IterSumExpr) else IterSumExpr((inner,), base)
    )
    return replace(division, inner=moved)


def _mark(pieces: list[IterSplitExpr], base: Expr) -> tuple[IterSumExpr, Expr]:
    """The pieces, the lowest first, one on top of the other, and how far they reach."""
    extent: Expr = const(1, base.dtype)
    made: list[IterSplitExpr] = []
    for piece in pieces:
        made.append(IterSplitExpr(piece.source, piece.lower_factor, piece.extent, extent))
        extent = product(extent, piece.extent)
    return IterSumExpr(tuple(reversed(made)), base), extent


def _as_piece(e: IterSumExpr | IterSplitExpr, extent: Expr) -> IterSplitExpr:
    return e if isinstance(e, IterSplitExpr) else whole_of(IterMark(e, extent))


def _both(a: Expr, b: Expr) -> Expr:
    return b if a is TRUE else binary("And", a, b)
