"""Steps that both modes of the simplifier take: variables with a value, conditions with a known truth, branches, names and conversions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts, negated, upward
from tilewright.core.arith.key import deep_equal, key
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.simplifier import Simplifier
from tilewright.core.base.dtype import BOOL
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Cast, Expr, FloatImm, IntImm, Let, Not, Select, Var
from tilewright.core.ir.operators import binary, cast
from tilewright.core.ir.walk import substitute
from tilewright.core.ir.walk import walk as nodes_of

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


def truth(facts: Facts, e: Expr) -> IntImm | None:
    """The value of a condition that is known to hold or to fail."""
    known = facts.truths.get(key(e)) if facts.truths else None
    return None if known is None else IntImm(BOOL, int(known))


def variable(facts: Facts, e: Var) -> Expr | None:
    """A variable that stands for a value is that value; a condition may be known."""
    value = facts.values.get(e)
    if value is not None:
        return value
    return truth(facts, e) if e.dtype is BOOL else None


def opposite(facts: Facts, e: Not) -> Expr | None:
    """not (a < b) -> b <= a; what is known of the operand"""
    if e.dtype.is_vector:
        return None
    made = negated(e.a)
    if not isinstance(made, Not):
        return made
    known = facts.truths.get(key(upward(e.a)))
    return None if known is None else IntImm(BOOL, int(not known))


def folded(e: Any) -> Expr | None:
    """An operator on constants as its value, None when it stays."""
    made: Any = binary(type(e).__name__, e.a, e.b)
    return None if type(made) is type(e) and made.a is e.a and made.b is e.b else made


def divided(e: nodes.Div) -> Expr | None:
    """x / 4.0 -> x * 0.25, as TVM 0.22 writes it, for the divisors whose reciprocal is exact; 0.27 leaves it."""
    if is_later() or not (isinstance(e.b, FloatImm) and e.dtype.is_float and math.isfinite(e.b.value)):
        return None
    mantissa, exponent = math.frexp(e.b.value)
    exact = abs(mantissa) == 0.5 and abs(exponent) <= _SMALL_EXPONENT
    return nodes.Mul(e.a, FloatImm(e.dtype, 1.0 / e.b.value), e.span) if exact else None


_SMALL_EXPONENT = 14  # the reciprocal of such a power of two is a normal float16 too


def selected_together(e: BinaryOp) -> Expr | None:
    """select(c, x, y) + select(c, z, w) -> select(c, x + z, y + w); select(c, x, y) - x -> select(c, 0, y - x)"""
    a, b, cls = e.a, e.b, type(e)
    if not isinstance(a, Select):
        return None
    if isinstance(b, Select) and deep_equal(a.condition, b.condition):
        return Select(a.condition, cls(a.true_value, b.true_value), cls(a.false_value, b.false_value), e.span)
    if isinstance(e, nodes.Sub) and (deep_equal(a.true_value, b) or deep_equal(a.false_value, b)):
        return Select(a.condition, cls(a.true_value, b), cls(a.false_value, b), e.span)
    return None


def select(walk: Simplifier, e: Select) -> Expr:
    """Both values are computed, whatever the condition: each is read knowing it, where it cannot fail."""
    chosen = _branches(walk, knowing, e.condition, e.true_value, e.false_value)
    if isinstance(chosen, Expr):
        return chosen
    condition, yes, no = chosen
    same = condition is e.condition and yes is e.true_value and no is e.false_value
    return e if same else walk.again(Select(condition, yes, no, e.span))  # a part that could fail may be gone


def call(walk: Simplifier, e: Call) -> Expr:
    """Branches of `if_then_else`, of which one is computed, are read knowing the condition; `likely` of a constant is the constant."""
    name = callee_name(e)
    if name == "tir.if_then_else":
        chosen = _branches(walk, Simplifier.under, *e.args)
        if isinstance(chosen, Expr):
            return chosen
        return e if all(new is old for new, old in zip(chosen, e.args)) else Call(e.dtype, e.op, chosen, e.span)
    made = walk.parts(e)
    return made.args[0] if name == "tir.likely" and isinstance(made.args[0], IntImm) else made


Reader = Callable[[Simplifier, Expr, Expr], Expr]


def _branches(walk: Simplifier, read: Reader, condition: Expr, yes: Expr, no: Expr) -> Expr | tuple[Expr, Expr, Expr]:
    """The branch that is taken, or the three parts with each branch read under its condition."""
    condition = walk.visit(condition)
    if isinstance(condition, IntImm):
        return walk.visit(yes if condition.value else no)
    if condition.dtype.is_vector:
        return condition, walk.visit(yes), walk.visit(no)
    yes, no = read(walk, condition, yes), read(walk, negated(condition), no)
    return yes if deep_equal(yes, no) else (condition, yes, no)


def knowing(walk: Simplifier, condition: Expr, e: Expr) -> Expr:
    """`e` simplified where `condition` holds, for an `e` that is computed elsewhere too.

    There it may become anything but a failure: a load or a quotient that the condition made constant could fail, so it stays.
    """
    if isinstance(condition, IntImm) or not _never_fails(e):
        return walk.visit(e)
    return walk.under(condition, e)


def _never_fails(e: Expr) -> bool:
    for node in nodes_of(e):
        if isinstance(node, (nodes.BufferLoad, nodes.ProducerLoad, Call)):
            return False
        if isinstance(node, QUOTIENTS) and not isinstance(node.b, IntImm):
            return False
    return True


def let(walk: Simplifier, e: Let) -> Expr:
    """A name for a constant or a variable goes; any other is known by its bounds inside the body."""
    value = walk.visit(e.value)
    if isinstance(value, (IntImm, FloatImm, Var)):
        return walk.visit(substitute(e.body, {e.var: value}))
    if is_index(value.dtype):
        walk.facts.narrow(e.var, bound(walk.facts, value))
    body = walk.visit(e.body)
    return e if value is e.value and body is e.body else Let(e.var, value, body, e.span)


def converted(facts: Facts, e: Cast) -> Expr | None:
    """cast of a constant; cast<t>(cast<u>(x)) -> cast<t>(x) when u holds every x"""
    if isinstance(e.value, (IntImm, FloatImm, nodes.Broadcast)) or e.value.dtype is e.dtype:
        made = cast(e.value, e.dtype)
        return None if isinstance(made, Cast) else made
    inner = e.value
    if isinstance(inner, Call) and e.dtype.is_integer and not e.dtype.is_vector:
        low, high = bound(facts, e)
        return IntImm(e.dtype, int(low)) if low == high else None
    if isinstance(inner, Cast) and _widens(inner) and inner.value.dtype.is_integer and e.dtype.is_integer:
        return cast(inner.value, e.dtype)
    return None


def _widens(e: Cast) -> bool:
    source, target = e.value.dtype, e.dtype
    signs = source.kind == target.kind or (source.kind in ("uint", "bool") and target.kind == "int")
    return target.is_integer and source.bits < target.bits and signs


QUOTIENTS = (nodes.Div, nodes.Mod, nodes.FloorDiv, nodes.FloorMod)
WHOLES = {Select: select, Call: call, Let: let}
STEPS = {Var: variable, nodes.SizeVar: variable, Not: opposite, Cast: converted}
