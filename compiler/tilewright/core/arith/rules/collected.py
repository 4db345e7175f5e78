"""All text rules by the node class at their root."""

from __future__ import annotations

from tilewright.core.arith.rules import comparison, division, extrema, logic
from tilewright.core.arith.rules.language import Rule
from tilewright.core.ir.expr import Expr


def collect(*topics: dict[type[Expr], tuple[Rule, ...]]) -> dict[type[Expr], tuple[Rule, ...]]:
    table: dict[type[Expr], tuple[Rule, ...]] = {}
    for topic in topics:
        for root, rows in topic.items():
            table[root] = (*table.get(root, ()), *rows)
    return table


RULES = collect(division.RULES, extrema.RULES, comparison.RULES, logic.RULES)
