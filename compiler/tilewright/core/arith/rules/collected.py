"""All rules: the lines of every topic in the order in which they are tried."""

from __future__ import annotations

from tilewright.core.arith.rules import (
    comparisons,
    extrema,
    floor_division,
    logic,
    products,
    quotient_sums,
    sums,
    truncated_division,
)

LINES = (
    *quotient_sums.RULES,
    *sums.RULES,
    *products.RULES,
    *truncated_division.RULES,
    *floor_division.RULES,
    *extrema.RULES,
    *comparisons.RULES,
    *logic.RULES,
)
