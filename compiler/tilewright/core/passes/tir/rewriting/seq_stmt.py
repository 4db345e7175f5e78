"""Rules for `SeqStmt`: sequences of statements stay flat when a member of one has become a sequence itself, or nothing."""

from __future__ import annotations

from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.stmt import Evaluate, SeqStmt, Stmt, seq


def rejoin(stmt: SeqStmt, *_: object) -> Stmt:
    """[a, [b, c]] -> [a, b, c]; a rule for `rewrite`, applied to every sequence."""
    return seq(stmt.seq, stmt.span) if any(isinstance(member, SeqStmt) for member in stmt.seq) else stmt


def without_nothing(stmt: SeqStmt, *_: object) -> Stmt:
    """[a, nothing, [b, c]] -> [a, b, c]; a rule as `rejoin` is."""
    kept = [member for member in stmt.seq if not (isinstance(member, Evaluate) and isinstance(member.value, IntImm))]
    nested = any(isinstance(member, SeqStmt) for member in kept)
    return seq(kept, stmt.span) if nested or len(kept) < len(stmt.seq) else stmt
