"""Maps of rows: loops that compute neighbouring elements by functions are written in vectors, for which processors have instructions that single numbers have not.

    for j: B[j] = exp(A[j])      ->      for j0: B[j0 * 64 .. + 64] = exp(A[j0 * 64 .. + 64])

A reduction of the row that follows computes the vectors of its map itself, see `horizontal_reduction`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.core.arith.key import deep_equal
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, For, ForKind, Stmt, seq
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.simd.register_tiling.nest import is_arithmetic, is_linear, mentions, step
from tilewright.core.passes.tir.simd.register_tiling.tile import if_any, independent
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes
from tilewright.core.passes.tir.threads.choices import chose

# The vectors of a step.
_VECTORS = 4
_FUNCTIONS = frozenset({"tir.exp", "tir.tanh", "tir.erf"})


@dataclass(frozen=True)
class RowMap:
    """A loop over neighbouring elements of `store`."""

    loop: For
    store: BufferStore

    def vector(self, at: Expr, lanes: int) -> Stmt:
        """The store of the elements from an iteration on."""
        to = Lanes(self.loop, lanes, {self.loop.loop_var: at}, lambda load: None)
        return BufferStore(self.store.buffer, to.value(self.store.value), (to.index(self.store.indices[0]),))


def row_map(stmt: Stmt, known: set[Var]) -> RowMap | None:
    """The map by functions that a loop is, None when it is none; `known` are the pointers without aliases."""
    found = whole_row(stmt, known)
    calls = () if found is None else (node for node in walk(found.store.value) if isinstance(node, Call))
    return found if any(callee_name(call) in _FUNCTIONS for call in calls) else None


def whole_row(stmt: Stmt, known: set[Var]) -> RowMap | None:
    """The map by any arithmetic that a loop is."""
    if not isinstance(stmt, For) or stmt.kind is not ForKind.SERIAL or stmt.annotations:
        return None
    store = stmt.body
    if not isinstance(store, BufferStore) or not isinstance(stmt.min, IntImm) or not _is_row(store, stmt, known):
        return None
    return RowMap(stmt, store)


def mapped(found: RowMap, vector_bytes: int) -> Stmt | None:
    """The map in vectors, None for a short one."""
    loop = found.loop
    lanes = vector_bytes // 4
    if isinstance(loop.extent, IntImm) and loop.extent.value < lanes:
        return None
    chose(f"`{found.store.buffer.name}`: computed in vectors of {lanes} along `{loop.loop_var.name}`")
    whole, even = _multiple(loop.extent, lanes * _VECTORS), _multiple(loop.extent, lanes)

    def vectors(at: Expr) -> Stmt:
        return seq([found.vector(at + const(vector * lanes, at.dtype), lanes) for vector in range(_VECTORS)])

    parts = [
        _steps(loop, const(0, loop.extent.dtype), whole, lanes * _VECTORS, vectors),
        _steps(loop, whole, even, lanes, lambda at: found.vector(at, lanes)),
        _steps(loop, even, loop.extent, 1, lambda at: found.vector(at, 1)),
    ]
    return if_any((loop,), seq([part for part in parts if part is not None]))


def _is_row(store: BufferStore, loop: For, known: set[Var]) -> bool:
    """Whether the loop stores neighbours, computed from neighbours and from what stays the same, lane by lane."""
    if store.predicate is not None or len(store.indices) != 1 or store.buffer.data not in known:
        return False
    if str(store.value.dtype) != "float32" or not is_arithmetic(store.value) or mentions(store.value, loop):
        return False
    if step(store.indices[0], loop) != 1 or not is_linear(store.indices[0], (loop.loop_var,)):
        return False
    return all(_fits(load, store, loop, known) for load in walk(store.value) if isinstance(load, BufferLoad))


def _fits(load: BufferLoad, store: BufferStore, loop: For, known: set[Var]) -> bool:
    if load.predicate is not None or len(load.indices) != 1 or load.dtype.is_vector or load.buffer.data not in known:
        return False
    index = load.indices[0]
    if load.dtype is BOOL or load.dtype.bits < 32 or any(isinstance(node, BufferLoad) for node in walk(index)):
        return False
    if load.buffer.data is store.buffer.data:
        return load.buffer is store.buffer and deep_equal(index, store.indices[0])
    return is_linear(index, (loop.loop_var,)) and step(index, loop) in (0, 1)


def _multiple(extent: Expr, by: int) -> Expr:
    return binary("FloorDiv", extent, const(by, extent.dtype)) * const(by, extent.dtype)


def _steps(loop: For, begin: Expr, end: Expr, by: int, body: Callable[[Expr], Stmt]) -> For | None:
    """The loop from one iteration to another by steps; None when it is empty."""
    variable = loop.loop_var.replace()
    extent = binary("FloorDiv", end - begin, const(by, begin.dtype))
    if isinstance(extent, IntImm) and extent.value <= 0:
        return None
    at = loop.min + begin + variable * const(by, variable.dtype)
    return independent(loop, body(at), loop_var=variable, min=const(0, variable.dtype), extent=extent)


__all__ = ["RowMap", "mapped", "row_map", "whole_row"]
