"""Maps of rows under conditions, as paddings are: their elements are computed in vectors, whose lanes read only where the condition holds.

for x in range(58): P[x] = if_then_else(1 <= x and x < 57, A[x - 1], 0)

    ->    for x in range(3): P[x * 16 .. + 16] = select(1 <= x * 16 .. + 16 < 57, A[x * 16 - 1 .. + 16], 0), and the same for P[48 .. 56] and P[56 .. 58]
"""

from __future__ import annotations

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Ramp, Select, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, For, ForKind, Stmt, seq
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.simd.lanes.dependence import require_independent
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable
from tilewright.core.passes.tir.simd.lanes.masked_expressions import Lanes
from tilewright.core.passes.tir.simd.lanes.masked_statements import vectorize
from tilewright.core.passes.tir.simd.register_tiling.nest import is_flat, is_linear, is_next, step
from tilewright.core.passes.tir.simd.register_tiling.row_maps import NUMBERS, SHORTEST, in_rest
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import independent
from tilewright.core.passes.tir.threads.choices import chose


def guarded_map(stmt: For, known: set[Var], vector_bytes: int) -> Stmt | None:
    """The loop in vectors, None when it is no map under a condition, or one of a few elements."""
    store = stmt.body
    if not isinstance(store, BufferStore) or not _is_guarded_row(store, stmt, known):
        return None
    lanes, extent = vector_bytes * 8 // store.value.dtype.bits, stmt.extent
    if not isinstance(extent, IntImm) or extent.value < min(lanes, SHORTEST):
        return None
    try:
        require_independent(store, stmt.loop_var, extent.value, Analyzer())
        made = _in_vectors(stmt, store, lanes, extent.value)
    except NotVectorizable:
        return None
    chose(f"`{store.buffer.name}`: computed in masked vectors of {lanes} along `{stmt.loop_var.name}`")
    return made


def _in_vectors(loop: For, store: BufferStore, lanes: int, extent: int) -> Stmt:
    """The loop over whole vectors, and a vector for each power of two in the rest."""
    variable, steps = loop.loop_var.replace(), extent // lanes
    body = _vector(loop, store, loop.min + variable * const(lanes, variable.dtype), lanes)
    zero = const(0, variable.dtype)
    whole = independent(loop, body, loop_var=variable, min=zero, extent=const(steps, variable.dtype))
    parts: list[Stmt] = [whole] if steps else []
    parts += [_vector(loop, store, loop.min + const(at, variable.dtype), size) for at, size in in_rest(extent, lanes)]
    return seq(parts)


def _vector(loop: For, store: BufferStore, first: Expr, count: int) -> Stmt:
    if count == 1:
        return substitute(store, {loop.loop_var: first})
    return vectorize(Lanes(count, Analyzer(), {loop.loop_var: Ramp(first, const(1, first.dtype), const(count))}), store)


def _is_guarded_row(store: BufferStore, loop: For, known: set[Var]) -> bool:
    """Whether the loop stores neighbours, from neighbours and from what stays the same, under conditions."""
    if loop.kind is not ForKind.SERIAL or loop.annotations or not isinstance(loop.min, IntImm):
        return False
    if not is_flat(store, known) or str(store.value.dtype) not in NUMBERS or not is_next(store.indices[0], loop):
        return False
    inside = list(walk(store.value))
    calls = [node for node in inside if isinstance(node, Call)]
    if not all(callee_name(call) == "tir.if_then_else" for call in calls):
        return False
    chosen = bool(calls) or any(isinstance(node, Select) for node in inside)
    return chosen and all(_fits(load, store, loop, known) for load in inside if isinstance(load, BufferLoad))


def _fits(load: BufferLoad, store: BufferStore, loop: For, known: set[Var]) -> bool:
    if not is_flat(load, known):
        return False
    index = load.indices[0]
    plain = str(load.dtype) in NUMBERS and load.buffer.data is not store.buffer.data
    direct = not any(isinstance(node, BufferLoad) for node in walk(index))
    return plain and direct and is_linear(index, (loop.loop_var,)) and step(index, loop) in (0, 1)


__all__ = ["guarded_map"]
