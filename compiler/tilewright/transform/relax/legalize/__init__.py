"""How Relax ops become functions of TIR: a rule for each name that rows give as `legalize`.

A rule is a function of the block builder and the call that gives the expression to stand in its place: mostly a `call_tir` of a function
made from an operator of `topi`.
"""

from __future__ import annotations

from tilewright.transform.relax.legalize import by_name, elementwise, moving
from tilewright.transform.relax.legalize.rule import Legalization

__all__ = ["LEGALIZE", "Legalization"]

LEGALIZE: dict[str, Legalization] = {
    **by_name.RULES,
    **elementwise.RULES,
    **moving.RULES,
}
