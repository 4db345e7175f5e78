"""Truncated division and remainder, of numbers that are not negative where it makes a difference."""

from __future__ import annotations

from tilewright.core.arith.rules.line import both, canonical, rewrite

RULES = (
    *canonical(
        "truncdiv(x, y) -> x // y if nonneg(x) and nonneg(y)",
        "truncmod(x, y) -> x % y if nonneg(x) and nonneg(y)",
    ),
    *both(
        "truncdiv(truncdiv(x, c1), c2) -> truncdiv(x, c1 * c2) if c1 > 0 and c2 > 0",
        "truncdiv(x * c1, c2) => x * (c1 // c2) if c2 > 0 and c1 % c2 == 0",
        "truncdiv(x * c1, c2) => truncdiv(x, c2 // c1) if c1 > 0 and c2 > 0 and c2 % c1 == 0",
        "truncmod(x * c1, c2) => 0 if c2 != 0 and c1 % c2 == 0",
    ),
    *canonical(
        "truncmod(truncdiv(x, c1), c2) -> truncdiv(truncmod(x, c1 * c2), c1) if c1 > 0 and c2 > 0",
        "truncmod(truncmod(x, c1), c2) -> truncmod(x, c2) if c1 > 0 and c2 > 0 and c1 % c2 == 0",
        "truncmod(x * c1, c2) -> truncmod(x, c2 // c1) * c1 if c1 > 1 and c2 > 0 and c2 % c1 == 0",
        "truncdiv(x, c1) -> x if c1 == 1",
        "truncmod(x, c1) -> 0 if c1 == 1 or c1 == -1",
    ),
    *rewrite(
        "truncdiv(x, x) => 1",
        "truncdiv(truncdiv(x, c1) + c2, c3)"
        " => truncdiv(x + c1 * c2, c1 * c3) if c1 > 0 and c2 >= 0 and c3 > 0 and nonneg(x)",
        "truncdiv(x * c1 + y, c2)"
        " => x * (c1 // c2) + truncdiv(y, c2) if c2 > 0 and c1 % c2 == 0 and nonneg(x * c1) and nonneg(y)",
        "truncdiv(y + x * c1, c2)"
        " => truncdiv(y, c2) + x * (c1 // c2) if c2 > 0 and c1 % c2 == 0 and nonneg(x * c1) and nonneg(y)",
        "truncdiv((x * c1 + y) + z, c2) | truncdiv((y + x * c1) + z, c2)"
        " => x * (c1 // c2) + truncdiv(y + z, c2) if c2 > 0 and c1 % c2 == 0 and nonneg(x * c1) and nonneg(y + z)",
        "truncdiv(min(x * c1, y), c2) => min(x * (c1 // c2), truncdiv(y, c2)) if c2 > 0 and c1 % c2 == 0",
        "truncdiv(min(y, x * c1), c2) => min(truncdiv(y, c2), x * (c1 // c2)) if c2 > 0 and c1 % c2 == 0",
        "truncdiv(max(x * c1, y), c2) => max(x * (c1 // c2), truncdiv(y, c2)) if c2 > 0 and c1 % c2 == 0",
        "truncdiv(max(y, x * c1), c2) => max(truncdiv(y, c2), x * (c1 // c2)) if c2 > 0 and c1 % c2 == 0",
        "truncdiv(x + c1, c2) => truncdiv(x, c2) + c1 // c2 if c1 > 0 and c2 > 0 and c1 % c2 == 0 and nonneg(x)",
        "truncdiv(x + y, x) | truncdiv(y + x, x) => truncdiv(y, x) + 1 if nonneg(x) and nonneg(y)",
        "truncdiv((x + y) + z, x) | truncdiv((y + x) + z, x) | truncdiv(y + (x + z), x) | truncdiv(y + (z + x), x)"
        " => truncdiv(y + z, x) + 1 if nonneg(x) and nonneg(y + z)",
        "truncdiv(x * y, y) | truncdiv(y * x, y) => x if nonneg(x) and nonneg(y)",
        "truncdiv(x * z + y, z) | truncdiv(z * x + y, z) => x + truncdiv(y, z) if nonneg(x) and nonneg(y) and nonneg(z)",
        "truncdiv(y + x * z, z) | truncdiv(y + z * x, z) => truncdiv(y, z) + x if nonneg(x) and nonneg(y) and nonneg(z)",
        "truncmod(x, c1) => truncmod(x, 0 - c1) if c1 < 0",
        "truncmod(x * c1 + y, c2) | truncmod(y + x * c1, c2)"
        " => truncmod(y, c2) if c2 > 0 and c1 % c2 == 0 and nonneg(x * c1) and nonneg(y)",
        "truncmod(x + c1, c2) => truncmod(x, c2) if c1 > 0 and c2 > 0 and c1 % c2 == 0 and nonneg(x)",
        "truncmod(x + c1, c2) => truncmod(x + c1 % c2, c2) if c2 > 0 and c1 >= c2 and nonneg(x)",
    ),
)
