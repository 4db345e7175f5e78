"""Comparisons of one thing with a constant, and of minima and maxima; what a difference decides is gone before."""

from __future__ import annotations

from tilewright.core.arith.rules.language import rules

RULES = rules(
    "x // c1 < c2 -> x < c1 * c2 if c1 > 0",
    "x // c1 <= c2 -> x <= c1 * (c2 + 1) - 1 if c1 > 0",
    "c2 < x // c1 -> c1 * (c2 + 1) - 1 < x if c1 > 0",
    "c2 <= x // c1 -> c1 * c2 <= x if c1 > 0",
    "x // c1 == 0 -> x < c1 if c1 > 0 and nonneg(x)",
    "min(x, y) < x -> y < x",
    "x <= min(x, y) -> x <= y",
    "x < max(x, y) -> x < y",
    "max(x, y) <= x -> y <= x",
    "x <= max(x, y) -> True",
    "min(x, y) <= x -> True",
    "x < min(x, y) -> False",
    "max(x, y) < x -> False",
    "min(x, c1) < c2 -> x < c2 if c1 >= c2",
    "min(x, c1) <= c2 -> x <= c2 if c1 > c2",
    "c2 < min(x, c1) -> c2 < x if c2 < c1",
    "c2 <= min(x, c1) -> c2 <= x if c2 <= c1",
    "max(x, c1) < c2 -> x < c2 if c1 < c2",
    "max(x, c1) <= c2 -> x <= c2 if c1 <= c2",
    "c2 < max(x, c1) -> c2 < x if c2 >= c1",
    "c2 <= max(x, c1) -> c2 <= x if c2 > c1",
    "min(x, y) < z -> x < z or y < z",
    "min(x, y) <= z -> x <= z or y <= z",
    "max(x, y) < z -> x < z and y < z",
    "max(x, y) <= z -> x <= z and y <= z",
    "z < min(x, y) -> z < x and z < y",
    "z <= min(x, y) -> z <= x and z <= y",
    "z < max(x, y) -> z < x or z < y",
    "z <= max(x, y) -> z <= x or z <= y",
)
