"""InstrumentBoundCheckers: accesses are preceded by assertions that they stay inside their buffers.

An access that provably stays inside needs none.  Accesses in a value that is only computed under a condition are checked under that condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.arith.key import key
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Let, Ramp, Select, StringImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const, logical_not
from tilewright.core.ir.stmt import AssertStmt, BufferStore, Evaluate, Stmt
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges


@tir_pass("tir.InstrumentBoundCheckers")
def instrument_bound_checkers(func: PrimFunc) -> PrimFunc:
    """Assert before each access that it stays inside its buffer."""
    return func.with_body(rewrite_in_ranges(func.body, {BufferStore: _checked, Evaluate: _checked}))


def _checked(stmt: BufferStore | Evaluate, ranges: Ranges) -> Stmt:
    made: Stmt = stmt
    needed = {(buffer, key(condition)): condition for buffer, condition in _accesses(stmt, const(True, "bool"), ranges)}
    for (buffer, _), condition in reversed(needed.items()):
        message = StringImm(f"OUT OF THE BOUNDS: `{buffer.name}` is accessed outside of its shape")
        made = AssertStmt(condition, message, made, stmt.span)
    return made


def _accesses(node: Node, guard: Expr, ranges: Ranges) -> Iterator[tuple[Buffer, Expr]]:
    """Each access with what has to hold for it, where `guard` holds; values that name others are left alone."""
    choice: tuple[Expr, ...] | None = _choice(node)
    if choice is not None:
        condition, first, second = choice
        yield from _accesses(condition, guard, ranges)
        yield from _accesses(first, binary("And", guard, condition), ranges)
        yield from _accesses(second, binary("And", guard, logical_not(condition)), ranges)
        return
    if isinstance(node, Let):
        return
    for child in node.children():
        yield from _accesses(child, guard, ranges)
    if isinstance(node, (BufferLoad, BufferStore)) and node.predicate is None:
        for index, size in zip(node.indices, node.buffer.shape):
            yield from ((node.buffer, needed) for needed in _needed(index, size, guard, ranges))


def _choice(node: Node) -> tuple[Expr, Expr, Expr] | None:
    if isinstance(node, Select) and not node.condition.dtype.is_vector:
        return node.condition, node.true_value, node.false_value
    if isinstance(node, Call) and callee_name(node) == "tir.if_then_else":
        return node.args[0], node.args[1], node.args[2]
    return None


def _needed(index: Expr, size: Expr, guard: Expr, ranges: Ranges) -> Iterator[Expr]:
    """0 <= index, index < size; of a ramp for its ends"""
    ends = (index,)
    if isinstance(index, Ramp) and isinstance(index.lanes, IntImm):
        ends = (index.base, index.base + index.stride * const(index.lanes.value - 1, index.base.dtype))
    for end in ends:
        if end.dtype.is_vector:
            continue
        for condition in (const(0, end.dtype) <= end, end < size):
            with ranges.where(guard):
                if ranges.proves(condition):
                    continue
            yield binary("Or", logical_not(guard), condition)
