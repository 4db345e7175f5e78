"""Marks that are divided unevenly count further than they do: `i // 4` and `i % 4` of an i below 18 are pieces of one below 20.

All pieces of a mark need the same padding, so there are two rounds: the first one collects by what each mark is divided and from where on, the second one divides the padded marks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.core.arith.iter_expressions import expression_of
from tilewright.core.arith.iter_nodes import IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_sizes import Sizes, is_number
from tilewright.core.arith.iter_sums import NotAffine, whole_of
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import binary, const


@dataclass
class _Padded:
    """By what a mark is divided in all, how far it is moved, and the padded mark once it is made."""

    factor: Expr
    left: Expr
    mark: IterMark | None = None


@dataclass(frozen=True)
class Origin:
    """The origin of a padded mark: it counts from `left` on, up to a multiple of `factor`."""

    mark: IterMark
    left: Expr
    factor: Expr


@dataclass
class Padding:
    """The padding of each mark; `collecting` in the first round.  `predicate` holds where only padding is."""

    sizes: Sizes
    collecting: bool = False
    needed: bool = False
    predicate: Expr = field(default_factory=lambda: IntImm(BOOL, 0))
    marks: dict[int, _Padded] = field(default_factory=dict[int, _Padded])
    origins: dict[int, Origin] = field(default_factory=dict[int, Origin])

    def padded(self, piece: IterSplitExpr, base: Expr, divisor: Expr) -> tuple[IterSplitExpr, Expr]:
        """`piece` such that `divisor` divides it evenly, and what is added to it on the left; `piece + base` is what is divided."""
        left = self.sizes.simple(base % divisor)
        if self.collecting:
            return self._collected(piece, left, divisor)
        known = self.marks.get(id(piece.source))
        if known is None or (is_number(known.left, 0) and self.sizes.divisible(piece.source.extent, known.factor)):
            return piece, left
        if known.mark is None:
            left = self._begun(piece, known)
            known.mark = self._made(piece.source, known)
        extent = self.sizes.quotient(known.mark.extent, piece.lower_factor)
        return IterSplitExpr(known.mark, piece.lower_factor, extent, piece.scale), left

    def _collected(self, piece: IterSplitExpr, left: Expr, divisor: Expr) -> tuple[IterSplitExpr, Expr]:
        mark = piece.source
        known = self.marks.setdefault(id(mark), _Padded(const(1, mark.source.dtype), const(0, mark.source.dtype)))
        known.factor = self.sizes.multiple(known.factor, divisor * piece.lower_factor)
        right = self._right(left + piece.extent, divisor)
        if is_number(left, 0) and is_number(right, 0):
            return piece, left
        self.needed = True
        known.left = self.sizes.simple(binary("Max", known.left, left * piece.lower_factor))
        extent = self.sizes.simple(left + piece.extent + right)
        return IterSplitExpr(mark, piece.lower_factor, extent, piece.scale), left

    def _begun(self, piece: IterSplitExpr, known: _Padded) -> Expr:
        """The distance by which this piece of the mark moves with the mark."""
        if not self.sizes.divisible(known.left, piece.lower_factor):
            raise NotAffine("pieces of a loop variable need different padding on the left")
        return self.sizes.quotient(known.left, piece.lower_factor)

    def _made(self, mark: IterMark, known: _Padded) -> IterMark:
        edge = mark.extent + known.left
        right = self._right(edge, known.factor)
        source = IterSumExpr((whole_of(mark),), known.left)
        made = IterMark(source, self.sizes.simple(edge + right))
        self.origins[id(made)] = Origin(mark, known.left, known.factor)
        self._outside(expression_of(self.sizes, source), known, edge, right)
        return made

    def _right(self, edge: Expr, factor: Expr) -> Expr:
        """The distance from `edge` to the next multiple of `factor`."""
        if self.sizes.divisible(edge, factor):
            return const(0, edge.dtype)
        return self.sizes.simple((0 - edge) % factor)

    def _outside(self, value: Expr, known: _Padded, edge: Expr, right: Expr) -> None:
        """Note where a padded mark counts what the mark itself does not: in the first group before `left`, in the last one from `edge` on."""
        group, place = value // known.factor, value % known.factor
        if not is_number(known.left, 0):
            self._or(binary("NE", known.left, 0), binary("EQ", group, 0), binary("LT", place, known.left))
        if not is_number(right, 0):
            last = binary("EQ", group, edge // known.factor)
            self._or(binary("NE", right, 0), last, binary("GE", place, edge % known.factor))

    def _or(self, *conditions: Expr) -> None:
        whole: Expr = IntImm(BOOL, 1)
        for condition in conditions:
            whole = binary("And", whole, condition)
        self.predicate = binary("Or", self.predicate, whole)
