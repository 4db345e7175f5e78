"""Indices as sums of pieces of loop variables: addition, multiples, quotients and remainders of such sums are such sums again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.iter_nodes import IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_padding import Padding
from tilewright.core.arith.iter_predicate import uses
from tilewright.core.arith.iter_sizes import Sizes, is_number, product
from tilewright.core.arith.iter_sums import NotAffine, Sums, whole_of
from tilewright.core.arith.key import Key, key
from tilewright.core.ir.expr import Add, Expr, FloorDiv, FloorMod, IntImm, Mul, Range, SizeVar, Sub, Var
from tilewright.core.ir.operators import const

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


class Rewriter:
    """Expressions over the loop variables of `iters`.  What is no map stays as it is, and the reason is added to `faults`."""

    def __init__(self, sizes: Sizes, iters: Mapping[Var, Range], overlaps: bool, trivial: bool) -> None:
        self.sizes, self.iters = sizes, iters
        self.sums, self.padding = Sums(sizes, overlaps), Padding(sizes)
        self.faults: list[str] = []
        self.inputs: list[IterMark] = []
        self.variables: dict[Var, Expr] = {var: self._variable(var, range_, trivial) for var, range_ in iters.items()}
        self.nested: dict[Key, IterMark] = {}
        self.rules: dict[type, Callable[[Any], Expr]] = {
            Var: self._known,
            SizeVar: self._known,
            Add: self._add,
            Sub: self._sub,
            Mul: self._mul,
            FloorDiv: self._floordiv,
            FloorMod: self._floormod,
        }

    def _variable(self, var: Var, range_: Range, trivial: bool) -> IterSumExpr:
        if trivial and is_number(range_.extent, 1):
            return IterSumExpr((), range_.min)
        mark = IterMark(var if is_number(range_.min, 0) else var - range_.min, range_.extent)
        self.inputs.append(mark)
        return IterSumExpr((whole_of(mark),), range_.min)

    def _known(self, var: Var) -> Expr:
        return self.variables.get(var, var)

    def sum_of(self, e: Expr) -> IterSumExpr:
        """The index as a sum of pieces; what is no map is in its base."""
        found = self._visit(e)
        return found if isinstance(found, IterSumExpr) else IterSumExpr((), found)

    def fused(self, e: Expr) -> IterSumExpr:
        """The index as one piece, or none, and its base."""
        found = self.sum_of(e)
        try:
            return self.sums.fused(found) if found.args else found
        except NotAffine as reason:
            self.faults.append(str(reason))
            return found

    def _visit(self, e: Expr) -> Expr:
        """A sum where the loops matter, else the expression itself."""
        rule = self.rules.get(type(e))
        try:
            if rule is not None:
                return rule(e)
            if uses(e, self.iters):
                raise NotAffine(f"{type(e).__name__} of loop variables is no sum, quotient or remainder of them")
        except NotAffine as reason:
            self.faults.append(str(reason))
        return e

    def _operands(self, e: BinaryOp) -> tuple[Expr, Expr, bool]:
        """Both sides, and whether none of them has a loop in it."""
        a, b = self._visit(e.a), self._visit(e.b)
        return a, b, not isinstance(a, IterSumExpr) and not isinstance(b, IterSumExpr)

    def _add(self, e: Add) -> Expr:
        a, b, plain = self._operands(e)
        return e if plain else _added(_as_sum(a), _as_sum(b), 1)

    def _sub(self, e: Sub) -> Expr:
        a, b, plain = self._operands(e)
        return e if plain else _added(_as_sum(a), _as_sum(b), -1)

    def _mul(self, e: Mul) -> Expr:
        a, b, plain = self._operands(e)
        if plain:
            return e
        if isinstance(a, IterSumExpr) and isinstance(b, IterSumExpr):
            raise NotAffine("two loop variables are multiplied")
        found, factor = (a, b) if isinstance(a, IterSumExpr) else (b, a)
        assert isinstance(found, IterSumExpr)
        return IterSumExpr(tuple([_scaled(each, each.scale * factor) for each in found.args]), found.base * factor)

    # Quotients and remainders

    def _floordiv(self, e: FloorDiv) -> Expr:
        a, b, plain = self._operands(e)
        if plain:
            return e
        piece, base = self._dividend(a, b)
        return e if piece is None else self._quotient(piece, base, b)

    def _floormod(self, e: FloorMod) -> Expr:
        a, b, plain = self._operands(e)
        if plain:
            return e
        piece, base = self._dividend(a, b)
        return e if piece is None else self._remainder(piece, base, b)

    def _dividend(self, a: Expr, b: Expr) -> tuple[IterSplitExpr | None, Expr]:
        """The dividend as one iteration and its base; no iteration when all loops have extent 1."""
        if isinstance(b, IterSumExpr):
            raise NotAffine("a loop variable stands in a divisor")
        assert isinstance(a, IterSumExpr)
        fused = a if len(a.args) < 2 else self.sums.fused(a)
        return (fused.args[0] if fused.args else None), fused.base

    def _quotient(self, piece: IterSplitExpr, base: Expr, divisor: Expr) -> Expr:
        """(piece + base) // divisor"""
        sizes, scale = self.sizes, piece.scale
        if is_number(divisor, 1):
            return IterSumExpr((piece,), base)
        if not is_number(scale, 1):
            if sizes.divisible(scale, divisor) and sizes.divisible(base, divisor):  # (x*c*d + y*d) // d -> x*c + y
                return IterSumExpr((_scaled(piece, sizes.quotient(scale, divisor)),), sizes.quotient(base, divisor))
            base, divisor = self._reduced(base, divisor, scale, "a multiple of a loop variable is divided unevenly")
            piece = _scaled(piece, const(1, divisor.dtype))
        padded, left = self.padding.padded(piece, base, divisor)
        quotient = self._piece_divided(padded, divisor)
        return IterSumExpr((quotient,), sizes.quotient(base - left, divisor))

    def _piece_divided(self, piece: IterSplitExpr, divisor: Expr) -> IterSplitExpr:
        """(x // l) % (c*d) // d -> (x // (l*d)) % c; a mark divided unevenly as a whole keeps its last group, a piece becomes a mark."""
        sizes, mark = self.sizes, piece.source
        lower = product(piece.lower_factor, divisor)
        if sizes.divisible(piece.extent, divisor):
            return IterSplitExpr(mark, lower, sizes.quotient(piece.extent, divisor), piece.scale)
        groups = sizes.ceiling(piece.extent, divisor)
        if is_number(piece.lower_factor, 1) and sizes.equal(piece.extent, mark.extent):
            return IterSplitExpr(mark, divisor, groups, piece.scale)
        name = (id(mark), key(piece.lower_factor), key(piece.extent), key(piece.scale))
        own = self.nested.setdefault(name, IterMark(IterSumExpr((piece,), const(0, piece.dtype)), piece.extent))
        return IterSplitExpr(own, divisor, groups, const(1, divisor.dtype))

    def _remainder(self, piece: IterSplitExpr, base: Expr, divisor: Expr) -> Expr:
        """(piece + base) % divisor"""
        if is_number(divisor, 1):
            return const(0, divisor.dtype)
        if not is_number(piece.scale, 1):
            if self.sizes.divisible(piece.scale, divisor) and self.sizes.divisible(base, divisor):
                return const(0, divisor.dtype)
            reason = "the remainder of a multiple of a loop variable is no piece of it"
            base, divisor = self._reduced(base, divisor, piece.scale, reason)
        padded, _ = self.padding.padded(piece, base, divisor)
        rest = IterSplitExpr(padded.source, padded.lower_factor, divisor, padded.scale)
        return IterSumExpr((rest,), const(0, rest.dtype))

    def _reduced(self, base: Expr, divisor: Expr, scale: Expr, reason: str) -> tuple[Expr, Expr]:
        """base and divisor without the factor that the piece is multiplied by."""
        if not (self.sizes.divisible(divisor, scale) and self.sizes.divisible(base, scale)):
            raise NotAffine(reason)
        return self.sizes.quotient(base, scale), self.sizes.quotient(divisor, scale)


def _as_sum(e: Expr) -> IterSumExpr:
    return e if isinstance(e, IterSumExpr) else IterSumExpr((), e)


def _added(a: IterSumExpr, b: IterSumExpr, sign: int) -> IterSumExpr:
    """a + sign * b, with equal pieces of one mark together; those that cancel each other are gone."""
    args = {_same_piece(piece): piece for piece in a.args}
    for piece in b.args:
        name = _same_piece(piece)
        scale = piece.scale if sign > 0 else const(0, piece.scale.dtype) - piece.scale
        args[name] = _scaled(piece, args[name].scale + scale if name in args else scale)
    left = tuple(piece for piece in args.values() if not is_number(piece.scale, 0))
    return IterSumExpr(left, a.base + b.base if sign > 0 else a.base - b.base)


def _same_piece(piece: IterSplitExpr) -> Key:
    return id(piece.source), key(piece.lower_factor), key(piece.extent)


def _scaled(piece: IterSplitExpr, scale: Expr) -> IterSplitExpr:
    if isinstance(scale, IntImm) and isinstance(piece.scale, IntImm) and scale.value == piece.scale.value:
        return piece
    return IterSplitExpr(piece.source, piece.lower_factor, piece.extent, scale)
