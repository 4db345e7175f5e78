"""Facts: ranges, values and remainders of variables, and conditions that hold at the current place.

`Facts` is the context that bounds, simplification and proofs take first.  Conditions come and go with `assume`, whose answer takes them back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from math import gcd

from tilewright.core.arith.interval import EVERYTHING, INF, Interval, intersect, of_dtype
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear, difference, is_index, linear
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    EQ,
    GE,
    GT,
    LE,
    LT,
    NE,
    And,
    BinaryOp,
    Call,
    CmpOp,
    Expr,
    FloorMod,
    IntImm,
    Mod,
    Not,
    Or,
    SizeVar,
    Var,
)
from tilewright.core.ir.operators import binary


class Facts:
    """Knowledge about variables.

    `ranges`: constant bounds.  `values`: variables that stand for expressions.  `moduli`: v = coefficient * k + base.
    `inequalities`: linear forms that are >= 0.  `directions`: for each sum of terms its bounds, read off the inequalities.
    `truths`: conditions whose value is known.  `simplified`: by mode, what expressions are under these facts.  `bounds`: while bounds are computed or used in a proof, those of the parts that have been looked at; else None.
    `combines`: whether several inequalities are put together in proofs.
    """

    __slots__ = (
        "bounds",
        "combines",
        "directions",
        "inequalities",
        "moduli",
        "ranges",
        "simplified",
        "truths",
        "values",
    )

    def __init__(self) -> None:
        self.ranges: dict[Var, Interval] = {}
        self.values: dict[Var, Expr] = {}
        self.moduli: dict[Var, tuple[int, int]] = {}
        self.inequalities: list[Linear] = []
        self.directions: dict[frozenset[tuple[Key, int]], Interval] = {}
        self.truths: dict[Key, bool] = {}
        self.simplified: dict[str, dict[int, tuple[Expr, Expr]]] = {"canonical": {}, "rewrite": {}}
        self.bounds: dict[int, tuple[Expr, Interval]] | None = None
        self.combines = True

    def copy(self) -> Facts:
        """The same knowledge, to be added to on its own."""
        other = Facts()
        other.ranges, other.values, other.moduli = dict(self.ranges), dict(self.values), dict(self.moduli)
        other.inequalities, other.directions = list(self.inequalities), dict(self.directions)
        other.truths, other.combines = dict(self.truths), self.combines
        return other

    @contextmanager
    def remembered_bounds(self) -> Generator[None]:
        """Inside, where no facts are added, the bounds of parts are worked out once."""
        before = self.bounds
        self.bounds = {} if before is None else before
        try:
            yield
        finally:
            self.bounds = before

    def forget(self) -> None:
        """Drop what was simplified: with other facts it may come out otherwise."""
        for found in self.simplified.values():
            if found:
                found.clear()

    def range_of(self, var: Var) -> Interval:
        """Constant bounds of a variable."""
        known = self.ranges.get(var)
        return initial_range(var) if known is None else known

    def bind_range(self, var: Var, low: Expr, extent: Expr) -> None:
        """`var` runs from `low` up to `low + extent`."""
        self.forget()
        if isinstance(low, IntImm) and isinstance(extent, IntImm):
            self.ranges[var] = (low.value, low.value + extent.value - 1)
            return
        self.ranges[var] = of_dtype(var.dtype)
        self.know(difference(var, low))
        self.know(difference(low, var).add(linear(extent)).shifted(-1))

    def bind_value(self, var: Var, value: Expr) -> None:
        """`var` stands for `value`."""
        self.forget()
        self.values[var] = value

    def narrow(self, var: Var, interval: Interval) -> None:
        """`var` lies in `interval`, besides what is known."""
        self.forget()
        self.ranges[var] = intersect(self.range_of(var), interval)

    def know(self, form: Linear) -> None:
        """form >= 0"""
        if not form.terms:
            return
        if len(form.terms) == 1:
            ((atom, coefficient),) = form.atoms()
            if isinstance(atom, Var):
                self.narrow(atom, _half_line(coefficient, form.constant))
                return
        self.forget()
        if self.combines:
            self.inequalities.append(form)
        self._direct(form, 1)
        self._direct(form, -1)

    def _direct(self, form: Linear, sign: int) -> None:
        direction = form.scaled(sign).direction
        bound: Interval = (-form.constant, INF) if sign > 0 else (-INF, form.constant)
        self.directions[direction] = intersect(self.directions.get(direction, EVERYTHING), bound)

    def assume(self, condition: Expr) -> Callable[[], None]:
        """Take `condition` to hold until the function that comes back is called; calls are taken back in reverse order."""
        restore = self.snapshot()
        self.forget()
        _assume(self, condition)
        return restore

    def snapshot(self) -> Callable[[], None]:
        """A function that undoes every fact added after this call."""
        before = (dict(self.ranges), list(self.inequalities), dict(self.directions), dict(self.truths))
        moduli = dict(self.moduli)

        def restore() -> None:
            self.ranges, self.inequalities, self.directions, self.truths = before
            self.moduli = moduli
            self.forget()

        return restore


def initial_range(var: Var) -> Interval:
    """The range that follows from the type alone: a size is never negative."""
    low, high = of_dtype(var.dtype)
    return (max(low, 0), high) if isinstance(var, SizeVar) else (low, high)


def _half_line(coefficient: int, constant: int) -> Interval:
    """The x with coefficient * x + constant >= 0."""
    if coefficient > 0:
        return -(constant // coefficient), INF
    return -INF, constant // -coefficient


def _assume(facts: Facts, condition: Expr) -> None:
    if isinstance(condition, And):
        _assume(facts, condition.a)
        _assume(facts, condition.b)
        return
    if isinstance(condition, Call) and callee_name(condition) == "tir.likely":
        _assume(facts, condition.args[0])
        return
    condition = upward(condition)
    facts.truths[key(condition)] = True
    if isinstance(condition, Or):
        facts.truths[key(negated(condition))] = False
    if isinstance(condition, Not):
        facts.truths[key(upward(condition.a))] = False
        opposite = negated(condition.a)
        if not isinstance(opposite, Not):
            _assume(facts, opposite)
    elif isinstance(condition, CmpOp) and is_index(condition.a.dtype):
        for form in nonnegative_forms(condition):
            facts.know(form)
        _remember_opposite(facts, condition)
        if isinstance(condition, EQ):
            _know_remainder(facts, condition)


def _know_remainder(facts: Facts, condition: EQ) -> None:
    """x % 4 == 2 says that x is 4 * k + 2, besides what is known of its remainders."""
    part, rest = condition.a, condition.b
    if not isinstance(part, (FloorMod, Mod)) or not isinstance(part.a, Var):
        return
    if not (isinstance(part.b, IntImm) and isinstance(rest, IntImm) and part.b.value > 1 and rest.value >= 0):
        return
    step, base = part.b.value, rest.value
    known, at = facts.moduli.get(part.a, (1, 0))
    if known > 0 and gcd(known, step) == 1:  # both together, by the Chinese remainder theorem
        base = next(each for each in range(at % known, known * step, known) if each % step == base % step)
        step = known * step
    facts.moduli[part.a] = step, base % step


def _remember_opposite(facts: Facts, condition: CmpOp) -> None:
    opposite = negated(condition)
    facts.truths[key(opposite)] = False


def nonnegative_forms(condition: BinaryOp) -> tuple[Linear, ...]:
    """Linear forms that are all >= 0 exactly when an integer comparison holds; none for `!=`."""
    a, b = condition.a, condition.b
    if isinstance(condition, LT):
        return (difference(b, a).shifted(-1),)
    if isinstance(condition, LE):
        return (difference(b, a),)
    if isinstance(condition, GT):
        return (difference(a, b).shifted(-1),)
    if isinstance(condition, GE):
        return (difference(a, b),)
    return (difference(a, b), difference(b, a)) if isinstance(condition, EQ) else ()


def upward(condition: Expr) -> Expr:
    """A comparison as < or <=, TVM's normal form: a > b -> b < a, a >= b -> b <= a; other conditions as they are."""
    if isinstance(condition, GT):
        return LT(condition.b, condition.a, condition.span)
    return LE(condition.b, condition.a, condition.span) if isinstance(condition, GE) else condition


_OPPOSITES: dict[type, type[BinaryOp]] = {LT: GE, GE: LT, LE: GT, GT: LE, EQ: NE, NE: EQ}


def negated(condition: Expr) -> Expr:
    """The opposite of a condition with `not` pushed inwards; float comparisons keep their `not`, since NaN is neither."""
    if isinstance(condition, Not):
        return condition.a
    if isinstance(condition, IntImm):
        return IntImm(condition.dtype, int(not condition.value))
    if isinstance(condition, And):
        return binary("Or", negated(condition.a), negated(condition.b))
    if isinstance(condition, Or):
        return binary("And", negated(condition.a), negated(condition.b))
    opposite = _OPPOSITES.get(type(condition))
    if opposite is not None and isinstance(condition, BinaryOp) and not condition.a.dtype.is_float:
        return upward(opposite(condition.a, condition.b))
    return Not(condition)
