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
    sums: list[Row] = []
    for row in rows:
        if len(row.terms) == 1:
            ((name, c),) = row.terms.items()
            if _limit(bounds, name, c, row.constant) is None:
                return False
        else:
            sums.append(row)
    if not _push(sums, bounds):
        return False
    names = {name for row in rows for name in row.terms}
    for guess in (_lowest(names, bounds), _highest(names, bounds)):
        if all(row.at(guess) == 0 for row in zero) and all(row.at(guess) >= 0 for row in positive):
            return guess
    return True


def _push(sums: list[Row], bounds: Bounds) -> bool:
    """Narrow the bounds by each row again as long as bounds of its variables change; False where one cannot hold."""
    changed: set[Name] | None = None
    for _ in range(ROUNDS):
        again, narrower = changed, set[Name]()
        for row in sums:
            if again is None or not (again.isdisjoint(row.terms) and narrower.isdisjoint(row.terms)):
                if not _narrowed(row, bounds, narrower):
                    return False
        if not narrower:
            break
        changed = narrower
    return True


def _narrowed(row: Row, bounds: Bounds, narrower: set[Name]) -> bool:
    """Whether `row >= 0` can hold within the bounds, which it narrows; `narrower` gets the names of those."""
    most = row.constant  # the largest value of the row, less the term without a bound
    widest = 0  # of the ways that a term can take the row down from there
    open_ = _NONE
    for name, c in row.terms.items():
        low, high = bounds.get(name, _ANY)
        end, other = (high, low) if c > 0 else (low, high)
        if end is not None:
            most += c * end
            widest = _FAR if other is None else max(widest, c * (end - other))
        elif open_ is not _NONE:
            return True
        else:
            open_ = name
    if open_ is not _NONE:
        return _noted(_limit(bounds, open_, row.terms[open_], most), open_, narrower)
    if most < 0:
        return False
    if widest <= most:
        return True  # it holds everywhere
    for name, c in row.terms.items():
        low, high = bounds[name]
        rest = most - c * ((high if c > 0 else low) or 0)
        if not _noted(_limit(bounds, name, c, rest), name, narrower):
            return False
    return True


def _noted(narrowed: bool | None, name: Name, narrower: set[Name]) -> bool:
    if narrowed:
        narrower.add(name)
    return narrowed is not None


_FAR = 1 << 200
_NONE: Any = object()


def _limit(bounds: Bounds, name: Name, c: int, rest: int) -> bool | None:
    """Whether c * name + rest >= 0 narrows the bounds; None where it cannot hold within them."""
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
