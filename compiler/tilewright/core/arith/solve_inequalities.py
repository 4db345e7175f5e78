"""`solve_linear_inequalities`: what each variable lies between, by Fourier's elimination of one variable after another.

Of c x + e <= 0 and -d x + f <= 0 follows d e + c f <= 0 without x.  What is said of a variable may mention those after it.  An integer between two
bounds is between them as a real number too, so no solution is lost; bounds found for later variables may be too wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.constraints import IntConstraints, IntConstraintsTransform, given, impossible
from tilewright.core.arith.equations import detect_linear_equation
from tilewright.core.arith.key import deep_equal
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import EQ, GE, GT, LE, LT, Expr, FloorDiv, IntImm, Range, Var
from tilewright.core.ir.operators import const, negate
from tilewright.core.ir.walk import substitute

_UNBOUNDED = 1 << 30  # what is wider has no bound but that of its type


@dataclass
class Bounds:
    """`coefficient` times a variable is at least each of `lower`, at most each of `upper`, and equals each of `equal`."""

    coefficient: int = 1
    lower: list[Expr] = field(default_factory=list)
    equal: list[Expr] = field(default_factory=list)
    upper: list[Expr] = field(default_factory=list)

    def conditions(self, var: Var) -> list[Expr]:
        """The bounds as comparisons."""
        left = var if self.coefficient == 1 else var * self.coefficient
        return [
            *(EQ(left, e) for e in self.equal),
            *(GE(left, e) for e in self.lower),
            *(LE(left, e) for e in self.upper),
        ]


def solve_linear_inequalities(
    equations: object, variables: object = None, ranges: object = None, deskew_range: bool = False
) -> IntConstraints | IntConstraintsTransform:
    """The system with ranges for its variables, as narrow as its relations make them; relations that the ranges say already are left out.

    With `deskew_range` a transform to a system whose variables run from 0; a variable with one value disappears.
    """
    system = given(equations, variables, ranges)
    solved = solve_bounds(system)
    if solved is None:
        return IntConstraintsTransform(system, impossible(), {}, {}) if deskew_range else impossible()
    bounds, others = solved
    return _deskewed(system, bounds, others) if deskew_range else _ranged(system, bounds, others)


def solve_inequalities_as_condition(
    variables: Sequence[Var], ranges: Mapping[Var, Range], relations: Sequence[Expr]
) -> list[Expr]:
    """The solved system as conditions: bounds of one variable after another, each written with those after it, and relations that are not linear."""
    solved = solve_bounds(given(relations, variables, ranges))
    if solved is None:
        return [IntImm(BOOL, 0)]
    bounds, others = solved
    return [*(condition for var in variables for condition in bounds[var].conditions(var)), *others]


def solve_bounds(system: IntConstraints) -> tuple[dict[Var, Bounds], list[Expr]] | None:
    """The bounds of each variable, written with the variables after it, and the relations that are not linear; None without a solution."""
    analyzer = _knowing(system)
    current, others = _normalized(system, analyzer)
    found: dict[Var, Bounds] = {}
    for var in system.variables:
        above, below, rest = _sorted_by(var, current, others)
        for c, e in above:
            for d, f in below:
                factor = gcd(c, d)
                _add(rest, analyzer.simplify(e * (d // factor) + f * (c // factor)))
        found[var] = _bounds(above, below, analyzer)
        current = rest
    for e in current:
        condition = analyzer.simplify(LE(e, const(0, e.dtype)))
        if isinstance(condition, IntImm):
            if not condition.value:
                return None
        else:
            others.append(LE(e, const(0, e.dtype)))
    return found, others


def _knowing(system: IntConstraints) -> Analyzer:
    """Facts about the parameters."""
    analyzer = Analyzer()
    for var, range_ in system.ranges.items():
        if var not in system.variables:
            analyzer.bind(var, range_)
    return analyzer


def _normalized(system: IntConstraints, analyzer: Analyzer) -> tuple[list[Expr], list[Expr]]:
    """Expressions that are not positive, and the relations that are no such comparisons."""
    current: list[Expr] = []
    others: list[Expr] = []
    bounds = [
        bound
        for var in system.variables
        if var in system.ranges
        for bound in (
            GE(var, system.ranges[var].min),
            LT(var, system.ranges[var].min + system.ranges[var].extent),
        )
    ]
    for relation in (*bounds, *system.relations):
        forms = _at_most_zero(relation)
        if forms is None:
            others.append(relation)
        else:
            for e in forms:
                _add(current, analyzer.simplify(e))
    return current, others


def _at_most_zero(relation: Expr) -> list[Expr] | None:
    if isinstance(relation, (LE, LT)):
        difference = relation.a - relation.b
        return [difference + 1 if isinstance(relation, LT) else difference]
    if isinstance(relation, (GE, GT)):
        difference = relation.b - relation.a
        return [difference + 1 if isinstance(relation, GT) else difference]
    if isinstance(relation, EQ):
        return [relation.a - relation.b, relation.b - relation.a]
    return None


def _add(forms: list[Expr], new: Expr) -> None:
    if isinstance(new, IntImm) and new.value <= 0:
        return
    if not any(deep_equal(new, old) for old in forms):
        forms.append(new)


Terms = list[tuple[int, Expr]]


def _sorted_by(var: Var, current: list[Expr], others: list[Expr]) -> tuple[Terms, Terms, list[Expr]]:
    """(c, e) of c * var + e <= 0, (d, f) of -d * var + f <= 0, and what does not mention the variable; `others` takes what is not linear in it."""
    above: Terms = []
    below: Terms = []
    rest: list[Expr] = []
    for e in current:
        form = detect_linear_equation(e, [var])
        coefficient = form[0] if form else None
        if not isinstance(coefficient, IntImm):
            others.append(LE(e, const(0, e.dtype)))
        elif coefficient.value == 0:
            rest.append(e)
        elif coefficient.value > 0:
            above.append((coefficient.value, form[1]))
        else:
            below.append((-coefficient.value, form[1]))
    return above, below, rest


def _bounds(above: Terms, below: Terms, analyzer: Analyzer) -> Bounds:
    common = 1
    for c, _ in (*above, *below):
        common = common * c // gcd(common, c)
    upper = _tightest([analyzer.simplify(negate(e) * (common // c)) for c, e in above], analyzer, highest=False)
    lower = _tightest([analyzer.simplify(e * (common // c)) for c, e in below], analyzer, highest=True)
    equal = [e for e in lower if any(deep_equal(e, other) for other in upper)]
    return Bounds(common, _without(lower, equal), equal, _without(upper, equal))


def _tightest(bounds: list[Expr], analyzer: Analyzer, highest: bool) -> list[Expr]:
    """Without those that another bound implies."""
    kept: list[Expr] = []
    for e in bounds:
        if any(_implies(old, e, analyzer, highest) for old in kept):
            continue
        kept = [old for old in kept if not _implies(e, old, analyzer, highest)]
        kept.append(e)
    return kept


def _implies(strong: Expr, weak: Expr, analyzer: Analyzer, highest: bool) -> bool:
    return analyzer.can_prove(strong >= weak if highest else strong <= weak)


def _without(bounds: list[Expr], equal: list[Expr]) -> list[Expr]:
    return [e for e in bounds if not any(deep_equal(e, other) for other in equal)]


def _best_range(bounds: Bounds, analyzer: Analyzer) -> Range | None:
    """The narrowest range of constant or parametric extent that a lower and an upper bound make; None when one side is open."""
    if bounds.equal and bounds.coefficient == 1:
        return Range.from_min_extent(analyzer.simplify(bounds.equal[0]), const(1, bounds.equal[0].dtype))
    best: Range | None = None
    width: int | None = None
    for low in (*bounds.equal, *bounds.lower):
        for high in (*bounds.equal, *bounds.upper):
            divisor = const(bounds.coefficient, low.dtype)
            first = analyzer.simplify(FloorDiv(low + (bounds.coefficient - 1), divisor))
            difference = analyzer.simplify(FloorDiv(high, divisor) - first)
            most = analyzer.const_int_bound(difference).max_value
            if abs(most) < _UNBOUNDED and (width is None or most < width):
                width = most
                best = Range.from_min_extent(first, const(max(most, 0) + 1, low.dtype))
    return best


def _ranged(system: IntConstraints, bounds: dict[Var, Bounds], others: list[Expr]) -> IntConstraints:
    analyzer = _knowing(system)
    ranges: dict[Var, Range] = {}
    for var in reversed(system.variables):
        best = _best_range(bounds[var], analyzer)
        if best is not None:
            ranges[var] = best
            analyzer.bind(var, best)
    relations = _unproven(system.variables, bounds, others, analyzer)
    ordered = {var: ranges[var] for var in system.variables if var in ranges}
    return IntConstraints(system.variables, ordered, tuple(relations))


def _unproven(
    variables: Sequence[Var], bounds: dict[Var, Bounds], others: list[Expr], analyzer: Analyzer
) -> list[Expr]:
    conditions = [condition for var in variables for condition in bounds[var].conditions(var)]
    return [condition for condition in (*conditions, *others) if not analyzer.can_prove(condition)]


def _deskewed(system: IntConstraints, bounds: dict[Var, Bounds], others: list[Expr]) -> IntConstraintsTransform:
    analyzer, original = _knowing(system), Analyzer()
    to_new: dict[Var, Expr] = {}
    to_old: dict[Var, Expr] = {}
    new: list[Var] = []
    ranges: dict[Var, Range] = {}
    for var in reversed(system.variables):
        written = _with(bounds[var], to_new)
        best = _best_range(written, analyzer)
        if best is None:
            to_new[var] = to_old[var] = var
            new.append(var)
        elif isinstance(best.extent, IntImm) and best.extent.value == 1:
            to_new[var] = best.min
        else:
            shifted = Var(f"{var.name}_shifted", var.dtype)
            ranges[shifted] = Range.from_min_extent(const(0, var.dtype), best.extent)
            analyzer.bind(shifted, ranges[shifted])
            to_new[var] = shifted + best.min
            to_old[shifted] = original.simplify(var - substitute(best.min, to_old))
            new.append(shifted)
    new.reverse()
    conditions = [condition for var in system.variables for condition in bounds[var].conditions(var)]
    relations: list[Expr] = []
    for condition in (*conditions, *others):
        made = analyzer.simplify(substitute(condition, to_new))
        if isinstance(made, IntImm) and not made.value:
            return IntConstraintsTransform(system, impossible(), {}, {})
        if not isinstance(made, IntImm):
            relations.append(made)
    ordered = {var: ranges[var] for var in new if var in ranges}
    return IntConstraintsTransform(system, IntConstraints(tuple(new), ordered, tuple(relations)), to_new, to_old)


def _with(bounds: Bounds, values: dict[Var, Expr]) -> Bounds:
    lower, equal, upper = ([substitute(e, values) for e in part] for part in (bounds.lower, bounds.equal, bounds.upper))
    return Bounds(bounds.coefficient, lower, equal, upper)
