"""Loops over lanes as TVM's `VectorizeLoop` writes them: no masks, and what has no vector form becomes a loop of its own.

The result of this pass is what programs and tests print and compare, so its forms are TVM's: sums with a scalar keep ramps, everything else
is broadcast, and a statement that cannot be vectorised runs lane by lane while its neighbours become vectors.  Vectors may be as long as the target says
(`T.vscale() * 4`), and elements may be vectors themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import (
    BINARY_NODES,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    Let,
    Not,
    Ramp,
    Select,
    Var,
)
from tilewright.core.ir.operators import binary, const
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable


@dataclass(frozen=True)
class PlainLanes:
    """The lanes over which expressions are vectorized.

    `length`: the number of lanes, a constant or a multiple of the target's `vscale`.  `values`: the vector that stands for each variable that differs
    between lanes.  `predicates`: whether a bound on the lanes becomes the predicate of what it guards.
    """

    lane: Var
    first: Expr
    length: Expr
    analyzer: Analyzer
    predicates: bool = False
    values: dict[Var, Expr] = field(default_factory=dict[Var, Expr])

    def with_value(self, var: Var, value: Expr) -> PlainLanes:
        """The same where `value` stands for `var`."""
        return replace(self, values={**self.values, var: value})

    def value(self, expression: Expr) -> Expr:
        """The vector of `expression`, or itself when it is the same in every lane."""
        rule = _RULES.get(type(expression))
        if rule is not None:
            return rule(self, expression)
        if any(node in self.values for node in expression.children()):
            raise NotVectorizable(f"{type(expression).__name__} has no vector form")
        return expression


def widen(value: Expr, like: DType) -> Expr:
    """`value` in as many lanes as `like` has."""
    if value.dtype.lanes == like.lanes and value.dtype.scalable == like.scalable:
        return value
    if isinstance(value, Broadcast):
        whole = like.lanes % value.dtype.lanes == 0
        if whole and not value.value.dtype.is_vector and value.dtype.scalable == like.scalable:
            return Broadcast(value.value, _length_of(like))
    if value.dtype.is_vector:
        raise NotVectorizable(f"{value.dtype} does not fill {like.lanes} lanes")
    return Broadcast(value, _length_of(like))


def _length_of(type_: DType) -> Expr:
    if not type_.scalable:
        return const(type_.lanes, "int32")
    from tilewright.core.ops.table import OPS

    return nodes.Mul(Call(dtype("int32"), OPS["tir.vscale"], ()), const(type_.lanes, "int32"))


def widest(values: tuple[Expr, ...]) -> DType:
    """The type with most lanes."""
    return max((value.dtype for value in values), key=lambda type_: (type_.scalable, type_.lanes))


def _variable(lanes: PlainLanes, var: Var) -> Expr:
    return lanes.values.get(var, var)


def _binary(lanes: PlainLanes, e: BinaryOp) -> Expr:
    a, b = lanes.value(e.a), lanes.value(e.b)
    if a is e.a and b is e.b:
        return e
    special = _RAMPS.get(type(e))
    made = None if special is None else special(lanes, a, b)
    if made is not None:
        return made
    like = widest((a, b))
    return type(e)(widen(a, like), widen(b, like))


def _shifted(name: str) -> Callable[[PlainLanes, Expr, Expr], Expr | None]:
    def shift(lanes: PlainLanes, a: Expr, b: Expr) -> Expr | None:
        """ramp(x, s) + y -> ramp(x + y, s)"""
        if isinstance(b, Ramp) and not a.dtype.is_vector:
            return Ramp(binary(name, a, b.base), binary(name, const(0, b.stride.dtype), b.stride), b.lanes)
        if isinstance(a, Ramp) and not b.dtype.is_vector:
            return Ramp(binary(name, a.base, b), a.stride, a.lanes)
        return None

    return shift


def _scaled(lanes: PlainLanes, a: Expr, b: Expr) -> Expr | None:
    """ramp(x, s) * y -> ramp(x * y, s * y) for y > 0"""
    if isinstance(b, Ramp):
        a, b = b, a
    if not isinstance(a, Ramp) or b.dtype.is_vector or not lanes.analyzer.can_prove(b > 0):
        return None
    return Ramp(binary("Mul", a.base, b), binary("Mul", a.stride, b), a.lanes)


_RAMPS: dict[type[BinaryOp], Callable[[PlainLanes, Expr, Expr], Expr | None]] = {
    nodes.Add: _shifted("Add"),
    nodes.Sub: _shifted("Sub"),
    nodes.Mul: _scaled,
}


def _not(lanes: PlainLanes, e: Not) -> Expr:
    a = lanes.value(e.a)
    return e if a is e.a else Not(a, e.span)


def _cast(lanes: PlainLanes, e: Cast) -> Expr:
    value = lanes.value(e.value)
    return e if value is e.value else Cast(e.dtype.element.times_lanes_of(value.dtype), value, e.span)


def _select(lanes: PlainLanes, e: Select) -> Expr:
    parts = e.condition, e.true_value, e.false_value
    made = tuple([lanes.value(part) for part in parts])
    if all(new is old for new, old in zip(made, parts)):
        return e
    like = widest(made)
    return Select(widen(made[0], like), widen(made[1], like), widen(made[2], like), e.span)


def _ramp(lanes: PlainLanes, e: Ramp) -> Expr:
    """A vector of vectors of which each begins where the one before ends is one vector."""
    base, stride = lanes.value(e.base), lanes.value(e.stride)
    if base is e.base and stride is e.stride:
        return e
    if base.dtype.scalable:
        raise PassError("Creating scalable vectors from existing vectors is not supported.")
    if not isinstance(e.lanes, nodes.IntImm):
        raise PassError("Vectorizing over existing scalable vectors is not supported.")
    if isinstance(base, Ramp) and not stride.dtype.is_vector and isinstance(base.lanes, nodes.IntImm):
        if lanes.analyzer.can_prove(base.stride == stride * const(e.lanes.value, stride.dtype)):
            return Ramp(base.base, stride, const(e.lanes.value * base.lanes.value, "int32"))
    raise NotVectorizable("vectors that do not follow one another")


def _broadcast(lanes: PlainLanes, e: Broadcast) -> Expr:
    if lanes.value(e.value) is not e.value:
        raise NotVectorizable("a vector is made in every lane")
    return e


def _load(lanes: PlainLanes, e: BufferLoad) -> Expr:
    indices = tuple([lanes.value(index) for index in e.indices])
    if all(new is old for new, old in zip(indices, e.indices)):
        return e
    if any(index.dtype.is_vector for index in indices[:-1]) or e.predicate is not None:
        raise NotVectorizable(f"{e.buffer.name} is read along a dimension that is not its last")
    return BufferLoad(e.buffer, indices, None, e.span)


def _let(lanes: PlainLanes, e: Let) -> Expr:
    value = lanes.value(e.value)
    if value.dtype is e.value.dtype:
        body = lanes.value(e.body)
        return e if value is e.value and body is e.body else Let(e.var, value, body, e.span)
    var = Var(e.var.name, value.dtype, e.var.span)
    return Let(var, value, lanes.with_value(e.var, var).value(e.body), e.span)


def _call(lanes: PlainLanes, e: Call) -> Expr:
    name = e.op.name if isinstance(e.op, Op) else ""
    args = tuple([lanes.value(arg) for arg in e.args])
    if all(new is old for new, old in zip(args, e.args)):
        return e
    if name == "tir.if_then_else":
        return _chosen(e, args)
    own = 1 if name == "tir.call_llvm_pure_intrin" else 0
    pure = isinstance(e.op, Op) and e.op.vectorizable and e.op.effect <= CallEffectKind.Pure
    if not pure or e.dtype.is_handle or (any(arg.dtype.scalable for arg in args) and name != "tir.reinterpret"):
        raise NotVectorizable(f"{getattr(e.op, 'script', None) or 'a call'} has no vector form")
    like = widest(args)
    wide = tuple([*args[:own], *(widen(arg, like) for arg in args[own:])])
    return Call(e.dtype.element.times_lanes_of(like), e.op, wide, e.span)


def _chosen(e: Call, args: tuple[Expr, ...]) -> Expr:
    if args[0].dtype.is_vector:
        raise NotVectorizable("a condition differs between lanes")
    like = widest(args[1:])
    first, second = widen(args[1], like), widen(args[2], like)
    return Call(first.dtype, e.op, (args[0], first, second), e.span)


_RULES: dict[type, Callable[[PlainLanes, Any], Expr]] = {
    **dict.fromkeys(BINARY_NODES.values(), _binary),
    Var: _variable,
    nodes.SizeVar: _variable,
    Cast: _cast,
    Not: _not,
    Select: _select,
    Ramp: _ramp,
    Broadcast: _broadcast,
    BufferLoad: _load,
    Let: _let,
    Call: _call,
}
