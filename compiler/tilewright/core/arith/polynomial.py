"""Polynomials over atoms, for proofs: `(i + 1) * m` becomes `i*m + m`, so that what cancels does cancel.

Simplified programs keep products as they were written; only `prove` multiplies out.
"""

from __future__ import annotations

from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear, is_index, linear
from tilewright.core.ir.expr import Expr, Mul

Monomial = tuple[Key, ...]


class Polynomial:
    """Monomials (sorted tuples of atom keys; `()` is 1) with their coefficients, none of them 0."""

    __slots__ = ("atoms", "terms")

    def __init__(self, terms: dict[Monomial, int], atoms: dict[Key, Expr]) -> None:
        self.terms = terms
        self.atoms = atoms

    def add(self, other: Polynomial, scale: int = 1) -> Polynomial:
        """self + scale * other"""
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            total = terms.get(monomial, 0) + coefficient * scale
            if total:
                terms[monomial] = total
            else:
                terms.pop(monomial, None)
        return Polynomial(terms, {**self.atoms, **other.atoms})

    def scaled(self, factor: int) -> Polynomial:
        """factor * self, for a factor that is not 0"""
        return Polynomial({m: c * factor for m, c in self.terms.items()}, self.atoms)

    def times(self, other: Polynomial) -> Polynomial:
        """self * other"""
        found = Polynomial({}, {**self.atoms, **other.atoms})
        for monomial, coefficient in other.terms.items():
            shifted = {product(monomial, m): c * coefficient for m, c in self.terms.items()}
            found = found.add(Polynomial(shifted, {}))
        return found

    @property
    def constant(self) -> int:
        """The coefficient of 1."""
        return self.terms.get((), 0)


def product(a: Monomial, b: Monomial) -> Monomial:
    """The monomial of a product."""
    return tuple(sorted((*a, *b), key=hash)) if a and b else a or b


def polynomial(facts: Facts, e: Expr) -> Polynomial:
    """An expression multiplied out, with the values of bound variables put in."""
    return of_linear(facts, linear(e))


def of_linear(facts: Facts, form: Linear) -> Polynomial:
    """A linear form with its products multiplied out."""
    found = Polynomial({(): form.constant} if form.constant else {}, {})
    for atom, coefficient in form.atoms():
        found = found.add(_atom(facts, atom), coefficient)
    return found


def _atom(facts: Facts, e: Expr) -> Polynomial:
    if isinstance(e, Mul) and is_index(e.dtype):
        return polynomial(facts, e.a).times(polynomial(facts, e.b))
    value = facts.values.get(e) if facts.values else None  # pyright: ignore[reportArgumentType]
    if value is not None:
        return polynomial(facts, value)
    name = key(e)
    return Polynomial({(name,): 1}, {name: e})
