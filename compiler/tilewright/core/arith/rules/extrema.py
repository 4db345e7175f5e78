"""Minima and maxima; those that bounds decide are gone before these rules are asked."""

from __future__ import annotations

from tilewright.core.arith.rules.language import rules

RULES = rules(
    "min(x, x) -> x",
    "max(x, x) -> x",
    "min(max(x, y), x) -> x",
    "max(min(x, y), x) -> x",
    "min(min(x, y), x) -> min(x, y)",
    "max(max(x, y), x) -> max(x, y)",
    "min(min(x, c1), c2) -> min(x, min(c1, c2))",
    "max(max(x, c1), c2) -> max(x, max(c1, c2))",
    "min(max(x, c1), c2) -> c2 if c1 >= c2",
    "max(min(x, c1), c2) -> c2 if c1 <= c2",
    "max(min(x, y), min(x, z)) -> min(max(y, z), x)",
    "min(max(x, y), max(x, z)) -> max(min(y, z), x)",
    "min(x + y, x + z) -> min(y, z) + x",
    "max(x + y, x + z) -> max(y, z) + x",
    "min(x - y, x - z) -> x - max(y, z)",
    "max(x - y, x - z) -> x - min(y, z)",
    "min(y - x, z - x) -> min(y, z) - x",
    "max(y - x, z - x) -> max(y, z) - x",
    "min(x + c1, y + c1) -> min(x, y) + c1",
    "max(x + c1, y + c1) -> max(x, y) + c1",
    "min(x - c1, y - c1) -> min(x, y) - c1",
    "max(x - c1, y - c1) -> max(x, y) - c1",
    "min(x * c1, y * c1) -> min(x, y) * c1 if c1 > 0",
    "max(x * c1, y * c1) -> max(x, y) * c1 if c1 > 0",
    "min(x * c1, c2) -> min(x, c2 // c1) * c1 if c1 > 0 and c2 % c1 == 0",
    "max(x * c1, c2) -> max(x, c2 // c1) * c1 if c1 > 0 and c2 % c1 == 0",
    "min(x // c1, y // c1) -> min(x, y) // c1 if c1 > 0",
    "max(x // c1, y // c1) -> max(x, y) // c1 if c1 > 0",
    "min((x // c1) * c1, x) -> (x // c1) * c1 if c1 > 0",
    "max((x // c1) * c1, x) -> x if c1 > 0",
    "min(((x + c2) // c1) * c1, x) -> x if c1 > 0 and c2 == c1 - 1",
    "max(((x + c2) // c1) * c1, x) -> ((x + c2) // c1) * c1 if c1 > 0 and c2 == c1 - 1",
)
