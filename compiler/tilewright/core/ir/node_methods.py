"""The methods of visitors and mutators: one for each type of expression and statement, which goes on below it.

They are written out, and not made of the table of nodes, for those who override them: editors and checkers then know `super().visit_for_(op)`,
and what `op` is.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir import expr as e
from tilewright.core.ir import stmt as s
from tilewright.core.ir.node import Node


class NodeMethods:
    """Methods for each node; a method that is not overridden visits the node's children."""

    def _below(self, node: Node) -> Any:
        raise TypeError("visit with PyStmtExprVisitor or PyStmtExprMutator")

    def visit_call_(self, op: e.Call) -> Any:
        return self._below(op)

    def visit_global_var_(self, op: e.GlobalVar) -> Any:
        return self._below(op)

    def visit_float_imm_(self, op: e.FloatImm) -> Any:
        return self._below(op)

    def visit_int_imm_(self, op: e.IntImm) -> Any:
        return self._below(op)

    def visit_string_imm_(self, op: e.StringImm) -> Any:
        return self._below(op)

    def visit_reduce_(self, op: e.Reduce) -> Any:
        return self._below(op)

    def visit_buffer_load_(self, op: e.BufferLoad) -> Any:
        return self._below(op)

    def visit_producer_load_(self, op: e.ProducerLoad) -> Any:
        return self._below(op)

    def visit_eq_(self, op: e.EQ) -> Any:
        return self._below(op)

    def visit_ge_(self, op: e.GE) -> Any:
        return self._below(op)

    def visit_gt_(self, op: e.GT) -> Any:
        return self._below(op)

    def visit_le_(self, op: e.LE) -> Any:
        return self._below(op)

    def visit_lt_(self, op: e.LT) -> Any:
        return self._below(op)

    def visit_ne_(self, op: e.NE) -> Any:
        return self._below(op)

    def visit_add_(self, op: e.Add) -> Any:
        return self._below(op)

    def visit_and_(self, op: e.And) -> Any:
        return self._below(op)

    def visit_cast_(self, op: e.Cast) -> Any:
        return self._below(op)

    def visit_div_(self, op: e.Div) -> Any:
        return self._below(op)

    def visit_floor_div_(self, op: e.FloorDiv) -> Any:
        return self._below(op)

    def visit_floor_mod_(self, op: e.FloorMod) -> Any:
        return self._below(op)

    def visit_max_(self, op: e.Max) -> Any:
        return self._below(op)

    def visit_min_(self, op: e.Min) -> Any:
        return self._below(op)

    def visit_mod_(self, op: e.Mod) -> Any:
        return self._below(op)

    def visit_mul_(self, op: e.Mul) -> Any:
        return self._below(op)

    def visit_not_(self, op: e.Not) -> Any:
        return self._below(op)

    def visit_or_(self, op: e.Or) -> Any:
        return self._below(op)

    def visit_select_(self, op: e.Select) -> Any:
        return self._below(op)

    def visit_sub_(self, op: e.Sub) -> Any:
        return self._below(op)

    def visit_let_(self, op: e.Let) -> Any:
        return self._below(op)

    def visit_size_var_(self, op: e.SizeVar) -> Any:
        return self._below(op)

    def visit_var_(self, op: e.Var) -> Any:
        return self._below(op)

    def visit_broadcast_(self, op: e.Broadcast) -> Any:
        return self._below(op)

    def visit_ramp_(self, op: e.Ramp) -> Any:
        return self._below(op)

    def visit_shuffle_(self, op: e.Shuffle) -> Any:
        return self._below(op)

    def visit_let_stmt_(self, op: s.LetStmt) -> Any:
        return self._below(op)

    def visit_attr_stmt_(self, op: s.AttrStmt) -> Any:
        return self._below(op)

    def visit_assert_stmt_(self, op: s.AssertStmt) -> Any:
        return self._below(op)

    def visit_buffer_store_(self, op: s.BufferStore) -> Any:
        return self._below(op)

    def visit_buffer_realize_(self, op: s.BufferRealize) -> Any:
        return self._below(op)

    def visit_allocate_(self, op: s.Allocate) -> Any:
        return self._below(op)

    def visit_allocate_const_(self, op: s.AllocateConst) -> Any:
        return self._below(op)

    def visit_decl_buffer_(self, op: s.DeclBuffer) -> Any:
        return self._below(op)

    def visit_seq_stmt_(self, op: s.SeqStmt) -> Any:
        return self._below(op)

    def visit_if_then_else_(self, op: s.IfThenElse) -> Any:
        return self._below(op)

    def visit_evaluate_(self, op: s.Evaluate) -> Any:
        return self._below(op)

    def visit_for_(self, op: s.For) -> Any:
        return self._below(op)

    def visit_while_(self, op: s.While) -> Any:
        return self._below(op)

    def visit_block_(self, op: s.Block) -> Any:
        return self._below(op)

    def visit_block_realize_(self, op: s.BlockRealize) -> Any:
        return self._below(op)
