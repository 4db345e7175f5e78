"""Simplification: `simplify` brings an expression into the normal form that passes rely on, `rewrite` keeps what was written, as far as it can."""

from __future__ import annotations

from tilewright.core.arith.canonical_steps import CANONICAL
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.rewrite_steps import REWRITE
from tilewright.core.arith.simplifier import Simplifier
from tilewright.core.ir.expr import Expr, IntImm


def simplify(facts: Facts, e: Expr) -> Expr:
    """The expression in normal form, with the same value everywhere the facts hold; the same object when nothing changed."""
    return e if type(e) is IntImm else Simplifier(facts, CANONICAL).visit(e)


def rewrite(facts: Facts, e: Expr) -> Expr:
    """The expression after the rules of TVM's `rewrite_simplify`; the same object when none applies."""
    return Simplifier(facts, REWRITE).visit(e)
