"""HoistExpression: conditions and names that a loop does not change move out of it; `tir.HoistExpression` in the `PassContext` says which.

Without options everything that can be moved is.
"""

from __future__ import annotations

from tilewright.ir.function import PrimFunc
from tilewright.transform.config import HoistedConditionals, HoistedLetBindings, HoistExpressionConfig
from tilewright.transform.context import PassContext
from tilewright.transform.hoist import hoist_conditions, hoist_lets
from tilewright.transform.pass_ import tir_pass

_ALL = HoistExpressionConfig(HoistedConditionals.All, HoistedLetBindings.All)


@tir_pass("tir.HoistExpression")
def hoist_expression(func: PrimFunc) -> PrimFunc:
    """Move what loops do not change out of them."""
    given = PassContext.current().given("tir.HoistExpression") or _ALL
    conditionals, lets = given.hoisted_conditionals, given.hoisted_let_bindings
    body = func.body
    if lets & HoistedLetBindings.LetStmt:
        body = hoist_lets(body)
    statements = bool(conditionals & HoistedConditionals.IfElseStmt)
    expressions = bool(conditionals & HoistedConditionals.IfElseExpr)
    if statements or expressions:
        over_blocks = bool(conditionals & HoistedConditionals.UsingBlockVar)
        body = hoist_conditions(body, statements, expressions, over_blocks)
    return func.with_body(body)
