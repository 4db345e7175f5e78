"""RewriteUnsafeSelect: a `Select` whose branches must not both be computed becomes `if_then_else`.

Unsafe is what may fail where it is not chosen: reading memory (the index may lie outside), an integer division by what may be
zero, and a call with effects.
"""

from __future__ import annotations

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Div, Expr, FloorDiv, FloorMod, IntImm, Mod, Select
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import call
from tilewright.core.ir.walk import rewrite
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.RewriteUnsafeSelect")
def rewrite_unsafe_select(func: PrimFunc) -> PrimFunc:
    """Turn selects of values that may fail into `T.if_then_else`, which computes only the one chosen."""
    return func.with_body(rewrite(func.body, {Select: _select}))


def _select(select: Select) -> Expr:
    if select.condition.dtype.is_vector or not (is_unsafe(select.true_value) or is_unsafe(select.false_value)):
        return select
    args = (select.condition, select.true_value, select.false_value)
    return call("tir.if_then_else", *args, dtype_=select.dtype, span=select.span)


def is_unsafe(value: Expr) -> bool:
    """Whether computing `value` may fail, or do something, where it is not wanted."""
    if isinstance(value, BufferLoad):
        return True
    if isinstance(value, Call):
        return _is_unsafe_call(value)
    if isinstance(value, (Div, Mod, FloorDiv, FloorMod)) and _may_divide_by_zero(value):
        return True
    return any(is_unsafe(child) for child in value.children() if isinstance(child, Expr))


def _is_unsafe_call(value: Call) -> bool:
    """`if_then_else` guards its own branches; only the place of an address counts, not what lies there."""
    name = callee_name(value)
    if name == "tir.if_then_else":
        return is_unsafe(value.args[0])
    if name == "tir.address_of" and isinstance(value.args[0], BufferLoad):
        return any(is_unsafe(index) for index in value.args[0].indices)
    pure = isinstance(value.op, Op) and value.op.effect <= CallEffectKind.Pure
    return not pure or any(is_unsafe(arg) for arg in value.args)


def _may_divide_by_zero(value: Div | Mod | FloorDiv | FloorMod) -> bool:
    return value.dtype.is_integer and not (isinstance(value.b, IntImm) and value.b.value not in (0, -1))
