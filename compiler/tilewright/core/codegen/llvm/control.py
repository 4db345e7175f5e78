"""Choices, jumps, and what a program tells the compiler."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import VOID, DType
from tilewright.core.codegen.llvm.arithmetic import choose
from tilewright.core.codegen.llvm.cleanup import leave
from tilewright.core.codegen.llvm.constants import number
from tilewright.core.codegen.llvm.conversion import convert
from tilewright.core.codegen.llvm.loops import break_loop, continue_loop
from tilewright.core.codegen.llvm.memory import store_at, to_memory
from tilewright.core.codegen.llvm.types import register
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr

NO_VALUE = "poison"


def if_then_else(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """One of two values; only the chosen one is computed, unless the condition is a vector."""
    condition, yes, no = args
    if condition.dtype.is_vector:
        return choose(body, body.value(condition), body.value(yes), body.value(no), expr.dtype)
    then_label, else_label, after = body.labels("then", "else", "value")
    body.branch_if(body.value(condition), then_label, else_label)
    first, first_block = _branch(body, then_label, yes, after)
    second, second_block = _branch(body, else_label, no, after)
    body.begin(after)
    if expr.dtype is VOID:
        return NO_VALUE
    return body.set(f"phi {register(expr.dtype)} [ {first}, %{first_block} ], [ {second}, %{second_block} ]")


def _branch(body: Body, label: str, value: Expr, after: str) -> tuple[str, str]:
    """A value computed in a block of its own, and the block in which the computation ended."""
    body.begin(label)
    computed = body.value(value)
    block = body.block
    body.branch(after)
    return computed, block


def same(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The argument: what is said about it is of no use here.  A number that stands for a condition is true unless it is 0."""
    return convert(body, body.value(args[0]), args[0].dtype, expr.dtype)


def assume(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Let LLVM rely on a condition."""
    if args:
        body.do(f"call void @llvm.assume(i1 {body.value(args[0])})")
    return "true"


def undef(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """A value that may be anything: 0, so that runs are repeatable."""
    return zero(expr.dtype)


def zero(type_: DType) -> str:
    """0, or the null pointer."""
    if type_ is VOID:
        return NO_VALUE
    return "null" if type_.is_handle else number(type_, 0)


def ret(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Leave the function; its value goes where the caller wants it."""
    if args and body.returns_value:
        value = convert(body, body.value(args[0]), args[0].dtype, body.result)
        store_at(body, "%result", to_memory(body, value, body.result), body.result)
    leave(body, "null")
    body.unreachable()
    return zero(expr.dtype)


def jump_out(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """`break`."""
    break_loop(body)
    return NO_VALUE


def jump_on(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """`continue`."""
    continue_loop(body)
    return NO_VALUE
