"""Proofs that a form is never negative: bounds first, then a short search that uses up one known inequality after the other.

`n*m - i*m - j - 1 >= 0` from `i <= n - 1`, `j <= m - 1`, `m >= 0`: subtract the second inequality, then m times the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from tilewright.core.arith import interval as iv
from tilewright.core.arith.bounds import bound, linear_bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key
from tilewright.core.arith.linear import Linear, difference, linear
from tilewright.core.arith.polynomial import Monomial, Polynomial, of_linear, product
from tilewright.core.base.budget import spend
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm, Max, Min, Mul

DEPTH = 5
GOALS = 60
TERMS = 10
HOPELESS = -(1 << 30)  # the lower end of an int32 that is otherwise unknown


def nonnegative(facts: Facts, form: Linear) -> bool:
    """Whether form >= 0 can be proved."""
    low, high = linear_bound(facts, form)
    if low >= 0:
        return True
    if high < 0 or not form.terms:
        return False
    goal = of_linear(facts, form)
    with facts.remembered_bounds():
        return _lower(facts, goal) >= 0 or _at_corners(facts, goal) >= 0 or _Search(facts).proves(goal)


def less_equal(facts: Facts, a: Expr, b: Expr) -> bool:
    """Whether a <= b can be proved."""
    return nonnegative(facts, difference(b, a))


def less(facts: Facts, a: Expr, b: Expr) -> bool:
    """Whether a < b can be proved."""
    return nonnegative(facts, difference(b, a).shifted(-1))


def equal(facts: Facts, a: Expr, b: Expr) -> bool:
    """Whether a == b can be proved without inequalities: by multiplying out."""
    form = difference(a, b)
    return not of_linear(facts, form).terms


class _Search:
    """One proof, shortest first: goals from which the first one follows, until one of them is plain."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.known = [of_linear(facts, form) for form in facts.inequalities]
        self._found: dict[int, tuple[Expr, tuple[Polynomial, ...]]] = {}  # what atoms imply, by their identities

    def proves(self, goal: Polynomial) -> bool:
        """Whether goal >= 0 follows."""
        seen = {frozenset(goal.terms.items())}
        level = [goal]
        for _ in range(DEPTH):
            level = list(self._next(level, seen))
            if any(_lower(self.facts, found) >= 0 for found in level):
                return True
            if not level or len(seen) > GOALS:
                return False
        return False

    def _next(self, level: list[Polynomial], seen: set[frozenset[tuple[Monomial, int]]]) -> Iterator[Polynomial]:
        for goal in level:
            found = list(self._reduced(goal, self._troublesome(goal)))
            for reduced in found or self._reduced(goal, _quotients(goal)):
                name = frozenset(reduced.terms.items())
                if name not in seen and len(reduced.terms) <= TERMS:
                    seen.add(name)
                    yield reduced

    def _reduced(self, goal: Polynomial, monomials: list[Monomial]) -> Iterator[Polynomial]:
        for monomial in monomials:
            yield from self._reductions(goal, monomial, goal.terms[monomial])

    def _troublesome(self, goal: Polynomial) -> list[Monomial]:
        """The monomials without a lower bound; all of them when each has one and the sum is still too low."""
        monomials = [monomial for monomial in goal.terms if monomial]
        endless = [
            monomial
            for monomial in monomials
            if _lower(self.facts, Polynomial({monomial: goal.terms[monomial]}, goal.atoms)) <= HOPELESS
        ]
        return endless or monomials

    def _reductions(self, goal: Polynomial, monomial: Monomial, coefficient: int) -> Iterator[Polynomial]:
        """Goals without `monomial` from which `goal` follows: goal minus a positive multiple of something >= 0."""
        for position, name in enumerate(monomial):
            rest = monomial[:position] + monomial[position + 1 :]
            if rest and _lower(self.facts, Polynomial({rest: 1}, goal.atoms)) < 0:
                continue
            for fact in (*self.known, *self._implied(goal.atoms[name])):
                factor = fact.terms.get((name,), 0)
                if factor * coefficient > 0:
                    yield _eliminated(goal, fact, coefficient, factor, rest)

    def _implied(self, atom: Expr) -> tuple[Polynomial, ...]:
        found = self._found.get(id(atom))
        if found is None:
            found = self._found[id(atom)] = atom, _implied(self.facts, atom)
        return found[1]


