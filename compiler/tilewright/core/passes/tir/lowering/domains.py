"""The domains of variables at a place of a program: the intervals of loops, the values of names, and the constraints from conditions.

A condition that bounds one variable narrows its interval; one that bounds several narrows each as far as the others allow, and is kept for who
can do more with it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.facts import negated, nonnegative_forms
from tilewright.core.arith.int_set import IntervalSet, from_range, intersect
from tilewright.core.arith.linear import Linear, is_index, to_expr
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GT, LT, NE, And, Call, CmpOp, Expr, IntImm, Range, Var
from tilewright.core.ir.operators import binary, const, logical_not
from tilewright.core.passes.tir.rewriting.ranges import Ranges, is_pure

_FAR = 2**31


class Domains:
    """The intervals by variable, and the conditions that are more than bounds of one variable."""

    def __init__(self) -> None:
        self.known = Ranges()
        self.intervals: dict[Var, IntervalSet] = {}
        self.conditions: list[Expr] = []

    @property
    def analyzer(self) -> Analyzer:
        """The facts about the variables."""
        return self.known.analyzer

    @contextmanager
    def running(self, var: Var, range_: Range) -> Generator[None]:
        """Let a variable run through a range inside the `with`."""
        self.intervals[var] = from_range(range_)
        with self.known.running((var, range_.min, range_.extent)):
            yield
        del self.intervals[var]

    @contextmanager
    def named(self, values: Mapping[Var, Expr]) -> Generator[None]:
        """Let variables stand for values inside the `with`."""
        index = {var: value for var, value in values.items() if is_index(value.dtype)}
        for var, value in index.items():
            self.intervals[var] = IntervalSet(value, value)
            self.known.know_value(var, value)
        yield
        for var in index:
            self.intervals.pop(var, None)

    @contextmanager
    def under(self, condition: Expr) -> Generator[None]:
        """Assume a condition inside the `with`: bounds of single variables narrow these, the rest is kept for the estimate."""
        domains, conditions = dict(self.intervals), list(self.conditions)
        for conjunct in _conjuncts(condition):
            plain = conjunct if conjunct.dtype.is_bool else _truth(conjunct)
            if isinstance(plain, CmpOp):
                self._narrow(self.known.simplify(plain) if is_pure(plain) else plain)
        yield
        self.intervals, self.conditions = domains, conditions

    def _narrow(self, condition: Expr) -> None:
        if not isinstance(condition, CmpOp) or not is_index(condition.a.dtype):
            return
        forms = list(nonnegative_forms(self._bounding(condition)))
        solved = [self._bound(form) for form in forms]
        for bound in solved:
            if bound is not None:
                var, half = bound
                self.intervals[var] = intersect(self.analyzer.facts, self.intervals[var], half)
        if not solved or None in solved:
            self.conditions.append(condition)
            for form in forms:
                self._narrow_each(form)

    def _narrow_each(self, form: Linear) -> None:
        """`c * x + rest >= 0` bounds x by the most that the rest can be."""
        whole = self.analyzer.const_int_bound(to_expr(form)).max_value
        for atom, coefficient in form.atoms():
            if not isinstance(atom, Var) or atom not in self.intervals or self.intervals[atom].is_single_point:
                continue
            known = self.analyzer.const_int_bound(atom)
            furthest = known.max_value if coefficient > 0 else known.min_value
            rest = whole - coefficient * furthest
            if abs(whole) >= _FAR or abs(rest) >= _FAR:
                continue
            end = -(rest // coefficient) if coefficient > 0 else rest // -coefficient
            if known.min_value < end < known.max_value:
                bound = const(end, atom.dtype)
                half = IntervalSet(bound, None) if coefficient > 0 else IntervalSet(None, bound)
                self.intervals[atom] = intersect(self.analyzer.facts, self.intervals[atom], half)

    def _bounding(self, condition: CmpOp) -> CmpOp:
        """`i != c` as a bound where c is an end of what i may be."""
        a, b = condition.a, condition.b
        if isinstance(condition, NE) and isinstance(a, Var) and isinstance(b, IntImm):
            known = self.analyzer.const_int_bound(a)
            if b.value in (known.min_value, known.max_value):
                return GT(a, b) if b.value == known.min_value else LT(a, b)
        return condition

    def _bound(self, form: Linear) -> tuple[Var, IntervalSet] | None:
        """`x + c >= 0` and `c - x >= 0` as a half-line of the variable; None when there is more to it."""
        atoms = list(form.atoms())
        if len(atoms) != 1 or abs(atoms[0][1]) != 1:
            return None
        var, coefficient = atoms[0]
        if not isinstance(var, Var) or var not in self.intervals or self.intervals[var].is_single_point:
            return None
        rest = form.with_terms({}, form.constant)
        end = to_expr(rest.scaled(-1) if coefficient > 0 else rest)
        end = end if end.dtype is var.dtype else const(end.value, var.dtype)  # pyright: ignore[reportAttributeAccessIssue]
        return var, IntervalSet(end, None) if coefficient > 0 else IntervalSet(None, end)


def negation(condition: Expr) -> Expr:
    """The negation of a condition; a number holds when it is not 0."""
    return negated(condition) if condition.dtype.is_bool else logical_not(_truth(condition))


def _conjuncts(condition: Expr) -> list[Expr]:
    if isinstance(condition, And):
        return [*_conjuncts(condition.a), *_conjuncts(condition.b)]
    if isinstance(condition, Call) and callee_name(condition) == "tir.likely":
        return _conjuncts(condition.args[0])
    return [] if isinstance(condition, IntImm) else [condition]


def _truth(number: Expr) -> Expr:
    return binary("NE", number, const(0, number.dtype))
