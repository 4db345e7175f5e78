"""Every node class can be printed."""

from __future__ import annotations

from tilewright.core.ir import buffer, expr, function, stmt
from tilewright.core.ir.node import Node, type_
from tilewright.core.printer.module import FUNCTIONS
from tilewright.core.printer.tir_expr import EXPRESSIONS
from tilewright.core.printer.tir_stmt import STATEMENTS

ABSTRACT = {
    buffer.Layout,
    expr.Expr,
    expr.BinaryOp,
    expr.CmpOp,
    expr.LogicalOp,
    stmt.Stmt,
    stmt.Around,
    type_.Type,
    # Types that no script has a form for.
    type_.Marker,
    type_.MissingType,
    function.BaseFunc,
    Node,
}


def test_every_node_class_has_a_rule() -> None:
    classes = {
        value
        for module in (expr, buffer, stmt, type_, function)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Node)
    }
    assert classes - ABSTRACT - {*EXPRESSIONS, *STATEMENTS, *FUNCTIONS, function.IRModule} == set()
