"""`tilewright.tir.functor`: walks with a method for each type of node, as in TVM."""

from __future__ import annotations

from tilewright.core.ir.functor import PyStmtExprMutator, PyStmtExprVisitor, mutator, visitor

__all__ = ["PyStmtExprMutator", "PyStmtExprVisitor", "mutator", "visitor"]
