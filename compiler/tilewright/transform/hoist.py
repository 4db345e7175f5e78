"""Moving conditions and names out of loops in which they do not change.

    for i: if c: s else: t      ->  if c: (for i: s) else: (for i: t)
    for i: let x = v in s       ->  let x = v in for i: s

What is moved may be computed where the loop would not have run, so it neither reads memory nor can fail.
"""

from __future__ import annotations

from typing import Any

from tilewright.ir.expr import BinaryOp, BufferLoad, Call, Expr, IntImm, Select, Var
from tilewright.ir.node import Node
from tilewright.ir.stmt import AttrStmt, Block, Evaluate, For, ForKind, IfThenElse, LetStmt, SeqStmt, Stmt, seq
from tilewright.ir.walk import definitions, rewrite, rewrite_top_down, walk
from tilewright.transform.fresh import fresh_copy
from tilewright.transform.jumps import leaves_loop
from tilewright.transform.ranges import is_pure_call
from tilewright.transform.sequences import rejoin

# Conditions that one loop is copied for; each may double it.
_MOST = 4


def hoist_conditions(body: Stmt, statements: bool, expressions: bool, over_blocks: bool) -> Stmt:
    """`body` with loops inside the conditions that they do not change, from the innermost loop outwards."""

    def loop(stmt: For) -> Stmt:
        return _hoisted(stmt, statements, expressions, over_blocks, _MOST)

    return rewrite(body, {For: loop, SeqStmt: rejoin})


def _hoisted(loop: For, statements: bool, expressions: bool, over_blocks: bool, left: int) -> Stmt:
    """The loop under its conditions, one after the other."""
    condition = _constant_condition(loop, statements, expressions, over_blocks) if left else None
    if condition is None:
        return loop
    kinds = statements, expressions, over_blocks
    cases = [_deciding(loop, condition, holds) for holds in (True, False)]
    made = [None if case is None else _hoisted(case, *kinds, left - 1) for case in cases]
    other = None if made[1] is None else fresh_copy(made[1])
    return IfThenElse(condition, _NOTHING if made[0] is None else made[0], other, loop.span)


_NOTHING = Evaluate(IntImm("int32", 0))  # pyright: ignore[reportArgumentType]


def _constant_condition(loop: For, statements: bool, expressions: bool, over_blocks: bool) -> Expr | None:
    """A condition inside the loop that no variable defined there changes."""
    if loop.kind is ForKind.THREAD_BINDING:
        return None
    inside = {variable for node in walk(loop) for variable in definitions(node)}
    for node in walk(loop.body):
        if isinstance(node, Block) and not over_blocks:
            return None
        condition = _condition_of(node, statements, expressions)
        if condition is not None and movable(condition, inside):
            return condition
    return None


def _condition_of(node: Node, statements: bool, expressions: bool) -> Expr | None:
    if isinstance(node, IfThenElse):
        return node.condition if statements else None
    if not expressions:
        return None
    if isinstance(node, Select):
        return node.condition
    if isinstance(node, Call) and getattr(node.op, "name", "") == "tir.if_then_else":
        return node.args[0]
    return None


def movable(value: Expr, inside: set[Var]) -> bool:
    """Whether `value` is the same, and can be computed, outside the definitions of `inside`."""
    if value.dtype.is_vector or isinstance(value, IntImm):
        return False
    return not any(
        node in inside
        or isinstance(node, BufferLoad)
        or (isinstance(node, Call) and not is_pure_call(node))
        or _divides(node)
        for node in walk(value)
    )


def _divides(node: Node) -> bool:
    """Whether the node divides integers by what may be 0."""
    if type(node).__name__ not in ("Div", "Mod", "FloorDiv", "FloorMod") or not isinstance(node, BinaryOp):
        return False
    return not node.dtype.is_float and not (isinstance(node.b, IntImm) and node.b.value not in (0, -1))


def _deciding(loop: For, condition: Expr, holds: bool) -> For | None:
    """The loop where the condition is known; None when nothing is left to do."""

    def branch(stmt: IfThenElse, visit: Any) -> Stmt:
        if stmt.condition is not condition:
            return stmt.map_children(visit)
        chosen = stmt.then_case if holds else stmt.else_case
        return _NOTHING if chosen is None else visit(chosen)

    def select(e: Select, visit: Any) -> Expr:
        if e.condition is not condition:
            return e.map_children(visit)
        return visit(e.true_value if holds else e.false_value)

    def call(e: Call, visit: Any) -> Expr:
        if not e.args or e.args[0] is not condition or getattr(e.op, "name", "") != "tir.if_then_else":
            return e.map_children(visit)
        return visit(e.args[1] if holds else e.args[2])

    made = rewrite_top_down(loop.body, {IfThenElse: branch, Select: select, Call: call})
    body = rewrite(made, {SeqStmt: _without_nothing})
    return None if _is_nothing(body) else loop.replace(body=body)


def _without_nothing(stmt: SeqStmt) -> Stmt:
    return seq([member for member in stmt.seq if not _is_nothing(member)], stmt.span)


def _is_nothing(stmt: Stmt) -> bool:
    if isinstance(stmt, (For, AttrStmt)):
        return _is_nothing(stmt.body)
    return isinstance(stmt, Evaluate) and isinstance(stmt.value, IntImm)


def hoist_lets(body: Stmt) -> Stmt:
    """`body` with loops inside the names that they do not change."""

    def loop(stmt: For) -> Stmt:
        inside = {stmt.loop_var}
        if not isinstance(stmt.body, LetStmt) or not movable(stmt.body.value, inside) or leaves_loop(stmt.body):
            return stmt
        named = stmt.body
        return named.replace(body=loop(stmt.replace(body=named.body)))

    return rewrite(body, {For: loop})
