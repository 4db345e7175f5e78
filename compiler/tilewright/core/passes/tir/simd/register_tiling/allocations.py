"""The statements inside of an allocation, and those among them that use its memory."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Var
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, Stmt, stmt_list
from tilewright.core.ir.walk import walk


def statements_inside(stmt: Stmt) -> tuple[Stmt, ...]:
    """The statements inside of allocations and declarations."""
    while isinstance(stmt, (Allocate, DeclBuffer)):
        stmt = stmt.body
    return stmt_list(stmt)


def buffers_over(stmt: Allocate) -> list[Buffer]:
    """The buffers that are declared over the memory of an allocation."""
    nodes = (node for node in walk(stmt.body) if isinstance(node, DeclBuffer))
    return [node.buffer for node in nodes if node.buffer.data is stmt.buffer_var]


def touches(stmt: Stmt, data: Var) -> bool:
    """Whether a statement mentions memory or accesses it."""
    return any(
        node is data or (isinstance(node, (BufferLoad, BufferStore)) and node.buffer.data is data)
        for node in walk(stmt)
    )


__all__ = ["buffers_over", "statements_inside", "touches"]
