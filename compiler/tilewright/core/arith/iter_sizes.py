"""Sizes of iteration maps, constant or symbolic: products in one form, and what can be proved of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.expr import Expr, FloorMod, IntImm, Mul
from tilewright.core.ir.operators import const, match_types


@dataclass(frozen=True)
class Sizes:
    """Questions about sizes, asked of an analyzer where they are not constants."""

    analyzer: Analyzer

    def equal(self, a: Expr, b: Expr) -> bool:
        """Whether a == b for certain."""
        if isinstance(a, IntImm) and isinstance(b, IntImm):
            return a.value == b.value
        return self.analyzer.can_prove_equal(a, b)

    def divisible(self, a: Expr, b: Expr) -> bool:
        """Whether b divides a for certain."""
        if is_number(b, 0):
            return False
        if isinstance(a, IntImm) and isinstance(b, IntImm):
            return a.value % b.value == 0
        return self.equal(a, b) or self.equal(FloorMod(*match_types(a, b)), const(0, a.dtype))

    def at_least(self, a: Expr, b: Expr) -> bool:
        """Whether a >= b for certain."""
        return self.analyzer.can_prove(a >= b)

    def quotient(self, a: Expr, b: Expr) -> Expr:
        """a // b, simplified."""
        return self.analyzer.simplify(a // b)

    def ceiling(self, a: Expr, b: Expr) -> Expr:
        """The smallest number of pieces of size b that cover a."""
        return self.analyzer.simplify((a + (b - 1)) // b)

    def simple(self, a: Expr) -> Expr:
        """The size, simplified."""
        return self.analyzer.simplify(a)

    def multiple(self, a: Expr, b: Expr) -> Expr:
        """A common multiple, the least one when it can be determined."""
        (rest_a, number_a), (rest_b, number_b) = _separated(a), _separated(b)
        number = lcm(number_a, number_b)
        if rest_a is None or rest_b is None:
            return product(*(rest for rest in (rest_a, rest_b) if rest is not None), const(number, a.dtype))
        if self.divisible(rest_a, rest_b):
            return product(rest_a, const(number, a.dtype))
        if self.divisible(rest_b, rest_a):
            return product(rest_b, const(number, a.dtype))
        return product(rest_a, rest_b, const(number, a.dtype))


def product(*sizes: Expr) -> Expr:
    """The product with its factors in the order they are given, and its number last."""
    number, factors = 1, list[Expr]()
    for size in sizes:
        for factor in factors_of(size):
            if isinstance(factor, IntImm):
                number *= factor.value
            else:
                factors.append(factor)
    if not factors:
        wide = max((size.dtype for size in sizes), key=lambda dtype: dtype.bits)
        return const(number, wide)
    made = factors[0]
    for factor in factors[1:]:
        made = made * factor
    return made * number if number != 1 else made


def factors_of(size: Expr) -> list[Expr]:
    """The factors of a product."""
    return [*factors_of(size.a), *factors_of(size.b)] if isinstance(size, Mul) else [size]


def is_number(size: Expr, value: int) -> bool:
    """Whether a size is this number."""
    return isinstance(size, IntImm) and size.value == value


def _separated(size: Expr) -> tuple[Expr | None, int]:
    """The product of what is no number (None: nothing), and the number."""
    number, others = 1, list[Expr]()
    for factor in factors_of(size):
        if isinstance(factor, IntImm):
            number *= factor.value
        else:
            others.append(factor)
    return (product(*others) if others else None), number
