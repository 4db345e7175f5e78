"""Sets of integers that an expression may take: symbolic intervals, as TVM's `IntSet`.

`eval_set(e, domains)` replaces variables that have a domain by their ends; a missing end is None.  Used to relax accesses over loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd
from typing import TYPE_CHECKING, Any

from tilewright.core.arith import prove
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import difference
from tilewright.core.arith.modular import modular
from tilewright.core.arith.simplify import rewrite, simplify
from tilewright.core.base.dtype import BOOL, HANDLE
from tilewright.core.base.identity import Identified
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Broadcast, Call, Cast, Expr, IntImm, Ramp, Range, Select, Var, expr
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.walk import walk

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


class IntSet(Identified):
    """Base of the sets of integers."""

    __slots__ = ()

    @staticmethod
    def single_point(point: object) -> IntervalSet:
        """The set of one integer."""
        return IntervalSet(point, point)

    @staticmethod
    def vector(vec: Expr) -> IntervalSet:
        """The integers in the lanes of a vector expression."""
        return eval_set(vec, {})


_POS_INF = Var("pos_inf", HANDLE)
_NEG_INF = Var("neg_inf", HANDLE)


def pos_inf() -> Var:
    """The marker for an interval without upper bound."""
    return _POS_INF


def neg_inf() -> Var:
    """The marker for an interval without lower bound."""
    return _NEG_INF


def _finite(end: object) -> Expr | None:
    return None if end is None or end is _POS_INF or end is _NEG_INF else expr(end)


class IntervalSet(IntSet):
    """The integers from `min_value` up to and including `max_value`, which are `neg_inf()` and `pos_inf()` where it does not end.

    Passes read `low` and `high`, which are None there.
    """

    __slots__ = ("empty", "high", "low")

    def __init__(self, min_value: object, max_value: object) -> None:
        self.empty = min_value is _POS_INF or max_value is _NEG_INF
        self.low = _finite(min_value)
        self.high = self.low if max_value is min_value else _finite(max_value)

    @property
    def min_value(self) -> Expr:
        """The lower end."""
        return (_POS_INF if self.empty else _NEG_INF) if self.low is None else self.low

    @property
    def max_value(self) -> Expr:
        """The upper end."""
        return (_NEG_INF if self.empty else _POS_INF) if self.high is None else self.high

    @property
    def is_single_point(self) -> bool:
        """Whether both ends are the same expression."""
        return self.low is not None and self.low is self.high

    def is_nothing(self) -> bool:
        """Whether it is provably empty."""
        if self.low is None or self.high is None:
            return self.empty
        return prove.less(Facts(), self.high, self.low)

    def is_everything(self) -> bool:
        """Whether neither end is known."""
        return self.low is None and self.high is None and not self.empty

    def __repr__(self) -> str:
        if is_later():
            return f"sym.IntervalSet(min_value={self.min_value}, max_value={self.max_value})"
        return f"IntervalSet[{self.min_value}, {self.max_value}]"


Domains = Mapping[Var, IntervalSet]
UNBOUNDED = IntervalSet(None, None)
NOTHING = IntervalSet(_POS_INF, _NEG_INF)


def from_range(range_: Range) -> IntervalSet:
    """The integers of a range."""
    if isinstance(range_.extent, IntImm) and range_.extent.value == 1:
        return IntervalSet(range_.min, range_.min)
    return IntervalSet(range_.min, range_.min + range_.extent - 1)


def eval_set(e: Expr, domains: Domains, facts: Facts | None = None) -> IntervalSet:
    """The values of `e` as each variable runs through its domain."""
    if not _relaxes(e, domains) and not e.dtype.is_vector:
        return IntervalSet(e, e)
    rule = _RULES.get(type(e))
    return UNBOUNDED if rule is None else rule(_Evaluation(domains, facts or Facts()), e)


def cover_range(found: IntervalSet, whole: Range, facts: Facts | None = None) -> Range:
    """The range from end to end; `whole` when an end is missing."""
    if found.low is None or found.high is None:
        return whole
    facts = facts or Facts()
    low = simplify(facts, found.low)
    extent = simplify(facts, found.high + 1 - found.low)
    if isinstance(extent, (nodes.Add, nodes.Sub)) and any(
        isinstance(part, (nodes.Min, nodes.Max)) for part in extent.children()
    ):
        joined = rewrite(facts, extent)  # max(1, n - 1) + 1 -> max(2, n)
        extent = joined if isinstance(joined, (nodes.Min, nodes.Max)) else extent
    return Range.from_min_extent(low, extent)


def union(facts: Facts, a: IntervalSet, b: IntervalSet) -> IntervalSet:
    """The smallest interval around both, its ends simplified."""
    if a.is_single_point and b.is_single_point and deep_equal(_end(a.low), _end(b.low)):
        return a
    low = _extreme(facts, "Min", a.low, b.low)
    return IntervalSet(low, _extreme(facts, "Max", a.high, b.high))


def union_lower_bound(sets: Sequence[IntervalSet]) -> IntervalSet:
    """An interval that the sets together cover for certain: empty where two of them are not known to adjoin."""
    facts = Facts()
    whole = NOTHING
    for each in sets:
        if whole.is_nothing():
            whole = each
        elif not each.is_nothing():
            if not (_reaches(facts, whole, each) and _reaches(facts, each, whole)):
                return NOTHING
            whole = union(facts, whole, each)
    return whole


def _reaches(facts: Facts, a: IntervalSet, b: IntervalSet) -> bool:
    """Whether nothing lies between the end of `a` and the beginning of `b`."""
    return a.high is None or b.low is None or prove.less_equal(facts, b.low, a.high + 1)


def intersect(facts: Facts, a: IntervalSet, b: IntervalSet) -> IntervalSet:
    """The integers in both, its ends simplified."""
    low = _tighter(facts, "Max", a.low, b.low)
    return IntervalSet(low, _tighter(facts, "Min", a.high, b.high))


def _extreme(facts: Facts, name: str, a: Expr | None, b: Expr | None) -> Expr | None:
    return None if a is None or b is None else simplify(facts, binary(name, a, b))


def _tighter(facts: Facts, name: str, a: Expr | None, b: Expr | None) -> Expr | None:
    return b if a is None else a if b is None else simplify(facts, binary(name, a, b))


def _end(e: Expr | None) -> Expr:
    assert e is not None
    return e


def _relaxes(e: Expr, domains: Domains) -> bool:
    if isinstance(e, Var):
        return e in domains
    return any(isinstance(node, Var) and node in domains for node in walk(e))


class _Evaluation:
    """The domains, and the facts with which signs are decided."""

    __slots__ = ("domains", "facts")

    def __init__(self, domains: Domains, facts: Facts) -> None:
        self.domains = domains
        self.facts = facts

    def of(self, e: Expr) -> IntervalSet:
        """The set of a part."""
        return eval_set(e, self.domains, self.facts)


def _variable(at: _Evaluation, e: Var) -> IntervalSet:
    """The domain, whose own ends may mention variables that are relaxed too."""
    found = at.domains[e]
    outer = {var: domain for var, domain in at.domains.items() if var is not e}
    low = None if found.low is None else eval_set(found.low, outer, at.facts).low
    if found.is_single_point and low is found.low:
        return IntervalSet(low, low)
    high = None if found.high is None else eval_set(found.high, outer, at.facts).high
    return IntervalSet(low, high)


def _apply(name: str, a: Expr | None, b: Expr | None) -> Expr | None:
    return None if a is None or b is None else binary(name, a, b)


def _add(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    return IntervalSet(_apply("Add", a.low, b.low), _apply("Add", a.high, b.high))


def _sub(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    return IntervalSet(_apply("Sub", a.low, b.high), _apply("Sub", a.high, b.low))


def _mul(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    return _by_sign(at, "Mul", b, a) if a.is_single_point else _by_sign(at, "Mul", a, b)


def _quotient(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    return _by_sign(at, type(e).__name__, at.of(e.a), at.of(e.b))


def _by_sign(at: _Evaluation, name: str, a: IntervalSet, b: IntervalSet) -> IntervalSet:
    """A monotone operation with a single number on the right: the ends swap when that is negative."""
    if not b.is_single_point or b.low is None:
        return UNBOUNDED
    by = b.low
    if prove.nonnegative(at.facts, difference(by, const(0, by.dtype))):
        return IntervalSet(_apply(name, a.low, by), _apply(name, a.high, by))
    if prove.nonnegative(at.facts, difference(const(0, by.dtype), by)):
        return IntervalSet(_apply(name, a.high, by), _apply(name, a.low, by))
    return UNBOUNDED


def _floormod(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    """Within one period the remainder moves with the number; else it is anything below the divisor."""
    a, b = at.of(e.a), at.of(e.b)
    by = b.low
    if not b.is_single_point or by is None or not prove.less(at.facts, const(0, by.dtype), by):
        return UNBOUNDED
    low, high = _apply("FloorDiv", a.low, by), _apply("FloorDiv", a.high, by)
    if (
        low is not None
        and high is not None
        and prove.equal(at.facts, simplify(at.facts, low), simplify(at.facts, high))
    ):
        return IntervalSet(_apply("Sub", a.low, by * low), _apply("Sub", a.high, by * low))
    return _remainders(at, e.a, by)


def _remainders(at: _Evaluation, a: Expr, by: Expr) -> IntervalSet:
    """From 0 up to `by - 1`, in the steps in which the number goes: multiples of 16 leave at most 7152 when divided by 7168."""
    if isinstance(by, IntImm):
        known = modular(at.facts, a)
        step = gcd(known.coeff, by.value)
        rest = known.base % step
        return IntervalSet(IntImm(by.dtype, rest), IntImm(by.dtype, by.value - step + rest))
    return IntervalSet(const(0, by.dtype), by - 1)


def _truncmod(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    """The sign of the number, smaller than the divisor."""
    a, b = at.of(e.a), at.of(e.b)
    by = b.low
    if not b.is_single_point or by is None or not prove.less(at.facts, const(0, by.dtype), by):
        return UNBOUNDED
    zero = const(0, by.dtype)
    if a.low is not None and prove.less_equal(at.facts, zero, a.low):
        return IntervalSet(zero, by - 1)
    return IntervalSet(zero - (by - 1), by - 1)


def _extremum(at: _Evaluation, e: BinaryOp) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    name = type(e).__name__
    return IntervalSet(_apply(name, a.low, b.low), _apply(name, a.high, b.high))


def _select(at: _Evaluation, e: Select) -> IntervalSet:
    return union(at.facts, at.of(e.true_value), at.of(e.false_value))


def _if_then_else(at: _Evaluation, e: Call) -> IntervalSet:
    if callee_name(e) != "tir.if_then_else":
        return UNBOUNDED
    return union(at.facts, at.of(e.args[1]), at.of(e.args[2]))


def _ramp(at: _Evaluation, e: Ramp) -> IntervalSet:
    """base + stride * [0, lanes - 1]"""
    if not isinstance(e.stride, IntImm):
        return UNBOUNDED
    base = at.of(e.base)
    if not isinstance(e.lanes, IntImm):  # as many as the machine has
        return IntervalSet(base.low, None) if e.stride.value >= 0 else IntervalSet(None, base.high)
    reach = e.stride.value * (e.lanes.value - 1)
    far = const(abs(reach), e.base.dtype)
    if reach >= 0:
        return IntervalSet(base.low, _apply("Add", base.high, far))
    return IntervalSet(_apply("Sub", base.low, far), base.high)


def _cast(at: _Evaluation, e: Cast) -> IntervalSet:
    inner = at.of(e.value)
    if not (e.dtype.is_integer and e.value.dtype.is_integer and e.dtype.bits >= e.value.dtype.bits):
        return UNBOUNDED
    ends = [None if end is None else cast(end, e.dtype) for end in (inner.low, inner.high)]
    return IntervalSet(ends[0], ends[1])


def _condition(at: _Evaluation, e: Expr) -> IntervalSet:
    """A condition over variables that run may fail and hold."""
    return UNBOUNDED if e.dtype.is_vector else IntervalSet(IntImm(BOOL, 0), IntImm(BOOL, 1))


_CONDITIONS = (*(nodes.EQ, nodes.NE, nodes.LT, nodes.LE, nodes.GT, nodes.GE), *(nodes.And, nodes.Or, nodes.Not))
_RULES: dict[type, Callable[[_Evaluation, Any], IntervalSet]] = {
    **dict.fromkeys(_CONDITIONS, _condition),
    Var: _variable,
    nodes.SizeVar: _variable,
    nodes.Add: _add,
    nodes.Sub: _sub,
    nodes.Mul: _mul,
    nodes.FloorDiv: _quotient,
    nodes.Div: _quotient,
    nodes.FloorMod: _floormod,
    nodes.Mod: _truncmod,
    nodes.Min: _extremum,
    nodes.Max: _extremum,
    Select: _select,
    Call: _if_then_else,
    Ramp: _ramp,
    Broadcast: lambda at, e: at.of(e.value),
    Cast: _cast,
}
