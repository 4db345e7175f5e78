"""Sizes for symbolic dimensions that the user does not give: odd, and no two the same.

A tile that does not divide a dimension, a dimension taken for another and a missing guard are mistakes that show at such sizes, and not where all are 128.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from tilewright.core.base.dtype import int_range
from tilewright.core.ir.expr import Var
from tilewright.runner.request import CannotRun

# Near the sizes of tiles, above and below; what comes later is taken from the odd numbers that are left.
_FIRST = (67, 129, 35, 97, 51, 113, 83, 45)


def odd_sizes() -> Iterator[int]:
    """Odd numbers, each once."""
    yield from _FIRST
    yield from (size for size in count(21, 2) if size not in _FIRST)


def chosen_sizes(variables: Iterable[Var], sizes: Mapping[str, int], default: int | None) -> dict[Var, int]:
    """A number for each variable: its own, else `default`, else an odd one that no other has; raises `CannotRun` for a name that is none."""
    known = tuple(variables)
    unknown = set(sizes) - {variable.name for variable in known}
    if unknown:
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(variable.name for variable in known))
        has = f"it has {names}" if names else "all its sizes are numbers"
        raise CannotRun(f"`{sorted(unknown)[0]}` is not a symbolic size of this function; {has}.")
    left = (size for size in odd_sizes() if size not in sizes.values())
    by_name: dict[str, int] = {}
    for variable in known:
        if variable.name not in by_name:
            by_name[variable.name] = sizes.get(variable.name) or default or _fitting(variable, left)
    return {variable: by_name[variable.name] for variable in known}


def _fitting(variable: Var, left: Iterator[int]) -> int:
    """The next size; where the variable's type does not hold it, the largest odd number that it holds."""
    largest = int_range(variable.dtype.element)[1]
    size = next(left)
    return size if size <= largest else largest - (largest + 1) % 2
