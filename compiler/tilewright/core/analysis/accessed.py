"""Whether a statement mentions a buffer, or at most the memory behind it."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, Stmt
from tilewright.core.ir.walk import walk


def mentions(stmt: Stmt, buffer: Buffer) -> bool:
    """Whether `stmt` uses `buffer` itself, not only its pointer."""
    return any(_mentioned(found) is buffer for found in walk(stmt))


def _mentioned(found: Node) -> object:
    return found.node if isinstance(found, AttrStmt) else getattr(found, "buffer", None)
