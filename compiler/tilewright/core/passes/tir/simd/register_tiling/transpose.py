"""Transposes: copies and arithmetic that read rows and write columns go by square blocks: read in rows, transposed in registers, written in rows.

    for i, j: B[i, j] = A[j, i]    ->    for i0, j0: read A[j0 + 0..16, i0 .. + 16]; transpose it; store B[i0 + 0..16, j0 .. + 16]

The last block is moved back to fit, so some elements are stored twice.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from tilewright.core.arith.linear import linear
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Shuffle, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, For, LetStmt, Stmt, seq
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.nest import (
    are_distinct,
    is_arithmetic,
    is_linear,
    mentions,
    plain_nest,
    step,
)
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import LINE, independent, start, start_at_lines
from tilewright.core.passes.tir.threads.choices import chose

_MOST, _LEAST = 16, 4
# The fewest blocks in a row for which it is worth to begin at a line of a cache.
_FEW = 8
# The most columns that are written in turn: of those of a whole row, each would be read from another page of memory.
_WIDE = 128


@dataclass(frozen=True)
class _Transpose:
    """A store that is contiguous along `column`, of `loads` that are contiguous along `row`; blocks are `size` by `size`, and `across` by `across` of them are done together."""

    loops: tuple[For, ...]
    store: BufferStore
    row: For
    column: For
    loads: tuple[BufferLoad, ...]
    size: int
    across: int

    @property
    def whole(self) -> int:
        """The rows and columns of the blocks that are done together."""
        return self.size * self.across


def transposed(stmt: For, known: set[Var], vector_bytes: int) -> Stmt | None:
    """The loop nest blocked for a transpose, None when it is no transpose; `known` are the pointers without aliases."""
    found = _find(stmt, known, vector_bytes)
    if found is None:
        return None
    chose(f"`{found.store.buffer.name}`: blocks of {found.size} x {found.size} elements transposed in registers")
    row, row_loop, row_offset = _blocks(found, found.row, found.loads[0])
    column, column_loop, column_offset = _blocks(found, found.column, found.store)
    body = seq(
        [
            _block(found, row + const(down, row.dtype), column + const(right, column.dtype))
            for down in range(0, found.whole, found.size)
            for right in range(0, found.whole, found.size)
        ]
    )
    assert column_loop is not None
    assert row_loop is not None
    bands, within, body = _bands(column_loop, body, max(1, _WIDE // found.whole))
    for loop in (within, row_loop, *bands):
        body = independent(loop, body)
    for loop in reversed(found.loops):
        if loop is not found.row and loop is not found.column:
            body = independent(loop, body)
    for offset in (row_offset, column_offset):
        body = body if offset is None else LetStmt(*offset, body)
    return body


def _bands(loop: For, body: Stmt, size: int) -> tuple[list[For], For, Stmt]:
    """The loop over bands of so many iterations, the loop over those of a band, and its body; no loop over bands where there is one."""
    count = _extent(loop)
    if count <= size:
        return [], loop, body
    band, variable = loop.loop_var.replace(), loop.loop_var.replace()
    first, zero = band * const(size, band.dtype), const(0, band.dtype)
    here: Expr = const(size, band.dtype)
    here = binary("Min", here, const(count, band.dtype) - first) if count % size else here
    bands = loop.replace(loop_var=band, min=zero, extent=const(-(-count // size), band.dtype))
    within = loop.replace(loop_var=variable, min=zero, extent=here)
    return [bands], within, substitute(body, {loop.loop_var: loop.min + first + variable})


def _blocks(
    found: _Transpose, loop: For, access: BufferLoad | BufferStore
) -> tuple[Expr, For | None, tuple[Var, Expr] | None]:
    """The first element of a block, the loop over the blocks, and a variable for the element at which memory begins to be a whole line of a cache.

    Blocks whose rows are such lines take half the time: an array of numpy begins 16 bytes behind one.  The first and the last block are moved to fit.
    """
    element, size = access.buffer.dtype.bits // 8, found.whole
    others = [by for atom, by in linear(access.indices[0]).atoms() if atom is not loop.loop_var]
    even = all(by * element % LINE == 0 for by in others) and not linear(access.indices[0]).constant
    if size * element != LINE or not even or _extent(loop) < _FEW * size:
        return (*start(loop, size), None)
    return start_at_lines(loop, size, access.buffer, const(0))


def has_transpose(stmt: For, known: set[Var], vector_bytes: int) -> bool:
    """Whether `transposed` applies to the loop nest."""
    return _find(stmt, known, vector_bytes) is not None


def _find(stmt: For, known: set[Var], vector_bytes: int) -> _Transpose | None:
    loops, store = plain_nest(stmt)
    if not isinstance(store, BufferStore) or store.predicate is not None or len(store.indices) != 1:
        return None
    if store.buffer.data not in known or not is_arithmetic(store.value) or not are_distinct(store.indices[0], loops):
        return None
    loads = [node for node in walk(store.value) if isinstance(node, BufferLoad)]
    if not all(
        _is_other(load, store, known) and is_linear(load.indices[0], [each.loop_var for each in loops])
        for load in loads
    ):
        return None
    column = next((loop for loop in loops if step(store.indices[0], loop) == 1), None)
    if column is None:
        return None
    apart = tuple(load for load in loads if step(load.indices[0], column) not in (0, 1))
    row = next((loop for loop in loops if apart and all(step(load.indices[0], loop) == 1 for load in apart)), None)
    if row is None or any(mentions(store.value, loop) for loop in (row, column)):
        return None
    most = min(_MOST, vector_bytes * 8 // max(load.dtype.bits for load in (*loads, store.value)))
    while most > min(_extent(row), _extent(column)):
        most //= 2
    lines = LINE // (most * store.buffer.dtype.bits // 8) if most else 0
    enough = all(_extent(loop) >= _FEW * most * lines for loop in (row, column))
    return (
        _Transpose(loops, store, row, column, apart, most, lines if lines and enough else 1) if most >= _LEAST else None
    )


def _is_other(load: BufferLoad, store: BufferStore, known: set[Var]) -> bool:
    """Whether a load reads a scalar of whole bytes from another buffer."""
    plain = load.predicate is None and len(load.indices) == 1 and load.dtype.bits in (8, 16, 32, 64)
    return (
        plain and load.buffer.data in known and load.buffer.data is not store.buffer.data and not load.dtype.is_vector
    )


def _extent(loop: For) -> int:
    return loop.extent.value if isinstance(loop.extent, IntImm) else 0


def _block(found: _Transpose, row: Expr, column: Expr) -> Stmt:
    """The block at `row` and `column`."""
    made: list[Stmt] = []
    buffers: list[Buffer] = []
    transposed_loads: dict[int, Buffer] = {}
    for load in found.loads:
        blocks = [decl_buffer((found.size * found.size,), load.dtype, "block") for _ in range(found.size.bit_length())]
        made += _read(found, load, blocks[0], row, column)
        for stage, (before, after) in enumerate(itertools.pairwise(blocks)):
            made += _exchanged(before, after, 1 << stage, found.size)
        transposed_loads[id(load)] = blocks[-1]
        buffers += blocks
    for at in range(found.size):
        place = {found.row.loop_var: row + const(at, row.dtype), found.column.loop_var: column}

        def instead(load: BufferLoad, at: int = at) -> Expr | None:
            block = transposed_loads.get(id(load))
            return None if block is None else BufferLoad(block, (slot(at * found.size, found.size),))

        lanes = Lanes(found.column, found.size, place, instead)
        index = lanes.index(found.store.indices[0])
        made.append(BufferStore(found.store.buffer, lanes.value(found.store.value), (index,), None, found.store.span))
    body: Stmt = seq(made)
    for buffer in buffers:
        body = allocated(buffer, body)
    return body


def _read(found: _Transpose, load: BufferLoad, block: Buffer, row: Expr, column: Expr) -> list[Stmt]:
    """Load the block in memory order, one vector for each value of the column."""
    made: list[Stmt] = []
    for at in range(found.size):
        place = {found.row.loop_var: row, found.column.loop_var: column + const(at, column.dtype)}
        value = Lanes(found.row, found.size, place, lambda load: None).value(load)
        made.append(BufferStore(block, value, (slot(at * found.size, found.size),)))
    return made


def _exchanged(before: Buffer, after: Buffer, distance: int, size: int) -> list[Stmt]:
    """One step of the butterfly transpose: vectors `distance` apart exchange the lanes that are `distance` apart."""
    made: list[Stmt] = []
    for at in range(size):
        if at & distance:
            continue
        pair = tuple(BufferLoad(before, (slot(each * size, size),)) for each in (at, at + distance))
        low = [lane + size - distance if lane & distance else lane for lane in range(size)]
        high = [lane + size if lane & distance else lane + distance for lane in range(size)]
        for each, picked in ((at, low), (at + distance, high)):
            value = Shuffle(pair, tuple(const(lane) for lane in picked))
            made.append(BufferStore(after, value, (slot(each * size, size),)))
    return made


__all__ = ["has_transpose", "transposed"]
