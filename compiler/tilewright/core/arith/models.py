"""Integers for which conditions of a program hold: what `omega` answers, asked in expressions.

Sums, products with numbers, quotients and remainders by numbers, minima, maxima, choices, comparisons and their combinations are decided exactly.
As elsewhere in `arith`, arithmetic on int32 and int64 scalars is taken not to overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.facts import negated
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.omega import OutOfSteps, Row, constant, solve, variable
from tilewright.core.arith.propagation import look
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, BinaryOp, Call, Cast, CmpOp, Expr, IntImm, Not, Or, Select, Var
from tilewright.core.ir.walk import variables_of

CASES = 64  # alternatives that one question may have
LARGEST = (1 << 31) - 1  # of the values that models may have


class Undecided(Exception):
    """Whether the conditions can hold is not known: a part of them is no arithmetic of integers, or the question is too hard."""


class NotLinear(Undecided):
    """Variables are multiplied with or divided by each other; with numbers in their place the question may be decided."""


class TooHard(Undecided):
    """The question took all its steps."""


@dataclass(slots=True)
class Case:
    """Rows that are all 0, and rows that are all not negative.  It is never changed."""

    zero: tuple[Row, ...] = ()
    positive: tuple[Row, ...] = ()

    def both(self, other: Case) -> Case:
        """The rows of two cases."""
        if not (other.zero or other.positive):
            return self
        return Case(self.zero + other.zero, self.positive + other.positive)


Choices = list[tuple[Row, Case]]  # values of an expression, each with the case in which it has it


class Readings:
    """Constraints that expressions were read as, remembered so that questions about one program with the same parts read each part once."""

    def __init__(self) -> None:
        self._readers: dict[frozenset[tuple[Var, int]], _Reader] = {}

    def reader(self, known: Mapping[Var, int]) -> _Reader:
        """The reader for which some variables have these values."""
        key = frozenset(known.items())
        found = self._readers.get(key)
        if found is None:
            found = self._readers[key] = _Reader(known)
        return found


def find_model(
    conditions: Iterable[Expr], known: Mapping[Var, int] | None = None, readings: Readings | None = None
) -> dict[Var, int] | None:
    """Values of the variables for which every condition holds, `known` ones as given; None when there are none.

    `readings` remembers parts of the conditions for further questions.  Raises `Undecided` when the answer cannot be known.
    """
    conditions = list(conditions)
    try:
        for case in _all_cases(conditions, known, readings):
            found = None if look(case.zero, case.positive) is False else solve(case.zero, case.positive)
            if found is not None:
                free = {variable for each in conditions for variable in variables_of(each)}
                return {**dict.fromkeys(free, 0), **{k: v for k, v in found.items() if isinstance(k, Var)}}
    except OutOfSteps:
        raise TooHard from None
    return None


def has_model(
    conditions: Iterable[Expr], known: Mapping[Var, int] | None = None, readings: Readings | None = None
) -> bool:
    """Whether there is a model; quicker than finding the one that messages show.  Raises `Undecided` like `find_model`, also for values that no index has."""
    try:
        for case in _all_cases(conditions, known, readings):
            found = look(case.zero, case.positive)
            model = solve(case.zero, case.positive) if found is True else None if found is False else found
            if model is not None:
                if any(abs(value) > LARGEST for value in model.values()):
                    raise Undecided
                return True
    except OutOfSteps:
        raise TooHard from None
    return False


def _all_cases(conditions: Iterable[Expr], known: Mapping[Var, int] | None, readings: Readings | None) -> list[Case]:
    reader = (readings or Readings()).reader(known or {})
    zero, positive = list[Row](), list[Row]()
    several: list[Case] | None = None  # once there is a choice
    for condition in conditions:
        found = reader.cases(condition)
        if several is None and len(found) == 1:
            zero += found[0].zero
            positive += found[0].positive
            continue
        several = [Case(tuple(zero), tuple(positive))] if several is None else several
        several = _limited([case.both(more) for more in found for case in several])
    return [Case(tuple(zero), tuple(positive))] if several is None else several


def decidable(condition: Expr) -> bool:
    """Whether the condition can be read as constraints, perhaps with numbers in place of some variables."""
    try:
        _Reader({}).cases(condition)
    except NotLinear:
        return True
    except Undecided:
        return False
    return True


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that hold together exactly when this one does."""
    if isinstance(condition, And):
        return conjuncts(condition.a) + conjuncts(condition.b)
    if isinstance(condition, Call) and callee_name(condition) == "tir.likely":
        return conjuncts(condition.args[0])
    if isinstance(condition, Not) and isinstance(condition.a, (Or, Not)):
        return conjuncts(negated(condition.a))
    return [condition]


