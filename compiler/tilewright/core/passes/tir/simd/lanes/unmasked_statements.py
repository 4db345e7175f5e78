"""Statements over lanes as TVM's `VectorizeLoop` writes them; see `unmasked_expressions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.dtype import dtype
from tilewright.core.ir.expr import LT, Broadcast, BufferLoad, Call, Expr, IntImm, Ramp, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import (
    Allocate,
    AssertStmt,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
    seq,
)
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.ops.table import OPS
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable
from tilewright.core.passes.tir.simd.lanes.spread import Spread
from tilewright.core.passes.tir.simd.lanes.unmasked_expressions import PlainLanes, widen


def vectorize_plainly(lanes: PlainLanes, stmt: Stmt) -> Stmt:
    """`stmt` for all lanes at once, or lane by lane when it has no vector form."""
    rule = _RULES.get(type(stmt))
    try:
        if rule is None:
            raise NotVectorizable(f"{type(stmt).__name__} has no vector form")
        return rule(lanes, stmt)
    except NotVectorizable:
        return _lane_by_lane(lanes, stmt)


def _lane_by_lane(lanes: PlainLanes, stmt: Stmt) -> Stmt:
    """A loop over the lanes; where the statement uses a name for a vector, what gives the name runs in the loop too."""
    if any(node in lanes.values and node is not lanes.lane for node in walk(stmt)):
        raise NotVectorizable("a name for a vector is used lane by lane")
    lane = Var(f"{lanes.lane.name}_s", lanes.lane.dtype)
    zero = const(0, lane.dtype)
    body = substitute(stmt, {lanes.lane: lanes.first + lane})
    return For(lane, zero, lanes.length, ForKind.SERIAL, fresh_copy(body))


def _uniform(lanes: PlainLanes, value: Expr, what: str) -> Expr:
    made = lanes.value(value)
    if made.dtype.is_vector and not value.dtype.is_vector:
        raise NotVectorizable(f"{what} differs between lanes")
    return made


def _store(lanes: PlainLanes, stmt: BufferStore) -> Stmt:
    if stmt.buffer.dtype.scalable:
        raise PassError("Vectorizing over scalable buffer elements is not supported in vectorizer.")
    indices = tuple([lanes.value(index) for index in stmt.indices])
    value = lanes.value(stmt.value)
    if stmt.predicate is not None or not indices or indices[-1] is stmt.indices[-1]:
        raise NotVectorizable(f"all lanes write the same element of {stmt.buffer.name}")
    if any(index.dtype.is_vector for index in indices[:-1]):
        raise NotVectorizable(f"{stmt.buffer.name} is written along a dimension that is not its last")
    like = stmt.buffer.dtype.times_lanes_of(indices[-1].dtype)
    return BufferStore(stmt.buffer, widen(value, like), indices, None, stmt.span)


def _sequence(lanes: PlainLanes, stmt: SeqStmt) -> Stmt:
    return seq([vectorize_plainly(lanes, member) for member in stmt.seq], stmt.span)


def _if(lanes: PlainLanes, stmt: IfThenElse) -> Stmt:
    condition = lanes.value(stmt.condition)
    then_case = vectorize_plainly(lanes, stmt.then_case)
    if condition.dtype.is_vector:
        made = _predicated(condition, then_case) if lanes.predicates and stmt.else_case is None else None
        if made is None:
            raise NotVectorizable("a condition differs between lanes")
        return made
    else_case = None if stmt.else_case is None else vectorize_plainly(lanes, stmt.else_case)
    return IfThenElse(condition, then_case, else_case, stmt.span)


def _predicated(condition: Expr, body: Stmt) -> Stmt | None:
    """`body` whose accesses ask `ramp < limit` themselves; None when not all of them begin where the ramp does."""
    if not (isinstance(condition, LT) and isinstance(condition.a, Ramp) and isinstance(condition.b, Broadcast)):
        return None
    ramp, limit = condition.a, condition.b.value
    mask_type = dtype("uint1").times_lanes_of(ramp.dtype)
    mask = Call(mask_type, OPS["tir.get_active_lane_mask"], (ramp.base, limit))
    seen: list[bool] = []

    def access(node: Any) -> Any:
        index = node.indices[-1] if node.indices else None
        fits = isinstance(index, Ramp) and structural_equal(index.base, ramp.base)
        seen.append(fits)
        return node.replace(predicate=mask) if fits else node

    made = rewrite(body, {BufferLoad: access, BufferStore: access})
    return made if seen and all(seen) else None


def _for(lanes: PlainLanes, stmt: For) -> Stmt:
    low, extent = _uniform(lanes, stmt.min, "where a loop begins"), _uniform(lanes, stmt.extent, "the extent of a loop")
    return stmt.replace(min=low, extent=extent, body=vectorize_plainly(lanes, stmt.body))


def _while(lanes: PlainLanes, stmt: While) -> Stmt:
    raise PassError("A while loop inside a vectorized loop not supported.")


def _let(lanes: PlainLanes, stmt: LetStmt) -> Stmt:
    value = lanes.value(stmt.value)
    if value.dtype is stmt.value.dtype:
        return stmt.replace(value=value, body=vectorize_plainly(lanes, stmt.body))
    var = Var(stmt.var.name, value.dtype, stmt.var.span)
    return LetStmt(var, value, vectorize_plainly(lanes.with_value(stmt.var, var), stmt.body), stmt.span)


def _attr(lanes: PlainLanes, stmt: AttrStmt) -> Stmt:
    return stmt.replace(value=_uniform(lanes, stmt.value, "an attribute"), body=vectorize_plainly(lanes, stmt.body))


def _assert(lanes: PlainLanes, stmt: AssertStmt) -> Stmt:
    condition = _uniform(lanes, stmt.condition, "an assertion")
    _uniform(lanes, stmt.message, "the message of an assertion")
    return stmt.replace(condition=condition, body=vectorize_plainly(lanes, stmt.body))


def _evaluate(lanes: PlainLanes, stmt: Evaluate) -> Stmt:
    if any(isinstance(node, Call) for node in walk(stmt.value)):
        raise NotVectorizable("a call for its effect runs once for each iteration")
    return stmt


def _declaration(lanes: PlainLanes, stmt: DeclBuffer) -> Stmt:
    if any(node in lanes.values for part in stmt.buffer.children() for node in walk(part) if isinstance(node, Var)):
        raise NotVectorizable(f"the layout of {stmt.buffer.name} differs between lanes")
    return stmt.replace(body=vectorize_plainly(lanes, stmt.body))


def _allocate(lanes: PlainLanes, stmt: Allocate) -> Stmt:
    """Memory of one iteration becomes memory for every lane, lane beside lane."""
    if len(stmt.extents) != 1 or stmt.dtype.is_vector or not isinstance(lanes.length, IntImm):
        raise NotVectorizable(f"{stmt.buffer_var.name} is not flat")
    extent = _uniform(lanes, stmt.extents[0], f"the size of {stmt.buffer_var.name}")
    spread = Spread(stmt, Var("lane", lanes.lane.dtype), lanes.length.value)
    numbers = Ramp(const(0, lanes.lane.dtype), const(1, lanes.lane.dtype), lanes.length)
    body = vectorize_plainly(lanes.with_value(spread.lane, numbers), spread.body())
    return stmt.replace(extents=(extent * lanes.length,), body=body)


_RULES: dict[type, Callable[[PlainLanes, Any], Stmt]] = {
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
