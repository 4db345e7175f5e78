"""Solving for variables: coefficients of linear expressions, and the bounds that a conjunction puts on variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.arith.facts import Facts, negated, nonnegative_forms, upward
from tilewright.core.arith.int_set import IntervalSet, intersect
from tilewright.core.arith.linear import Linear, linear, to_expr
from tilewright.core.arith.simplify import simplify
from tilewright.core.ir.expr import LE, LT, And, CmpOp, Expr, ExprLike, FloorDiv, IntImm, Max, Min, Mul, Not, Var
from tilewright.core.ir.expr import expr as as_expr
from tilewright.core.ir.operators import const
from tilewright.core.ir.walk import walk


def detect_linear_equation(expr: Expr, var_list: Sequence[Var]) -> list[Expr]:
    """[c1, ..., cn, rest] with expr = c1*v1 + ... + cn*vn + rest; empty when `expr` is not linear in the variables."""
    facts = Facts()
    parts: list[Expr] = []
    rest = simplify(facts, expr)
    for variable in var_list:
        split = _coefficient(rest, variable)
        if split is None:
            return []
        parts.append(split[0])
        rest = simplify(facts, split[1])
    if any(_mentions(part, variable) for part in parts for variable in var_list):
        return []
    return [*parts, rest]


def detect_clip_bound(expr: ExprLike, var_list: Sequence[Var]) -> list[Expr | None]:
    """[low1, high1, low2, high2, ...]: the bounds that a conjunction of comparisons puts on each variable, None where it puts none.

    Empty when a part of the conjunction is no comparison that can be solved.
    """
    bounds: dict[Var, IntervalSet] = {variable: IntervalSet(None, None) for variable in var_list}
    for condition in _conjuncts(as_expr(expr)):
        solved = _solve(condition, var_list)
        if solved is None:
            return []
        variable, found = solved
        bounds[variable] = _intersected(bounds[variable], found)
    return [end for found in bounds.values() for end in (found.low, found.high)]


def _coefficient(e: Expr, variable: Var) -> tuple[Expr, Expr] | None:
    """(c, rest) with e = c * variable + rest, neither of which mentions the variable."""
    if not _mentions(e, variable):
        return const(0, e.dtype), e
    form = linear(e)
    factor: Expr = const(0, e.dtype)
    terms: dict[Any, tuple[Expr, int]] = {}
    for name, (atom, number) in form.terms.items():
        other = _factor(atom, variable)
        if other is not None:
            factor = factor + other * const(number, e.dtype)
        elif _mentions(atom, variable):
            return None
        else:
            terms[name] = (atom, number)
    return simplify(Facts(), factor), to_expr(form.with_terms(terms, form.constant))


def _factor(atom: object, variable: Var) -> Expr | None:
    """x when the atom is variable * x"""
    if atom is variable:
        return const(1, variable.dtype)
    if not isinstance(atom, Mul):
        return None
    if atom.a is variable and not _mentions(atom.b, variable):
        return atom.b
    return atom.a if atom.b is variable and not _mentions(atom.a, variable) else None


def _mentions(e: Expr, variable: Var) -> bool:
    return any(node is variable for node in walk(e))


def _conjuncts(e: Expr) -> list[Expr]:
    """The parts that all have to hold: a bound of a minimum from below is one of both operands, and so is a bound of a maximum from above."""
    if isinstance(e, Not):
        opposite = negated(e.a)
        return [e] if isinstance(opposite, Not) else _conjuncts(opposite)
    if isinstance(e, And):
        return [*_conjuncts(e.a), *_conjuncts(e.b)]
    turned = upward(e)
    if isinstance(turned, (LT, LE)):
        if isinstance(turned.a, Max):
            return [part for x in (turned.a.a, turned.a.b) for part in _conjuncts(type(turned)(x, turned.b))]
        if isinstance(turned.b, Min):
            return [part for x in (turned.b.a, turned.b.b) for part in _conjuncts(type(turned)(turned.a, x))]
    return [e]


def _solve(condition: Expr, variables: Sequence[Var]) -> tuple[Var, IntervalSet] | None:
    """The one variable that a comparison is about, and where it holds."""
    if not isinstance(condition, CmpOp):
        return None
    forms = nonnegative_forms(condition)
    about = [variable for variable in variables if _mentions(condition, variable)]
    if not forms or len(about) != 1:
        return None
    found = IntervalSet(None, None)
    for form in forms:
        solved = _half_line(form, about[0])
        if solved is None:
            return None
        found = _intersected(found, solved)
    return about[0], found


def _half_line(form: Linear, variable: Var) -> IntervalSet | None:
    """c*v + rest >= 0 gives v >= ceil(-rest / c), or v <= floor(rest / -c)."""
    split = _coefficient(to_expr(form), variable)
    if split is None or not isinstance(split[0], IntImm) or split[0].value == 0:
        return None
    factor, rest = split[0].value, linear(split[1])
    facts = Facts()
    if factor > 0:
        ceiling = FloorDiv(to_expr(rest.scaled(-1).shifted(factor - 1)), const(factor, variable.dtype))
        return IntervalSet(simplify(facts, ceiling), None)
    return IntervalSet(None, simplify(facts, FloorDiv(to_expr(rest), const(-factor, variable.dtype))))


def _intersected(a: IntervalSet, b: IntervalSet) -> IntervalSet:
    return intersect(Facts(), a, b)
