"""Choices at random: among candidates, and of tile sizes whose product is the extent of a loop.

The generator is TVM's, so that a seed that TVM's users know draws the same categories and places here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, final

from tilewright.core.ir.expr import IntImm

MODULUS = 2147483647
_MULTIPLIER = 48271
_VALUES = MODULUS - 1  # a state is one of 1 .. MODULUS - 1


class Choice(int):
    """A decision that is one number; `value` is the number, as of the constants in TVM's traces."""

    @property
    def value(self) -> int:
        """The number."""
        return int(self)


@final
class Chance(random.Random):
    """The linear congruential generator of Park and Miller (1993); numbers are drawn from it as the C++ standard library of GCC does."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._state = seed

    def _next(self) -> int:
        """0 .. _VALUES - 1"""
        self._state = self._state * _MULTIPLIER % MODULUS
        return self._state - 1

    def random(self) -> float:
        """At least 0 and less than 1, of two draws."""
        low = self._next()
        return (low + self._next() * _VALUES) / _VALUES**2

    def _randbelow(self, n: int) -> int:  # pyright: ignore[reportUnusedFunction]  # of which `random.Random` makes its integers
        """A number of 0 .. n - 1: the draws are divided into `n` ranges of one length, and what is left over is drawn again."""
        if n == 1:
            return 0
        if n >= _VALUES:
            return int(self.random() * n)
        length = (_VALUES - 1) // n
        drawn = self._next()
        while drawn >= length * n:
            drawn = self._next()
        return drawn // length

    def fork(self) -> int:
        """A seed for another generator."""
        return (self._next() + 1) * 32767 % 1999999973 or 1


def new_seed(seed: int | None) -> int:
    """A seed from the given one (None and -1 stand for any), never 0."""
    if seed is None or seed == -1:
        return random.randrange(1, MODULUS)
    return seed % MODULUS or 1


def categorical(
    state: random.Random, candidates: Sequence[int], probs: Sequence[float], decision: int | IntImm | None
) -> int:
    """The position of the candidate chosen."""
    if len(candidates) != len(probs):
        raise ValueError(f"{len(candidates)} candidates need as many probabilities, and there are {len(probs)}")
    if decision is not None:
        position = int(decision.value if isinstance(decision, IntImm) else decision)
        if not 0 <= position < len(candidates):
            raise ValueError(f"the decision {position} is not the position of one of {len(candidates)} candidates")
        return position
    return state.choices(range(len(candidates)), [_float(prob) for prob in probs])[0]


def _float(value: Any) -> float:
    return float(getattr(value, "value", value))


def perfect_tile(state: random.Random, extent: int, n: int, max_innermost_factor: int) -> list[int]:
    """`n` factors whose product is `extent`, the last at most `max_innermost_factor` (-1: any)."""
    while True:
        tile = [1] * n
        for prime in _primes(extent):
            tile[state.randrange(n)] *= prime
        if n == 1 or max_innermost_factor == -1 or tile[-1] <= max_innermost_factor:
            return tile
        smaller = max(each for each in range(1, max_innermost_factor + 1) if tile[-1] % each == 0)
        tile[state.randrange(n - 1)] *= tile[-1] // smaller
        tile[-1] = smaller
        return tile


def adjusted(decision: Sequence[int | IntImm], extent: int) -> list[int]:
    """A tile decided for another extent, so that its product is this one: the first factor takes up what is left."""
    tile = [int(getattr(factor, "value", factor)) for factor in decision]
    product = 1
    for at in range(len(tile) - 1, 0, -1):
        if extent % (product * tile[at]) != 0:
            left = extent // product
            tile[at] = max(each for each in range(1, min(tile[at], left) + 1) if left % each == 0)
        product *= tile[at]
    tile[0] = extent // product
    return tile


def _primes(number: int) -> list[int]:
    found: list[int] = []
    prime = 2
    while prime * prime <= number:
        while number % prime == 0:
            found.append(prime)
            number //= prime
        prime += 1
    return [*found, number] if number > 1 else found


def partitioned_tile(state: random.Random, extent: int, n: int, partition_pos: int, innerpart_factor: int) -> list[int]:
    """`n` factors of `extent`, those from `partition_pos` on with a product that `innerpart_factor` divides."""
    if partition_pos == 0 and innerpart_factor == 1:
        return perfect_tile(state, extent, n, -1)
    if extent % innerpart_factor != 0:
        return [extent, *[1] * (n - 1)]
    tile = perfect_tile(state, extent // innerpart_factor, n, -1)
    tile[state.randrange(partition_pos, n)] *= innerpart_factor
    return tile


__all__ = ["Chance", "Choice", "adjusted", "categorical", "new_seed", "partitioned_tile", "perfect_tile"]
