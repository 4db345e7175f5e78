"""Comparisons.  The rewriting mode makes all of < and ==; in the canonical mode what a difference decides, or moves to the other side, is gone before."""

from __future__ import annotations

from tilewright.core.arith.rules.line import both, canonical, rewrite

# what is left between a number and the multiple of c below it, or below the number c2 further on
_MULTIPLES = (
    "{div}(x, c1) * c1 < x => 0 < {mod}(x, c1) if c1 > 0",
    "{div}(x, c1) * c1 < x + y | {div}(x, c1) * c1 < y + x => 0 < {mod}(x, c1) + y if c1 > 0",
    "{div}(x, c1) * c1 < x - y => y < {mod}(x, c1) if c1 > 0",
    "{div}(x + c2, c1) * c1 < x => c2 < {mod}(x + c2, c1) if c1 > 0",
    "{div}(x + c2, c1) * c1 < x + y | {div}(x + c2, c1) * c1 < y + x => c2 < {mod}(x + c2, c1) + y if c1 > 0",
    "{div}(x + c2, c1) * c1 < x - y => y + c2 < {mod}(x + c2, c1) if c1 > 0",
)
RULES = (
    *rewrite(
        *[
            line.format(div=div, mod=mod)
            for div, mod in (("floordiv", "floormod"), ("truncdiv", "truncmod"))
            for line in _MULTIPLES
        ],
        "c1 == x => x == c1",
        "x + c1 == c2 | c1 + x == c2 => x == c2 - c1",
        "c1 - x == c2 => x == c1 - c2",
        "x * y == 0 => x == 0 or y == 0",
        "x + y < x + z | x + y < z + x | y + x < x + z | y + x < z + x => y < z",
        "y - x < z - x => y < z",
        "x - y < x - z => z < y",
        "x < x + z | x < z + x => 0 < z",
        "x + z < x | z + x < x => z < 0",
        "x < x - z => z < 0",
        "x - z < x => 0 < z",
        "x * c1 < y * c1 => x < y if c1 > 0",
        "x * c1 < y * c1 => y < x if c1 < 0",
        "x * c1 < c2 => x < (c2 - 1) // c1 + 1 if c1 > 0",
        "c2 < x * c1 => c2 // c1 < x if c1 > 0",
        "x * c1 < c2 => (0 - c2) // (0 - c1) < x if c1 < 0",
        "c2 < x * c1 => x < (0 - c2 - 1) // (0 - c1) + 1 if c1 < 0",
    ),
    *both(
        "x // c1 < c2 -> x < c1 * c2 if c1 > 0",
        "c2 < x // c1 -> c1 * (c2 + 1) - 1 < x if c1 > 0",
    ),
    *rewrite(
        "truncdiv(x, c1) < c2 => x < c1 * c2 if c1 > 0 and c2 > 0",
        "truncdiv(x, c1) < c2 => x < c1 * (c2 - 1) + 1 if c1 > 0 and c2 <= 0",
        "c2 < truncdiv(x, c1) => c1 * (c2 + 1) - 1 < x if c1 > 0 and c2 >= 0",
        "c2 < truncdiv(x, c1) => c1 * c2 < x if c1 > 0 and c2 < 0",
    ),
    *canonical(
        "x // c1 <= c2 -> x <= c1 * (c2 + 1) - 1 if c1 > 0",
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
        "min(x, y) <= z -> x <= z or y <= z",
        "max(x, y) <= z -> x <= z and y <= z",
        "z <= min(x, y) -> z <= x and z <= y",
        "z <= max(x, y) -> z <= x or z <= y",
    ),
    *both(
        "min(x, y) < z => x < z or y < z",
        "max(x, y) < z => x < z and y < z",
        "z < min(x, y) => z < x and z < y",
        "z < max(x, y) => z < x or z < y",
    ),
    *rewrite(
        "c1 - x < c2 => c1 - c2 < x",
        "c2 < c1 - x => x < c1 - c2",
        "x + c1 < c2 | c1 + x < c2 => x < c2 - c1",
        "c1 < x + c2 | c1 < c2 + x => c1 - c2 < x",
        "x + c1 < y + c2 => x < y + (c2 - c1) if c1 <= c2",
        "x + c1 < y + c2 => x + (c1 - c2) < y if c1 > c2",
        "x + c1 < y => x < y + (0 - c1) if c1 < 0",
        "x < y + c1 => x + (0 - c1) < y if c1 < 0",
        "x < y + 1 => x <= y",
    ),
)
