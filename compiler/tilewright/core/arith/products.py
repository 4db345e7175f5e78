"""Quotients and remainders of products: what both sides have as a factor goes out.

    (g * a) // (g * b)  ->  a // b              (g * a) % (g * b)  ->  (a % b) * g

Both hold for floor and for truncated division, and for every g that is not 0, by which nothing is divided.
"""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import NamedTuple

from tilewright.core.arith.key import key
from tilewright.core.arith.linear import linear
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import BinaryOp, Expr, IntImm, Mul


class Product(NamedTuple):
    """coefficient * factors"""

    coefficient: int
    factors: tuple[Expr, ...]


def without_common_factor(e: BinaryOp) -> Expr | None:
    """A quotient or a remainder of products without what both have as a factor; None when there is nothing, or where the divisor is a constant."""
    if isinstance(e.b, IntImm):
        return None
    above, below = product_of(e.a), product_of(e.b)
    if above is None or below is None:
        return None
    common = _common(above, below)
    if common.coefficient == 1 and not common.factors:
        return None
    a, b = _expression(e, _over(above, common)), _expression(e, _over(below, common))
    is_one = isinstance(b, IntImm) and b.value == 1
    if isinstance(e, (nodes.FloorDiv, nodes.Div)):
        return a if is_one else type(e)(a, b)
    return IntImm(e.dtype, 0) if is_one else Mul(type(e)(a, b), _expression(e, common))


def product_of(e: Expr) -> Product | None:
    """The factors of a product with a coefficient that is not 0; None for a sum of several terms."""
    form = linear(e)
    if form.constant and form.terms:
        return None
    if not form.terms:
        return Product(form.constant, ()) if form.constant else None
    if len(form.terms) > 1:
        return None
    ((atom, coefficient),) = form.atoms()
    factors = _factors(atom)
    numbers = [each.value for each in factors if isinstance(each, IntImm)]
    others = tuple(each for each in factors if not isinstance(each, IntImm))
    whole = reduce(lambda a, b: a * b, numbers, coefficient)
    return Product(whole, others) if whole else None


def _factors(e: Expr) -> list[Expr]:
    return [*_factors(e.a), *_factors(e.b)] if isinstance(e, Mul) else [e]


def _common(above: Product, below: Product) -> Product:
    """The common factors, in the order of the divisor."""
    left = [key(each) for each in above.factors]
    found: list[Expr] = []
    for each in below.factors:
        if key(each) in left:
            left.remove(key(each))
            found.append(each)
    return Product(gcd(above.coefficient, below.coefficient), tuple(found))


def divided(above: Product, below: Product) -> Product | None:
    """The product without the coefficient and the factors of the divisor; None when it does not have them all."""
    made = _over(above, below)
    has_all = len(made.factors) == len(above.factors) - len(below.factors)
    return made if has_all and not above.coefficient % below.coefficient else None


def _over(product: Product, common: Product) -> Product:
    gone = [key(each) for each in common.factors]
    rest: list[Expr] = []
    for each in product.factors:
        if key(each) in gone:
            gone.remove(key(each))
        else:
            rest.append(each)
    return Product(product.coefficient // common.coefficient, tuple(rest))


def _expression(e: Expr, product: Product) -> Expr:
    number = IntImm(e.dtype, product.coefficient)
    if not product.factors:
        return number
    whole = reduce(Mul, product.factors)
    return whole if product.coefficient == 1 else Mul(whole, number)


__all__ = ["Product", "divided", "product_of", "without_common_factor"]
