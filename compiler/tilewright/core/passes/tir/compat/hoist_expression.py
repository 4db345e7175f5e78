"""HoistExpression: conditions and names that a loop does not change move out of it; `tir.HoistExpression` in the `PassContext` says which.

Without options everything that can be moved is.  What is moved decides what is inside: the result is simplified, and what does nothing goes; with the
names of 0.27 bindings stay, as in that release.
"""

from __future__ import annotations

from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.config import HoistedConditionals, HoistedLetBindings, HoistExpressionConfig
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.passes.tir.compat.hoist import hoist
from tilewright.core.passes.tir.lowering.remove_no_op import bindings_kept, remove_no_op
from tilewright.core.passes.tir.lowering.simplify import simplify, stmt_simplify

_ALL = HoistExpressionConfig(HoistedConditionals.All, HoistedLetBindings.All)


@module_pass("tir.HoistExpression")
def hoist_expression(module: IRModule) -> IRModule:
    """Move what loops do not change out of them."""
    given = PassContext.current().given("tir.HoistExpression") or _ALL
    return hoisted(module, given.hoisted_conditionals, given.hoisted_let_bindings)


def hoisted(module: IRModule, conditionals: int, lets: int) -> IRModule:
    """The module after hoisting, simplified where that changed it."""
    made = module.map_functions(lambda func: func.with_body(hoist(func.body, conditionals, lets)))
    if is_later():
        return bindings_kept().run(stmt_simplify().run(made))
    return remove_no_op.run(simplify.run(made))
