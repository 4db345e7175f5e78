"""Expressions of one iteration as vectors over all lanes, under masks, for VectorizeWithMasks.

A rule gives the node itself when it is the same in every lane, a vector otherwise.  Under a mask (a condition that differs between
lanes) memory is read with a predicate, so that lanes for which the condition does not hold access nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import DType
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import (
    BINARY_NODES,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    Let,
    Not,
    Select,
    Var,
)
from tilewright.core.ir.operators import binary, logical_not
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable, broadcast, operate


@dataclass(frozen=True)
class Lanes:
    """The lanes over which expressions are vectorized.

    `values`: the vector that stands for each variable that differs between lanes.  `mask`: the lanes that are in force, None for all.
    `reads_uniform`: whether memory that all lanes share may be read without a predicate under the mask, because some lane is in force.
    """

    count: int
    analyzer: Analyzer
    values: dict[Var, Expr] = field(default_factory=dict[Var, Expr])
    mask: Expr | None = None
    reads_uniform: bool = True

    def under(self, condition: Expr, reads_uniform: bool) -> Lanes:
        """The same where `condition` (a vector) holds too."""
        mask = condition if self.mask is None else binary("And", self.mask, condition)
        return replace(self, mask=mask, reads_uniform=reads_uniform and self.reads_uniform)

    def value(self, expression: Expr) -> Expr:
        """The vector of `expression`, or itself when it is the same in every lane."""
        rule = _RULES.get(type(expression))
        if rule is None:
            return self._other(expression)
        return rule(self, expression)

    def _other(self, expression: Expr) -> Expr:
        if expression.children() or expression.dtype.is_vector:
            raise NotVectorizable(f"{type(expression).__name__} has no vector form")
        return expression

    def vector(self, expression: Expr) -> Expr:
        """The vector of `expression`, a broadcast when it is the same in every lane."""
        return broadcast(self.value(expression), self.count)

    def type_of(self, scalar: DType) -> DType:
        """The vector type of `scalar` elements."""
        return scalar.with_lanes(self.count)


def _variable(lanes: Lanes, var: Var) -> Expr:
    return lanes.values.get(var, var)


def _binary(lanes: Lanes, e: BinaryOp) -> Expr:
    a, b = lanes.value(e.a), lanes.value(e.b)
    same = a is e.a and b is e.b
    guarded = lanes.mask is None or (same and lanes.reads_uniform)
    if not guarded and type(e) in DIVISIONS and e.dtype.is_integer and not _is_safe_divisor(b):
        raise NotVectorizable("a division under a condition could divide by zero in the lanes left out")
    if same:
        return e
    return operate(type(e), a, b, lanes.count, lanes.analyzer)


DIVISIONS = (nodes.Div, nodes.Mod, nodes.FloorDiv, nodes.FloorMod)


def _is_safe_divisor(divisor: Expr) -> bool:
    value = divisor.value if isinstance(divisor, Broadcast) else divisor
    return isinstance(value, IntImm) and value.value not in (0, -1)


def _cast(lanes: Lanes, e: Cast) -> Expr:
    value = lanes.value(e.value)
    return e if value is e.value else Cast(lanes.type_of(e.dtype), value, e.span)


def _not(lanes: Lanes, e: Not) -> Expr:
    a = lanes.value(e.a)
    return e if a is e.a else Not(a, e.span)


def _select(lanes: Lanes, e: Select) -> Expr:
    condition, first, second = lanes.value(e.condition), lanes.value(e.true_value), lanes.value(e.false_value)
    if condition is e.condition and first is e.true_value and second is e.false_value:
        return e
    return Select(
        broadcast(condition, lanes.count), broadcast(first, lanes.count), broadcast(second, lanes.count), e.span
    )


def _load(lanes: Lanes, e: BufferLoad) -> Expr:
    if e.dtype.is_vector or e.predicate is not None:
        raise NotVectorizable("a vector is read in every iteration")
    indices = tuple([lanes.value(index) for index in e.indices])
    if any(index.dtype.is_vector for index in indices[:-1]):
        raise NotVectorizable(f"{e.buffer.name} is read along a dimension that is not its last")
    varies = bool(indices) and indices[-1].dtype.is_vector
    if lanes.mask is None or (not varies and lanes.reads_uniform):
        return (
            e
            if all(new is old for new, old in zip(indices, e.indices))
            else BufferLoad(e.buffer, indices, None, e.span)
        )
    if not indices:
        raise NotVectorizable(f"{e.buffer.name} has one element and is read under a condition")
    return BufferLoad(e.buffer, (*indices[:-1], broadcast(indices[-1], lanes.count)), lanes.mask, e.span)


def _let(lanes: Lanes, e: Let) -> Expr:
    value = lanes.value(e.value)
    if value is e.value:
        body = lanes.value(e.body)
        return e if body is e.body else Let(e.var, value, body, e.span)
    var = Var(e.var.name, value.dtype, e.var.span)
    inner = replace(lanes, values={**lanes.values, e.var: var})
    return Let(var, value, inner.value(e.body), e.span)


def _call(lanes: Lanes, e: Call) -> Expr:
    row = e.op
    if isinstance(row, Op) and row.name == "tir.if_then_else":
        return _if_then_else(lanes, e)
    args = tuple([lanes.value(arg) for arg in e.args])
    if isinstance(row, Op) and row.effect <= CallEffectKind.Pure and all(new is old for new, old in zip(args, e.args)):
        return e
    if not isinstance(row, Op) or not row.vectorizable or row.effect > CallEffectKind.Pure or e.dtype.is_handle:
        raise NotVectorizable(f"{getattr(row, 'script', None) or 'a call'} has no vector form")
    return Call(lanes.type_of(e.dtype), row, tuple(broadcast(arg, lanes.count) for arg in args), e.span)


def _if_then_else(lanes: Lanes, e: Call) -> Expr:
    """Each value is computed in the lanes that choose it."""
    condition = lanes.value(e.args[0])
    if condition.dtype.is_vector:
        first = lanes.under(condition, False).vector(e.args[1])
        second = lanes.under(logical_not(condition), False).vector(e.args[2])
        return Select(condition, first, second, e.span)
    first, second = lanes.value(e.args[1]), lanes.value(e.args[2])
    if first is e.args[1] and second is e.args[2] and condition is e.args[0]:
        return e
    args = (condition, broadcast(first, lanes.count), broadcast(second, lanes.count))
    return Call(args[1].dtype, e.op, args, e.span)


_RULES: dict[type, Callable[[Lanes, Any], Expr]] = {
    **dict.fromkeys(BINARY_NODES.values(), _binary),
    Var: _variable,
    nodes.SizeVar: _variable,
    Cast: _cast,
    Not: _not,
    Select: _select,
    BufferLoad: _load,
    Let: _let,
    Call: _call,
}
