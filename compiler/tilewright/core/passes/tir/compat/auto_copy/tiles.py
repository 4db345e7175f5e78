"""Copies between shared memory and the fragments of tensor cores, one instruction of a warp for each square tile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import access_ptr, binary, call, const
from tilewright.core.ir.stmt import AttrStmt, Block, BlockRealize, BufferStore, Evaluate, ForKind, Stmt, seq
from tilewright.core.ir.walk import substitute, variables_of
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.tir.compat.auto_copy.copies import Axis, Copy, Threads, lanes_of, loop, share, tile_of

WARP: Final = 32
_WMMA, _MMA = 16, 8


def tile_size(scope: str) -> int:
    """The rows, and columns, of the tiles in memory of this scope; 0 for memory that is not divided into tiles."""
    if scope in ("wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator"):
        return _WMMA
    return _MMA if scope == "m16n8k8.matrixC" else 0


@dataclass(frozen=True)
class _Tiled:
    """A copy whose last two loops go over tiles: `outside` are all loops over tiles, `inside` the two within one."""

    copy: Copy
    outside: tuple[Axis, ...]
    inside: tuple[Axis, Axis]
    values: Mapping[Var, Expr]

    def indices(self, indices: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """The indices of the first element of a tile."""
        started = {
            axis.var: tile.var * inner.extent
            for axis, tile, inner in zip(self.copy.axes[-2:], self.outside[-2:], self.inside)
        }
        return tuple(substitute(index, started) for index in indices)

    @property
    def is_transposed(self) -> bool:
        """Whether the rows of the target are the columns of the source."""
        row, column = (axis.var for axis in self.copy.axes[-2:])
        orders = [
            [var for index in indices[-2:] for var in variables_of(index) if var in (row, column)]
            for indices in (self.copy.source.indices, self.copy.store.indices)
        ]
        return orders[0] != orders[1]


def _tiled(copy: Copy, size: int) -> _Tiled:
    *before, row, column = copy.axes
    if row.extent % size or column.extent % size:
        raise PassError(
            f"a copy of {row.extent} rows and {column.extent} columns to or from tensor cores does not divide into tiles of {size} by {size}"
        )
    outside = tuple(Axis(Var(f"{axis.var.name}_0", INT32), axis.extent // size) for axis in (row, column))
    inside = (Axis(Var(f"{row.var.name}_1", INT32), size), Axis(Var(f"{column.var.name}_1", INT32), size))
    values = {axis.var: outer.var * size + inner.var for axis, outer, inner in zip((row, column), outside, inside)}
    return _Tiled(copy, (*before, *outside), inside, values)


def copy_by_tiles(copy: Copy, size: int) -> Stmt:
    """A copy between shared memory and fragments."""
    if not isinstance(copy.store.value, BufferLoad):
        raise PassError("a copy to or from tensor cores computes nothing on the way, unless it goes to global memory")
    tiled = _tiled(copy, size)
    source = tile_of(copy.source.buffer, tiled.indices(copy.source.indices), size)
    target = tile_of(copy.target, tiled.indices(copy.store.indices), size)
    return _loops(tiled.outside, _instruction(source, target, size, tiled.is_transposed))


def copy_by_way_of_shared(
    copy: Copy, size: int, threads: Threads, around: Mapping[str, Axis], vector_bytes: int
) -> tuple[Stmt, Buffer]:
    """A copy from fragments to global memory: a row of tiles goes to new shared memory, from which the threads take it together.

    `around` are the loops on threads in which the copy stands: each thread along them has tiles of its own.
    """
    tiled = _tiled(copy, size)
    first, *rest = tiled.outside
    own = tuple(around.values())
    staged = (*own, *rest)
    fragment = copy.source.buffer
    stage = decl_buffer(
        tuple(axis.extent for axis in (*staged, *tiled.inside)),
        fragment.dtype,
        f"{fragment.name}_shared_dyn",
        scope="shared.dyn",
    )
    zero = const(0, INT32)
    source = tile_of(fragment, tiled.indices(copy.source.indices), size)
    filled = tile_of(stage, (*(axis.var for axis in staged), zero, zero), size)
    fill = _loops(rest, _instruction(source, filled, size, transposed=False))
    axes = tuple(Axis(Var(f"{axis.var.name}_cache", INT32), axis.extent) for axis in (*staged, *tiled.inside))
    cached = {old.var: new.var for old, new in zip((*staged, *tiled.inside), axes)}
    element = BufferLoad(stage, tuple(axis.var for axis in axes))
    written = _with_source(copy, element)
    store = substitute(substitute(written, tiled.values), cached)
    second = Copy(axes, store, element)
    shared = share(second, threads, lanes_of(second, vector_bytes))
    return _loops((first,), seq((fill, shared.statement(store)))), stage


def _with_source(copy: Copy, element: BufferLoad) -> BufferStore:
    """The store, with another element in place of what it copies."""

    def visit(node: Expr) -> Expr:
        return element if node is copy.source else node.map_children(visit)

    return copy.store.replace(value=visit(copy.store.value))


def _loops(axes: tuple[Axis, ...] | list[Axis], body: Stmt) -> Stmt:
    for axis in reversed(axes):
        around = loop(axis.var.name, axis.extent, ForKind.SERIAL, body)
        body = around.replace(loop_var=axis.var)
    return body


def _instruction(source: BufferRegion, target: BufferRegion, size: int, transposed: bool) -> Stmt:
    """The block of one tile."""
    inputs, outputs = _view("src", source, size), _view("tgt", target, size)
    if size == _MMA:
        name, body = "mma_store", _by_lanes(inputs.buffer, outputs.buffer)
    else:
        loads = target.buffer.scope() != "shared" and target.buffer.scope() != "shared.dyn"
        name = "wmma_load" if loads else "wmma_store"
        body = _by_warp(inputs.buffer, outputs.buffer, loads, "col_major" if transposed else "row_major")
    block = Block((), (source,), (target,), name, body, match_buffers=(inputs, outputs))
    return BlockRealize((), True, block)


def _view(name: str, region: BufferRegion, size: int) -> MatchBufferRegion:
    """The tile as a buffer; in shared memory its strides are those of what it is part of."""
    buffer = region.buffer
    strides = (Var("s1", INT32), Var("s0", INT32)) if buffer.scope().startswith("shared") else ()
    view = decl_buffer((size, size), buffer.dtype, name, strides=strides, scope=buffer.scope(), offset_factor=size)
    return MatchBufferRegion(view, region)


def _by_warp(source: Buffer, target: Buffer, loads: bool, layout: str) -> Stmt:
    """Load or store of a fragment by WMMA."""
    fragment, memory = (target, source) if loads else (source, target)
    area = const(_WMMA * _WMMA, INT32)
    place = fragment.elem_offset
    number = binary("FloorDiv", place, area) + binary("FloorDiv", binary("FloorMod", place, area), const(_WMMA, INT32))
    row = memory.strides[0]
    pointer = access_ptr(memory, "r" if loads else "w", "handle", 1, 0, row * _WMMA)
    name = "tir.tvm_load_matrix_sync" if loads else "tir.tvm_store_matrix_sync"
    return Evaluate(call(name, fragment.data, _WMMA, _WMMA, _WMMA, number, pointer, row, layout))


def _by_lanes(source: Buffer, target: Buffer) -> Stmt:
    """The store of an accumulator of `mma`: each lane of the warp holds two neighbours of one row."""
    lane, element = Var("tx", INT32), loop("vec", 2, ForKind.VECTORIZED, Evaluate(IntImm(INT32, 0)))
    quad = const(4, INT32)
    place = (binary("FloorDiv", lane, quad), binary("FloorMod", lane, quad) * 2 + element.loop_var)
    body = element.replace(body=BufferStore(target, BufferLoad(source, place), place))
    index = IterVar(Range.from_min_extent(0, WARP), lane, IterVarKind.ThreadIndex, "threadIdx.x")
    return AttrStmt(index, "thread_extent", const(WARP, INT32), body)
