"""Conversions of sums that differ in some terms: cast(i + j + 1) - cast(i) -> cast(j) + 1.

A conversion may be carried over to the terms of a sum where no number that comes up on the way leaves the new type: always when that is
the wider one, else where bounds say so.
"""

from __future__ import annotations

from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear, is_index, linear
from tilewright.core.ir.expr import Cast, Expr, Mul
from tilewright.core.ir.operators import const


def cancelled_casts(facts: Facts, form: Linear) -> Linear:
    """The form with conversions of sums carried over to their terms, where terms of two of them cancel; else the same object."""
    signs = {coefficient > 0 for atom, coefficient in form.atoms() if isinstance(atom, Cast)}
    if len(signs) < 2:
        return form
    terms: dict[Key, tuple[Expr, int]] = {}
    constant = form.constant
    for atom, coefficient in form.atoms():
        inner = _inside(facts, atom)
        if inner is None:
            _add(terms, atom, coefficient)
            continue
        constant += inner.constant * coefficient
        for part, times in inner.atoms():
            _add(terms, Cast(atom.dtype, part), times * coefficient)
    return form.with_terms(terms, constant) if len(terms) < len(form.terms) else form


def _inside(facts: Facts, atom: Expr) -> Linear | None:
    """The form of the sum that the atom converts, if the conversion may be carried over to its terms."""
    if not (isinstance(atom, Cast) and is_index(atom.dtype) and is_index(atom.value.dtype)):
        return None
    form = linear(atom.value)
    if atom.dtype.bits >= atom.value.dtype.bits:
        return form
    limit = 1 << (atom.dtype.bits - 1)
    parts = [atom.value, *(Mul(part, const(times, part.dtype)) for part, times in form.atoms())]
    bounds = [(-abs(form.constant), abs(form.constant)), *(bound(facts, part) for part in parts)]
    return form if all(-limit <= low and high < limit for low, high in bounds) else None


def _add(terms: dict[Key, tuple[Expr, int]], atom: Expr, coefficient: int) -> None:
    name = key(atom)
    total = coefficient + (terms[name][1] if name in terms else 0)
    if total:
        terms[name] = (atom, total)
    else:
        del terms[name]


__all__ = ["cancelled_casts"]
