"""HoistIfThenElse: a condition that a loop does not change is asked before the loop, not in each iteration."""

from __future__ import annotations

from tilewright.ir.function import PrimFunc
from tilewright.transform.context import PassContext
from tilewright.transform.hoist import hoist_conditions
from tilewright.transform.pass_ import Pass, tir_pass


@tir_pass("tir.HoistIfThenElse")
def hoist_if_then_else(func: PrimFunc) -> PrimFunc:
    """Ask conditions before the loops that do not change them."""
    over_blocks = PassContext.current().option("tir.HoistIfThenElse").support_block_scope_hosting
    return func.with_body(hoist_conditions(func.body, True, False, over_blocks))


def hoist_if_then_else_variant(variant: str | None = None) -> Pass:
    """The pass; the variant "basic" moves no condition out of a block, whatever the context says."""
    if variant != "basic":
        return hoist_if_then_else
    basic = tir_pass("tir.HoistIfThenElseBasic")
    return basic(lambda func: func.with_body(hoist_conditions(func.body, True, False, False)))
