"""InstrumentBoundCheckers: accesses are preceded by assertions that they stay inside their buffers, and views inside the memory that they show.

An access that provably stays inside needs none.  Accesses in a value that is only computed under a condition are checked under that condition.  Indices are
computed in 64 bits, as native code computes them, and the message says their values (`codegen/llvm/failure.py`).
"""

from __future__ import annotations

from functools import partial

from tilewright.core.arith.key import key
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const, logical_not
from tilewright.core.ir.stmt import (
    Allocate,
    AssertStmt,
    AttrStmt,
    BufferStore,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    Stmt,
    While,
    seq,
)
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.bounds.accesses import accesses_of
from tilewright.core.passes.tir.lowering.bounds.conditions import Needed, needed_by
from tilewright.core.passes.tir.lowering.bounds.memory import Memory, memory_of
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges

# Statements whose own expressions may access buffers.
_CHECKED = (BufferStore, Evaluate, LetStmt, IfThenElse, For, AttrStmt, Allocate, AssertStmt)


@tir_pass("tir.InstrumentBoundCheckers")
def instrument_bound_checkers(func: PrimFunc) -> PrimFunc:
    """Assert before each access that it stays inside its buffer."""
    memory = memory_of(func)
    rules = {**dict.fromkeys(_CHECKED, partial(_checked, memory)), While: partial(_while, memory)}
    return func.with_body(rewrite_in_ranges(func.body, rules))


def _checked(memory: Memory, stmt: Stmt, ranges: Ranges) -> Stmt:
    """The statement behind the assertions that its own accesses need."""
    return _behind(_needed(memory, stmt, ranges), memory, stmt)


def _behind(found: list[Needed], memory: Memory, stmt: Stmt) -> Stmt:
    """A statement behind assertions, the first of which comes first."""
    made = stmt
    for needed in reversed(found):
        made = AssertStmt(_claim(needed), needed.message(memory.name), made, needed.access.span)
    return made


def _needed(memory: Memory, stmt: Stmt, ranges: Ranges) -> list[Needed]:
    """The conditions of the accesses of a statement that are not proven, each once."""
    found = [each for access in accesses_of(stmt) for each in needed_by(access, memory, ranges)]
    first: dict[object, Needed] = {}
    for each in found:
        first.setdefault((each.access.buffer, key(_claim(each))), each)
    return list(first.values())


def _claim(needed: Needed) -> Expr:
    """guard implies condition"""
    return binary("Or", logical_not(needed.access.guard), needed.condition)


def _while(memory: Memory, stmt: While, ranges: Ranges) -> Stmt:
    """A loop whose condition is checked before the first iteration and after each."""
    probe = IfThenElse(stmt.condition, Evaluate(const(0)), None, stmt.span)
    found = _needed(memory, probe, ranges)
    if not found:
        return stmt
    checks = _behind(found, memory, Evaluate(const(0), stmt.span))
    return seq([checks, stmt.replace(body=seq([stmt.body, checks]))])
