"""Sums of pieces joined: neighbouring pieces of one mark to a larger one, pieces whose scales nest to one fused mark.

`i * 12 + j * 3 + k` with j below 4 and k below 3 counts without gaps, so it is a mark of its own.  Each sum is fused once: asked for again, it gives the same mark.
Bounds of a sum make its mark shorter, and let it begin later; larger sums that contain the bounded one are fused around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tilewright.core.arith.iter_nodes import IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_predicate import Bounded
from tilewright.core.arith.iter_sizes import Sizes, factors_of, is_number, product
from tilewright.core.arith.key import Key, key
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import binary, const

Pieces = tuple[IterSplitExpr, ...]


class NotAffine(Exception):
    """The text says why an index has no iteration map."""


@dataclass(frozen=True)
class Fused:
    """A mark made of `pieces` (the largest scale first), which begins to count at `offset`."""

    pieces: Pieces
    mark: IterMark
    offset: Expr


@dataclass
class Sums:
    """The sums fused so far.  With `overlaps`, a sum may reach some values more than once."""

    sizes: Sizes
    overlaps: bool
    made: dict[Key, Fused] = field(default_factory=dict[Key, Fused])
    bounded: list[Fused] = field(default_factory=list[Fused])

    def fused(self, whole: IterSumExpr) -> IterSumExpr:
        """The sum as one piece, and its base; raises `NotAffine` when it has gaps."""
        combined = self.combined(whole)
        if len(combined.args) <= 1 < len(whole.args):
            return combined
        found, scale, offset = self._fuse(combined.args)
        return IterSumExpr((whole_of(found.mark, scale),), combined.base + offset)

    def bound(self, whole: IterSumExpr, limits: Bounded) -> None:
        """From now on the sum counts between the limits only."""
        found, scale, _ = self._fuse(self.combined(whole).args)
        if not is_number(scale, 1):
            raise NotAffine("the predicate bounds a sum that goes in steps")
        low, high = found.offset, found.offset + found.mark.extent
        first = low if limits.low is None else binary("Max", limits.low - whole.base, low)
        if limits.high is not None:
            high = self._lesser(limits.high - whole.base, high)
        later = self.sizes.simple(first - low)
        mark = IterMark(_moved(found.mark.source, later), self.sizes.simple(high - first))
        self.made[_name(found.pieces)] = narrowed = replace(found, mark=mark, offset=self.sizes.simple(first))
        self.bounded = [*(each for each in self.bounded if each.pieces != found.pieces), narrowed]

    def _lesser(self, limit: Expr, end: Expr) -> Expr:
        """The limit wherever it can be shown to be one: most conditions are there because they limit something."""
        return limit if self.sizes.at_least(end, limit) else binary("Min", limit, end)

    def bounds_nest(self) -> bool:
        """Whether each bounded sum contains all pieces of every smaller one, or none of them."""
        for position, small in enumerate(self.bounded):
            for large in self.bounded[position + 1 :]:
                names = {_piece_name(piece) for piece in large.pieces}
                inside = [_piece_name(piece) in names for piece in small.pieces]
                if any(inside) and not all(inside):
                    return False
        return True

    # Pieces of one mark

    def combined(self, whole: IterSumExpr) -> IterSumExpr:
        """(x // (c*s)) % m * s + (x // c) % s  ->  (x // c) % (m*s)"""
        sources = [id(piece.source) for piece in whole.args]
        if len(set(sources)) == len(sources):
            return whole
        left, made = list(whole.args), list[IterSplitExpr]()
        while left:
            source = left[-1].source
            lowest = _smallest([piece for piece in left if piece.source is source])
            left.remove(lowest)
            made.append(self._grown(lowest, left))
        return IterSumExpr(tuple(reversed(made)), whole.base)

    def _grown(self, piece: IterSplitExpr, left: list[IterSplitExpr]) -> IterSplitExpr:
        """The piece with those of the same mark that continue it, which are taken from `left`."""
        while True:
            same = [other for other in left if other.source is piece.source]
            scale, lower = product(piece.extent, piece.scale), product(piece.lower_factor, piece.extent)
            following = self.of_scale(same, scale)
            if following is None or not self.sizes.equal(following.lower_factor, lower):
                return piece
            left.remove(following)
            extent = product(following.extent, piece.extent)
            piece = IterSplitExpr(piece.source, piece.lower_factor, extent, piece.scale)

    # Pieces of several marks

    def _fuse(self, pieces: Pieces) -> tuple[Fused, Expr, Expr]:
        """The fused mark of all pieces, its scale, and where it begins."""
        scale = _smallest(pieces).scale
        if self.sizes.equal(scale, const(0, scale.dtype)):
            raise NotAffine("a loop variable is multiplied by 0")
        ladder = _Ladder(self, list(pieces), scale)
        while ladder.left:
            ladder.climb()
        flat = tuple(reversed(ladder.flat))
        begins = ladder.begins
        known = self.made.get(_name(flat))
        if known is not None:
            if not self.sizes.equal(begins, known.offset * scale):
                raise NotAffine("a sum of loop variables begins at different numbers")
            return known, scale, begins
        source = IterSumExpr(tuple(reversed(ladder.grouped)), const(0, begins.dtype))
        extent = self.sizes.quotient(ladder.reached, scale) + ladder.tail
        offset = begins if is_number(scale, 1) else self.sizes.quotient(begins, scale)
        made = self.made[_name(flat)] = Fused(flat, IterMark(source, extent), offset)
        return made, scale, begins

    def of_scale(self, pieces: Sequence[IterSplitExpr], scale: Expr) -> IterSplitExpr | None:
        """The last piece with that scale; one that counts to 1 only, which changes nothing, goes first."""
        found = [piece for piece in reversed(pieces) if self.sizes.equal(piece.scale, scale)]
        return next((piece for piece in found if is_number(piece.extent, 1)), found[0] if found else None)

    def below_scale(self, pieces: Sequence[IterSplitExpr], scale: Expr) -> IterSplitExpr | None:
        """The piece with the largest scale that is not above `scale`."""
        found: IterSplitExpr | None = None
        for piece in reversed(pieces):
            positive = self.sizes.at_least(scale, piece.scale) and self.sizes.at_least(piece.scale, const(0))
            if positive and (found is None or self.sizes.at_least(piece.scale - 1, found.scale)):
                found = piece
        return found


class _Ladder:
    """Pieces taken one after the other, each beginning where those before it end: `reached` is the scale that comes next."""

    def __init__(self, sums: Sums, left: list[IterSplitExpr], scale: Expr) -> None:
        self.sums, self.left, self.scale = sums, left, scale
        zero = const(0, scale.dtype)
        self.reached, self.tail, self.begins = scale, zero, zero
        self.flat: list[IterSplitExpr] = []
        self.grouped: list[IterSplitExpr] = []

    def climb(self) -> None:
        """Take the next piece, with the bounded sum that ends in it if there is one."""
        piece, scale = self._next()
        if scale is not self.reached:
            self.tail = self.tail + (self.reached - scale)
        bounded = self._bounded(piece)
        if bounded is None:
            self.left.remove(piece)
            own = self._divided(piece)
            self.flat.append(own)
            self.grouped.append(own)
            self.reached = product(piece.extent, scale)
            return
        for inner in reversed(bounded.pieces):
            self.flat.append(self._divided(self._take(inner, scale)))
        self.grouped.append(whole_of(bounded.mark, self.sums.sizes.quotient(scale, self.scale)))
        self.begins = self.begins + bounded.offset * scale
        self.reached = product(bounded.mark.extent, scale)

    def _next(self) -> tuple[IterSplitExpr, Expr]:
        if not self.flat:
            return _smallest(self.left), self.reached
        exact = self.sums.of_scale(self.left, self.reached)
        if exact is not None:
            return exact, self.reached
        if self.sums.overlaps and is_number(self.scale, 1):
            below = self.sums.below_scale(self.left, self.reached)
            if below is not None:
                return below, below.scale
        raise NotAffine("a sum of loop variables has gaps or overlaps")

    def _bounded(self, piece: IterSplitExpr) -> Fused | None:
        """The longest bounded sum whose last piece this is."""
        name = _piece_name(piece, scaled=False)
        found = [each for each in self.sums.bounded if _piece_name(each.pieces[-1], scaled=False) == name]
        return max(found, key=lambda each: len(each.pieces), default=None)

    def _take(self, inner: IterSplitExpr, scale: Expr) -> IterSplitExpr:
        """Remove the piece that is `inner` times `scale`."""
        name, wanted = _piece_name(inner, scaled=False), inner.scale * scale
        for piece in self.left:
            if _piece_name(piece, scaled=False) == name and self.sums.sizes.equal(piece.scale, wanted):
                self.left.remove(piece)
                return piece
        raise NotAffine("the predicate bounds a sum that is no part of an index")

    def _divided(self, piece: IterSplitExpr) -> IterSplitExpr:
        scale = self.sums.sizes.quotient(piece.scale, self.scale)
        return IterSplitExpr(piece.source, piece.lower_factor, piece.extent, scale)


def whole_of(mark: IterMark, scale: Expr | None = None) -> IterSplitExpr:
    """All of a mark as one piece."""
    one = const(1, mark.source.dtype)
    return IterSplitExpr(mark, one, mark.extent, one if scale is None else scale)


def _moved(source: Expr, later: Expr) -> Expr:
    """The sum that a mark counts, less the numbers that a bound leaves out."""
    assert isinstance(source, IterSumExpr)
    return source if is_number(later, 0) else IterSumExpr(source.args, source.base - later)


def _smallest(pieces: Sequence[IterSplitExpr]) -> IterSplitExpr:
    """The piece with the smallest constant scale, else with the fewest factors; the last of equals, one that counts to 1 before others."""
    constant = [piece for piece in pieces if isinstance(piece.scale, IntImm)]
    if not constant:
        return min(reversed(pieces), key=lambda piece: len(factors_of(piece.scale)))
    return min(reversed(constant), key=lambda piece: (_value(piece.scale), not is_number(piece.extent, 1)))


def _value(scale: Expr) -> int:
    assert isinstance(scale, IntImm)
    return scale.value


def _name(pieces: Pieces) -> Key:
    return tuple([_piece_name(piece) for piece in pieces])


def _piece_name(piece: IterSplitExpr, scaled: bool = True) -> Key:
    scale = key(piece.scale) if scaled else None
    return id(piece.source), key(piece.lower_factor), key(piece.extent), scale
