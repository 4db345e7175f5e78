"""Constant bounds of integer expressions: `bound(facts, e)`, and TVM's `ConstIntBound` for users."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.core.arith import interval as iv
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.interval import EVERYTHING, Interval
from tilewright.core.arith.linear import Linear, is_index, linear
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Cast, Expr, FloatImm, IntImm, Let, Select, Var
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


class ConstIntBound:
    """An inclusive interval of integers; the ends are `POS_INF` and `NEG_INF` where nothing is known."""

    POS_INF: ClassVar[int] = (1 << 63) - 1
    NEG_INF: ClassVar[int] = -((1 << 63) - 1)
    __slots__ = ("max_value", "min_value")

    def __init__(self, min_value: int, max_value: int) -> None:
        self.min_value = min_value
        self.max_value = max_value

    @staticmethod
    def of(found: Interval) -> ConstIntBound:
        """The bound of an interval with true infinities."""
        low = max(found[0], ConstIntBound.NEG_INF)
        high = min(found[1], ConstIntBound.POS_INF)
        return ConstIntBound(int(low), int(high))

    @property
    def interval(self) -> Interval:
        """The interval with true infinities."""
        low = -iv.INF if self.min_value <= self.NEG_INF else self.min_value
        return low, iv.INF if self.max_value >= self.POS_INF else self.max_value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstIntBound) and self.interval == other.interval

    def __hash__(self) -> int:
        return hash((self.min_value, self.max_value))

    def __repr__(self) -> str:
        if is_later():
            return f"sym.ConstIntBound(min_value={self.min_value}, max_value={self.max_value})"
        low = "neg_inf" if self.min_value <= self.NEG_INF else self.min_value
        high = "pos_inf" if self.max_value >= self.POS_INF else self.max_value
        return f"ConstIntBound[{low},{high}]"


def bound(facts: Facts, e: Expr) -> Interval:
    """Constant bounds of an integer expression, as good as its parts and the known conditions tell."""
    if type(e) is Var:
        return _variable(facts, e)
    found = _structural(facts, e)
    if facts.directions and is_index(e.dtype) and type(e) not in (IntImm, nodes.SizeVar):
        return iv.intersect(found, linear_bound(facts, linear(e)))
    return found


def linear_bound(facts: Facts, form: Linear) -> Interval:
    """Bounds of a linear form; the conditions are asked about the whole sum, and about each atom."""
    low: iv.End = form.constant
    high: iv.End = form.constant
    for atom, coefficient in form.terms.values():
        a, b = _structural(facts, atom)
        if coefficient < 0:
            a, b = b, a
        low, high = low + a * coefficient, high + b * coefficient
    if facts.directions and form.terms:
        known = facts.directions.get(form.direction)
        if known is not None:
            return max(low, known[0] + form.constant), min(high, known[1] + form.constant)
    return low, high


def _structural(facts: Facts, e: Expr) -> Interval:
    """Bounds from those of the parts; each part is looked at once, or nested extrema would take exponential time."""
    rule = _RULES.get(type(e))
    if rule is None:
        return iv.of_dtype(e.dtype)
    if type(e) in _LEAVES:
        return rule(facts, e)
    if facts.bounds is None:
        facts.bounds = {}
        try:
            return rule(facts, e)
        finally:
            facts.bounds = None
    known = facts.bounds.get(id(e))
    if known is None:
        known = facts.bounds[id(e)] = e, rule(facts, e)
    return known[1]


_LEAVES = frozenset({IntImm, Var, nodes.SizeVar, BufferLoad})


def _variable(facts: Facts, e: Var) -> Interval:
    value = facts.values.get(e)
    if value is None:
        return facts.range_of(e)
    return iv.intersect(facts.range_of(e), bound(facts, value))


def _binary(function: Callable[[Interval, Interval], Interval]) -> Callable[[Facts, Any], Interval]:
    """Bounds of an operator from those of its operands; a type that wraps around forgets them when the result may not fit."""

    def rule(facts: Facts, e: BinaryOp) -> Interval:
        if not e.dtype.is_integer:
            return EVERYTHING
        found = function(bound(facts, e.a), bound(facts, e.b))
        return found if is_index(e.dtype) else _fitted(found, e)

    return rule


def _fitted(found: Interval, e: Expr) -> Interval:
    low, high = iv.of_dtype(e.dtype)
    return found if low <= found[0] and found[1] <= high else (low, high)


def _comparison(facts: Facts, e: BinaryOp) -> Interval:
    return 0, 1


def _select(facts: Facts, e: Select) -> Interval:
    return iv.union(_under(facts, e.condition, e.true_value), _under(facts, nodes.Not(e.condition), e.false_value))


def _under(facts: Facts, condition: Expr, e: Expr) -> Interval:
    if isinstance(e, IntImm):
        return e.value, e.value
    restore = facts.assume(condition)
    outside, facts.bounds = facts.bounds, None
    try:
        return bound(facts, e)
    finally:
        facts.bounds = outside
        restore()


def _ceil_log2(facts: Facts, e: Cast) -> Interval | None:
    """int(ceil(log2(float(x)))) counts the bits of x - 1"""
    inner = e.value
    for name in ("tir.ceil", "tir.log2"):
        if not (isinstance(inner, Call) and callee_name(inner) == name):
            return None
        inner = inner.args[0]
    if isinstance(inner, FloatImm):
        exact = inner.value == int(inner.value)
        low = high = int(inner.value) if exact else 0
    elif isinstance(inner, Cast) and inner.value.dtype.is_integer:
        low, high = bound(facts, inner.value)
    else:
        return None
    # every number up to 2**50 is a float64, and no logarithm of one is rounded up to a whole number
    if low < 1 or high > 1 << 50 or inner.dtype.bits < 64:
        return None
    return (int(low) - 1).bit_length(), (int(high) - 1).bit_length()


def _cast(facts: Facts, e: Cast) -> Interval:
    counted = _ceil_log2(facts, e)
    if counted is not None:
        return counted
    if e.value.dtype.is_integer:
        return _fitted(bound(facts, e.value), e)
    return _through_float(facts, e)


# Integers up to this size are floats of the type.
_EXACT = {"float16": 1 << 11, "float32": 1 << 24, "float64": 1 << 53}


def _through_float(facts: Facts, e: Cast) -> Interval:
    """int(float(x)) is x where the float holds it"""
    inner = e.value
    largest = _EXACT.get(str(inner.dtype))
    if isinstance(inner, Cast) and inner.value.dtype.is_integer and largest is not None and e.dtype.is_integer:
        low, high = bound(facts, inner.value)
        if -largest <= low and high <= largest:
            return _fitted((low, high), e)
    return iv.of_dtype(e.dtype)


def _broadcast(facts: Facts, e: Any) -> Interval:
    return bound(facts, e.value)


def _ramp(facts: Facts, e: Any) -> Interval:
    """base + stride * lane"""
    if not isinstance(e.lanes, IntImm):
        return iv.of_dtype(e.dtype.element)
    return iv.plus(bound(facts, e.base), iv.times(bound(facts, e.stride), (0, e.lanes.value - 1)))


def _let(facts: Facts, e: Let) -> Interval:
    before = facts.ranges.get(e.var)
    facts.ranges[e.var] = bound(facts, e.value)
    outside, facts.bounds = facts.bounds, None
    try:
        return bound(facts, e.body)
    finally:
        facts.bounds = outside
        if before is None:
            del facts.ranges[e.var]
        else:
            facts.ranges[e.var] = before


def _call(facts: Facts, e: Call) -> Interval:
    rule = _CALLS.get(callee_name(e))
    return iv.of_dtype(e.dtype) if rule is None or e.dtype.is_vector else rule(facts, e)


def _shift_right(facts: Facts, e: Call) -> Interval:
    amount = e.args[1]
    least, most = bound(facts, amount)
    if 0 <= least <= most < e.dtype.bits and not isinstance(amount, IntImm):
        return iv.floordiv(bound(facts, e.args[0]), (1 << int(least), 1 << int(most)))
    if isinstance(amount, IntImm) and 0 <= amount.value < e.dtype.bits:
        return iv.floordiv(bound(facts, e.args[0]), (1 << amount.value, 1 << amount.value))
    return iv.of_dtype(e.dtype)


def _shift_left(facts: Facts, e: Call) -> Interval:
    """A non-negative value grows with both operands, as long as the result fits the type"""
    (low, high), (least, most) = (bound(facts, arg) for arg in e.args)
    whole = iv.of_dtype(e.dtype)
    if low < 0 or least < 0 or most >= e.dtype.bits or high > whole[1]:
        return whole
    found = int(low) << int(least), int(high) << int(most)
    return found if found[1] <= whole[1] else whole


def _bitwise_and(facts: Facts, e: Call) -> Interval:
    """x & y is at most either operand that is not negative"""
    highs = [high for low, high in (bound(facts, arg) for arg in e.args) if low >= 0]
    return (0, min(highs)) if highs else iv.of_dtype(e.dtype)


def _if_then_else(facts: Facts, e: Call) -> Interval:
    return iv.union(_under(facts, e.args[0], e.args[1]), _under(facts, nodes.Not(e.args[0]), e.args[2]))


def _first_argument(facts: Facts, e: Call) -> Interval:
    return bound(facts, e.args[0])


def _load(facts: Facts, e: BufferLoad) -> Interval:
    return iv.of_dtype(e.dtype)


def _vscale(facts: Facts, e: Call) -> Interval:
    """Vectors of the machine are 1 to 16 times 128 bits long, where the target has such vectors at all"""
    target = Target.current()
    return (1, 16) if target is not None and target.has_scalable_vectors else iv.of_dtype(e.dtype)


_CALLS: dict[str, Callable[[Facts, Call], Interval]] = {
    "tir.shift_left": _shift_left,
    "tir.shift_right": _shift_right,
    "tir.bitwise_and": _bitwise_and,
    "tir.if_then_else": _if_then_else,
    "tir.likely": _first_argument,
    "tir.vscale": _vscale,
}
_RULES: dict[type, Callable[[Facts, Any], Interval]] = {
    IntImm: lambda facts, e: (e.value, e.value),
    Var: _variable,
    nodes.SizeVar: _variable,
    nodes.Add: _binary(iv.plus),
    nodes.Sub: _binary(iv.minus),
    nodes.Mul: _binary(iv.times),
    nodes.FloorDiv: _binary(iv.floordiv),
    nodes.FloorMod: _binary(iv.floormod),
    nodes.Div: _binary(iv.truncdiv),
    nodes.Mod: _binary(iv.truncmod),
    nodes.Min: _binary(lambda a, b: (min(a[0], b[0]), min(a[1], b[1]))),
    nodes.Max: _binary(lambda a, b: (max(a[0], b[0]), max(a[1], b[1]))),
    **dict.fromkeys((nodes.EQ, nodes.NE, nodes.LT, nodes.LE, nodes.GT, nodes.GE), _comparison),
    **dict.fromkeys((nodes.And, nodes.Or, nodes.Not), _comparison),
    Select: _select,
    Cast: _cast,
    Let: _let,
    nodes.Broadcast: _broadcast,
    nodes.Ramp: _ramp,
    Call: _call,
    BufferLoad: _load,
}
