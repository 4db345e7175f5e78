"""Whether a statement mentions a buffer, or only the memory behind it."""

from __future__ import annotations

from tilewright.ir.buffer import Buffer
from tilewright.ir.node import Node
from tilewright.ir.stmt import AttrStmt, Stmt
from tilewright.ir.walk import walk


def only_memory_used(buffer: Buffer, stmt: Stmt) -> bool:
    """Whether `stmt` uses the pointer of `buffer` and nowhere the buffer itself."""
    pointed = False
    for found in walk(stmt):
        if _mentioned(found) is buffer:
            return False
        pointed = pointed or found is buffer.data or getattr(_mentioned(found), "data", None) is buffer.data
    return pointed


def _mentioned(found: Node) -> object:
    return found.node if isinstance(found, AttrStmt) else getattr(found, "buffer", None)
