"""The accesses that a statement's own expressions make, each with the condition under which it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.core.base.source import Span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, BufferLoad, Call, Expr, Let, Or, Select, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const, logical_not
from tilewright.core.ir.stmt import BufferStore, Stmt


@dataclass(frozen=True)
class Access:
    """An access of `buffer` where `guard` holds; `lets` are the names around it inside its expression, outermost first."""

    buffer: Buffer
    indices: tuple[Expr, ...]
    predicate: Expr | None
    guard: Expr
    is_write: bool
    span: Span | None
    lets: tuple[tuple[Var, Expr], ...] = ()


def accesses_of(stmt: Stmt) -> Iterator[Access]:
    """The accesses of a statement without those of the statements in it, in the order in which they are made."""
    always = const(True, "bool")
    for child in stmt.children():
        if isinstance(child, Expr):
            yield from _accesses(child, always, ())
    if isinstance(stmt, BufferStore):
        yield Access(stmt.buffer, stmt.indices, stmt.predicate, always, True, stmt.span)


def _accesses(node: Node, guard: Expr, lets: tuple[tuple[Var, Expr], ...]) -> Iterator[Access]:
    choice = _choice(node)
    if choice is not None:
        condition, chosen = choice
        yield from _accesses(condition, guard, lets)
        for side, holds in chosen:
            yield from _accesses(side, binary("And", guard, _inside(lets, holds)), lets)
        return
    if isinstance(node, Let):
        yield from _accesses(node.value, guard, lets)
        yield from _accesses(node.body, guard, (*lets, (node.var, node.value)))
        return
    if isinstance(node, Call) and callee_name(node) == "tir.address_of":
        # An address is no access, and the one behind the last element is usual.
        for load in node.args:
            for index in load.children():
                yield from _accesses(index, guard, lets)
        return
    for child in node.children():
        if isinstance(child, Expr):
            yield from _accesses(child, guard, lets)
    if isinstance(node, BufferLoad):
        yield Access(node.buffer, node.indices, node.predicate, guard, False, node.span, lets)


def _inside(lets: tuple[tuple[Var, Expr], ...], value: Expr) -> Expr:
    """A value that may mention names of an expression, for where they are not known."""
    for var, bound in reversed(lets):
        value = Let(var, bound, value)
    return value


def with_names(access: Access, value: Expr) -> Expr:
    """A value made of the indices of an access, with the names that they may mention."""
    return _inside(access.lets, value)


def at_lane(access: Access, indices: tuple[Expr, ...], guard: Expr) -> Access:
    """The access of one lane of a vector."""
    return replace(access, indices=indices, predicate=None, guard=guard)


def _choice(node: Node) -> tuple[Expr, list[tuple[Expr, Expr]]] | None:
    """The condition of an expression that computes a part of itself only where something holds, and these parts."""
    if isinstance(node, Select) and not node.condition.dtype.is_vector:
        parts = node.condition, node.true_value, node.false_value
    elif isinstance(node, Call) and callee_name(node) == "tir.if_then_else":
        parts = node.args[0], node.args[1], node.args[2]
    elif isinstance(node, (And, Or)) and not node.dtype.is_vector:
        return node.a, [(node.b, node.a if isinstance(node, And) else logical_not(node.a))]
    else:
        return None
    condition, first, second = parts
    return condition, [(first, condition), (second, logical_not(condition))]
