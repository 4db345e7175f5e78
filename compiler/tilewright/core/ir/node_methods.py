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

    def _below(self, node: Node) -> object:
        raise TypeError("visit with PyStmtExprVisitor or PyStmtExprMutator")

    def visit_call_(self, op: e.Call) -> Any:
        return self._below(op)

    def visit_global_var_(self, op: e.GlobalVar) -> object:
        return self._below(op)

    def visit_float_imm_(self, op: e.FloatImm) -> object:
        return self._below(op)

    def visit_int_imm_(self, op: e.IntImm) -> object:
        return self._below(op)

    def visit_string_imm_(self, op: e.StringImm) -> object:
        return self._below(op)

    def visit_reduce_(self, op: e.Reduce) -> object:
        return self._below(op)

    def visit_buffer_load_(self, op: e.BufferLoad) -> object:
        return self._below(op)

    def visit_producer_load_(self, op: e.ProducerLoad) -> object:
        return self._below(op)

    def visit_eq_(self, op: e.EQ) -> object:
        return self._below(op)

    def visit_ge_(self, op: e.GE) -> object:
        return self._below(op)

    def visit_gt_(self, op: e.GT) -> object:
        return self._below(op)

    def visit_le_(self, op: e.LE) -> object:
        return self._below(op)

    def visit_lt_(self, op: e.LT) -> object:
        return self._below(op)

    def visit_ne_(self, op: e.NE) -> object:
        return self._below(op)

    def visit_add_(self, op: e.Add) -> object:
        return self._below(op)

    def visit_and_(self, op: e.And) -> object:
        return self._below(op)

    def visit_cast_(self, op: e.Cast) -> object:
        return self._below(op)

    def visit_div_(self, op: e.Div) -> object:
        return self._below(op)

    def visit_floor_div_(self, op: e.FloorDiv) -> object:
        return self._below(op)

    def visit_floor_mod_(self, op: e.FloorMod) -> object:
        return self._below(op)

    def visit_max_(self, op: e.Max) -> object:
        return self._below(op)

    def visit_min_(self, op: e.Min) -> object:
        return self._below(op)

    def visit_mod_(self, op: e.Mod) -> object:
        return self._below(op)

    def visit_mul_(self, op: e.Mul) -> object:
        return self._below(op)

    def visit_not_(self, op: e.Not) -> object:
        return self._below(op)

    def visit_or_(self, op: e.Or) -> object:
        return self._below(op)

    def visit_select_(self, op: e.Select) -> object:
        return self._below(op)

    def visit_sub_(self, op: e.Sub) -> object:
        return self._below(op)

    def visit_let_(self, op: e.Let) -> object:
        return self._below(op)

    def visit_size_var_(self, op: e.SizeVar) -> object:
        return self._below(op)

    def visit_var_(self, op: e.Var) -> object:
        return self._below(op)

    def visit_broadcast_(self, op: e.Broadcast) -> object:
        return self._below(op)

    def visit_ramp_(self, op: e.Ramp) -> object:
        return self._below(op)

    def visit_shuffle_(self, op: e.Shuffle) -> object:
        return self._below(op)

    def visit_let_stmt_(self, op: s.LetStmt) -> object:
        return self._below(op)

    def visit_attr_stmt_(self, op: s.AttrStmt) -> object:
        return self._below(op)

    def visit_assert_stmt_(self, op: s.AssertStmt) -> object:
        return self._below(op)

    def visit_buffer_store_(self, op: s.BufferStore) -> object:
        return self._below(op)

    def visit_buffer_realize_(self, op: s.BufferRealize) -> object:
        return self._below(op)

    def visit_allocate_(self, op: s.Allocate) -> object:
        return self._below(op)

    def visit_allocate_const_(self, op: s.AllocateConst) -> object:
        return self._below(op)

    def visit_decl_buffer_(self, op: s.DeclBuffer) -> object:
        return self._below(op)

    def visit_seq_stmt_(self, op: s.SeqStmt) -> object:
        return self._below(op)

    def visit_if_then_else_(self, op: s.IfThenElse) -> object:
        return self._below(op)

    def visit_evaluate_(self, op: s.Evaluate) -> object:
        return self._below(op)

    def visit_for_(self, op: s.For) -> object:
        return self._below(op)

    def visit_while_(self, op: s.While) -> object:
        return self._below(op)

    def visit_block_(self, op: s.Block) -> object:
        return self._below(op)

    def visit_block_realize_(self, op: s.BlockRealize) -> object:
        return self._below(op)
