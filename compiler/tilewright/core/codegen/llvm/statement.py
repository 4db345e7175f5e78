"""Statements: one rule for each node type; `lower` finds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.codegen.llvm.cleanup import leave
from tilewright.core.codegen.llvm.failure import message_of
from tilewright.core.codegen.llvm.imported import PRAGMA, imported_text
from tilewright.core.codegen.llvm.index import index, is_affine, widens
from tilewright.core.codegen.llvm.loops import for_loop, while_loop
from tilewright.core.codegen.llvm.memory import store
from tilewright.core.codegen.llvm.storage import allocate, allocate_const
from tilewright.core.codegen.llvm.types import unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import IntImm, StringImm
from tilewright.core.ir.stmt import (
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
    While,
)

# Attributes that say a part of the program runs on a GPU.
_GPU_ATTRIBUTES = frozenset({"thread_extent", "virtual_thread", "device_scope"})


def lower(body: Body, stmt: Stmt) -> None:
    """Append the instructions of a statement."""
    rule = RULES.get(type(stmt))
    if rule is None:
        raise unsupported(f"`{type(stmt).__name__}` should have been lowered before code is generated")
    if body.module.places is None:
        rule(body, stmt)
        return
    outer, line = body.line, body.module.places.line(stmt)
    body.move_to(outer if line is None else line)
    rule(body, stmt)
    body.move_to(outer)


def _sequence(body: Body, stmt: SeqStmt) -> None:
    for each in stmt.seq:
        lower(body, each)


def _evaluate(body: Body, stmt: Evaluate) -> None:
    if not isinstance(stmt.value, (IntImm, StringImm)):
        body.value(stmt.value)


def _let(body: Body, stmt: LetStmt) -> None:
    """Bind the variable; sums and products get their 64-bit form too, for the indices in which they are used."""
    body.values[stmt.var] = body.value(stmt.value)
    if widens(stmt.var.dtype) and is_affine(stmt.value):
        body.wide[stmt.var] = index(body, stmt.value)
    lower(body, stmt.body)


def _attribute(body: Body, stmt: AttrStmt) -> None:
    if stmt.attr_key in _GPU_ATTRIBUTES:
        raise unsupported(f"`{stmt.attr_key}` asks for GPU threads")
    if stmt.attr_key == PRAGMA:
        body.module.imported[imported_text(stmt.value)] = None
    lower(body, stmt.body)


def _assert(body: Body, stmt: AssertStmt) -> None:
    """Leave with the message when the condition does not hold."""
    failed, fine = body.labels("failed", "fine")
    body.branch_if(body.value(stmt.condition), fine, failed)
    body.begin(failed)
    leave(body, message_of(body, stmt.message))
    body.begin(fine)
    lower(body, stmt.body)


def _if(body: Body, stmt: IfThenElse) -> None:
    then_label, else_label, after = body.labels("then", "else", "endif")
    body.branch_if(body.value(stmt.condition), then_label, else_label if stmt.else_case is not None else after)
    body.begin(then_label)
    lower(body, stmt.then_case)
    body.branch(after)
    if stmt.else_case is not None:
        body.begin(else_label)
        lower(body, stmt.else_case)
        body.branch(after)
    body.begin(after)


def _constant(body: Body, stmt: AllocateConst) -> None:
    allocate_const(body, stmt)
    lower(body, stmt.body)


RULES: dict[type, Callable[[Body, Any], None]] = {
    SeqStmt: _sequence,
    Evaluate: _evaluate,
    LetStmt: _let,
    AttrStmt: _attribute,
    AssertStmt: _assert,
    BufferStore: store,
    IfThenElse: _if,
    For: lambda body, stmt: for_loop(body, stmt, lambda inner: lower(inner, stmt.body)),
    While: lambda body, stmt: while_loop(body, stmt, lambda: lower(body, stmt.body)),
    Allocate: lambda body, stmt: allocate(body, stmt, lambda: lower(body, stmt.body)),
    AllocateConst: _constant,
    DeclBuffer: lambda body, stmt: lower(body, stmt.body),
}
