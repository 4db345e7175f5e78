"""All rules: the lines of every topic in the order in which they are tried, as a table for each mode of the simplifier."""

from __future__ import annotations

from functools import cache

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
from tilewright.core.arith.rules.language import RuleTable

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


@cache
def rules_of(mode: str) -> RuleTable:
    """The rules of a mode, compiled when they are first asked for."""
    return RuleTable([line.text for line in LINES if mode in line.modes])
