"""RewriteUnsafeSelect: a `Select` whose branches must not both be computed becomes `if_then_else`.

Unsafe is what may fail where it is not chosen: reading memory (the index may lie outside), an integer division by what may be
zero, and a call with effects.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Div, Expr, FloorDiv, FloorMod, IntImm, Mod, Select
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import call
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.ranges import is_pure_call


@tir_pass("tir.RewriteUnsafeSelect")
def rewrite_unsafe_select(func: PrimFunc) -> PrimFunc:
    """Turn selects of values that may fail into `T.if_then_else`, which computes only the one chosen."""
    return func.with_body(rewrite(func.body, {Select: _select}))


def _select(select: Select) -> Expr:
    values = (select.true_value, select.false_value)
    if select.condition.dtype.is_vector or not any(is_unsafe(value, _may_fail) for value in values):
        return select
    return call("tir.if_then_else", select.condition, *values, dtype_=select.dtype, span=select.span)


def _may_fail(value: Expr) -> bool:
    return isinstance(value, BufferLoad) or (
        isinstance(value, (Div, Mod, FloorDiv, FloorMod)) and _may_divide_by_zero(value)
    )


def is_unsafe(value: Expr, may_fail: Callable[[Expr], bool]) -> bool:
    """Whether computing `value` may fail, or do something, where it is not wanted; `may_fail` tells of loads and operations, whatever their operands are."""
    if isinstance(value, Call):
        return _is_unsafe_call(value, may_fail)
    return may_fail(value) or any(is_unsafe(child, may_fail) for child in value.children() if isinstance(child, Expr))


def _is_unsafe_call(value: Call, may_fail: Callable[[Expr], bool]) -> bool:
    """`if_then_else` guards its own branches; only the place of an address counts, not what lies there."""
    name = callee_name(value)
    if name == "tir.if_then_else":
        return is_unsafe(value.args[0], may_fail)
    if name == "tir.address_of" and isinstance(value.args[0], BufferLoad):
        return any(is_unsafe(index, may_fail) for index in value.args[0].indices)
    return not is_pure_call(value) or any(is_unsafe(arg, may_fail) for arg in value.args)


def _may_divide_by_zero(value: Div | Mod | FloorDiv | FloorMod) -> bool:
    return value.dtype.is_integer and not (isinstance(value.b, IntImm) and value.b.value not in (0, -1))
