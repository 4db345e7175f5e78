"""Conditions joined by and, or, not, and the selections they steer."""

from __future__ import annotations

from tilewright.core.arith.rules.line import both, canonical, rewrite

RULES = (
    *both(
        "x and x -> x",
        "x or x -> x",
        "x and not x -> False",
        "x or not x -> True",
        "x == y and x != y -> False",
        "x == y or x != y -> True",
    ),
    *canonical(
        "not (not x) -> x",
        "x and (x or y) -> x",
        "x or (x and y) -> x",
        "(x or y) and (x or z) -> x or (y and z)",
        "select(x, y, y) -> y",
        "select(not x, y, z) -> select(x, z, y)",
        "select(x, select(x, y, z), w) -> select(x, y, w)",
        "select(x, y, select(x, z, w)) -> select(x, y, w)",
    ),
    *rewrite(
        "x <= y and y < x -> False",
        "x < c1 and c2 < x -> False if c1 <= c2 + 1",
        "x < c1 and c2 <= x -> False if c1 <= c2",
        "x <= c1 and c2 < x -> False if c1 <= c2",
        "x <= c1 and c2 <= x -> False if c1 < c2",
        "x == c1 and x != c2 -> x == c1 if c1 != c2",
        "x == c1 and x == c2 -> False if c1 != c2",
        "x // c1 == c2 and x % c1 == c3 -> x == c1 * c2 + c3 if c1 > 0 and c3 >= 0 and c3 < c1",
        "0 <= x - y * c1 and x - y * c1 < c1 -> y == x // c1 if c1 > 0",
        "0 <= x + y * c2 and x + y * c2 < c1 -> y == x // c1 if c1 > 0 and c1 + c2 == 0",
        "x < c1 and x % c2 < c3"
        " => x < (c1 - 1) // c2 * c2 + c3 and x % c2 < c3 if c2 > 0 and c3 > 0 and (c1 - 1) % c2 >= c3",
        "x <= c1 and x % c2 < c3 => x < c1 // c2 * c2 + c3 and x % c2 < c3 if c2 > 0 and c3 > 0 and c1 % c2 >= c3",
        "x // c1 == c2 and x % c1 < c3 -> c1 * c2 <= x and x < c1 * c2 + c3 if c1 > 0 and c3 < c1",
        "x // c1 == c2 and x % c1 <= c3 -> c1 * c2 <= x and x <= c1 * c2 + c3 if c1 > 0 and c3 < c1",
        "x // c1 == c2 and c3 < x % c1 -> c1 * c2 + c3 < x and x < c1 * (c2 + 1) if c1 > 0 and c3 >= 0",
        "x // c1 == c2 and c3 <= x % c1 -> c1 * c2 + c3 <= x and x < c1 * (c2 + 1) if c1 > 0 and c3 >= 0",
        "x and (y and z) => (x and y) and z",
        "x <= y or y < x -> True",
        "x < c1 or c2 < x -> True if c2 < c1",
        "x < c1 or c2 <= x -> True if c2 <= c1",
        "x <= c1 or c2 < x -> True if c2 <= c1",
        "x <= c1 or c2 <= x -> True if c2 <= c1 + 1",
        "x != c1 or x == c2 -> x != c1 if c1 != c2",
        "x != c1 or x != c2 -> True if c1 != c2",
        "x or (y or z) => (x or y) or z",
    ),
)
