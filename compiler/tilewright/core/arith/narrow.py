"""Conditions without the variables whose value is not known: what implies the condition wherever in their ranges they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.base.dtype import BOOL
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import (
    EQ,
    NE,
    BufferLoad,
    CmpOp,
    Expr,
    ExprLike,
    FloorDiv,
    IntImm,
    Not,
    Range,
    Sub,
    Var,
    expr,
)
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import walk

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


def narrow_predicate_expression(condition: ExprLike, free: Mapping[Var, Range]) -> Expr:
    """A condition that mentions none of the variables of `free`, and that holds only where `condition` does whatever their values are.

    Where no end of a range can be put in place of a variable (below `%`, in a divisor or a factor), and where memory is read, it is false.
    """
    return _Narrowing(free).condition(expr(condition), True)


class _Unknown(Exception):
    """A part whose extreme value cannot be written without the free variables."""


class _Narrowing:
    def __init__(self, free: Mapping[Var, Range]) -> None:
        self.free = free

    def condition(self, e: Expr, implies: bool) -> Expr:
        """A condition that implies `e`, or one that `e` implies."""
        if isinstance(e, CmpOp):
            return self._comparison(e, implies)
        if isinstance(e, Not):
            inner = self.condition(e.a, not implies)
            return IntImm(BOOL, int(not inner.value)) if isinstance(inner, IntImm) else Not(inner)
        if isinstance(e, (nodes.And, nodes.Or)):
            a, b = self.condition(e.a, implies), self.condition(e.b, implies)
            return e if a is e.a and b is e.b else type(e)(a, b)
        try:
            return self.extreme(e, implies)
        except _Unknown:
            return IntImm(BOOL, int(not implies))

    def _comparison(self, e: BinaryOp, implies: bool) -> Expr:
        if isinstance(e, EQ):
            return binary(
                "And", self._comparison(nodes.LE(e.a, e.b), implies), self._comparison(nodes.LE(e.b, e.a), implies)
            )
        if isinstance(e, NE):
            return binary(
                "Or", self._comparison(nodes.LT(e.a, e.b), implies), self._comparison(nodes.LT(e.b, e.a), implies)
            )
        upward = isinstance(e, (nodes.LT, nodes.LE))
        try:
            a, b = self.extreme(e.a, upward == implies), self.extreme(e.b, upward != implies)
        except _Unknown:
            return IntImm(BOOL, int(not implies))
        return e if a is e.a and b is e.b else type(e)(a, b)

    def extreme(self, e: Expr, largest: bool) -> Expr:
        """`e` with the free variables at the ends of their ranges where it is largest, or smallest."""
        if isinstance(e, Var):
            range_ = self.free.get(e)
            if range_ is None:
                return e
            return range_.min + range_.extent - 1 if largest else range_.min
        if isinstance(e, (nodes.Add, nodes.Min, nodes.Max)):
            return _rebuilt(e, self.extreme(e.a, largest), self.extreme(e.b, largest))
        if isinstance(e, Sub):
            return _rebuilt(e, self.extreme(e.a, largest), self.extreme(e.b, not largest))
        if isinstance(e, (nodes.Mul, FloorDiv)) and isinstance(e.b, IntImm) and e.b.value:
            return _rebuilt(e, self.extreme(e.a, largest == (e.b.value > 0)), e.b)
        if any(isinstance(node, BufferLoad) or node in self.free for node in walk(e)):
            raise _Unknown
        return e


def _rebuilt(e: BinaryOp, a: Expr, b: Expr) -> Expr:
    return e if a is e.a and b is e.b else type(e)(a, b)
