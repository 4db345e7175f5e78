"""Parts of one index by sizes that are no constants, put together again.

    x // n * n + x % n              ->  x
    x % (n * m) // n * n + x % n    ->  x % (n * m)

Both hold for every n that is not 0, by which nothing is divided.
"""

from __future__ import annotations

from functools import reduce

from tilewright.core.arith.key import key
from tilewright.core.arith.linear import Linear, linear, to_expr
from tilewright.core.arith.products import divided, product_of
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm, Mul


def merge_symbolic(form: Linear) -> Linear | None:
    """The form with one quotient and one remainder joined; None where no two fit."""
    for low_name, (low, coefficient) in form.terms.items():
        if not isinstance(low, FloorMod) or isinstance(low.b, IntImm):
            continue
        for high_name, (high, scale) in form.terms.items():
            joined = _joined(high, scale, low, coefficient) if isinstance(high, Mul) else None
            if joined is not None:
                rest = {name: term for name, term in form.terms.items() if name not in (high_name, low_name)}
                return joined.add(form.with_terms(rest, form.constant))
    return None


def _joined(high: Mul, scale: int, low: FloorMod, coefficient: int) -> Linear | None:
    """scale * high + coefficient * low, where `high` is a multiple of the divisor of `low` and has the quotient that belongs to it."""
    multiple = _over(high, low.b)
    if multiple is None:
        return None
    form = multiple.scaled(scale)
    for name, (atom, times) in form.terms.items():
        whole = _whole(atom, low) if times == coefficient else None
        if whole is not None:
            others = {other: term for other, term in form.terms.items() if other != name}
            left = form.with_terms(others, form.constant)
            below = linear(Mul(to_expr(left), low.b)) if others or left.constant else left
            return linear(whole).scaled(coefficient).add(below)
    return None


def _over(e: Expr, divisor: Expr) -> Linear | None:
    """The product without the factors of the divisor; None when it does not have them all, and where no factor is left."""
    above, below = product_of(e), product_of(divisor)
    left = None if above is None or below is None else divided(above, below)
    return linear(reduce(Mul, left.factors)).scaled(left.coefficient) if left and left.factors else None


def _whole(quotient: Expr, low: FloorMod) -> Expr | None:
    """The expression whose two parts the quotient and the remainder are; None when they do not belong together."""
    if not isinstance(quotient, FloorDiv) or key(quotient.b) != key(low.b):
        return None
    whole = quotient.a
    if key(whole) == key(low.a):
        return whole
    inside = isinstance(whole, FloorMod) and key(whole.a) == key(low.a) and _over(whole.b, low.b) is not None
    return whole if inside else None
