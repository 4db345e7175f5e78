"""Expressions: one rule for each node type; `lower` finds it.  Operators and calls are lowered as their op rows say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.codegen.llvm.arithmetic import choose, instruction
from tilewright.core.codegen.llvm.calls import call_function
from tilewright.core.codegen.llvm.constants import floating, integer
from tilewright.core.codegen.llvm.conversion import cast
from tilewright.core.codegen.llvm.index import broadcast, numbered
from tilewright.core.codegen.llvm.mathematics import extern, intrinsic
from tilewright.core.codegen.llvm.memory import load
from tilewright.core.codegen.llvm.special import SPECIALS
from tilewright.core.codegen.llvm.types import register, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import (
    BINARY_NODES,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    GlobalVar,
    IntImm,
    Let,
    Not,
    Ramp,
    Select,
    Shuffle,
    SizeVar,
    StringImm,
    Var,
)
from tilewright.core.ops.op import Extern, Instr, Intrinsic, Op, Special, Unsupported
from tilewright.core.ops.table import BY_NODE


def lower(body: Body, expr: Expr) -> str:
    """The value of an expression."""
    rule = RULES.get(type(expr))
    if rule is None:
        raise unsupported(f"`{type(expr).__name__}` should have been lowered before code is generated")
    return rule(body, expr)


def apply(body: Body, row: Op, expr: Expr, args: Sequence[Expr]) -> str:
    """The value of an op of the table applied to arguments; `expr` is the whole application."""
    lowering = row.lower
    if isinstance(lowering, Instr):
        return instruction(body, lowering, args)
    if isinstance(lowering, Intrinsic):
        return intrinsic(body, lowering, expr.dtype, args)
    if isinstance(lowering, Extern):
        return extern(body, lowering, expr.dtype, args)
    if isinstance(lowering, Special):
        return SPECIALS[lowering.rule](body, expr, args)
    if isinstance(lowering, Unsupported):
        raise unsupported(f"`T.{row.script}` {lowering.why}")
    raise unsupported(f"`{row.script or row.name}` should have been lowered before code is generated")


def _call(body: Body, expr: Call) -> str:
    if isinstance(expr.op, GlobalVar):
        return call_function(body, expr.op.name_hint, expr.dtype, expr.args)
    return apply(body, expr.op, expr, expr.args)


def _variable(body: Body, expr: Var) -> str:
    found = body.values.get(expr)
    if found is None:
        raise unsupported(f"`{expr.name}` is used where it has no value")
    return found


def _integer(body: Body, expr: IntImm) -> str:
    if expr.dtype.is_handle:
        return f"inttoptr (i64 {expr.value} to ptr)" if expr.value else "null"
    return integer(expr.dtype, expr.value)


def _let(body: Body, expr: Let) -> str:
    body.values[expr.var] = body.value(expr.value)
    return body.value(expr.body)


def _select(body: Body, expr: Select) -> str:
    condition = body.value(expr.condition)
    yes, no = body.value(expr.true_value), body.value(expr.false_value)
    if expr.dtype.is_vector and not expr.condition.dtype.is_vector:
        kind = register(expr.dtype)
        return body.set(f"select i1 {condition}, {kind} {yes}, {kind} {no}")
    return choose(body, condition, yes, no, expr.dtype)


def _ramp(body: Body, expr: Ramp) -> str:
    """base + stride * (0, 1, ...): lane i of a vector base is repeated with each step."""
    type_, kind = expr.dtype, register(expr.dtype)
    if expr.base.dtype.is_vector:
        raise unsupported("a ramp of vectors should have been lowered before code is generated")
    base = broadcast(body, type_.element, body.value(expr.base), type_)
    stride = broadcast(body, type_.element, body.value(expr.stride), type_)
    offsets = body.set(f"mul {kind} {stride}, {numbered(body, type_)}")
    return body.set(f"add {kind} {base}, {offsets}")


def _broadcast(body: Body, expr: Broadcast) -> str:
    value, inner = body.value(expr.value), expr.value.dtype
    if not inner.is_vector:
        return broadcast(body, inner, value, expr.dtype)
    kind = register(inner)
    order = ", ".join(f"i32 {lane % inner.lanes}" for lane in range(expr.dtype.lanes))
    return body.set(f"shufflevector {kind} {value}, {kind} poison, <{expr.dtype.lanes} x i32> <{order}>")


def _shuffle(body: Body, expr: Shuffle) -> str:
    """Pick lanes of two vectors of one type at once, else one by one: the sources may be scalars and of different lengths."""
    if (
        len(expr.vectors) == 2
        and expr.vectors[0].dtype is expr.vectors[1].dtype
        and expr.vectors[0].dtype.is_vector
        and expr.dtype.is_vector
    ):
        kind = register(expr.vectors[0].dtype)
        first, second = (body.value(source) for source in expr.vectors)
        order = ", ".join(f"i32 {int(place)}" for place in expr.indices)  # pyright: ignore[reportArgumentType]
        return body.set(f"shufflevector {kind} {first}, {kind} {second}, <{expr.dtype.lanes} x i32> <{order}>")
    lanes = [lane for source in expr.vectors for lane in _lanes(body, source)]
    picked = [lanes[int(place)] for place in expr.indices]  # pyright: ignore[reportArgumentType]
    return join_lanes(body, expr.dtype.element, picked)


def _lanes(body: Body, expr: Expr) -> list[str]:
    value, type_ = body.value(expr), expr.dtype
    if not type_.is_vector:
        return [value]
    return [body.set(f"extractelement {register(type_)} {value}, i64 {lane}") for lane in range(type_.lanes)]


def join_lanes(body: Body, element: Any, lanes: Sequence[str]) -> str:
    """A vector (or the scalar) made of these scalars."""
    if len(lanes) == 1:
        return lanes[0]
    kind, made = register(element.with_lanes(len(lanes))), "poison"
    for place, lane in enumerate(lanes):
        made = body.set(f"insertelement {kind} {made}, {register(element)} {lane}, i64 {place}")
    return made


def _not(body: Body, expr: Not) -> str:
    return apply(body, BY_NODE["Not"], expr, (expr.a,))


def _operator(row: Op) -> Callable[[Body, Any], str]:
    def lower_operator(body: Body, expr: BinaryOp) -> str:
        return apply(body, row, expr, (expr.a, expr.b))

    return lower_operator


RULES: dict[type, Callable[[Body, Any], str]] = {
    Var: _variable,
    SizeVar: _variable,
    IntImm: _integer,
    FloatImm: lambda body, expr: floating(expr.dtype, expr.value),
    StringImm: lambda body, expr: body.module.string(expr.value),
    Cast: cast,
    Not: _not,
    Select: _select,
    BufferLoad: load,
    Ramp: _ramp,
    Broadcast: _broadcast,
    Shuffle: _shuffle,
    Let: _let,
    Call: _call,
    **{node: _operator(BY_NODE[name]) for name, node in BINARY_NODES.items()},
}
