"""Whether a statement refers to a buffer itself, or at most to the pointer to its memory."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, Stmt
from tilewright.core.ir.walk import walk


def refers_to(stmt: Stmt, buffer: Buffer) -> bool:
    """Whether `stmt` uses `buffer` itself, not only its pointer."""
    return any(_referenced(found) is buffer for found in walk(stmt))


def _referenced(found: Node) -> object:
    return found.node if isinstance(found, AttrStmt) else getattr(found, "buffer", None)
