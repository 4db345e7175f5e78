"""The numbers and data types that stand for unknown ones where a definition is read to confirm or to find a mistake."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from tilewright.core.frontend.world import Integers

_LARGE = 64
# Unknown integers as numbers, each one of its own.  Programs are written for multiples of powers of two.
INTEGERS: tuple[Integers, ...] = (
    lambda position: 16 << min(position, 9),
    lambda position: 16 << max(9 - position, 0),
    lambda position: 2 << min(position, 9),
    lambda position: _LARGE << min(position, 9),
    lambda position: _LARGE << max(9 - position, 0),
    lambda position: (4096 << position // 2) if position % 2 == 0 else (2 << position // 2),
    lambda position: (4096 << position // 2) if position % 2 else (2 << position // 2),
)


def odd(position: int) -> int:
    """Numbers that tiles do not divide, for definitions that round quotients up."""
    return 37 + (_LARGE << min(position, 9))


def large_or_small(chosen: int, position: int) -> int:
    """A number of its own for each position, a large one where a bit is set."""
    return _chosen(4096, 2, chosen, position) << min(position, 9)


MOST_MIXED = 64  # choices of which numbers are large
OF_UNLIKE_SIZES = (5, 6)  # of them, in which a small one stands beside large ones
SMALL_INTEGERS = (INTEGERS[2], *INTEGERS[5:])
# How many of them are enough when they fit each other.
ENOUGH = 3
# How many unknown integers are chosen in every way.
MOST_UNKNOWNS = 4
_SEVERAL = 4  # iterations that it takes to race
DTYPES = ("float16", "int32", "int8", "float32", "float16", "int32", "float32", "float32")
# Tiles that are tried while other integers stay variables.
TILES: tuple[Integers, ...] = (lambda position: 16 << min(position, 9), lambda position: 8192 >> min(position, 9))
TILE = TILES[0]


def choices_of_sizes(count: int) -> Iterator[tuple[Integers, bool]]:
    """Sizes in every order, all the same, and each way of choosing which are large: squares and cubes, since some are products of others.  The last have sizes of 1 and 2."""
    # A reading may ask for more numbers than those before it.
    yield (lambda position: 4 << 2 * max(count - 1 - position, 0)), False
    yield (lambda position: 4 << 2 * position), False
    yield (lambda position: 16), False
    for large, small in ((64, 4), (16, 4), (16, 2), (16, 1)):
        for chosen in range(1, 1 << count):
            yield partial(_chosen, large, small, chosen), small < _SEVERAL


def orders_of_sizes(count: int) -> Iterator[Integers]:
    """So many different sizes in every order."""
    for order in permutations(range(count)):
        yield partial(_ordered, order)


def _ordered(order: tuple[int, ...], position: int) -> int:
    return 8 << (order[position] if position < len(order) else position)


def _chosen(large: int, small: int, chosen: int, position: int) -> int:
    """One of two sizes: the large one where a bit is set."""
    return large if chosen >> position & 1 else small
