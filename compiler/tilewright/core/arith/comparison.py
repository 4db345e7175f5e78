"""Comparisons of index expressions: decided by the difference of the sides, otherwise with equal parts and common factors gone."""

from __future__ import annotations

from math import gcd

from tilewright.core.arith.bounds import linear_bound
from tilewright.core.arith.facts import Facts, nonnegative_forms
from tilewright.core.arith.key import Key, deep_equal, key
from tilewright.core.arith.linear import Linear, difference, linear, to_expr
from tilewright.core.arith.modular import linear_modular
from tilewright.core.arith.prove import nonnegative
from tilewright.core.arith.splits import merge_splits
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import EQ, LE, LT, NE, BinaryOp, CmpOp, Expr, IntImm

Terms = dict[Key, tuple[Expr, int]]


def simplify_comparison(facts: Facts, e: CmpOp) -> Expr | None:
    """The truth of a comparison where it is known, else the comparison in fewer terms, None when it stays."""
    known = decide(facts, e)
    if known is not None:
        return IntImm(BOOL, int(known))
    sharper = _sharpened(facts, e) if facts.truths else None
    if sharper is None and isinstance(e, LE):
        sharper = touching(facts, e)
    return _reduced(e) if sharper is None else sharper


def touching(facts: Facts, e: LE) -> Expr | None:
    """c <= x is x == c where x is at most c; x <= c likewise"""
    if not isinstance(e.a, IntImm) and not isinstance(e.b, IntImm):
        return None
    if linear_bound(facts, difference(e.b, e.a))[1] != 0:
        return None
    return EQ(e.b, e.a) if isinstance(e.a, IntImm) else EQ(e.a, e.b)


def _sharpened(facts: Facts, e: CmpOp) -> Expr | None:
    """The weaker question that remains under a known fact: b <= a is b == a where a <= b holds."""
    form = difference(e.b, e.a)
    if isinstance(e, LE):
        if nonnegative(facts, form.scaled(-1)):
            return EQ(e.b, e.a) if isinstance(e.a, IntImm) else EQ(e.a, e.b)
        return LT(e.a, e.b) if _known_to_differ(facts, e) else None
    if isinstance(e, NE):
        if nonnegative(facts, form):
            return LT(e.a, e.b)
        return LT(e.b, e.a) if nonnegative(facts, form.scaled(-1)) else None
    return None


def _known_to_differ(facts: Facts, e: CmpOp) -> bool:
    return any(facts.truths.get(key(EQ(x, y))) is False for x, y in ((e.a, e.b), (e.b, e.a)))


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


def _reduced(e: BinaryOp) -> Expr | None:
    """i * 16 + 3 < 99 -> i < 6: what stands on both sides cancels, common factors go, constants stand where they are positive."""
    a, b = linear(e.a), linear(e.b)
    form = merge_splits(b.add(a, -1))
    if isinstance(e, (EQ, NE)) and a.terms and b.terms and len(a.terms) + len(b.terms) == len(form.terms):
        return None
    common = gcd(*[coefficient for _, coefficient in form.atoms()]) or 1
    small, large = _sides(a, b, form, not isinstance(e, (EQ, NE)))
    constant = form.constant
    if not isinstance(e, (EQ, NE)):
        strict = isinstance(e, LT)
        constant = (constant - strict) // common + strict
    elif common > 1:
        constant //= common  # it divides the constant: otherwise the sides were found to differ
    made = _written(type(e), _divided(small, common), _divided(large, common), constant)
    return None if deep_equal(made, e) else made


def _sides(a: Linear, b: Linear, form: Linear, order: bool) -> tuple[Linear, Linear]:
    """The terms of `form`, which is b - a, each on the side where it stood; what stood on both goes where it is positive.

    A side that only subtracts gives all of it to the other: y < 5 - x is y + x < 5.
    """
    left: Terms = {}
    right: Terms = {}
    for name, (atom, coefficient) in form.terms.items():
        if name in b.terms and name not in a.terms:
            right[name] = atom, coefficient
        elif (name in a.terms and name not in b.terms) or coefficient < 0:
            left[name] = atom, -coefficient
        else:
            right[name] = atom, coefficient
    if right and (order or not left) and all(coefficient < 0 for _, coefficient in right.values()):
        left, right = {**left, **_opposite(right)}, {}
    elif left and (order or not right) and all(coefficient < 0 for _, coefficient in left.values()):
        left, right = {}, {**right, **_opposite(left)}
    return form.with_terms(left, 0), form.with_terms(right, 0)


def _opposite(terms: Terms) -> Terms:
    return {name: (atom, -coefficient) for name, (atom, coefficient) in terms.items()}


def _divided(form: Linear, common: int) -> Linear:
    return (
        form.with_terms({name: (atom, c // common) for name, (atom, c) in form.terms.items()}, 0)
        if common > 1
        else form
    )


def _written(cls: type[BinaryOp], small: Linear, large: Linear, constant: int) -> Expr:
    """`small < large + constant` as TVM writes it: x < y + 1 is x <= y, and x + 1 <= y is x < y."""
    if not small.terms or not large.terms:
        one_sided = small.terms or cls in (EQ, NE)
        if one_sided:
            sign = 1 if small.terms else -1
            return cls(to_expr(small if small.terms else large), IntImm(small.dtype, sign * constant))
        return cls(IntImm(small.dtype, -constant), to_expr(large))
    if (cls, constant) in _SHARPER:
        cls, constant = _SHARPER[cls, constant], 0
    return cls(to_expr(small.shifted(max(-constant, 0))), to_expr(large.shifted(max(constant, 0))))


_SHARPER: dict[tuple[type[BinaryOp], int], type[BinaryOp]] = {(LT, 1): LE, (LE, -1): LT}
