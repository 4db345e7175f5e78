"""Floor division and remainder of linear forms.

The one idea: `L = c*Q + R` with R's bounds inside one period `[c*q, c*q + c)` gives `L // c = Q + q` and `L % c = R - c*q`.
When R reaches over several periods, it is tried with a divisor g of c in place of c: `(g*X + r) // c = (X + q) // (c/g)`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from math import gcd

from tilewright.core.arith.bounds import bound, linear_bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear, linear, to_expr
from tilewright.core.arith.modular import linear_modular
from tilewright.core.arith.prove import nonnegative
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm, Mul

Terms = dict[Key, tuple[Expr, int]]


def floordiv(facts: Facts, a: Expr, b: Expr) -> Expr | None:
    """a // b simplified, None when it stays as it is."""
    form = linear(a)
    if not isinstance(b, IntImm):
        return _symbolic(facts, form, b, _quotient_of)
    divisor = b.value
    if divisor < 0:
        return _node(FloorDiv, form.scaled(-1), -divisor)
    if divisor in (0, 1):
        return a if divisor == 1 else None
    quotient, rest = _separate(form, divisor)
    period = _period(facts, rest, divisor)
    if period is not None:
        return to_expr(quotient.shifted(period))
    exact = _exact(rest, divisor)
    if exact is not None:
        return to_expr(quotient.add(exact))
    inner = _within_factor(facts, rest, divisor)
    if inner is not None:
        wide, factor, _ = inner
        return _sum(quotient, _node(FloorDiv, wide, divisor // factor))
    if not quotient.terms and not quotient.constant:
        return None
    return _sum(quotient, _node(FloorDiv, rest, divisor))


def floormod(facts: Facts, a: Expr, b: Expr) -> Expr | None:
    """a % b simplified, None when it stays as it is."""
    form = linear(a)
    if not isinstance(b, IntImm):
        return _symbolic(facts, form, b, _remainder_of)
    divisor = b.value
    if divisor <= 0:
        return None
    known = linear_modular(facts, form)
    if known.coeff % divisor == 0:
        return IntImm(a.dtype, known.base % divisor)
    quotient, rest = _separate(form, divisor)
    period = _period(facts, rest, divisor)
    if period is not None:
        return to_expr(rest.shifted(-period * divisor))
    inner = _within_factor(facts, rest, divisor)
    if inner is not None:
        wide, factor, narrow = inner
        return _sum(narrow, _node(FloorMod, wide, divisor // factor), factor)
    reduced = _reduced(rest, divisor)
    return _node(FloorMod, reduced, divisor) if quotient.terms or quotient.constant or reduced is not rest else None


def _exact(form: Linear, divisor: int) -> Linear | None:
    """The quotient where what is subtracted is just the remainder: (x * 8 - x % 2 * 8) // 16 -> x // 2"""
    whole = form
    for atom, coefficient in form.atoms():
        if isinstance(atom, FloorMod) and isinstance(atom.b, IntImm) and coefficient * atom.b.value % divisor == 0:
            part = linear(atom.a).add(linear(Mul(FloorDiv(atom.a, atom.b), atom.b)), -1)  # x % 2 = x - x // 2 * 2
            whole = whole.add(part, coefficient).add(linear(atom), -coefficient)
    if whole is form or whole.constant % divisor or any(c % divisor for _, c in whole.atoms()):
        return None
    terms = {name: (atom, c // divisor) for name, (atom, c) in whole.terms.items()}
    return whole.with_terms(terms, whole.constant // divisor)


def _reduced(form: Linear, divisor: int) -> Linear:
    """The form with coefficients and constant brought near the divisor: (x * 10 + y - 2) % 8 -> (x * 2 + y + 6) % 8

    A smaller negative coefficient stays, for positive ones would hide what cancels.
    """
    alone = len(form.terms) == 1
    terms = {
        name: (atom, c % divisor if abs(c) >= divisor or (alone and c < -1) else c)
        for name, (atom, c) in form.terms.items()
    }
    constant = form.constant % divisor
    return form if constant == form.constant and terms == form.terms else form.with_terms(terms, constant)


def _node(cls: type[FloorDiv] | type[FloorMod], form: Linear, divisor: int) -> Expr:
    return cls(to_expr(form), IntImm(form.dtype, divisor))


def _sum(form: Linear, tail: Expr, factor: int = 1) -> Expr:
    """form + tail; factor * tail + form when there is a factor"""
    last = linear(tail)
    return to_expr(form.add(last) if factor == 1 else last.scaled(factor).add(form))


def _separate(form: Linear, divisor: int) -> tuple[Linear, Linear]:
    """form = divisor * first + second, the second without multiples of the divisor; its constant keeps its sign."""
    whole: Terms = {}
    rest: Terms = {}
    for name, (atom, coefficient) in form.terms.items():
        if coefficient % divisor == 0:
            whole[name] = (atom, coefficient // divisor)
        else:
            rest[name] = (atom, coefficient)
    kept = form.constant % divisor if form.constant >= 0 else -(-form.constant % divisor)
    return form.with_terms(whole, (form.constant - kept) // divisor), form.with_terms(rest, kept)


def _period(facts: Facts, rest: Linear, divisor: int) -> int | None:
    """The q with divisor*q <= rest < divisor*q + divisor, if there is one for sure."""
    low, high = linear_bound(facts, rest)
    if math.isinf(low) or math.isinf(high) or low > high:
        return _proved_period(facts, rest, divisor)
    return int(low // divisor) if low // divisor == high // divisor else _proved_period(facts, rest, divisor)


def _proved_period(facts: Facts, rest: Linear, divisor: int) -> int | None:
    """0 when the known inequalities say 0 <= rest < divisor."""
    if not facts.inequalities or not nonnegative(facts, rest):
        return None
    return 0 if nonnegative(facts, rest.scaled(-1).shifted(divisor - 1)) else None


def _within_factor(facts: Facts, rest: Linear, divisor: int) -> tuple[Linear, int, Linear] | None:
    """(X, g, r) with rest = g*X + r and 0 <= r < g for a divisor 1 < g of `divisor`."""
    factors = {gcd(coefficient, divisor) for _, coefficient in rest.atoms()}
    for factor in sorted(factors - {1, divisor}, reverse=True):
        whole = {n: (a, c // factor) for n, (a, c) in rest.terms.items() if c % factor == 0}
        others = {n: pair for n, pair in rest.terms.items() if pair[1] % factor != 0}
        narrow = rest.with_terms(others, rest.constant)
        period = _period(facts, narrow, factor)
        if period is not None:
            return rest.with_terms(whole, period), factor, narrow.shifted(-period * factor)
    return None


def _symbolic(
    facts: Facts, form: Linear, b: Expr, decide: Callable[[Linear, Linear, Expr, bool], Expr | None]
) -> Expr | None:
    """Division by an unknown number >= 0 (0 has no quotient): terms that are multiples of it go out."""
    times = _multiple(form, linear(b))
    if times is not None:
        nothing = form.with_terms({}, 0)
        return decide(nothing.shifted(times), nothing, b, True)
    if bound(facts, b)[0] < 0:
        return None
    divisor = key(b)
    whole: Terms = {}
    rest: Terms = {}
    for name, (atom, coefficient) in form.terms.items():
        other = _without_factor(atom, divisor)
        if other is None:
            rest[name] = (atom, coefficient)
        else:
            whole[key(other)] = (other, coefficient)
    quotient, remainder = linear(to_expr(form.with_terms(whole, 0))), form.with_terms(rest, form.constant)
    inside = not remainder.terms and remainder.constant == 0
    inside = inside or (nonnegative(facts, remainder) and nonnegative(facts, linear(b).add(remainder, -1).shifted(-1)))
    return decide(quotient, remainder, b, inside)


def _multiple(form: Linear, divisor: Linear) -> int | None:
    """The n with form = n * divisor, for a divisor of several terms."""
    if len(form.terms) != len(divisor.terms) or not divisor.terms or not divisor.constant:
        return None
    n = form.constant // divisor.constant
    same = not form.add(divisor, -n).terms and form.constant == n * divisor.constant
    return n if same else None


def _without_factor(atom: Expr, factor: Key) -> Expr | None:
    """x when the atom is x * factor"""
    if key(atom) == factor:
        return IntImm(atom.dtype, 1)
    if isinstance(atom, Mul):
        if key(atom.b) == factor:
            return atom.a
        return atom.b if key(atom.a) == factor else None
    return None


def _quotient_of(quotient: Linear, rest: Linear, b: Expr, inside: bool) -> Expr | None:
    if inside:
        return to_expr(quotient)
    return None if not quotient.terms and not quotient.constant else _sum(quotient, FloorDiv(to_expr(rest), b))


def _remainder_of(quotient: Linear, rest: Linear, b: Expr, inside: bool) -> Expr | None:
    if inside:
        return to_expr(rest)
    return None if not quotient.terms and not quotient.constant else FloorMod(to_expr(rest), b)
