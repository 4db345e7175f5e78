"""Products: constants go to the right.  In the canonical mode linear forms do this."""

from __future__ import annotations

from tilewright.core.arith.rules.line import rewrite

RULES = rewrite(
    "c1 * x => x * c1",
    "(x * c1) * c2 => x * (c1 * c2)",
    "(x + c1) * c2 => x * c2 + c1 * c2",
    "min(x, y) * max(x, y) | max(x, y) * min(x, y) => x * y",
    "min(x, y) * max(y, x) | max(x, y) * min(y, x) => x * y",
    "(x - y) * c1 => (y - x) * (0 - c1) if c1 < 0",
)
