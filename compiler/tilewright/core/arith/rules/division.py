"""Quotients of quotients and remainders: what is left once linear forms were divided term by term."""

from __future__ import annotations

from tilewright.core.arith.rules.language import rules

RULES = rules(
    "(x // c1) // c2 -> x // (c1 * c2) if c1 > 0 and c2 > 0",
    "(x % c1) % c2 -> x % c2 if c1 > 0 and c2 > 0 and c1 % c2 == 0",
    "(x // c1) % c2 -> (x % (c1 * c2)) // c1 if c1 > 0 and c2 > 0",
    "((x % c1) // c2) % c3 -> (x % (c2 * c3)) // c2 if c1 > 0 and c2 > 0 and c3 > 0 and c1 % (c2 * c3) == 0",
    "(x // c1 + c2) // c3 -> (x + c1 * c2) // (c1 * c3) if c1 > 0 and c3 > 0",
    "x // x -> 1",
    "x % x -> 0",
    "(x % y) // y -> 0 if nonneg(y)",
    "(x % y) % y -> x % y if nonneg(y)",
    "(x // y) // z -> x // (y * z) if nonneg(y) and nonneg(z)",
    "truncdiv(x, y) -> x // y if nonneg(x) and nonneg(y)",
    "truncmod(x, y) -> x % y if nonneg(x) and nonneg(y)",
    "truncdiv(truncdiv(x, c1), c2) -> truncdiv(x, c1 * c2) if c1 > 0 and c2 > 0",
    "truncmod(truncdiv(x, c1), c2) -> truncdiv(truncmod(x, c1 * c2), c1) if c1 > 0 and c2 > 0",
    "truncmod(truncmod(x, c1), c2) -> truncmod(x, c2) if c1 > 0 and c2 > 0 and c1 % c2 == 0",
    "truncdiv(x * c1, c2) -> truncdiv(x, c2 // c1) if c1 > 0 and c2 > 0 and c2 % c1 == 0",
    "truncdiv(x * c1, c2) -> x * (c1 // c2) if c1 > 0 and c2 > 0 and c1 % c2 == 0",
    "truncmod(x * c1, c2) -> 0 if c2 != 0 and c1 % c2 == 0",
    "truncmod(x * c1, c2) -> truncmod(x, c2 // c1) * c1 if c1 > 1 and c2 > 0 and c2 % c1 == 0",
    "truncdiv(x, c1) -> x if c1 == 1",
    "truncmod(x, c1) -> 0 if c1 == 1 or c1 == -1",
)
