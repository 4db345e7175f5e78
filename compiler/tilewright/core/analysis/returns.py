"""Control flow of functions: ends without a returned value, and unreachable code."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, IntImm
from tilewright.core.ir.stmt import AssertStmt, BlockRealize, Evaluate, For, IfThenElse, SeqStmt, Stmt, While


def returns(node: Call) -> bool:
    """Whether the call is a `return`."""
    return callee_name(node) == "tir.ret"


_JUMPS = frozenset(("tir.ret", "tir.break_loop", "tir.continue_loop", "tir.thread_return"))


def jumps(stmt: Stmt | None) -> bool:
    """Whether what stands behind `stmt` in the same sequence is not reached through it: it ends with a `return`, `break` or `continue`."""
    if isinstance(stmt, SeqStmt):
        return jumps(stmt.seq[-1])
    return isinstance(stmt, Evaluate) and isinstance(stmt.value, Call) and callee_name(stmt.value) in _JUMPS


_EXITS = frozenset(("tir.ret", "tir.thread_return"))


def left_by(stmt: Evaluate, around: Sequence[For | While]) -> Sequence[For | While]:
    """The loops, of those around a statement from outside in, that it ends before their last iteration: all by a `return`, the innermost by a `break`."""
    name = callee_name(stmt.value) if isinstance(stmt.value, Call) else None
    return around if name in _EXITS else around[-1:] if name == "tir.break_loop" else ()


def way_through(stmt: Stmt) -> Stmt | None:
    """The statement after which the one after `stmt` is reached: a condition without `else`, a loop, or the last one of a branch.

    None when each way through `stmt` returns.  Conditions count as open unless they are constants.
    """
    if isinstance(stmt, SeqStmt):
        ways = [way_through(each) for each in stmt.seq]
        return None if None in ways else ways[-1] if ways else stmt
    if isinstance(stmt, IfThenElse):
        branches = [stmt.then_case, stmt.else_case]
        ways = [stmt if each is None else way_through(each) for each in branches]
        return next((each for each in ways if each is not None), None)
    if isinstance(stmt, (For, While)):
        return None if _runs(stmt) and way_through(stmt.body) is None else stmt
    if isinstance(stmt, Evaluate):
        return None if isinstance(stmt.value, Call) and returns(stmt.value) else stmt
    if isinstance(stmt, AssertStmt) and _is(stmt.condition, 0):
        return None
    inner = stmt.block.body if isinstance(stmt, BlockRealize) else getattr(stmt, "body", None)
    return way_through(inner) if isinstance(inner, Stmt) else stmt


def _runs(loop: For | While) -> bool:
    """Whether the body runs at least once."""
    if isinstance(loop, While):
        return isinstance(loop.condition, IntImm) and loop.condition.value != 0
    return isinstance(loop.extent, IntImm) and loop.extent.value > 0


def _is(value: object, number: int) -> bool:
    return isinstance(value, IntImm) and value.value == number
