"""Exact answers about systems of linear integer constraints: a solution, or that there is none.

The method is Pugh's Omega test ("The Omega test: a fast and practical integer programming algorithm for dependence analysis", 1991): equalities are
solved first, then one variable after the other is eliminated.  Where the elimination is not exact over the integers, the dark shadow is tried (each of
its points has an integer above it), then the real shadow (without a point there is no solution), then the planes between them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from tilewright.core.base.budget import spender

Name = Hashable
Model = dict[Name, int]
STEPS = 4000  # rows that one question may make


class OutOfSteps(Exception):
    """The question is too hard for its budget of steps: nothing is known."""


@dataclass(slots=True)
class Row:
    """sum(coefficient * variable) + constant, in a constraint `>= 0` or `== 0`; no coefficient is 0.  It is never changed; Python would take three times as long to make it if it had to see to that."""

    terms: dict[Name, int]
    constant: int = 0

    def add(self, other: Row, scale: int = 1) -> Row:
        """self + scale * other"""
        terms = dict(self.terms)
        for name, coefficient in other.terms.items():
            total = terms.get(name, 0) + coefficient * scale
            if total:
                terms[name] = total
            else:
                terms.pop(name, None)
        return Row(terms, self.constant + other.constant * scale)

    def scaled(self, factor: int) -> Row:
        """factor * self"""
        if factor == 0:
            return Row({})
        return Row({name: c * factor for name, c in self.terms.items()}, self.constant * factor)

    def shifted(self, amount: int) -> Row:
        """self + amount"""
        return Row(self.terms, self.constant + amount)

    def without(self, name: Name) -> Row:
        """The row less the term of one variable."""
        return Row({each: c for each, c in self.terms.items() if each != name}, self.constant)

    def replaced(self, name: Name, value: Row) -> Row:
        """The row with `value` in place of a variable."""
        coefficient = self.terms.get(name)
        return self if coefficient is None else self.without(name).add(value, coefficient)

    def at(self, model: Mapping[Name, int]) -> int:
        """The value at a point; variables that it does not name are 0."""
        return self.constant + sum(c * model.get(name, 0) for name, c in self.terms.items())


def constant(value: int) -> Row:
    """A number as a row."""
    return Row({}, value)


def variable(name: Name) -> Row:
    """A variable as a row."""
    return Row({name: 1})


def solve(equalities: Sequence[Row], inequalities: Sequence[Row], steps: int = STEPS) -> Model | None:
    """Integers for which each equality is 0 and each inequality is not negative, small ones where there is a choice; None when there are none.

    Raises `OutOfSteps` when that takes more than `steps` rows.
    """
    return _Omega(steps).solve(list(equalities), list(inequalities))


class _Omega:
    """One question with its budget."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.fresh = 0
        self.budget = spender()

    def solve(self, equalities: list[Row], inequalities: list[Row]) -> Model | None:
        self._spend(len(equalities) + len(inequalities))
        if equalities:
            return self._equality(equalities, inequalities)
        rows = _tightened(inequalities)
        if rows is None:
            return None
        found, rows = rows
        if found:
            return self.solve(found, rows)
        return self._eliminate(rows) if rows else {}

    def _spend(self, rows: int) -> None:
        self.budget(rows)
        self.left -= rows
        if self.left < 0:
            raise OutOfSteps

    def _equality(self, equalities: list[Row], inequalities: list[Row]) -> Model | None:
        """Solve the first equality for the variable with the smallest coefficient, as Euclid's algorithm does where that is not 1."""
        row, *rest = equalities
        if not row.terms:
            return self.solve(rest, inequalities) if row.constant == 0 else None
        divisor = gcd(*row.terms.values())
        if row.constant % divisor:
            return None
        row = Row({name: c // divisor for name, c in row.terms.items()}, row.constant // divisor)
        name, smallest = min(row.terms.items(), key=lambda term: abs(term[1]))
        if smallest < 0:
            row, smallest = row.scaled(-1), -smallest
        if smallest == 1:
            value, again = row.without(name).scaled(-1), []
        else:
            self.fresh += 1
            other = ("quotient", self.fresh)
            parts = {each: c // smallest for each, c in row.terms.items() if each != name and c // smallest}
            value = variable(other).add(Row(parts, row.constant // smallest), -1)
            again = [row.replaced(name, value)]
        model = self.solve(
            again + [each.replaced(name, value) for each in rest], [each.replaced(name, value) for each in inequalities]
        )
        if model is not None:
            model[name] = value.at(model)
        return model

    def _eliminate(self, rows: list[Row]) -> Model | None:
        """A solution of inequalities that are all tight."""
        name = _easiest(rows)
        lowers = [row for row in rows if row.terms.get(name, 0) > 0]
        uppers = [row for row in rows if row.terms.get(name, 0) < 0]
        others = [row for row in rows if name not in row.terms]
        exact = _all_ones(name, lowers) or _all_ones(name, uppers)
        self._spend(len(lowers) * len(uppers))
        pairs = [(low, up, low.terms[name], -up.terms[name]) for low in lowers for up in uppers]
        real = [low.scaled(b).add(up, a) for low, up, a, b in pairs]
        if exact:
            return _completed(self.solve([], others + real), name, lowers, uppers)
        dark = [row.shifted(-(a - 1) * (b - 1)) for row, (_, _, a, b) in zip(real, pairs)]
        model = self.solve([], others + dark)
        if model is not None:
            return _completed(model, name, lowers, uppers)
        if self.solve([], others + real) is None:
            return None
        return next((model for model in self._splinters(name, lowers, uppers, rows) if model is not None), None)

    def _splinters(self, name: Name, lowers: list[Row], uppers: list[Row], rows: list[Row]) -> Iterator[Model | None]:
        """Solutions that lie close above a lower bound, as all do that the dark shadow misses."""
        largest = max(-up.terms[name] for up in uppers)
        for low in lowers:
            factor = low.terms[name]
            for distance in range((largest * factor - largest - factor) // largest + 1):
                yield self.solve([low.shifted(-distance)], rows)


def _tightened(rows: list[Row]) -> tuple[list[Row], list[Row]] | None:
    """The rows divided by what divides their coefficients, each direction once, and the equalities that opposite rows make; None for a contradiction."""
    tight: dict[frozenset[tuple[Name, int]], Row] = {}
    for row in rows:
        if not row.terms:
            if row.constant < 0:
                return None
            continue
        divisor = gcd(*row.terms.values())
        if divisor > 1:
            row = Row({name: c // divisor for name, c in row.terms.items()}, row.constant // divisor)
        direction = frozenset(row.terms.items())
        known = tight.get(direction)
        if known is None or row.constant < known.constant:
            tight[direction] = row
    return _opposites(tight)


def _opposites(tight: dict[frozenset[tuple[Name, int]], Row]) -> tuple[list[Row], list[Row]] | None:
    equalities: list[Row] = []
    inequalities: list[Row] = []
    met: set[frozenset[tuple[Name, int]]] = set()
    for direction, row in tight.items():
        if direction in met:
            continue
        back = frozenset((name, -c) for name, c in direction)
        other = tight.get(back)
        if other is not None and row.constant + other.constant < 0:
            return None
        if other is not None and row.constant + other.constant == 0:
            met.add(back)
            equalities.append(row)
        else:
            inequalities.append(row)
    return equalities, inequalities


def _easiest(rows: list[Row]) -> Name:
    """The variable whose elimination is exact and makes the fewest rows; an inexact one when none is exact."""
    costs: dict[Name, list[int]] = {}
    for row in rows:
        for name, c in row.terms.items():
            cost = costs.setdefault(name, [0, 0, 0, 0])
            cost[c < 0] += 1
            cost[2 + (c < 0)] |= abs(c) != 1
    return min(
        costs, key=lambda name: (bool(costs[name][2] and costs[name][3] and all(costs[name][:2])), _rows(costs[name]))
    )


def _rows(cost: list[int]) -> int:
    return cost[0] * cost[1] - cost[0] - cost[1]


def _all_ones(name: Name, rows: list[Row]) -> bool:
    return all(abs(row.terms[name]) == 1 for row in rows)


def _completed(model: Model | None, name: Name, lowers: list[Row], uppers: list[Row]) -> Model | None:
    """The solution of a shadow with a value for the variable that was eliminated: its least, its greatest where there is none, or 0."""
    if model is None:
        return None
    least = [-(row.without(name).at(model) // row.terms[name]) for row in lowers]
    greatest = [row.without(name).at(model) // -row.terms[name] for row in uppers]
    model[name] = max(least) if least else min((*greatest, 0))
    return model
