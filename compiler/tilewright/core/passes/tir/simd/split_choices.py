"""SplitChoices: a loop that reads one place up to some iteration, and another from there on, becomes a loop for each.

    for i in 128: C[i] = T.if_then_else(64 <= i, B[i - 64], A[i])    ->    for i in 64: C[i] = A[i]
                                                                           for i in 64: C[i + 64] = B[i]

So tensors are put one behind another.  Each loop then copies a part, in vectors; asked in each iteration, the choice forbids them.  Padding, which chooses between an element and a number,
stays: the kernels that read padded rows know it.
"""

from __future__ import annotations

from itertools import pairwise
from operator import ge, gt, le, lt
from typing import TypeGuard

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GE, GT, LE, LT, BufferLoad, Call, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, For, ForKind, Stmt, seq
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, substitute, walk
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop

_KINDS = (ForKind.SERIAL, ForKind.PARALLEL)
_COMPARED = {LT: lt, LE: le, GT: gt, GE: ge}
# Nodes that a loop and its copies may have together.
_LIMIT = 4000


@tir_pass("tir.SplitChoices")
def split_choices(func: PrimFunc) -> PrimFunc:
    """Split loops where what they read changes."""
    if not any(_is_choice(node) for node in walk(func.body)) or any(isinstance(node, Block) for node in walk(func)):
        return func
    return func.with_body(rewrite_top_down(func.body, {For: _loop}))


def _loop(loop: For, visit: Visit) -> Stmt:
    places = _places(loop)
    if not places:
        return loop.map_children(visit)
    first, last = loop.min.value, loop.min.value + loop.extent.value  # pyright: ignore[reportAttributeAccessIssue]
    return seq([_part(loop, low, end).map_children(visit) for low, end in pairwise((first, *places, last))])


def _places(loop: For) -> list[int]:
    """The iterations, other than the first, from which on a choice in the loop falls otherwise than before."""
    if loop.kind not in _KINDS or not isinstance(loop.min, IntImm) or not isinstance(loop.extent, IntImm):
        return []
    nodes = list(walk(loop.body))
    chosen = {_first_after(node.args[0], loop.loop_var) for node in nodes if _is_choice(node)}
    places = sorted(at for at in chosen if at is not None and 0 < at - loop.min.value < loop.extent.value)
    fits = len(nodes) * (len(places) + 1) <= _LIMIT
    return places if places and fits and not leaves_loop(loop.body) else []


def _is_choice(node: object) -> TypeGuard[Call]:
    """Whether an expression reads one of two places."""
    return (
        isinstance(node, Call)
        and callee_name(node) == "tir.if_then_else"
        and not node.dtype.is_vector
        and all(any(isinstance(inner, BufferLoad) for inner in walk(value)) for value in node.args[1:])
    )


def _first_after(condition: Expr, variable: Var) -> int | None:
    """The number from which on a comparison of the variable with a number is no longer what it is for smaller ones."""
    if not isinstance(condition, (LT, LE, GT, GE)):
        return None
    a, b = condition.a, condition.b
    if a is variable and isinstance(b, IntImm):
        return b.value + isinstance(condition, (LE, GT))
    if b is variable and isinstance(a, IntImm):
        return a.value + isinstance(condition, (LT, GE))
    return None


def _part(loop: For, low: int, end: int) -> For:
    """The iterations from `low` to `end`, in which each choice falls one way."""
    old = loop.loop_var

    def decided(call: Call) -> Expr:
        condition = call.args[0] if _is_choice(call) else None
        if not isinstance(condition, (LT, LE, GT, GE)) or _first_after(condition, old) is None:
            return call
        a, b = (each.value if isinstance(each, IntImm) else low for each in (condition.a, condition.b))
        return call.args[1 if _COMPARED[type(condition)](a, b) else 2]

    variable = old.replace()
    body = fresh_copy(substitute(rewrite(loop.body, {Call: decided}), {old: variable}))
    number = loop.min.dtype
    return loop.replace(loop_var=variable, min=const(low, number), extent=const(end - low, number), body=body)
