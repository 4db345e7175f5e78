"""HoistIfThenElse: a condition that a loop does not change is asked before the loop, not in each iteration.

A function with the attribute "tir.HoistIfThenElseExprWithBlock" has the conditions of expressions moved instead, past axes of threads too.
"""

from __future__ import annotations

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.passes.core.config import HoistedConditionals, HoistedLetBindings
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass, module_pass
from tilewright.core.passes.tir.compat.hoist import hoist
from tilewright.core.passes.tir.lowering.remove_no_op import remove_no_op
from tilewright.core.passes.tir.lowering.simplify import simplify

_STATEMENTS = HoistedConditionals.IfElseStmt
_EXPRESSIONS = HoistedConditionals.IfElseExpr | HoistedConditionals.UsingBlockVar


@module_pass("tir.HoistIfThenElse")
def hoist_if_then_else(module: IRModule) -> IRModule:
    """Ask conditions before the loops that do not change them."""
    over_threads = PassContext.current().option("tir.HoistIfThenElse").support_block_scope_hosting
    kinds = _STATEMENTS | HoistedConditionals.UsingBlockVar if over_threads else _STATEMENTS

    def hoisted(func: PrimFunc) -> PrimFunc:
        flag = func.attrs.get("tir.HoistIfThenElseExprWithBlock")
        chosen = _EXPRESSIONS if flag is not None and int(flag) == 1 else kinds
        return func.with_body(hoist(func.body, chosen, HoistedLetBindings.Never))

    return remove_no_op.run(simplify.run(module.map_functions(hoisted)))


def hoist_if_then_else_variant(variant: str | None = None) -> Pass:
    """The pass; the variant "basic" moves no condition past axes of threads, whatever the context says."""
    return hoist_if_then_else if variant != "basic" else _hoist_basic


@module_pass("tir.HoistIfThenElseBasic")
def _hoist_basic(module: IRModule) -> IRModule:
    """Ask conditions before the loops that do not change them, inside the axes of threads."""
    made = module.map_functions(lambda func: func.with_body(hoist(func.body, _STATEMENTS, HoistedLetBindings.Never)))
    return remove_no_op.run(simplify.run(made))
