"""GuardSecondOperands: `a and b` computes `b` only where `a` holds, and `a or b` only where `a` does not, as in Python.

TVM computes both; there, and here without this pass, `i > 0 and A[i - 1] > 0` reads `A[-1]`.  What cannot fail is computed anyway, since a jump costs more.
"""

from __future__ import annotations

from tilewright.core.ir.expr import And, BufferLoad, Expr, IntImm, Or
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import call
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.rewrite_unsafe_select import is_unsafe
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges


@tir_pass("tir.GuardSecondOperands")
def guard_second_operands(func: PrimFunc) -> PrimFunc:
    """Compute the second operand of `and` and `or` only where the first does not decide, if it reads what may lie outside of a buffer."""
    ranges = Ranges()
    for buffer in func.buffer_map.values():
        ranges.know_shape(buffer)
    return func.with_body(rewrite_in_ranges(func.body, {And: _and, Or: _or}, ranges))


def _and(condition: And, ranges: Ranges) -> Expr:
    """a and b -> if_then_else(a, b, False)"""
    return _choice(condition, condition.b, IntImm("bool", 0)) if _may_fail(condition, ranges) else condition


def _or(condition: Or, ranges: Ranges) -> Expr:
    """a or b -> if_then_else(a, True, b)"""
    return _choice(condition, IntImm("bool", 1), condition.b) if _may_fail(condition, ranges) else condition


def _choice(condition: And | Or, holds: Expr, fails: Expr) -> Expr:
    return call("tir.if_then_else", condition.a, holds, fails, dtype_=condition.dtype, span=condition.span)


def _may_fail(condition: And | Or, ranges: Ranges) -> bool:
    """Whether computing the second operand may read outside of a buffer, or do something; a division by zero gives 0 in compiled code."""

    def is_outside(value: Expr) -> bool:
        return isinstance(value, BufferLoad) and not _is_inside(value, ranges)

    return not condition.dtype.is_vector and is_unsafe(condition.b, is_outside)


def _is_inside(load: BufferLoad, ranges: Ranges) -> bool:
    return all(
        not index.dtype.is_vector and ranges.proves(index >= 0) and ranges.proves(index < extent)
        for index, extent in zip(load.indices, load.buffer.shape)
    )
