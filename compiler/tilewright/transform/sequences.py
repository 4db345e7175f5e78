"""Sequences stay flat when a member of one has become a sequence itself."""

from __future__ import annotations

from typing import Any

from tilewright.ir.stmt import SeqStmt, Stmt, seq


def rejoin(stmt: SeqStmt, *_: Any) -> Stmt:
    """[a, [b, c]] -> [a, b, c]; a rule for `rewrite`, applied to every sequence."""
    return seq(stmt.seq, stmt.span) if any(isinstance(member, SeqStmt) for member in stmt.seq) else stmt
