"""Conditions joined by and, or, not, and the selections they steer."""

from __future__ import annotations

from tilewright.core.arith.rules.language import rules

RULES = rules(
    "x and x -> x",
    "x or x -> x",
    "x and not x -> False",
    "x or not x -> True",
    "x == y and x != y -> False",
    "x == y or x != y -> True",
    "not (not x) -> x",
    "x and (x or y) -> x",
    "x or (x and y) -> x",
    "(x or y) and (x or z) -> x or (y and z)",
    "select(x, y, y) -> y",
    "select(not x, y, z) -> select(x, z, y)",
    "select(x, select(x, y, z), w) -> select(x, y, w)",
    "select(x, y, select(x, z, w)) -> select(x, y, w)",
)
