"""Sums and differences of a number, its quotients and its remainders, for truncated and for floor division.

`{div}` and `{mod}` stand for either pair.  In the canonical mode linear forms join these parts.
"""

from __future__ import annotations

from tilewright.core.arith.rules.line import rewrite

_EITHER = (
    "x - {div}(x, c1) * c1 => {mod}(x, c1) if c1 > 0",
    "{div}(x, c1) * c1 - x => 0 - {mod}(x, c1) if c1 > 0",
    "x - {div}(x + y, c1) * c1 | x - {div}(y + x, c1) * c1 => {mod}(x + y, c1) - y if c1 > 0",
    "{div}(x + y, c1) * c1 - x | {div}(y + x, c1) * c1 - x => y - {mod}(x + y, c1) if c1 > 0",
    "x - {div}(x - y, c1) * c1 => {mod}(x - y, c1) + y if c1 > 0",
    "{div}(x - y, c1) * c1 - x => 0 - {mod}(x - y, c1) - y if c1 > 0",
    "x * c2 - {div}(x, c1) * c3 => {mod}(x, c1) * c2 if c1 > 0 and c3 == c1 * c2",
    "{div}(x, c1) * c3 - x * c2 => {mod}(x, c1) * (0 - c2) if c1 > 0 and c3 == c1 * c2",
    "x * c2 - {div}(x + y, c1) * c3 | x * c2 - {div}(y + x, c1) * c3"
    " => ({mod}(x + y, c1) - y) * c2 if c1 > 0 and c3 == c1 * c2",
    "{div}(x + y, c1) * c3 - x * c2 | {div}(y + x, c1) * c3 - x * c2"
    " => (y - {mod}(x + y, c1)) * c2 if c1 > 0 and c3 == c1 * c2",
    "x * c2 - {div}(x - y, c1) * c3 => ({mod}(x - y, c1) + y) * c2 if c1 > 0 and c3 == c1 * c2",
    "{div}(x - y, c1) * c3 - x * c2 => (0 - {mod}(x - y, c1) - y) * c2 if c1 > 0 and c3 == c1 * c2",
)
RULES = rewrite(
    "x - truncdiv(x, c1) * c1 => truncmod(x, 0 - c1) if c1 < 0",
    *[line.format(div="truncdiv", mod="truncmod") for line in _EITHER],
    "truncdiv(x + c1, c2) - truncdiv(x, c2) => truncdiv(truncmod(x, c2) + c1, c2) if c1 >= 0 and c2 > 0 and nonneg(x)",
    "truncdiv(x + c1, c3) - truncdiv(x + c2, c3)"
    " => truncdiv(truncmod(x + c2, c3) + (c1 - c2), c3) if c1 >= c2 and c3 > 0 and nonneg(x + c2)",
    *[line.format(div="floordiv", mod="floormod") for line in _EITHER],
    "(x + 1) // 2 - x % 2 => x // 2",
    "(x + c1) // 2 - x // 2 => (x % 2) * (c1 % 2) + c1 // 2",
    "x // 2 - (x + c1) // 2 => (x % 2) * (0 - c1 % 2) + (0 - c1 // 2)",
    "(x + c1) // 2 - (x + c2) // 2 => (x % 2) * (c1 % 2 - c2 % 2) + (c1 // 2 - c2 // 2)",
    "(x + c1) // c2 - x // c2 => (x % c2 + c1) // c2 if c1 >= 0 and c2 > 0",
    "(x + c1) // c3 - (x + c2) // c3 => ((x + c2 % c3) % c3 + (c1 - c2)) // c3 if c1 >= c2 and c3 > 0",
)
