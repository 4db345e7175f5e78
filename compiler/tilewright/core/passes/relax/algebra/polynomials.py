"""Counts of operations as polynomials of symbolic sizes, and whether one is less than another for all sizes there can be."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.expr import Add, Expr, IntImm, Mul, Sub
from tilewright.core.ir.structural import structural_equal

# The coefficient of each product of atoms; the key is the sorted numbers of the atoms.
Terms = dict[tuple[int, ...], int]
Bounds = Mapping[int, tuple[int, int | None]]


class Atoms:
    """The atoms of polynomials: expressions that are no sums, differences, products or numbers, each with its index."""

    def __init__(self) -> None:
        self.known: list[Expr] = []

    def terms(self, value: Expr | int) -> Terms:
        """An expression as a polynomial."""
        if isinstance(value, (int, IntImm)):
            number = value if isinstance(value, int) else value.value
            return {(): number} if number else {}
        if isinstance(value, (Add, Sub)):
            return plus(self.terms(value.a), self.terms(value.b), 1 if isinstance(value, Add) else -1)
        if isinstance(value, Mul):
            return times(self.terms(value.a), self.terms(value.b))
        return {(self._number(value),): 1}

    def _number(self, value: Expr) -> int:
        for at, known in enumerate(self.known):
            if known is value or structural_equal(known, value):
                return at
        self.known.append(value)
        return len(self.known) - 1


def plus(one: Terms, other: Terms, factor: int = 1) -> Terms:
    """one + factor*other"""
    made = dict(one)
    for key, count in other.items():
        made[key] = made.get(key, 0) + factor * count
    return {key: count for key, count in made.items() if count}


def times(one: Terms, other: Terms) -> Terms:
    """one * other"""
    made: Terms = {}
    for a, first in one.items():
        for b, second in other.items():
            key = tuple(sorted((*a, *b)))
            made[key] = made.get(key, 0) + first * second
    return {key: count for key, count in made.items() if count}


def is_below(one: Terms, other: Terms, bounds: Bounds) -> bool:
    """Whether `one` is less than `other` for all values of the atoms within their bounds; the default lower bound is 1."""
    return _negative(_without_common(plus(one, other, -1)), bounds, strictly=True)


def _without_common(terms: Terms) -> Terms:
    """The polynomial divided by the atoms that all its terms have, which are positive."""
    for atom in {atom for key in terms for atom in key}:
        while all(atom in key for key in terms):
            terms = {_less(key, atom): count for key, count in terms.items()}
    return terms


def _less(key: tuple[int, ...], atom: int) -> tuple[int, ...]:
    at = key.index(atom)
    return (*key[:at], *key[at + 1 :])


def _negative(terms: Terms, bounds: Bounds, strictly: bool) -> bool:
    """Whether a polynomial is negative, or else not positive, everywhere: one atom after the other, which it has to be linear in.

    A linear function is negative between two places where it is; without an upper bound it has to fall.
    """
    atom = next((atom for key in terms for atom in key), None)
    if atom is None:
        number = terms.get((), 0)
        return number < 0 if strictly else number <= 0
    if any(key.count(atom) > 1 for key in terms):
        return False
    slope = {_less(key, atom): count for key, count in terms.items() if atom in key}
    rest = {key: count for key, count in terms.items() if atom not in key}
    low, high = bounds.get(atom, (1, None))
    if not _negative(plus(rest, slope, low), bounds, strictly):
        return False
    if high is None:
        return _negative(slope, bounds, False)
    return _negative(plus(rest, slope, high), bounds, strictly)
