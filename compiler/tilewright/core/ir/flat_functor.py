"""Walks over flat statements, by a method for each type of node: the visitors and mutators of `tirx` before TVM 0.27.

A definition, an allocation or a check stands beside what follows it (`tilewright.core.ir.flat`): a method that replaces such a statement gives the
statement alone, and `visit_seqstmt_` sees those around it.  A class for statements leaves expressions alone unless it overrides `visit_expr`.
"""

from __future__ import annotations

from typing import Any, Final

from tilewright.core.ir import expr as e
from tilewright.core.ir import stmt as s
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.flat import flat, nested, stands_alone
from tilewright.core.ir.functor import METHODS, Functor, PyStmtExprMutator, PyStmtExprVisitor
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Around, Stmt
from tilewright.core.ir.tile import TilePrimitiveCall

_NAMES: Final[dict[type[Node], str]] = METHODS | {
    e.FloorDiv: "visit_floordiv_",
    e.FloorMod: "visit_floormod_",
    s.LetStmt: "visit_bind_",
    s.AttrStmt: "visit_attr_",
    s.AssertStmt: "visit_assert_",
    s.Allocate: "visit_alloc_buffer_",
    s.SeqStmt: "visit_seqstmt_",
    TilePrimitiveCall: "visit_op_call_",
}
# Statements that have methods of their own there, and are calls here.
_JUMPS: Final[dict[str, str]] = {"tir.break_loop": "visit_break_", "tir.continue_loop": "visit_continue_"}


class _Flat(Functor):
    """The methods that have other names than those of `PyStmtExprVisitor`, and which of them sees a node."""

    def _method(self, node: Node) -> str | None:
        if isinstance(node, Around) and not stands_alone(node):
            return "visit_seqstmt_"
        jump = node.value if isinstance(node, s.Evaluate) else None
        name = _JUMPS.get(callee_name(jump)) if isinstance(jump, e.Call) else None
        return name or _NAMES.get(type(node))

    def _visit_any(self, node: Any) -> object:
        return self.visit_buffer_region_(node) if isinstance(node, BufferRegion) else super()._visit_any(node)

    def visit_stmt(self, stmt: Any) -> Any:
        """Visit a statement by the method of its type."""
        return super().visit_stmt(stmt)

    def __call__(self, stmt: Stmt) -> Any:
        """Visit a statement."""
        return self.visit_stmt(stmt)

    def visit_floordiv_(self, op: e.FloorDiv) -> Any:
        return self._below(op)

    def visit_floormod_(self, op: e.FloorMod) -> Any:
        return self._below(op)

    def visit_bind_(self, op: s.LetStmt) -> Any:
        return self._below(op)

    def visit_attr_(self, op: s.AttrStmt) -> Any:
        return self._below(op)

    def visit_assert_(self, op: s.AssertStmt) -> Any:
        return self._below(op)

    def visit_alloc_buffer_(self, op: s.Allocate) -> Any:
        return self._below(op)

    def visit_op_call_(self, op: TilePrimitiveCall) -> Any:
        return self._below(op)

    def visit_buffer_region_(self, op: BufferRegion) -> Any:
        return self._below(op)

    def visit_break_(self, op: s.Evaluate) -> Any:
        return self._below(op)

    def visit_continue_(self, op: s.Evaluate) -> Any:
        return self._below(op)


def _following(node: Node) -> Node | None:
    """The child in which a statement that stands alone would hold what follows it."""
    return node.body if isinstance(node, Around) else None


class StmtExprVisitor(_Flat, PyStmtExprVisitor):
    """Sees every statement and expression of a program in its flat form."""

    def _below(self, node: Node) -> Any:
        following = _following(node)
        for child in node.children():
            if child is not following:
                self._visit_any(child)

    def visit_seqstmt_(self, op: s.SeqStmt) -> Any:
        for part in flat(op):
            self.visit_stmt(part)

    def visit_let_(self, op: e.Let) -> Any:
        for part in (op.var, op.value, op.body):
            self.visit_expr(part)


class StmtExprMutator(_Flat, PyStmtExprMutator):
    """Rewrites statements and expressions of a program in its flat form; what does not change stays the same object."""

    def _below(self, node: Node) -> Any:
        following = _following(node)
        return node.map_children(lambda child: child if child is following else self._visit_any(child))

    def visit_seqstmt_(self, op: s.SeqStmt) -> Any:
        parts = flat(op)
        made = [self.visit_stmt(part) for part in parts]
        return op if all(new is old for new, old in zip(made, parts)) else nested(made)

    def visit_let_(self, op: e.Let) -> Any:
        var, value, body = (self.visit_expr(part) for part in (op.var, op.value, op.body))
        same = var is op.var and value is op.value and body is op.body
        return op if same else op.replace(var=var if isinstance(var, e.Var) else op.var, value=value, body=body)


class StmtVisitor(StmtExprVisitor):
    """Sees every statement; expressions go to `visit_expr`, which does nothing here."""

    def visit_expr(self, expr: Any) -> Any:
        """See an expression."""


class StmtMutator(StmtExprMutator):
    """Rewrites statements; expressions go to `visit_expr`, which leaves them as they are here."""

    def visit_expr(self, expr: Any) -> Any:
        """The expression that takes the place of one, here the same."""
        return expr


ExprVisitor = StmtExprVisitor
ExprMutator = StmtExprMutator

__all__ = ["ExprMutator", "ExprVisitor", "StmtExprMutator", "StmtExprVisitor", "StmtMutator", "StmtVisitor"]
