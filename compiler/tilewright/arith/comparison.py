"""Comparisons of index expressions: decided by the difference of the sides, otherwise with equal parts and common factors gone."""

from __future__ import annotations

from math import gcd
from typing import Any

from tilewright.arith.bounds import linear_bound
from tilewright.arith.facts import Facts, nonnegative_forms
from tilewright.arith.linear import Linear, difference, linear, to_expr
from tilewright.arith.modular import linear_modular
from tilewright.arith.prove import nonnegative
from tilewright.arith.splits import merge_splits
from tilewright.base.dtype import BOOL
from tilewright.ir.expr import EQ, GE, GT, LE, LT, NE, BinaryOp, CmpOp, Expr, IntImm


def simplify_comparison(facts: Facts, e: CmpOp) -> Expr | None:
    """The truth of a comparison where it is known, else the comparison in fewer terms, None when it stays."""
    known = decide(facts, e)
    if known is not None:
        return IntImm(BOOL, int(known))
    return _reduced(e)


def decide(facts: Facts, e: CmpOp) -> bool | None:
    """Whether a comparison holds, None when that is not known."""
    if isinstance(e, NE):
        opposite = decide(facts, EQ(e.a, e.b))
        return None if opposite is None else not opposite
    if isinstance(e, EQ):
        return _equal(facts, merge_splits(difference(e.a, e.b)))
    (form,) = nonnegative_forms(e)
    form = merge_splits(form)
    if nonnegative(facts, form):
        return True
    return False if nonnegative(facts, form.scaled(-1).shifted(-1)) else None


def _equal(facts: Facts, form: Linear) -> bool | None:
    if not form.terms:
        return form.constant == 0
    low, high = linear_bound(facts, form)
    if low > 0 or high < 0:
        return False
    if low == high == 0:
        return True
    known = linear_modular(facts, form)
    if known.base % known.coeff if known.coeff else known.base:
        return False
    return _equal_by_search(facts, form)


def _equal_by_search(facts: Facts, form: Linear) -> bool | None:
    if len(form.terms) > 1 and (
        nonnegative(facts, form.shifted(-1)) or nonnegative(facts, form.scaled(-1).shifted(-1))
    ):
        return False
    if facts.inequalities and nonnegative(facts, form) and nonnegative(facts, form.scaled(-1)):
        return True
    return None


_WRITTEN: dict[type, tuple[type[BinaryOp], bool]] = {LT: (LT, False), LE: (LE, False), GT: (GT, True), GE: (GE, True)}


def _reduced(e: Any) -> Expr | None:
    """i * 16 + 3 < 99 -> i < 6: terms on both sides cancel, constants go right, common factors go."""
    form = merge_splits(difference(e.b, e.a))  # b - a
    if isinstance(e, (GT, GE)):
        form = form.scaled(-1)
    common = gcd(*[coefficient for _, coefficient in form.atoms()]) or 1
    if common == 1 and not _overlapping(e, form):
        return None
    made = _equality(e, form, common) if isinstance(e, (EQ, NE)) else _order(e, form, common)
    return made


def _overlapping(e: Any, form: Linear) -> bool:
    """Whether the sides share terms, or constants stand on both, or one beside terms where the other side has none."""
    a, b = linear(e.a), linear(e.b)
    if len(a.terms) + len(b.terms) != len(form.terms):
        return True
    return (
        bool(a.constant and b.constant)
        or bool(a.terms and a.constant and not b.terms)
        or bool(b.terms and b.constant and not a.terms)
    )


def _order(e: Any, form: Linear, common: int) -> Expr:
    """small < large from large - small - c >= 0 with everything divided by `common`; the operator keeps its direction."""
    strict = isinstance(e, (LT, GT))
    constant = (form.constant - strict) // common + strict
    small, large = _sides(form.with_terms({n: (a, c // common) for n, (a, c) in form.terms.items()}, constant))
    cls = type(e)
    return cls(large, small) if isinstance(e, (GT, GE)) else cls(small, large)


def _equality(e: Any, form: Linear, common: int) -> Expr:
    """The factor divides the constant: otherwise the sides were found to differ."""
    divided = form.with_terms({n: (a, c // common) for n, (a, c) in form.terms.items()}, form.constant // common)
    small, large = _sides(divided)
    return type(e)(large, small) if isinstance(small, IntImm) else type(e)(small, large)


def _sides(form: Linear) -> tuple[Expr, Expr]:
    """(small, large) with large - small = form and only positive coefficients; the constant stands with the side that has no terms, else right."""
    positive = {n: (a, c) for n, (a, c) in form.terms.items() if c > 0}
    negative = {n: (a, -c) for n, (a, c) in form.terms.items() if c < 0}
    if negative or not positive:
        return to_expr(form.with_terms(negative, 0)), to_expr(form.with_terms(positive, form.constant))
    return IntImm(form.dtype, -form.constant), to_expr(form.with_terms(positive, 0))
