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
        settled = True
        for row in rows:
            narrowed = _narrowed(row, bounds)
            if narrowed is None:
                return False
            if narrowed:
                settled = False
        if settled:
            break
    names = {name for row in rows for name in row.terms}
    for guess in (_lowest(names, bounds), _highest(names, bounds)):
        if all(row.at(guess) == 0 for row in zero) and all(row.at(guess) >= 0 for row in positive):
            return guess
    return True


def _narrowed(row: Row, bounds: Bounds) -> bool | None:
    """Whether `row >= 0` narrows the bounds; None where it cannot hold within them."""
    most: int = row.constant  # the largest value of the row, less the term without a bound
    open_ = _NONE
    for name, c in row.terms.items():
        ends = bounds.get(name)
        end = None if ends is None else ends[1] if c > 0 else ends[0]
        if end is not None:
            most += c * end
        elif open_ is not _NONE:
            return False
        else:
            open_ = name
    if open_ is not _NONE:
        return _limit(bounds, open_, row.terms[open_], most)
    if most < 0:
        return None
    changed = False
    for name, c in row.terms.items():
        low, high = bounds[name]
        narrowed = _limit(bounds, name, c, most - c * ((high if c > 0 else low) or 0))
        if narrowed is None:
            return None
        changed = changed or narrowed
    return changed


_NONE: Any = object()


def _limit(bounds: Bounds, name: Name, c: int, rest: int) -> bool | None:
    """The same for c * name + rest >= 0."""
    low, high = bounds.get(name, _ANY)
    if c > 0:
        least = -(rest // c)
        if low is not None and least <= low:
            return False
        low = least
    else:
        greatest = rest // -c
        if high is not None and greatest >= high:
            return False
        high = greatest
    if low is not None and high is not None and low > high:
        return None
    bounds[name] = low, high
    return True


_ANY: tuple[int | None, int | None] = (None, None)


def _lowest(names: set[Any], bounds: Bounds) -> Model:
    ends = {name: bounds.get(name, (None, None)) for name in names}
    return {name: low if low is not None else min(0, high or 0) for name, (low, high) in ends.items()}


def _highest(names: set[Any], bounds: Bounds) -> Model:
    ends = {name: bounds.get(name, (None, None)) for name in names}
    return {name: high if high is not None else max(0, low or 0) for name, (low, high) in ends.items()}
