"""Bounds of variables pushed through linear constraints: a quick look before `omega` decides.

A constraint in which all variables but one have bounds gives that one bounds.  Where a constraint cannot hold within the bounds there is no solution;
where the smallest values, or the largest, satisfy all constraints they are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.arith.omega import Model, Name, Row

ROUNDS = 4
Bounds = dict[Name, tuple[int | None, int | None]]


def look(zero: Sequence[Row], positive: Sequence[Row]) -> Model | bool:
    """A solution; False where there is none, True where that is not settled."""
    bounds: Bounds = {}
    rows = [*zero, *(row.scaled(-1) for row in zero), *positive]
    for _ in range(ROUNDS):
        before = dict(bounds)
        for row in rows:
            if not _narrowed(row, bounds):
                return False
        if bounds == before:
            break
    names = {name for row in rows for name in row.terms}
    for guess in (_lowest(names, bounds), _highest(names, bounds)):
        if all(row.at(guess) == 0 for row in zero) and all(row.at(guess) >= 0 for row in positive):
            return guess
    return True


def _narrowed(row: Row, bounds: Bounds) -> bool:
    """Whether `row >= 0` can hold within the bounds, which it narrows."""
    most: int = row.constant  # the largest value of the row, less the terms without a bound
    open_: list[Name] = []
    for name, c in row.terms.items():
        end = bounds.get(name, (None, None))[1 if c > 0 else 0]
        if end is None:
            open_.append(name)
        else:
            most += c * end
    if not open_ and most < 0:
        return False
    for name in open_ if len(open_) == 1 else () if open_ else tuple(row.terms):
        c = row.terms[name]
        low, high = bounds.get(name, (None, None))
        if c > 0:  # c * x >= -(most without x)
            rest = most if name in open_ else most - c * (high or 0)
            least = -(rest // c)
            if low is None or least > low:
                low = least
        else:
            rest = most if name in open_ else most - c * (low or 0)
            greatest = rest // -c
            if high is None or greatest < high:
                high = greatest
        if low is not None and high is not None and low > high:
            return False
        bounds[name] = low, high
    return True


def _lowest(names: set[Any], bounds: Bounds) -> Model:
    ends = {name: bounds.get(name, (None, None)) for name in names}
    return {name: low if low is not None else min(0, high or 0) for name, (low, high) in ends.items()}


def _highest(names: set[Any], bounds: Bounds) -> Model:
    ends = {name: bounds.get(name, (None, None)) for name in names}
    return {name: high if high is not None else max(0, low or 0) for name, (low, high) in ends.items()}
