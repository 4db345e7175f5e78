"""Steps of the rewriting mode: what was written stays, and only what a rule names changes: `1 + x` stays, `x - 1` is `x + -1`.

TVM's `rewrite_simplify` is this mode; its results are those that TVM documents and tests.  Bounds and proofs are those of the canonical mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.arith import common_steps as common
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.common_steps import QUOTIENTS
from tilewright.core.arith.comparison import decide, touching
from tilewright.core.arith.facts import Facts, negated, upward
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import difference, is_index, linear
from tilewright.core.arith.modular import linear_modular
from tilewright.core.arith.prove import nonnegative
from tilewright.core.arith.simplifier import Mode, Simplifier, Step
from tilewright.core.arith.vector import divided_ramp, simplify_vector
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, Broadcast, Call, Expr, FloatImm, IntImm, Or
from tilewright.core.ir.operators import call, const
from tilewright.core.ops.dtype_rules import DivisionByZeroError

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


def _folded(facts: Facts, e: BinaryOp) -> Expr | None:
    """Constants, vectors with known lanes, and selections by the same condition."""
    if e.a.dtype.is_vector:
        if isinstance(e, QUOTIENTS) and _is_zero(e.b):
            raise DivisionByZeroError
        if isinstance(e, (nodes.Add, nodes.Sub)) and _is_zero(e.b):
            return e.a
        divided = divided_ramp(facts, e) if isinstance(e, QUOTIENTS) else None
        made = simplify_vector(e) if divided is None else divided
        return made if made is not None else common.folded(e)
    if isinstance(e, nodes.Sub) and deep_equal(e.a, e.b):
        return const(0, e.dtype)
    made = common.selected_together(e) if isinstance(e, _SELECTING) else None
    return common.folded(e) if made is None else made


def _is_zero(e: Expr) -> bool:
    """Whether every lane is 0."""
    return isinstance(e, Broadcast) and isinstance(e.value, (IntImm, FloatImm)) and e.value.value == 0


def _extremum(facts: Facts, e: BinaryOp) -> Expr | None:
    made = _folded(facts, e)
    return _broadcasts_together(e) if made is None and e.dtype.is_vector else made


def _decided_extremum(facts: Facts, e: BinaryOp) -> Expr | None:
    """The operand that is never the larger (never the smaller) one."""
    if not is_index(e.dtype):
        return None
    form = difference(e.b, e.a)
    smaller, larger = (e.a, e.b) if isinstance(e, nodes.Min) else (e.b, e.a)
    if nonnegative(facts, form):
        return smaller
    return larger if nonnegative(facts, form.scaled(-1)) else None


def _broadcasts_together(e: BinaryOp) -> Expr | None:
    """min(min(v, broadcast(x)), broadcast(y)) -> min(v, broadcast(min(x, y))), also for maxima"""
    kind, a, b = type(e), e.a, e.b
    if (
        isinstance(a, kind)
        and isinstance(a.b, Broadcast)
        and isinstance(b, Broadcast)
        and deep_equal(a.b.lanes, b.lanes)
    ):
        return kind(a.a, Broadcast(kind(a.b.value, b.value), b.lanes))
    return None


def _difference(facts: Facts, e: nodes.Sub) -> Expr | None:
    folded = _folded(facts, e)
    alike = type(e.a) is type(e.b) and type(e.a) in (nodes.Min, nodes.Max) and is_index(e.dtype)
    return _of_extrema(e.a, e.b) if folded is None and alike else folded


def _of_extrema(a: Any, b: Any) -> Expr | None:
    """min(x + 3, y + 3) - min(x, y) -> 3, also for maxima"""
    for x, y in ((b.a, b.b), (b.b, b.a)):
        first, second = difference(a.a, x), difference(a.b, y)
        if not first.terms and not second.terms and first.constant == second.constant:
            return IntImm(a.dtype, first.constant)
    return None


def _quotient(facts: Facts, e: BinaryOp) -> Expr | None:
    """A quotient that takes one value only."""
    folded = _folded(facts, e)
    if folded is None and isinstance(e, nodes.Div):
        folded = common.divided(e)
    if folded is not None or not is_index(e.dtype):
        return folded
    low, high = bound(facts, e)
    if low == high:
        return IntImm(e.dtype, int(low))
    is_part = nonnegative(facts, linear(e.a)) and nonnegative(facts, difference(e.b, e.a).shifted(-1))
    return IntImm(e.dtype, 0) if is_part else None


def _remainder(facts: Facts, e: BinaryOp) -> Expr | None:
    """A value smaller than the divisor, or with a known remainder"""
    folded = _folded(facts, e)
    if folded is not None or not is_index(e.dtype):
        return folded
    form = linear(e.a)
    positive = nonnegative(facts, form) if isinstance(e, nodes.Mod) or bound(facts, e.b)[0] >= 0 else False
    if positive and nonnegative(facts, difference(e.b, e.a).shifted(-1)):
        return e.a
    if isinstance(e.b, IntImm) and e.b.value > 0 and (positive or isinstance(e, nodes.FloorMod)):
        known = linear_modular(facts, form)
        if known.coeff % e.b.value == 0:
            return IntImm(e.dtype, known.base % e.b.value)
    return None


def _comparison(facts: Facts, e: Any) -> Expr | None:
    """A comparison that is known to hold or to fail; > and >= are written as < and <=."""
    turned = upward(e)
    if turned is not e:
        return turned
    told = common.truth(facts, e)
    if told is not None:
        return told
    known = decide(facts, e) if is_index(e.a.dtype) else None
    if known is not None:
        return IntImm(BOOL, int(known))
    if isinstance(e, nodes.EQ) and deep_equal(e.a, e.b) and e.a.dtype.is_integer:
        return IntImm(BOOL, 1)
    return _folded(facts, e)


def _less_equal(walk: Simplifier, e: nodes.LE) -> Expr:
    """a <= b is not (b < a)"""
    e = walk.parts(e)
    made = _comparison(walk.facts, e)
    if made is not None or not is_index(e.a.dtype):
        return e if made is None else made
    opposite = nodes.LT(e.b, e.a)
    made = walk.visit(opposite)
    if made is not opposite:
        return walk.again(negated(made))
    touched = touching(walk.facts, e)
    return e if touched is None else touched


def _different(walk: Simplifier, e: nodes.NE) -> Expr:
    """a != b is not (a == b)"""
    e = walk.parts(e)
    opposite = nodes.EQ(e.a, e.b)
    made = walk.visit(opposite)
    if made is opposite:
        return e
    if not made.dtype.is_vector:
        return walk.again(negated(made))
    folded = _folded(walk.facts, e)
    return e if folded is None else folded


def _call(facts: Facts, e: Call) -> Expr | None:
    """Nested conditions as one, functions of constants"""
    name = callee_name(e)
    if name == "tir.if_then_else":
        return _one_condition(e)
    if name == "tir.clz" and isinstance(e.args[0], IntImm):
        return _leading_zeros(e, e.args[0])
    if any(isinstance(arg, (IntImm, FloatImm)) for arg in e.args) and not isinstance(e.op, str):
        return call(e.op, *e.args, dtype_=e.dtype, span=e.span)  # pyright: ignore[reportArgumentType]
    return None


def _one_condition(e: Call) -> Call | None:
    """if_then_else(a, if_then_else(b, x, y), y) -> if_then_else(a and b, x, y)"""
    condition, yes, no = e.args
    if isinstance(yes, Call) and callee_name(yes) == "tir.if_then_else" and deep_equal(yes.args[2], no):
        return Call(e.dtype, e.op, (And(condition, yes.args[0]), yes.args[1], no), e.span)
    return None


def _leading_zeros(e: Call, of: IntImm) -> Expr:
    """Zeros above the highest bit, as TVM counts them: 0 has as many as its type has bits."""
    pattern = of.value & ((1 << of.dtype.bits) - 1)
    return IntImm(e.dtype, of.dtype.bits - pattern.bit_length())


_SELECTING = (nodes.Add, nodes.Sub, nodes.Min, nodes.Max)
_STEPS: dict[type, Step] = {
    **common.STEPS,
    nodes.Add: _folded,
    nodes.Sub: _difference,
    nodes.Mul: _folded,
    nodes.Div: _quotient,
    nodes.Mod: _remainder,
    nodes.FloorDiv: _quotient,
    nodes.FloorMod: _remainder,
    nodes.Min: _extremum,
    nodes.Max: _extremum,
    **dict.fromkeys((nodes.EQ, nodes.LT, nodes.GT, nodes.GE), _comparison),
    And: _folded,
    Or: _folded,
    Call: _call,
}
REWRITE = Mode(
    "rewrite",
    {**common.WHOLES, nodes.LE: _less_equal, nodes.NE: _different},
    _STEPS,
    {nodes.Min: _decided_extremum, nodes.Max: _decided_extremum},
)
