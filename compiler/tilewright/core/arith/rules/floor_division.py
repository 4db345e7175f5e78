"""Floor division and remainder.  In the canonical mode linear forms were divided term by term before: its rules are for what is left."""

from __future__ import annotations

from tilewright.core.arith.rules.line import both, canonical, rewrite

RULES = (
    *both(
        "(x // c1) // c2 -> x // (c1 * c2) if c1 > 0 and c2 > 0",
        "(x // c1 + c2) // c3 -> (x + c1 * c2) // (c1 * c3) if c1 > 0 and c3 > 0",
        "(x % c1) % c2 -> x % c2 if c1 > 0 and c2 > 0 and c1 % c2 == 0",
        "x // x -> 1",
    ),
    *canonical(
        "(x // c1) % c2 -> (x % (c1 * c2)) // c1 if c1 > 0 and c2 > 0",
        "((x % c1) // c2) % c3 -> (x % (c2 * c3)) // c2 if c1 > 0 and c2 > 0 and c3 > 0 and c1 % (c2 * c3) == 0",
        "x % x -> 0",
        "(x % y) // y -> 0 if nonneg(y)",
        "(x % y) % y -> x % y if nonneg(y)",
        "(x // y) // z -> x // (y * z) if nonneg(y) and nonneg(z)",
    ),
    *rewrite(
        "x // 1 => x",
        "(x - x % c1) // c1 => x // c1 if c1 != 0",
        "(x % 2 + 1) // 2 => x % 2",
        "(x * c1) // c2 => x * (c1 // c2) if c2 > 0 and c1 % c2 == 0",
        "(x * c1) // c2 => x // (c2 // c1) if c1 > 0 and c2 > 0 and c2 % c1 == 0",
        "(x * c1 + y) // c2 | (y + x * c1) // c2 => x * (c1 // c2) + y // c2 if c2 > 0 and c1 % c2 == 0",
        "((x * c1 + y) + z) // c2 | ((y + x * c1) + z) // c2 => x * (c1 // c2) + (y + z) // c2 if c2 > 0 and c1 % c2 == 0",
        "(x * c1 + c3) // c2 => x // (c2 // c1) + c3 // c2 if c1 > 0 and c2 > 0 and c2 % c1 == 0 and c3 % c2 < c1",
        "(x * c1 + y) // c2 => x // (c2 // c1) if c1 > 0 and c2 > 0 and c2 % c1 == 0 and nonneg(y) and nonneg(c1 - 1 - y)",
        "((x * c1 + y) + z) // c2"
        " => x // (c2 // c1) if c1 > 0 and c2 > 0 and c2 % c1 == 0 and nonneg(y + z) and nonneg(c1 - 1 - (y + z))",
        "(x * c1 + y) // c2 => x * (c1 // c2)"
        " if c1 > c2 and c2 > 0 and nonneg(x * (c1 % c2) + y) and nonneg(c2 - 1 - (x * (c1 % c2) + y))",
        "min(x * c1, y) // c2 => min(x * (c1 // c2), y // c2) if c2 > 0 and c1 % c2 == 0",
        "min(y, x * c1) // c2 => min(y // c2, x * (c1 // c2)) if c2 > 0 and c1 % c2 == 0",
        "max(x * c1, y) // c2 => max(x * (c1 // c2), y // c2) if c2 > 0 and c1 % c2 == 0",
        "max(y, x * c1) // c2 => max(y // c2, x * (c1 // c2)) if c2 > 0 and c1 % c2 == 0",
        "(x + c1) // c2 => x // c2 + c1 // c2 if c2 > 0 and c1 % c2 == 0",
        "(x + y) // x | (y + x) // x => y // x + 1 if nonneg(x)",
        "((x + y) + z) // x | ((y + x) + z) // x | (y + (x + z)) // x | (y + (z + x)) // x => (y + z) // x + 1 if nonneg(x)",
        "(x * y) // y | (y * x) // y => x if nonneg(y)",
        "(x * z + y) // z | (z * x + y) // z => x + y // z if nonneg(z)",
        "(y + x * z) // z | (y + z * x) // z => y // z + x if nonneg(z)",
        "((x * z) * c1 + y) // (z * c1) | ((z * x) * c1 + y) // (z * c1) => x + y // (z * c1) if nonneg(z * c1)",
        "x % 1 => 0",
        "(x * c1) % c2 => 0 if c2 != 0 and c1 % c2 == 0",
        "(x * c1) % c2 => (x * (c1 % c2)) % c2 if c2 > 0 and (c1 >= c2 or c1 < 0)",
        "(x * c1 + y) % c2 | (y + x * c1) % c2 => y % c2 if c2 > 0 and c1 % c2 == 0",
        "(x * c1 + y) % c2 => (x % (c2 // c1)) * c1 + y"
        " if c1 > 0 and c2 > 0 and c2 % c1 == 0 and nonneg(y) and nonneg(c1 - 1 - y)",
        "(x * c1 + y) % c2 => (x * (c1 % c2) + y) % c2 if c2 > 0 and c1 >= c2",
        "(y + x * c1) % c2 => (y + x * (c1 % c2)) % c2 if c2 > 0 and c1 >= c2",
        "(x + c1) % c2 => x % c2 if c2 > 0 and c1 % c2 == 0",
        "(x + c1) % c2 => (x + c1 % c2) % c2 if c2 > 0 and (c1 >= c2 or c1 < 0)",
        "(x - x % c1) % c2 => 0 if c2 > 0 and (c1 == c2 or c1 == -c2)",
        "(x + (x * c1) % c2) % c2 => 0 if c2 > 0 and (c1 + 1) % c2 == 0",
        "(x - x % y) % y | (x - x % (y * -1)) % y | (x + (x * -1) % y) % y => 0",
        "(x * y) % y | (y * x) % y => 0",
        "(x * z + y) % z | (z * x + y) % z | (y + x * z) % z | (y + z * x) % z => y % z if nonneg(z)",
        "((x * z) * c1 + y) % (z * c1) | ((z * x) * c1 + y) % (z * c1) => y % (z * c1) if nonneg(z * c1)",
    ),
)
