"""Conditions of statements: the constant True, and two at once."""

from __future__ import annotations

from tilewright.core.ir.expr import And, Expr, IntImm


def is_true(condition: Expr) -> bool:
    """Whether a condition is the constant True."""
    return isinstance(condition, IntImm) and bool(condition.value)


def both(a: Expr, b: Expr) -> Expr:
    """Both conditions as they are written, without a constant True."""
    return b if is_true(a) else a if is_true(b) else And(a, b)


__all__ = ["both", "is_true"]