def _quotients(goal: Polynomial) -> list[Monomial]:
    """The monomials with a quotient in them: it is tied to what is divided, which may be what has no bound."""
    return [monomial for monomial in goal.terms if any(isinstance(goal.atoms[name], FloorDiv) for name in monomial)]


def _eliminated(goal: Polynomial, fact: Polynomial, coefficient: int, factor: int, rest: Monomial) -> Polynomial:
    common = gcd(coefficient, factor)
    lifted = Polynomial({product(m, rest): c for m, c in fact.terms.items()}, fact.atoms) if rest else fact
    return goal.scaled(abs(factor) // common).add(lifted, -(abs(coefficient) // common))


def _lower(facts: Facts, goal: Polynomial) -> iv.End:
    """A constant lower bound of a polynomial, monomial by monomial."""
    spend()
    total: iv.End = 0
    for monomial, coefficient in goal.terms.items():
        low, high = _monomial_bound(facts, monomial, goal.atoms)
        total += coefficient * (low if coefficient > 0 else high)
        if total == -iv.INF:
            return total
    return total


def _at_corners(facts: Facts, goal: Polynomial) -> iv.End:
    """The least value of a*x*y + b*x + c*y + d: such a form is least where both variables stand at an end."""
    names = {name for monomial in goal.terms for name in monomial}
    pairs = [monomial for monomial in goal.terms if len(monomial) > 1]
    if len(names) != 2 or len(pairs) != 1 or len(pairs[0]) != 2 or set(pairs[0]) != names:
        return -iv.INF  # a higher power, x*x*y, is not linear in x
    (pair,) = pairs
    x, y = pair
    both, of_x, of_y = goal.terms[pair], goal.terms.get((x,), 0), goal.terms.get((y,), 0)
    ends = [bound(facts, goal.atoms[name]) for name in pair]
    if not any(all(abs(end) != iv.INF for end in each) for each in ends):
        return -iv.INF
    if abs(ends[0][0]) == iv.INF or abs(ends[0][1]) == iv.INF:
        ends, of_x, of_y = ends[::-1], of_y, of_x
    values: list[iv.End] = []
    for first in ends[0]:
        slope = both * first + of_y
        rest = of_x * first + goal.constant
        values += [rest + slope * second if slope else rest for second in ends[1]]
    return min(values)


def _monomial_bound(facts: Facts, monomial: Monomial, atoms: dict[Key, Expr]) -> iv.Interval:
    if not monomial:
        return 1, 1
    found = bound(facts, atoms[monomial[0]])
    for name in monomial[1:]:
        found = iv.times(found, bound(facts, atoms[name]))
    if len(monomial) == 2 and monomial[0] == monomial[1]:
        return max(found[0], 0), found[1]
    return found


def _implied(facts: Facts, atom: Expr) -> tuple[Polynomial, ...]:
    """Inequalities that hold because of what an atom is."""
    if isinstance(atom, Min):
        return _forms(facts, difference(atom.a, atom), difference(atom.b, atom))
    if isinstance(atom, Max):
        return _forms(facts, difference(atom, atom.a), difference(atom, atom.b))
    if isinstance(atom, FloorDiv) and isinstance(atom.b, IntImm) and atom.b.value > 0:
        rest = difference(atom.a, Mul(atom, atom.b))  # a - b * (a // b), which lies in [0, b)
        return _forms(facts, rest, rest.scaled(-1).shifted(atom.b.value - 1))
    if isinstance(atom, FloorDiv) and bound(facts, atom.b)[0] > 0:
        rest = difference(atom.a, Mul(atom.b, atom))
        return _forms(facts, rest, rest.scaled(-1).add(linear(atom.b)).shifted(-1))
    if isinstance(atom, FloorMod) and bound(facts, atom.b)[0] > 0:
        return _forms(facts, difference(atom.b, atom).shifted(-1))
    return ()


def _forms(facts: Facts, *forms: Linear) -> tuple[Polynomial, ...]:
    return tuple([of_linear(facts, form) for form in forms])