def _limited(cases: list[Any]) -> list[Any]:
    if len(cases) > CASES:
        raise Undecided
    return cases


class _Reader:
    """Expressions to rows.  A quotient is a variable of its own, with what ties it to what is divided."""

    def __init__(self, known: Mapping[Var, int]) -> None:
        self.known = known
        # What was read, by the identities of expressions, which are kept.
        self._cases: dict[int, tuple[Expr, list[Case]]] = {}
        self._rows: dict[int, tuple[Expr, Choices]] = {}

    def cases(self, condition: Expr) -> list[Case]:
        """The cases in which a condition holds."""
        if isinstance(condition, IntImm):
            return [Case()] if condition.value else []
        if isinstance(condition, And):
            return self._together(condition)
        if isinstance(condition, Or):
            return _limited(self.cases(condition.a) + self.cases(condition.b))
        if isinstance(condition, Not):
            opposite = negated(condition.a)
            if isinstance(opposite, Not):
                raise Undecided
            return self.cases(opposite)
        if isinstance(condition, Call) and callee_name(condition) == "tir.likely":
            return self.cases(condition.args[0])
        if isinstance(condition, CmpOp) and is_index(condition.a.dtype) and is_index(condition.b.dtype):
            return self._comparison(condition)
        raise Undecided

    def _together(self, condition: And) -> list[Case]:
        known = self._cases.get(id(condition))
        if known is None:
            made = _limited([a.both(b) for a in self.cases(condition.a) for b in self.cases(condition.b)])
            known = self._cases[id(condition)] = condition, made
        return known[1]

    def _comparison(self, condition: BinaryOp) -> list[Case]:
        known = self._cases.get(id(condition))
        if known is None:
            make = _COMPARISONS[type(condition)]
            pairs = self._pairs(condition)
            made = _limited([case.both(found) for a, b, case in pairs for found in make(a, b)])
            known = self._cases[id(condition)] = condition, made
        return known[1]

    def _pairs(self, e: BinaryOp) -> list[tuple[Row, Row, Case]]:
        found = [(a, b, first.both(second)) for a, first in self.rows(e.a) for b, second in self.rows(e.b)]
        return _limited(found)

    def rows(self, e: Expr) -> Choices:
        """The values that an integer expression can have."""
        if isinstance(e, IntImm):
            return [(constant(e.value), Case())]
        if not is_index(e.dtype):
            raise Undecided
        if isinstance(e, Var):
            value = self.known.get(e)
            return [(variable(e) if value is None else constant(value), Case())]
        known = self._rows.get(id(e))
        if known is None:
            rule = _RULES.get(type(e))
            if rule is None:
                raise Undecided
            known = self._rows[id(e)] = e, _limited(rule(self, e))
        return known[1]

    def sum(self, e: nodes.Add) -> Choices:
        """a + b"""
        return [(a.add(b), case) for a, b, case in self._pairs(e)]

    def difference(self, e: nodes.Sub) -> Choices:
        """a - b"""
        return [(a.add(b, -1), case) for a, b, case in self._pairs(e)]

    def product(self, e: nodes.Mul) -> Choices:
        """a * b, of which one is a number"""
        return [(_product(a, b), case) for a, b, case in self._pairs(e)]

    def floor_quotient(self, e: nodes.FloorDiv) -> Choices:
        """a // b for a number b"""
        return [self._divided(a, b, case)[0] for a, b, case in self._pairs(e)]

    def floor_remainder(self, e: nodes.FloorMod) -> Choices:
        """a % b for a number b"""
        return [self._divided(a, b, case)[1] for a, b, case in self._pairs(e)]

    def quotient(self, e: nodes.Div) -> Choices:
        """a / b rounded towards zero, for a number b > 0"""
        return [found for found, _ in self._truncated(e)]

    def remainder(self, e: nodes.Mod) -> Choices:
        """a - b * (a / b), which has the sign of a"""
        return [found for _, found in self._truncated(e)]

    def _truncated(self, e: BinaryOp) -> list[tuple[tuple[Row, Case], tuple[Row, Case]]]:
        found: list[tuple[tuple[Row, Case], tuple[Row, Case]]] = []
        for a, b, case in self._pairs(e):
            found.append(self._divided(a, b, case.both(Case((), (a,)))))
            (down, below), (rest, _) = self._divided(a.scaled(-1), b, case.both(Case((), (a.scaled(-1).shifted(-1),))))
            found.append(((down.scaled(-1), below), (rest.scaled(-1), below)))
        return found

    def _divided(self, a: Row, b: Row, case: Case) -> tuple[tuple[Row, Case], tuple[Row, Case]]:
        """Quotient and remainder: b*q <= a <= b*q + b - 1"""
        if b.terms:
            raise NotLinear
        if b.constant == 0:
            raise Undecided
        if b.constant < 0:
            (q, made), (rest, _) = self._divided(a.scaled(-1), b.scaled(-1), case)
            return (q, made), (rest.scaled(-1), made)
        if not a.terms:
            return (constant(a.constant // b.constant), case), (constant(a.constant % b.constant), case)
        q = variable(("quotient of", frozenset(a.terms.items()), a.constant, b.constant))
        rest = a.add(q, -b.constant)
        made = case.both(Case((), (rest, rest.scaled(-1).shifted(b.constant - 1))))
        return (q, made), (rest, made)

    def smaller(self, e: nodes.Min) -> Choices:
        """min(a, b)"""
        return self._extremum(e, -1)

    def larger(self, e: nodes.Max) -> Choices:
        """max(a, b)"""
        return self._extremum(e, 1)

    def _extremum(self, e: BinaryOp, sign: int) -> Choices:
        found: Choices = []
        for a, b, case in self._pairs(e):
            ahead = a.add(b, -1).scaled(sign)  # a - b for a maximum
            found.append((a, case.both(Case((), (ahead,)))))
            found.append((b, case.both(Case((), (ahead.scaled(-1).shifted(-1),)))))
        return found

    def choice(self, condition: Expr, yes: Expr, no: Expr) -> Choices:
        """One of two values"""
        found: Choices = []
        for holds, value in ((condition, yes), (negated(condition), no)):
            found += [(row, case.both(when)) for when in self.cases(holds) for row, case in self.rows(value)]
        return found

    def call(self, e: Call) -> Choices:
        """if_then_else, shifts and masks that are quotients and remainders"""
        name = callee_name(e)
        if name == "tir.if_then_else":
            return self.choice(e.args[0], e.args[1], e.args[2])
        rule = _BIT_OPS.get(name or "")
        if rule is None or len(e.args) != 2:
            raise Undecided
        value, number = e.args
        if not isinstance(number, IntImm) or not 0 <= number.value < 1 << 40:
            raise Undecided
        return [rule(self, row, number.value, case) for row, case in self.rows(value)]

    def shifted_left(self, row: Row, bits: int, case: Case) -> tuple[Row, Case]:
        """a << bits"""
        if bits > 40:
            raise Undecided
        return row.scaled(1 << bits), case

    def shifted_right(self, row: Row, bits: int, case: Case) -> tuple[Row, Case]:
        """a >> bits"""
        if bits > 40:
            raise Undecided
        return self._divided(row, constant(1 << bits), case)[0]

    def masked(self, row: Row, mask: int, case: Case) -> tuple[Row, Case]:
        """a & mask, where the mask is all ones"""
        if mask & (mask + 1):
            raise Undecided
        return self._divided(row, constant(mask + 1), case)[1]


def _product(a: Row, b: Row) -> Row:
    if a.terms and b.terms:
        raise NotLinear
    return b.scaled(a.constant) if not a.terms else a.scaled(b.constant)


def _less(a: Row, b: Row) -> list[Case]:
    return [Case((), (b.add(a, -1).shifted(-1),))]


def _less_equal(a: Row, b: Row) -> list[Case]:
    return [Case((), (b.add(a, -1),))]


_COMPARISONS: dict[type, Callable[[Row, Row], list[Case]]] = {
    nodes.LT: _less,
    nodes.LE: _less_equal,
    nodes.GT: lambda a, b: _less(b, a),
    nodes.GE: lambda a, b: _less_equal(b, a),
    nodes.EQ: lambda a, b: [Case((a.add(b, -1),))],
    nodes.NE: lambda a, b: _less(a, b) + _less(b, a),
}
_BIT_OPS: dict[str, Callable[[_Reader, Row, int, Case], tuple[Row, Case]]] = {
    "tir.shift_left": _Reader.shifted_left,
    "tir.shift_right": _Reader.shifted_right,
    "tir.bitwise_and": _Reader.masked,
}


def _cast(reader: _Reader, e: Cast) -> Choices:
    """Conversions between index types keep the value."""
    return reader.rows(e.value)


def _select(reader: _Reader, e: Select) -> Choices:
    return reader.choice(e.condition, e.true_value, e.false_value)


_RULES: dict[type, Callable[[_Reader, Any], Choices]] = {
    nodes.Add: _Reader.sum,
    nodes.Sub: _Reader.difference,
    nodes.Mul: _Reader.product,
    nodes.FloorDiv: _Reader.floor_quotient,
    nodes.FloorMod: _Reader.floor_remainder,
    nodes.Div: _Reader.quotient,
    nodes.Mod: _Reader.remainder,
    nodes.Min: _Reader.smaller,
    nodes.Max: _Reader.larger,
    Select: _select,
    Cast: _cast,
    Call: _Reader.call,
}
