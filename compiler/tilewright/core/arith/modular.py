"""Remainders: an integer expression as `coeff * k + base` for some unknown integer k.

coeff 0 says that the value is `base`; coeff 1 says nothing.  Otherwise 0 <= base < coeff.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any

from tilewright.core.arith.facts import Facts
from tilewright.core.arith.linear import Linear, is_index, linear
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.walk import substitute


@dataclass(frozen=True, slots=True)
class ModularSet:
    """The integers coeff * k + base."""

    coeff: int
    base: int

    def __repr__(self) -> str:
        return f"{'sym.' if is_later() else ''}ModularSet(coeff={self.coeff}, base={self.base})"


UNKNOWN = ModularSet(1, 0)


def modular(facts: Facts, e: Expr) -> ModularSet:
    """The known remainders of an expression: base and coefficient."""
    if not is_index(e.dtype):
        return ModularSet(0, e.value) if isinstance(e, IntImm) else UNKNOWN
    return linear_modular(facts, linear(e))


def linear_modular(facts: Facts, form: Linear) -> ModularSet:
    """The modular set of a linear form."""
    coeff, base = 0, form.constant
    for atom, factor in form.atoms():
        part = _atom(facts, atom)
        coeff, base = gcd(coeff, part.coeff * factor), base + part.base * factor
    return normal(coeff, base)


def normal(coeff: int, base: int) -> ModularSet:
    """The set with its base in range."""
    coeff = abs(coeff)
    return ModularSet(coeff, base % coeff if coeff else base)


def _atom(facts: Facts, e: Expr) -> ModularSet:
    rule = _RULES.get(type(e))
    return UNKNOWN if rule is None else rule(facts, e)


def _variable(facts: Facts, e: Any) -> ModularSet:
    known = facts.moduli.get(e)
    if known is not None:
        return ModularSet(*known)
    value = facts.values.get(e)
    if value is not None:
        return modular(facts, value)
    low, high = facts.range_of(e)
    return ModularSet(0, int(low)) if low == high else UNKNOWN


def _product(facts: Facts, e: Any) -> ModularSet:
    """(ap + b)(cq + d) = acpq + adp + bcq + bd"""
    x, y = modular(facts, e.a), modular(facts, e.b)
    coeff = gcd(gcd(x.coeff * y.coeff, x.coeff * y.base), x.base * y.coeff)
    return normal(coeff, x.base * y.base)


def _quotient(facts: Facts, e: Any) -> ModularSet:
    """(c*a*k + c*b) // c = a*k + b"""
    x = modular(facts, e.a)
    if isinstance(e.b, IntImm) and e.b.value != 0 and x.coeff % e.b.value == 0 and x.base % e.b.value == 0:
        return normal(x.coeff // e.b.value, x.base // e.b.value)
    return UNKNOWN


def _remainder(facts: Facts, e: Any) -> ModularSet:
    """(a*k + b) % c is b modulo gcd(a, c)"""
    x = modular(facts, e.a)
    if isinstance(e.b, IntImm) and e.b.value != 0:
        if x.coeff == 0 and isinstance(e, nodes.FloorMod):
            return ModularSet(0, x.base % e.b.value)
        return normal(gcd(x.coeff, e.b.value), x.base)
    return UNKNOWN


def join(x: ModularSet, y: ModularSet) -> ModularSet:
    """The modular set that holds both."""
    return normal(gcd(gcd(x.coeff, y.coeff), x.base - y.base), x.base)


def _either(facts: Facts, e: Any) -> ModularSet:
    return join(modular(facts, e.a), modular(facts, e.b))


def _select(facts: Facts, e: Any) -> ModularSet:
    return join(modular(facts, e.true_value), modular(facts, e.false_value))


def _shifted(facts: Facts, e: Any) -> ModularSet:
    """x >> c is x // 2**c"""
    if callee_name(e) == "tir.shift_right" and isinstance(e.args[1], IntImm) and 0 <= e.args[1].value < 63:
        return _quotient(facts, nodes.FloorDiv(e.args[0], IntImm(e.dtype, 1 << e.args[1].value)))
    if callee_name(e) == "tir.bitwise_and" and isinstance(e.args[1], IntImm):
        size = e.args[1].value + 1
        if size > 1 and size & (size - 1) == 0:
            return _remainder(facts, nodes.FloorMod(e.args[0], IntImm(e.dtype, size)))
    return UNKNOWN


def _let(facts: Facts, e: Any) -> ModularSet:
    """The body with the value substituted for the variable."""
    return modular(facts, substitute(e.body, {e.var: e.value}))


_RULES: dict[type, Callable[[Facts, object], ModularSet]] = {
    nodes.Var: _variable,
    nodes.SizeVar: _variable,
    nodes.Mul: _product,
    nodes.FloorDiv: _quotient,
    nodes.Div: _quotient,
    nodes.FloorMod: _remainder,
    nodes.Mod: _remainder,
    nodes.Min: _either,
    nodes.Max: _either,
    nodes.Select: _select,
    nodes.Call: _shifted,
    nodes.Let: _let,
}
