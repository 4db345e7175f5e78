"""LowerIntrin: ops that stand for other ops are written out, and divisions take their cheapest form.

A floor division is a plain one where both sides are known not to be negative, and a shift where the divisor is a power of two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.builder.expansions import EXPANSIONS
from tilewright.core.ir.expr import Broadcast, Call, Div, Expr, FloorDiv, FloorMod, IntImm, Mod
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import bitwise, const
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.op import Expand, Op
from tilewright.core.ops.registration import lowering_of
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.ranges import Ranges, RuleInRanges, rewrite_in_ranges

if TYPE_CHECKING:
    from tilewright.core.target.target import Target


@tir_pass("tir.LowerIntrin")
def lower_intrin(func: PrimFunc) -> PrimFunc:
    """Write out ops that are made of others, and make floor divisions cheap."""
    given: Target | None = func.attrs.get("target")
    target = "llvm" if given is None else str(given.kind)
    rules: dict[type, RuleInRanges] = {**_RULES, Call: lambda e, ranges: _call(e, ranges, target, rules)}
    return func.with_body(rewrite_in_ranges(func.body, rules))


def _call(e: Call, ranges: Ranges, target: str, rules: Mapping[type, RuleInRanges]) -> Expr:
    """The lowering that the program registered for the op, or its expansion, which may hold ops to expand as well."""
    if not isinstance(e.op, Op):
        return e
    registered = lowering_of(e.op, target)
    made = None if registered is None else registered(e)
    if made is None and isinstance(e.op.lower, Expand):
        made = EXPANSIONS[e.op.lower.rule](e)
    if made is None or structural_equal(made, e):
        return e
    return rewrite_in_ranges(made, rules, ranges)


def _floordiv(e: FloorDiv, ranges: Ranges) -> Expr:
    """x // 2**k -> x >> k; x // y -> div(x, y), when neither is negative"""
    if not e.dtype.is_integer:
        return e
    power = _power_of_two(e.b)
    if power is not None:
        return bitwise("shift_right", e.a, const(power, e.dtype), e.span)
    return Div(e.a, e.b, e.span) if _not_negative(e.a, ranges) and _not_negative(e.b, ranges) else e


def _floormod(e: FloorMod, ranges: Ranges) -> Expr:
    """x % 2**k -> x & (2**k - 1); x % y -> mod(x, y), when neither is negative"""
    if not e.dtype.is_integer:
        return e
    power = _power_of_two(e.b)
    if power is not None:
        return bitwise("bitwise_and", e.a, const((1 << power) - 1, e.dtype), e.span)
    return Mod(e.a, e.b, e.span) if _not_negative(e.a, ranges) and _not_negative(e.b, ranges) else e


def _power_of_two(divisor: Expr) -> int | None:
    value = divisor.value if isinstance(divisor, Broadcast) else divisor
    if isinstance(value, IntImm) and value.value > 0 and value.value & (value.value - 1) == 0:
        return value.value.bit_length() - 1
    return None


def _not_negative(value: Expr, ranges: Ranges) -> bool:
    if value.dtype.kind in ("uint", "bool"):
        return True
    return not value.dtype.is_vector and ranges.analyzer.can_prove_greater_equal(value, 0)


_RULES: dict[type, RuleInRanges] = {FloorDiv: _floordiv, FloorMod: _floormod}
