"""Maps of rows: loops that compute neighbouring elements by functions are written in vectors, for which processors have instructions that single numbers have not.

    for j: B[j] = exp(A[j])      ->      for j0: B[j0 * 64 .. + 64] = exp(A[j0 * 64 .. + 64])

Functions are long chains of operations, of which a processor begins few before it has ended others.  Where registers are few, all vectors of a step are one: its
parts take turns, instruction by instruction, as LLVM writes them.  A reduction of the row that follows computes the vectors of its map itself, see `horizontal_reduction`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright.core.arith.key import deep_equal
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, FloatImm, IntImm, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, For, ForKind, LetStmt, Stmt, seq
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.simd.register_tiling.nest import (
    is_arithmetic,
    is_flat,
    is_linear,
    is_next,
    mentions,
    step,
)
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import if_any, independent
from tilewright.core.passes.tir.threads.choices import chose

# The vectors of a step.
_VECTORS = 4
_HALF_LINE = 32
# The size of vectors up to which processors have 16 of them.
FEW_REGISTERS = 32
# Elements of a row from which on it is written in vectors shorter than a register.
SHORTEST = 4
_FUNCTIONS = frozenset({"tir.exp", "tir.tanh", "tir.erf"})
NUMBERS = frozenset({"float32", "float64", "int32", "int64", "uint32", "uint64"})


@dataclass(frozen=True)
class RowMap:
    """A loop over neighbouring elements of `store`."""

    loop: For
    store: BufferStore

    @property
    def has_neighbours(self) -> bool:
        """Whether elements are computed from several of one buffer, not all of which can be aligned with vectors."""
        places: dict[Var, Expr] = {}
        loads = (node for node in walk(self.store.value) if isinstance(node, BufferLoad))
        moving = (load for load in loads if _varies(load, self.loop))
        return any(
            not deep_equal(places.setdefault(load.buffer.data, load.indices[0]), load.indices[0]) for load in moving
        )

    @property
    def has_functions(self) -> bool:
        """Whether elements are computed by functions that are long chains of operations."""
        calls = (node for node in walk(self.store.value) if isinstance(node, Call))
        return any(callee_name(call) in _FUNCTIONS for call in calls)

    def vector(self, at: Expr, lanes: int) -> Stmt:
        """The store of the elements from an iteration on."""
        to = Lanes(self.loop, lanes, {self.loop.loop_var: at}, lambda load: None)
        store = self.store
        return BufferStore(store.buffer, to.value(store.value), (to.index(store.indices[0]),), None, store.span)


def row_map(stmt: Stmt, known: set[Var]) -> RowMap | None:
    """The map by functions that a loop is, None when it is none; `known` are the pointers without aliases."""
    found = whole_row(stmt, known)
    return found if found is not None and found.has_functions else None


def whole_row(stmt: Stmt, known: set[Var]) -> RowMap | None:
    """The map by any arithmetic on float32 that a loop is."""
    found = plain_row(stmt, known)
    return None if found is None or str(found.store.value.dtype) != "float32" else found


def plain_row(stmt: Stmt, known: set[Var]) -> RowMap | None:
    """The map of any type of numbers that a loop is."""
    if not isinstance(stmt, For) or stmt.kind is not ForKind.SERIAL or stmt.annotations:
        return None
    store = stmt.body
    if not isinstance(store, BufferStore) or not isinstance(stmt.min, IntImm) or not _is_row(store, stmt, known):
        return None
    return RowMap(stmt, store)


def plainly_mapped(
    found: RowMap, vector_bytes: int, steps: Callable[[RowMap, int], Stmt | None] = lambda found, lanes: None
) -> Stmt | None:
    """The map in vectors and in what is left of one, None for one of a few elements or of unknown length; `steps` may write it in vectors of so many lanes by itself.

    A row that is shorter than a vector is vectors of its powers of two.  Neighbours are read in vectors of half a line of the cache: of longer ones nearly all would lie in two lines.
    """
    loop, extent = found.loop, found.loop.extent
    size = min(vector_bytes, _HALF_LINE if found.has_neighbours else vector_bytes)
    lanes = size * 8 // found.store.value.dtype.bits
    if not isinstance(extent, IntImm) or extent.value < min(lanes, SHORTEST):
        return None
    chose(
        f"`{found.store.buffer.name}`: computed in vectors of {min(lanes, extent.value)} along `{loop.loop_var.name}`"
    )
    once, value = _computed_once(found)
    found = RowMap(loop, found.store.replace(value=value))
    made = steps(found, lanes)
    if made is None:
        parts = _in_steps(found, lanes, _multiple(extent, lanes))
        rest = in_rest(extent.value, lanes)
        made = seq([*parts, *(found.vector(loop.min + const(at, extent.dtype), size) for at, size in rest)])
    for variable, each in once:
        made = LetStmt(variable, each, made)
    return made


def in_rest(extent: int, lanes: int) -> Iterator[tuple[int, int]]:
    """The places and sizes of the vectors behind the whole ones: one for each power of two in what is left."""
    at = extent - extent % lanes
    for size in (8, 4, 2, 1):
        if extent % lanes & size:
            yield at, size
            at += size


def _computed_once(found: RowMap) -> tuple[list[tuple[Var, Expr]], Expr]:
    """The parts of a map that are the same for all elements, each with a variable for it, and the value in terms of these."""
    once: list[tuple[Var, Expr]] = []

    def shared(e: Expr) -> Expr:
        if isinstance(e, (IntImm, FloatImm, Var)):
            return e
        loads = [node for node in walk(e) if isinstance(node, BufferLoad)]
        if not _varies(e, found.loop) and all(load.buffer.data is not found.store.buffer.data for load in loads):
            known = next((name for name, value in once if deep_equal(value, e)), None)
            return named(e) if known is None else known
        if isinstance(e, Call):
            return Call(e.dtype, e.op, tuple(shared(arg) for arg in e.args), e.span)
        return e if isinstance(e, BufferLoad) else e.map_children(shared)

    def named(e: Expr) -> Var:
        once.append((Var(f"shared_{len(once)}", e.dtype), e))
        return once[-1][0]

    return once, shared(found.store.value)


def mapped(found: RowMap, vector_bytes: int) -> Stmt | None:
    """The map in vectors, None for a short one."""
    loop = found.loop
    lanes = vector_bytes // 4
    if isinstance(loop.extent, IntImm) and loop.extent.value < lanes:
        return None
    chose(f"`{found.store.buffer.name}`: computed in vectors of {lanes} along `{loop.loop_var.name}`")
    even = _multiple(loop.extent, lanes)
    rest = _steps(loop, even, loop.extent, 1, lambda at: found.vector(at, 1))
    return if_any((loop,), seq([*_in_steps(found, lanes, even), *(() if rest is None else (rest,))]))


def _in_steps(found: RowMap, lanes: int, even: Expr) -> list[Stmt]:
    """The loops of several vectors and of one, up to a multiple of the lanes."""
    loop = found.loop
    whole = _multiple(even, lanes * _VECTORS)
    size = lanes * _VECTORS if found.has_functions and lanes * 4 <= FEW_REGISTERS else lanes

    def vectors(at: Expr) -> Stmt:
        return seq([found.vector(at + const(first, at.dtype), size) for first in range(0, lanes * _VECTORS, size)])

    parts = (
        _steps(loop, const(0, loop.extent.dtype), whole, lanes * _VECTORS, vectors),
        _steps(loop, whole, even, lanes, lambda at: found.vector(at, lanes)),
    )
    return [part for part in parts if part is not None]


def _varies(operand: object, loop: For) -> bool:
    return isinstance(operand, Expr) and any(node is loop.loop_var for node in walk(operand))


def _is_row(store: BufferStore, loop: For, known: set[Var]) -> bool:
    """Whether the loop stores neighbours, computed from neighbours and from what stays the same, lane by lane."""
    if not is_flat(store, known) or not is_next(store.indices[0], loop):
        return False
    kind = str(store.value.dtype)
    if kind not in NUMBERS or not is_arithmetic(store.value) or mentions(store.value, loop):
        return False
    if kind != "float32" and any(isinstance(node, Call) for node in walk(store.value)):
        return False
    return all(_fits(load, store, loop, known) for load in walk(store.value) if isinstance(load, BufferLoad))


def _fits(load: BufferLoad, store: BufferStore, loop: For, known: set[Var]) -> bool:
    if not is_flat(load, known) or load.dtype.is_vector:
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


__all__ = [
    "FEW_REGISTERS",
    "NUMBERS",
    "SHORTEST",
    "RowMap",
    "in_rest",
    "mapped",
    "plain_row",
    "plainly_mapped",
    "row_map",
    "whole_row",
]
