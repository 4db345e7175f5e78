"""Sets of integers that an expression may take: symbolic intervals, as TVM's `IntSet`.

`eval_set(e, domains)` replaces variables that have a domain by their ends; a missing end is None.  Used to relax accesses over loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.arith import prove
from tilewright.arith.facts import Facts
from tilewright.arith.key import deep_equal
from tilewright.arith.linear import difference
from tilewright.arith.simplify import simplify
from tilewright.base.identity import Identified
from tilewright.ir import expr as nodes
from tilewright.ir.expr import Broadcast, Call, Cast, Expr, IntImm, Ramp, Range, Select, Var, expr
from tilewright.ir.operators import binary, cast, const
from tilewright.ir.walk import walk


class IntSet(Identified):
    """Base of the sets of integers."""

    __slots__ = ()

    @staticmethod
    def single_point(point: Any) -> IntervalSet:
        """The set of one integer."""
        return IntervalSet(point, point)

    @staticmethod
    def vector(vec: Expr) -> IntervalSet:
        """The integers in the lanes of a vector expression."""
        return eval_set(vec, {})


class IntervalSet(IntSet):
    """The integers from `min_value` up to and including `max_value`; None stands for no end."""

    __slots__ = ("max_value", "min_value")

    def __init__(self, min_value: Any, max_value: Any) -> None:
        self.min_value: Expr | None = None if min_value is None else expr(min_value)
        self.max_value: Expr | None = (
            self.min_value if max_value is min_value else expr(max_value) if max_value is not None else None
        )

    @property
    def is_single_point(self) -> bool:
        """Whether both ends are the same expression."""
        return self.min_value is not None and self.min_value is self.max_value

    def is_nothing(self) -> bool:
        """Whether it is provably empty."""
        return (
            self.min_value is not None
            and self.max_value is not None
            and prove.less(Facts(), self.max_value, self.min_value)
        )

    def is_everything(self) -> bool:
        """Whether neither end is known."""
        return self.min_value is None and self.max_value is None

    def __repr__(self) -> str:
        ends = ["neg_inf" if self.min_value is None else str(self.min_value)]
        ends.append("pos_inf" if self.max_value is None else str(self.max_value))
        return f"IntervalSet[{ends[0]}, {ends[1]}]"


Domains = Mapping[Var, IntervalSet]
UNBOUNDED = IntervalSet(None, None)


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
    if found.min_value is None or found.max_value is None:
        return whole
    facts = facts or Facts()
    low = simplify(facts, found.min_value)
    return Range.from_min_extent(low, simplify(facts, found.max_value + 1 - found.min_value))


def union(facts: Facts, a: IntervalSet, b: IntervalSet) -> IntervalSet:
    """The smallest interval around both, its ends simplified."""
    if a.is_single_point and b.is_single_point and deep_equal(_end(a.min_value), _end(b.min_value)):
        return a
    low = _extreme(facts, "Min", a.min_value, b.min_value)
    return IntervalSet(low, _extreme(facts, "Max", a.max_value, b.max_value))


def intersect(facts: Facts, a: IntervalSet, b: IntervalSet) -> IntervalSet:
    """The integers in both, its ends simplified."""
    low = _tighter(facts, "Max", a.min_value, b.min_value)
    return IntervalSet(low, _tighter(facts, "Min", a.max_value, b.max_value))


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
    low = None if found.min_value is None else eval_set(found.min_value, outer, at.facts).min_value
    if found.is_single_point and low is found.min_value:
        return IntervalSet(low, low)
    high = None if found.max_value is None else eval_set(found.max_value, outer, at.facts).max_value
    return IntervalSet(low, high)


def _apply(name: str, a: Expr | None, b: Expr | None) -> Expr | None:
    return None if a is None or b is None else binary(name, a, b)


def _add(at: _Evaluation, e: Any) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    return IntervalSet(_apply("Add", a.min_value, b.min_value), _apply("Add", a.max_value, b.max_value))


def _sub(at: _Evaluation, e: Any) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    return IntervalSet(_apply("Sub", a.min_value, b.max_value), _apply("Sub", a.max_value, b.min_value))


def _mul(at: _Evaluation, e: Any) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    return _by_sign(at, "Mul", b, a) if a.is_single_point else _by_sign(at, "Mul", a, b)


def _quotient(at: _Evaluation, e: Any) -> IntervalSet:
    return _by_sign(at, type(e).__name__, at.of(e.a), at.of(e.b))


def _by_sign(at: _Evaluation, name: str, a: IntervalSet, b: IntervalSet) -> IntervalSet:
    """A monotone operation with a single number on the right: the ends swap when that is negative."""
    if not b.is_single_point or b.min_value is None:
        return UNBOUNDED
    by = b.min_value
    if prove.nonnegative(at.facts, difference(by, const(0, by.dtype))):
        return IntervalSet(_apply(name, a.min_value, by), _apply(name, a.max_value, by))
    if prove.nonnegative(at.facts, difference(const(0, by.dtype), by)):
        return IntervalSet(_apply(name, a.max_value, by), _apply(name, a.min_value, by))
    return UNBOUNDED


def _floormod(at: _Evaluation, e: Any) -> IntervalSet:
    """Within one period the remainder moves with the number; else it is anything below the divisor."""
    a, b = at.of(e.a), at.of(e.b)
    by = b.min_value
    if not b.is_single_point or by is None or not prove.less(at.facts, const(0, by.dtype), by):
        return UNBOUNDED
    low, high = _apply("FloorDiv", a.min_value, by), _apply("FloorDiv", a.max_value, by)
    if (
        low is not None
        and high is not None
        and prove.equal(at.facts, simplify(at.facts, low), simplify(at.facts, high))
    ):
        return IntervalSet(_apply("Sub", a.min_value, by * low), _apply("Sub", a.max_value, by * low))
    return IntervalSet(const(0, by.dtype), by - 1)


def _extremum(at: _Evaluation, e: Any) -> IntervalSet:
    a, b = at.of(e.a), at.of(e.b)
    name = type(e).__name__
    return IntervalSet(_apply(name, a.min_value, b.min_value), _apply(name, a.max_value, b.max_value))


def _select(at: _Evaluation, e: Select) -> IntervalSet:
    return union(at.facts, at.of(e.true_value), at.of(e.false_value))


def _if_then_else(at: _Evaluation, e: Call) -> IntervalSet:
    if getattr(e.op, "name", "") != "tir.if_then_else":
        return UNBOUNDED
    return union(at.facts, at.of(e.args[1]), at.of(e.args[2]))


def _ramp(at: _Evaluation, e: Ramp) -> IntervalSet:
    """base + stride * [0, lanes - 1]"""
    if not isinstance(e.stride, IntImm) or not isinstance(e.lanes, IntImm):
        return UNBOUNDED
    base, reach = at.of(e.base), e.stride.value * (e.lanes.value - 1)
    far = const(abs(reach), e.base.dtype)
    if reach >= 0:
        return IntervalSet(base.min_value, _apply("Add", base.max_value, far))
    return IntervalSet(_apply("Sub", base.min_value, far), base.max_value)


def _cast(at: _Evaluation, e: Cast) -> IntervalSet:
    inner = at.of(e.value)
    if not (e.dtype.is_integer and e.value.dtype.is_integer and e.dtype.bits >= e.value.dtype.bits):
        return UNBOUNDED
    ends = [None if end is None else cast(end, e.dtype) for end in (inner.min_value, inner.max_value)]
    return IntervalSet(ends[0], ends[1])


_RULES: dict[type, Callable[[_Evaluation, Any], IntervalSet]] = {
    Var: _variable,
    nodes.SizeVar: _variable,
    nodes.Add: _add,
    nodes.Sub: _sub,
    nodes.Mul: _mul,
    nodes.FloorDiv: _quotient,
    nodes.Div: _quotient,
    nodes.FloorMod: _floormod,
    nodes.Min: _extremum,
    nodes.Max: _extremum,
    Select: _select,
    Call: _if_then_else,
    Ramp: _ramp,
    Broadcast: lambda at, e: at.of(e.value),
    Cast: _cast,
}
