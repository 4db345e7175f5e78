"""How Relax ops become functions of TIR: a rule for each name that rows give as `legalize`.

A rule is a function of the block builder and the call that gives the expression to stand in its place: mostly a `call_tir` of a function
made from an operator of `topi`.
"""

from __future__ import annotations

from tilewright.core.passes.relax.legalize import (
    by_name,
    creating,
    elementwise,
    indexing,
    linear,
    moving,
    nn,
    others,
    sorting,
    statistics,
    workers,
)
from tilewright.core.passes.relax.legalize.rule import Legalization

__all__ = ["DATA_DEPENDENT", "LEGALIZE", "Legalization"]

# The rules of ops whose results have shapes that only the elements tell.
DATA_DEPENDENT = frozenset({"dynamic_strided_slice", "nonzero", "unique", "vision.all_class_non_max_suppression"})

LEGALIZE: dict[str, Legalization] = {
    **by_name.RULES,
    **elementwise.RULES,
    **moving.RULES,
    **nn.RULES,
    **others.RULES,
    **statistics.RULES,
    **creating.RULES,
    **indexing.RULES,
    **linear.RULES,
    **sorting.RULES,
    **workers.RULES,
}
