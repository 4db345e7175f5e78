"""All rewrites by the node class at their root, in the order in which they are tried."""

from __future__ import annotations

from tilewright.core.arith.rewrites import comparisons, extrema, floors, logic, products, quotient_sums, quotients, sums
from tilewright.core.arith.rules.collected import collect

REWRITES = collect(
    quotient_sums.TRUNCATED,
    quotient_sums.FLOOR,
    sums.ADD,
    sums.SUB,
    products.MUL,
    quotients.DIV,
    quotients.MOD,
    floors.FLOORDIV,
    floors.FLOORMOD,
    extrema.EXTREMA,
    comparisons.MULTIPLES,
    comparisons.EQUAL,
    comparisons.LESS,
    logic.AND,
    logic.OR,
)
