"""Intervals of integers with infinite ends: pairs `(low, high)` of numbers, empty when low > high.

Ends are Python integers or an infinity, so nothing overflows.  Quotients come in both roundings.
"""

from __future__ import annotations

import math

from tilewright.core.base.dtype import DType, int_range

End = int | float
Interval = tuple[End, End]

INF = math.inf
EVERYTHING: Interval = (-INF, INF)


def of_dtype(dtype: DType) -> Interval:
    """All values of an integer type of at most 32 bits; wider ones count as unbounded, as TVM has it."""
    if not dtype.is_integer:
        return EVERYTHING
    if dtype.bits >= 64:
        return (0, INF) if dtype.kind == "uint" else EVERYTHING
    return int_range(dtype.element)


def plus(a: Interval, b: Interval) -> Interval:
    """{x + y}"""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Interval, b: Interval) -> Interval:
    """{x - y}"""
    return a[0] - b[1], a[1] - b[0]


def scaled(a: Interval, factor: int) -> Interval:
    """{factor * x}"""
    if factor == 0:
        return 0, 0
    return (a[0] * factor, a[1] * factor) if factor > 0 else (a[1] * factor, a[0] * factor)


def _product(x: End, y: End) -> End:
    return 0 if x == 0 or y == 0 else x * y


def times(a: Interval, b: Interval) -> Interval:
    """{x * y}, or an interval around it: products of products would else take millions of digits"""
    corners = [_product(x, y) for x in a for y in b]
    low, high = min(corners), max(corners)
    if -_FAR <= low and high <= _FAR:
        return low, high
    return (-INF if low < -_FAR else min(low, _FAR)), (INF if high > _FAR else max(high, -_FAR))


# Far outside of every type of integers.
_FAR = 1 << 512


def intersect(a: Interval, b: Interval) -> Interval:
    """Values in both."""
    return max(a[0], b[0]), min(a[1], b[1])


def union(a: Interval, b: Interval) -> Interval:
    """The smallest interval around both."""
    return min(a[0], b[0]), max(a[1], b[1])


def _floor(x: End, y: End) -> End:
    """x // y with infinities; y is not 0."""
    if math.isinf(y):
        return 0 if x == 0 or (x > 0) == (y > 0) else -1
    return x if math.isinf(x) and y > 0 else -x if math.isinf(x) else x // y


def _trunc(x: End, y: End) -> End:
    quotient = _floor(abs(x), abs(y))
    return quotient if (x < 0) == (y < 0) else -quotient


def floordiv(a: Interval, b: Interval) -> Interval:
    """{x // y} over the y that are not 0; extremes lie at the ends of `a` and at the ends and next to zero of `b`."""
    corners = [_floor(x, y) for x in a for y in _divisors(b)]
    return (min(corners), max(corners)) if corners else EVERYTHING


def truncdiv(a: Interval, b: Interval) -> Interval:
    """{x / y rounded towards zero} over the y that are not 0."""
    corners = [_trunc(x, y) for x in a for y in _divisors(b)]
    if corners and a[0] <= 0 <= a[1]:
        corners.append(0)
    return (min(corners), max(corners)) if corners else EVERYTHING


def _divisors(b: Interval) -> list[End]:
    around = [*b, *(y for y in (-1, 1) if b[0] <= y <= b[1])]
    return [y for y in around if y != 0]


def floormod(a: Interval, b: Interval) -> Interval:
    """{x % y}: the sign of y; x itself where it is already a remainder."""
    if b[0] > 0:
        if a[0] >= 0 and a[1] < b[0]:
            return a
        if b[0] == b[1] and a[1] - a[0] < b[0] and _floor(a[0], b[0]) == _floor(a[1], b[0]):
            return a[0] % b[0], a[1] % b[0]
        return 0, min(b[1] - 1, a[1]) if a[0] >= 0 else b[1] - 1
    if b[0] >= 0 and a[0] >= 0:
        return 0, min(a[1], max(b[1] - 1, 0))  # 0 divides nothing, so the divisor is positive
    low = b[0] + 1 if b[0] < 0 else 0
    return min(low, 0), max(b[1] - 1, 0)


def truncmod(a: Interval, b: Interval) -> Interval:
    """{x - y * trunc(x / y)}: the sign of x."""
    largest = max(abs(b[0]), abs(b[1])) - 1
    if largest < 0:
        return EVERYTHING
    low = 0 if a[0] >= 0 else max(-largest, a[0])
    high = 0 if a[1] <= 0 else min(largest, a[1])
    return low, high
