"""Statements of one iteration as statements over all lanes, under masks, for VectorizeWithMasks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tilewright.core.ir import expr as nodes
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import And, BufferLoad, CmpOp, Expr, IntImm, Ramp, StringImm, Var
from tilewright.core.ir.operators import binary, const, logical_not
from tilewright.core.ir.stmt import (
    IN_ORDER,
    Allocate,
    AssertStmt,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
    seq,
)
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable, broadcast
from tilewright.core.passes.tir.simd.lanes.masked_expressions import DIVISIONS, Lanes
from tilewright.core.passes.tir.simd.lanes.spread import Spread


def vectorize(lanes: Lanes, stmt: Stmt) -> Stmt:
    """`stmt` for all lanes at once; raises `NotVectorizable` when it has no vector form."""
    rule = _RULES.get(type(stmt))
    if rule is None:
        raise NotVectorizable(f"{type(stmt).__name__} has no vector form")
    return rule(lanes, stmt)


def _uniform(lanes: Lanes, value: Expr, what: str) -> Expr:
    made = lanes.value(value)
    if made.dtype.is_vector:
        raise NotVectorizable(f"{what} differs between lanes")
    return made


def _store(lanes: Lanes, stmt: BufferStore) -> Stmt:
    if stmt.predicate is not None or stmt.value.dtype.is_vector:
        raise NotVectorizable("a vector is stored in every iteration")
    indices = tuple([lanes.value(index) for index in stmt.indices])
    if not indices or not indices[-1].dtype.is_vector:
        raise NotVectorizable(f"all lanes write the same element of {stmt.buffer.name}")
    if any(index.dtype.is_vector for index in indices[:-1]):
        raise NotVectorizable(f"{stmt.buffer.name} is written along a dimension that is not its last")
    return BufferStore(stmt.buffer, lanes.vector(stmt.value), indices, lanes.mask, stmt.span)


def _sequence(lanes: Lanes, stmt: SeqStmt) -> Stmt:
    return seq([vectorize(lanes, member) for member in stmt.seq], stmt.span)


def _if(lanes: Lanes, stmt: IfThenElse) -> Stmt:
    """Conditions that all lanes share stay an `if`; the others become the mask of what they guard."""
    shared, own = _split(lanes, stmt.condition)
    if own is None:
        then_case = vectorize(lanes, stmt.then_case)
        else_case = None if stmt.else_case is None else vectorize(lanes, stmt.else_case)
        return IfThenElse(lanes.value(stmt.condition), then_case, else_case, stmt.span)
    if stmt.else_case is None:
        made = _named(own, lambda mask: _guarded(lanes, mask, stmt.then_case))
        return made if shared is None else IfThenElse(shared, made, None, stmt.span)
    other: Stmt = stmt.else_case
    condition = own if shared is None else binary("And", broadcast(shared, lanes.count), own)
    return _named(
        condition,
        lambda mask: seq([_guarded(lanes, mask, stmt.then_case), _guarded(lanes, logical_not(mask), other)]),
    )


def _named(mask: Expr, body: Callable[[Expr], Stmt]) -> Stmt:
    """`body` under `mask`, with what the mask reads from memory read before, since the body may change it."""
    read: list[tuple[Var, Expr]] = []

    def name(load: BufferLoad) -> Expr:
        read.append((Var(load.buffer.name.lower(), load.dtype), load))
        return read[-1][0]

    made = body(rewrite(mask, {BufferLoad: name}))
    for var, load in reversed(read):
        made = LetStmt(var, load, made)
    return made


def _split(lanes: Lanes, condition: Expr) -> tuple[Expr | None, Expr | None]:
    """The parts of a conjunction that are the same in all lanes, and those that are not (as a vector)."""
    if isinstance(condition, And):
        first, second = _split(lanes, condition.a), _split(lanes, condition.b)
        return _both(first[0], second[0]), _both(first[1], second[1])
    value = lanes.value(condition)
    return (None, value) if value.dtype.is_vector else (value, None)


def _both(a: Expr | None, b: Expr | None) -> Expr | None:
    return b if a is None else a if b is None else binary("And", a, b)


def _guarded(lanes: Lanes, condition: Expr, body: Stmt) -> Stmt:
    """`body` in the lanes in which `condition` holds.

    When it reads memory that all lanes share, and one lane tells whether any is in force, that lane's condition guards the
    whole: then the shared memory is read as by a scalar program.
    """
    some = _some_lane(condition) if lanes.mask is None else None
    made = vectorize(lanes.under(condition, some is not None), body)
    return made if some is None or not _reads_shared(made) else IfThenElse(some, made)


def _reads_shared(stmt: Stmt) -> bool:
    return any(
        (isinstance(node, BufferLoad) and node.predicate is None)
        or (isinstance(node, DIVISIONS) and not node.dtype.is_vector)
        for node in walk(stmt)
    )


def _some_lane(condition: Expr) -> Expr | None:
    """The condition of the lane that is in force whenever any is: the first of a rising ramp below a bound."""
    if not isinstance(condition, CmpOp) or type(condition) not in _RISING:
        return None
    low, high = (condition.a, condition.b) if _RISING[type(condition)] else (condition.b, condition.a)
    if not (isinstance(low, Ramp) and isinstance(high, nodes.Broadcast)):
        return None
    if not (isinstance(low.stride, IntImm) and low.stride.value > 0):
        return None
    strict = type(condition) in (nodes.LT, nodes.GT)
    return binary("LT" if strict else "LE", low.base, high.value)


# Comparisons that the first lane of a rising ramp passes first: whether the ramp is the left operand.
_RISING: dict[type, bool] = {nodes.LT: True, nodes.LE: True, nodes.GT: False, nodes.GE: False}


def _for(lanes: Lanes, stmt: For) -> Stmt:
    if stmt.kind not in IN_ORDER:
        raise NotVectorizable(f"a {stmt.kind.name.lower()} loop inside")
    low, extent = _uniform(lanes, stmt.min, "where a loop begins"), _uniform(lanes, stmt.extent, "the extent of a loop")
    return stmt.replace(min=low, extent=extent, body=vectorize(lanes, stmt.body))


def _while(lanes: Lanes, stmt: While) -> Stmt:
    return stmt.replace(
        condition=_uniform(lanes, stmt.condition, "the condition of a loop"), body=vectorize(lanes, stmt.body)
    )


def _let(lanes: Lanes, stmt: LetStmt) -> Stmt:
    value = lanes.value(stmt.value)
    if not value.dtype.is_vector:
        return stmt.replace(value=value, body=vectorize(lanes, stmt.body))
    var = Var(stmt.var.name, value.dtype, stmt.var.span)
    return LetStmt(var, value, vectorize(replace(lanes, values={**lanes.values, stmt.var: var}), stmt.body), stmt.span)


def _attr(lanes: Lanes, stmt: AttrStmt) -> Stmt:
    return stmt.replace(value=_uniform(lanes, stmt.value, "an attribute"), body=vectorize(lanes, stmt.body))


def _assert(lanes: Lanes, stmt: AssertStmt) -> Stmt:
    if lanes.mask is not None:
        raise NotVectorizable("an assertion under a condition that differs between lanes")
    condition = _uniform(lanes, stmt.condition, "an assertion")
    _uniform(lanes, stmt.message, "the message of an assertion")
    return stmt.replace(condition=condition, body=vectorize(lanes, stmt.body))


def _evaluate(lanes: Lanes, stmt: Evaluate) -> Stmt:
    if not isinstance(stmt.value, (IntImm, StringImm)):
        raise NotVectorizable("a call for its effect runs once for each iteration")
    return stmt


def _declaration(lanes: Lanes, stmt: DeclBuffer) -> Stmt:
    if any(node in lanes.values for part in stmt.buffer.children() for node in walk(part) if isinstance(node, Var)):
        raise NotVectorizable(f"the layout of {stmt.buffer.name} differs between lanes")
    return stmt.replace(body=vectorize(lanes, stmt.body))


def _allocate(lanes: Lanes, stmt: Allocate) -> Stmt:
    """Memory of one iteration becomes memory for every lane, lane beside lane."""
    if len(stmt.extents) != 1 or lanes.mask is not None or stmt.dtype.is_vector:
        raise NotVectorizable(f"{stmt.buffer_var.name} is not flat")
    extent = _uniform(lanes, stmt.extents[0], f"the size of {stmt.buffer_var.name}")
    lane = next(iter(lanes.values))
    count = const(lanes.count, extent.dtype)
    spread = Spread(stmt, Var("lane", lane.dtype), lanes.count)
    body = spread.body()
    numbers = {spread.lane: Ramp(const(0, lane.dtype), const(1, lane.dtype), const(lanes.count))}
    inner = replace(lanes, values={**lanes.values, **numbers})
    return stmt.replace(extents=(extent * count,), annotations=DictAttrs(stmt.annotations), body=vectorize(inner, body))


_RULES: dict[type, Callable[[Lanes, Any], Stmt]] = {
    BufferStore: _store,
    SeqStmt: _sequence,
    IfThenElse: _if,
    For: _for,
    While: _while,
    LetStmt: _let,
    AttrStmt: _attr,
    AssertStmt: _assert,
    Evaluate: _evaluate,
    DeclBuffer: _declaration,
    Allocate: _allocate,
}
