"""`solve_linear_equations`: integer solutions of linear equations, by the Smith normal form of their matrix.

Rows and columns are combined by Euclid's algorithm until only the diagonal is left.  The columns' combinations write the variables with new ones: those on
the diagonal are known, the others are free and run where the ranges of the old variables let them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.constraints import IntConstraints, IntConstraintsTransform, given, impossible
from tilewright.core.arith.equations import detect_linear_equation
from tilewright.core.ir.expr import EQ, Expr, FloorDiv, FloorMod, IntImm, Range, Var
from tilewright.core.ir.operators import const, negate
from tilewright.core.ir.walk import substitute, walk

Matrix = list[list[int]]


def solve_linear_equations(
    equations: object, variables: object = None, ranges: object = None
) -> IntConstraintsTransform:
    """All integer solutions of the equations among `equations`, which is one relation or several; other relations are kept.

    `dst` of the result has a variable for each degree of freedom; when there is no solution its one relation is false and the maps are empty.
    """
    system = given(equations, variables, ranges)
    if not system.variables:
        return IntConstraintsTransform(system, system, {}, {})
    rows, rest = _rows(system)
    form = _Form([row[0] for row in rows], [row[1] for row in rows], len(system.variables))
    form.diagonalize()
    analyzer = Analyzer()
    for var, range_ in system.ranges.items():
        if var not in system.variables:
            analyzer.bind(var, range_)
    solved = _diagonal(form, analyzer, system.variables)
    if solved is None:
        return IntConstraintsTransform(system, impossible(), {}, {})
    return _transform(system, form, analyzer, solved, rest)


def _rows(system: IntConstraints) -> tuple[list[tuple[list[int], Expr]], list[Expr]]:
    """Coefficients and right side of each linear equation, and the other relations."""
    rows: list[tuple[list[int], Expr]] = []
    rest: list[Expr] = []
    for relation in system.relations:
        form = detect_linear_equation(relation.a - relation.b, system.variables) if isinstance(relation, EQ) else []
        numbers = [item.value for item in form[:-1] if isinstance(item, IntImm)]
        if form and len(numbers) == len(form) - 1:
            rows.append((numbers, negate(form[-1])))
        else:
            rest.append(relation)
    return rows, rest


@dataclass
class _Form:
    """S x' = y where x = V x'; `inverse` is that of V."""

    s: Matrix
    y: list[Expr]
    size: int

    def __post_init__(self) -> None:
        self.v: Matrix = [[int(i == j) for j in range(self.size)] for i in range(self.size)]
        self.inverse: Matrix = [list(row) for row in self.v]

    def diagonalize(self) -> None:
        for place in range(min(len(self.s), self.size)):
            if not self._pivot(place):
                return
            while self._clear_column(place) or self._clear_row(place):
                pass

    def _pivot(self, place: int) -> bool:
        """Bring a number that is not zero to the diagonal."""
        for i in range(place, len(self.s)):
            for j in range(place, self.size):
                if self.s[i][j]:
                    self.s[place], self.s[i] = self.s[i], self.s[place]
                    self.y[place], self.y[i] = self.y[i], self.y[place]
                    for matrix in (self.s, self.v):
                        for row in matrix:
                            row[place], row[j] = row[j], row[place]
                    self.inverse[place], self.inverse[j] = self.inverse[j], self.inverse[place]
                    return True
        return False

    def _clear_column(self, place: int) -> bool:
        """Zeros below the diagonal; whether the diagonal changed, and with it the row."""
        changed = False
        for i in range(place + 1, len(self.s)):
            if self.s[i][place]:
                g, a, b = _euclid(self.s[place][place], self.s[i][place])
                m, n = self.s[place][place] // g, self.s[i][place] // g
                upper, lower = self.s[place], self.s[i]
                self.s[place] = [a * p + b * q for p, q in zip(upper, lower)]
                self.s[i] = [n * p - m * q for p, q in zip(upper, lower)]
                first, second = self.y[place], self.y[i]
                self.y[place], self.y[i] = first * a + second * b, first * n - second * m
                changed = changed or b != 0
        return changed

    def _clear_row(self, place: int) -> bool:
        """Zeros right of the diagonal; whether the diagonal changed, and with it the column."""
        changed = False
        for j in range(place + 1, self.size):
            if self.s[place][j]:
                g, a, b = _euclid(self.s[place][place], self.s[place][j])
                m, n = self.s[place][place] // g, self.s[place][j] // g
                for matrix in (self.s, self.v):
                    for row in matrix:
                        p, q = row[place], row[j]
                        row[place], row[j] = a * p + b * q, n * p - m * q
                first, second = self.inverse[place], self.inverse[j]
                self.inverse[place] = [m * p + n * q for p, q in zip(first, second)]
                self.inverse[j] = [b * p - a * q for p, q in zip(first, second)]
                changed = changed or b != 0
        return changed


def _euclid(a: int, b: int) -> tuple[int, int, int]:
    """g, x, y with g = a x + b y, the greatest common divisor up to its sign; a itself where a divides b."""
    if b % a == 0:
        return a, 1, 0
    x, next_x, y, next_y = 1, 0, 0, 1
    while b:
        quotient = a // b
        a, b = b, a - quotient * b
        x, next_x, y, next_y = next_x, x - quotient * next_x, next_y, y - quotient * next_y
    return a, x, y


def _diagonal(
    form: _Form, analyzer: Analyzer, variables: Sequence[Var]
) -> tuple[list[Expr], list[Var], list[Expr]] | None:
    """Values of the new variables, those that are free, and what the parameters have to fulfil; None without a solution."""
    type_ = variables[0].dtype
    values: list[Expr] = []
    free: list[Var] = []
    relations: list[Expr] = []
    for place in range(max(len(form.s), form.size)):
        divisor = form.s[place][place] if place < min(len(form.s), form.size) else 0
        right = analyzer.simplify(form.y[place]) if place < len(form.y) else const(0, type_)
        left = right if divisor == 0 else analyzer.simplify(FloorMod(right, const(divisor, right.dtype)))
        if isinstance(left, IntImm):
            if left.value:
                return None
        else:
            relations.append(EQ(left, const(0, left.dtype)))
        if divisor:
            values.append(analyzer.simplify(FloorDiv(right, const(divisor, right.dtype))))
        elif place < form.size:
            free.append(Var(f"n{len(free)}", type_))
            values.append(free[-1])
    return values, free, relations


def _transform(
    system: IntConstraints,
    form: _Form,
    analyzer: Analyzer,
    solved: tuple[list[Expr], list[Var], list[Expr]],
    rest: list[Expr],
) -> IntConstraintsTransform:
    values, free, relations = solved
    to_new = {var: analyzer.simplify(_combined(row, values)) for var, row in zip(system.variables, form.v)}
    first = len(values) - len(free)
    to_old = {var: analyzer.simplify(_combined(row, system.variables)) for var, row in zip(free, form.inverse[first:])}
    ranges: dict[Var, Range] = {}
    for var in free:
        found = _range_of(to_old[var], system.ranges, analyzer)
        if found is not None:
            ranges[var] = found
    for var, range_ in ranges.items():
        analyzer.bind(var, range_)
    bounds = [bound for var in system.variables for bound in _bounds(to_new[var], system.ranges.get(var))]
    kept = [analyzer.simplify(substitute(relation, to_new)) for relation in (*bounds, *rest)]
    relations += [relation for relation in kept if not (isinstance(relation, IntImm) and relation.value)]
    if any(isinstance(relation, IntImm) for relation in relations):
        return IntConstraintsTransform(system, impossible(), {}, {})
    return IntConstraintsTransform(system, IntConstraints(tuple(free), ranges, tuple(relations)), to_new, to_old)


def _combined(coefficients: Sequence[int], parts: Sequence[Expr]) -> Expr:
    total: Expr = const(0, parts[0].dtype)
    for coefficient, part in zip(coefficients, parts):
        if coefficient:
            total = total + part * coefficient
    return total


def _range_of(e: Expr, ranges: Any, analyzer: Analyzer) -> Range | None:
    """The range of the expression over the old variables, when it is bounded on both sides."""
    if any(isinstance(node, Var) and node not in ranges for node in walk(e)):
        return None
    found = analyzer.int_set(e, dict(ranges))
    low, high = found.low, found.high
    if low is None or high is None:
        return None
    return Range.from_min_extent(low, analyzer.simplify(high - low + 1))


def _bounds(value: Expr, range_: Range | None) -> list[Expr]:
    if range_ is None:
        return []
    return [range_.min <= value, value <= range_.min + range_.extent - 1]
