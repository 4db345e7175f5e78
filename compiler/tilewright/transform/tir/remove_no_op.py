"""RemoveNoOp: statements without any effect disappear."""

from __future__ import annotations

from tilewright.arith.key import deep_equal
from tilewright.ir.expr import BufferLoad, Call, Expr, IntImm, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import (
    Allocate,
    AllocateConst,
    AssertStmt,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    seq,
)
from tilewright.ir.walk import rewrite, uses, walk
from tilewright.ops.op import CallEffectKind, Op
from tilewright.transform.pass_ import tir_pass


@tir_pass("tir.RemoveNoOp")
def remove_no_op(func: PrimFunc) -> PrimFunc:
    """Drop statements that change nothing: empty loops, unused values, stores of what is there already."""
    return func.with_body(without_no_ops(func.body))


def without_no_ops(stmt: Stmt) -> Stmt:
    """`stmt` without the parts that change nothing."""
    return rewrite(stmt, _RULES)


_NOTHING = Evaluate(0)  # pyright: ignore[reportArgumentType]


def is_nothing(stmt: Stmt | None) -> bool:
    """Whether the statement is the empty one."""
    return stmt is None or (isinstance(stmt, Evaluate) and isinstance(stmt.value, IntImm))


def has_no_effect(value: Expr) -> bool:
    """Whether computing `value` can be left out: it may read memory, but changes nothing."""
    calls = [node for node in walk(value) if isinstance(node, Call)]
    return all(isinstance(call.op, Op) and call.op.effect <= CallEffectKind.ReadState for call in calls)


def _evaluate(stmt: Evaluate) -> Stmt:
    """evaluate(x) -> nothing"""
    return _NOTHING if has_no_effect(stmt.value) else stmt


def _for(stmt: For) -> Stmt:
    """for i in range(0): s -> nothing; for i: nothing -> nothing"""
    empty = isinstance(stmt.extent, IntImm) and stmt.extent.value <= 0
    idle = is_nothing(stmt.body) and has_no_effect(stmt.min) and has_no_effect(stmt.extent)
    return _NOTHING if empty or idle else stmt


def _if(stmt: IfThenElse) -> Stmt:
    """if true: s -> s; if c: nothing -> nothing; if c: s else: nothing -> if c: s"""
    if isinstance(stmt.condition, IntImm):
        chosen = stmt.then_case if stmt.condition.value else stmt.else_case
        return _NOTHING if chosen is None else chosen
    if stmt.else_case is not None and is_nothing(stmt.else_case):
        stmt = stmt.replace(else_case=None)
    if is_nothing(stmt.then_case) and stmt.else_case is None:
        return _NOTHING if has_no_effect(stmt.condition) else Evaluate(stmt.condition, stmt.span)
    return stmt


def _let(stmt: LetStmt) -> Stmt:
    """let x = v in s -> s, when s does not use x"""
    if not _mentions(stmt.body, stmt.var) and has_no_effect(stmt.value):
        return stmt.body
    return _NOTHING if is_nothing(stmt.body) and has_no_effect(stmt.value) else stmt


def _allocation(stmt: Allocate | AllocateConst) -> Stmt:
    """allocate p in s -> s, when s does not use p"""
    return stmt if _mentions(stmt.body, stmt.buffer_var) else stmt.body


def _declaration(stmt: DeclBuffer) -> Stmt:
    """declare A in s -> s, when s does not use A"""
    used = any(getattr(node, "buffer", None) is stmt.buffer for node in walk(stmt.body))
    return stmt if used else stmt.body


def _attr(stmt: AttrStmt) -> Stmt:
    """attribute: nothing -> nothing"""
    return _NOTHING if is_nothing(stmt.body) and has_no_effect(stmt.value) else stmt


def _assert(stmt: AssertStmt) -> Stmt:
    """assert true: s -> s"""
    return stmt.body if isinstance(stmt.condition, IntImm) and stmt.condition.value else stmt


def _store(stmt: BufferStore) -> Stmt:
    """A[i] = A[i] -> nothing"""
    value = stmt.value
    same = (
        isinstance(value, BufferLoad)
        and value.buffer is stmt.buffer
        and value.predicate is None
        and all(deep_equal(a, b) for a, b in zip(value.indices, stmt.indices))
    )
    return _NOTHING if same and all(has_no_effect(index) for index in stmt.indices) else stmt


def _seq(stmt: SeqStmt) -> Stmt:
    """s; nothing -> s"""
    kept = [member for member in stmt.seq if not is_nothing(member)]
    return (
        stmt if len(kept) == len(stmt.seq) and not any(isinstance(s, SeqStmt) for s in kept) else seq(kept, stmt.span)
    )


def _mentions(stmt: Stmt, variable: Var) -> bool:
    return any(variable is used for node in walk(stmt) for used in uses(node))


_RULES = {
    Evaluate: _evaluate,
    For: _for,
    IfThenElse: _if,
    LetStmt: _let,
    Allocate: _allocation,
    AllocateConst: _allocation,
    DeclBuffer: _declaration,
    AttrStmt: _attr,
    AssertStmt: _assert,
    BufferStore: _store,
    SeqStmt: _seq,
}
