"""Plain reductions with their results in registers: what the backend does to loops when no two buffers share memory.

    for i, j, k:                          for j0, i0:
        if k == 0: C[i, j] = 0      ->        a[0..8, 0..32] = 0
        C[i, j] += A[i, k] * B[k, j]          for k: a[p, q] += A[i0 * 8 + p, k] * B[k, j0 * 32 + q]
                                              C[i0 * 8 + p, j0 * 32 + q] = a[p, q]

Every element is computed by the same operations in the same order as before, so not a bit changes: only different elements are computed side by side, as
the lanes of vectors where they lie side by side in memory, and in several rows where that lets a vector be used again.
A tile that does not fit at the end is moved back and computes some elements twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from tilewright.arith.key import deep_equal
from tilewright.arith.linear import linear
from tilewright.base.dtype import BOOL
from tilewright.ir.buffer import decl_buffer
from tilewright.ir.expr import (
    EQ,
    Add,
    And,
    Broadcast,
    BufferLoad,
    Cast,
    Expr,
    FloatImm,
    IntImm,
    Max,
    Min,
    Mul,
    Ramp,
    Sub,
    Var,
)
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import binary, const
from tilewright.ir.stmt import (
    Allocate,
    BufferStore,
    DeclBuffer,
    For,
    ForKind,
    IfThenElse,
    SeqStmt,
    Stmt,
    seq,
)
from tilewright.ir.walk import rewrite_top_down, substitute, walk

# Elements at least for which a tile is worth its code, and vectors side by side when rows are not.
_WORTH = 64
_WIDE = 8
_COMPUTED = ("float32", "float64", "int32", "int64", "uint32", "uint64")


def tile_reductions(func: PrimFunc, vector_bytes: int) -> PrimFunc:
    """`func`, lowered, with its plain reductions tiled for registers of that size; `func` itself when it has none.

    The buffers of the function must share no memory.
    """
    rows = 8 if vector_bytes >= 64 else 4
    known = {buffer.data for buffer in func.buffer_map.values()}
    known |= {node.buffer_var for node in walk(func) if isinstance(node, Allocate)}

    def loop(stmt: For, visit: Callable[[Any], Any]) -> Any:
        nest = _reduction(stmt, known)
        tile = None if nest is None else _tile(nest, vector_bytes, rows)
        return stmt.map_children(visit) if nest is None or tile is None else _tiled(nest, tile)

    return func.with_body(rewrite_top_down(func.body, {For: loop}))


@dataclass(frozen=True)
class _Reduction:
    """Loops around the computation of elements: `outer` choose one, `inner` run over what is joined into it, in their order.

    `init` is None for an element that goes on from what it was.
    """

    outer: tuple[For, ...]
    inner: tuple[For, ...]
    init: Expr | None
    store: BufferStore


@dataclass(frozen=True)
class _Tile:
    """`vectors` vectors of `lanes` values of the loop `column`, each for `rows` values of the loop `row`, are computed side by side."""

    row: For | None
    rows: int
    column: For
    vectors: int
    lanes: int


# Finding reductions


def _reduction(stmt: For, known: set[Var]) -> _Reduction | None:
    """The reduction that a nest of loops is, if it is one that can be tiled; `known` are the pointers to memory of its own."""
    loops: list[For] = []
    body: Stmt = stmt
    while isinstance(body, For):
        plain = body.kind is ForKind.SERIAL and isinstance(body.min, IntImm) and isinstance(body.extent, IntImm)
        if not plain or body.annotations:
            return None
        loops.append(body)
        body = body.body
    first, store = body.seq if isinstance(body, SeqStmt) and len(body.seq) == 2 else (None, body)
    if not isinstance(store, BufferStore) or store.predicate is not None or len(store.indices) != 1:
        return None
    form = linear(store.indices[0])
    chosen = {atom for atom, _ in form.atoms()}
    outer = tuple(loop for loop in loops if loop.loop_var in chosen)
    inner = tuple(loop for loop in loops if loop.loop_var not in chosen)
    init = None
    if first is not None:
        init = _init(first, store, inner)
        if init is None:
            return None
    found = _Reduction(outer, inner, init, store)
    return found if inner and _steps(inner) > 1 and _is_plain(found, known) else None


def _init(first: Stmt, store: BufferStore, inner: tuple[For, ...]) -> Expr | None:
    """The value that an element begins with, stored at the first point of the inner loops."""
    if not isinstance(first, IfThenElse) or first.else_case is not None:
        return None
    begin = first.then_case
    if not isinstance(begin, BufferStore) or begin.buffer is not store.buffer or begin.predicate is not None:
        return None
    if not deep_equal(begin.indices[0], store.indices[0]):
        return None
    asked = _first_point(first.condition)
    needed = {loop.loop_var: _number(loop.min) for loop in inner if _number(loop.extent) > 1}
    simple = isinstance(begin.value, (IntImm, FloatImm))
    return begin.value if simple and asked == needed else None


def _first_point(condition: Expr) -> dict[Var, int] | None:
    """a == 0 and b == 0 -> {a: 0, b: 0}; None for another condition"""
    if isinstance(condition, And):
        left, right = _first_point(condition.a), _first_point(condition.b)
        return None if left is None or right is None else {**left, **right}
    if isinstance(condition, EQ) and isinstance(condition.a, Var) and isinstance(condition.b, IntImm):
        return {condition.a: condition.b.value}
    return None


def _is_plain(found: _Reduction, known: set[Var]) -> bool:
    """Whether different iterations compute different elements, out of arithmetic on elements of other buffers and this one."""
    store = found.store
    if str(store.buffer.dtype) not in _COMPUTED or store.buffer.data not in known or not _distinct(found):
        return False
    variables = {loop.loop_var for loop in (*found.outer, *found.inner)}
    own = 0
    for node in walk(store.value):
        if isinstance(node, BufferLoad):
            if node.predicate is not None or len(node.indices) != 1 or node.dtype.is_vector or node.dtype is BOOL:
                return False
            if node.buffer.data is store.buffer.data:
                if node.buffer is not store.buffer or not deep_equal(node.indices[0], store.indices[0]):
                    return False
                own += 1
            elif node.buffer.data not in known or not _is_linear(node.indices[0], variables):
                return False
    return own > 0 and _is_arithmetic(store.value)


def _is_arithmetic(e: Expr) -> bool:
    if isinstance(e, (IntImm, FloatImm, Var, BufferLoad)):
        return not (isinstance(e, Var) and e.dtype.is_handle)
    if isinstance(e, Cast):
        small = e.value.dtype.kind == "float" and e.value.dtype.bits < 32
        return not small and e.dtype.bits >= 16 and _is_arithmetic(e.value)
    return isinstance(e, (Add, Sub, Mul, Min, Max)) and _is_arithmetic(e.a) and _is_arithmetic(e.b)


def _is_linear(index: Expr, variables: set[Var]) -> bool:
    """Whether the loops' variables only occur as terms of a sum."""
    return all(
        atom in variables or not any(node in variables for node in walk(atom)) for atom, _ in linear(index).atoms()
    )


def _distinct(found: _Reduction) -> bool:
    """Whether no two points of the outer loops choose the same element: each step is longer than all shorter ones together."""
    steps = [(_step(found.store.indices[0], loop), _number(loop.extent)) for loop in found.outer]
    reach = 0
    for step, extent in sorted(steps):
        if step <= reach:
            return False
        reach += step * (extent - 1)
    return _is_linear(found.store.indices[0], {loop.loop_var for loop in (*found.outer, *found.inner)})


# Choosing tiles


def _tile(found: _Reduction, vector_bytes: int, most_rows: int) -> _Tile | None:
    if _steps((*found.outer, *found.inner)) < _WORTH:
        return None
    lanes = max(1, vector_bytes // (found.store.buffer.dtype.bits // 8))
    column = next((loop for loop in reversed(found.outer) if _in_lanes(found, loop)), None)
    if column is None:
        return None
    extent = _number(column.extent)
    lanes = _fitting(found, extent, lanes)
    others = [loop for loop in found.outer if loop is not column and _number(loop.extent) > 1 and _unmoved(found, loop)]
    row = max(others, key=lambda loop: (_unmoved(found, loop), _number(loop.extent)), default=None)
    rows = 1 if row is None else _fitting(found, _number(row.extent), most_rows)
    vectors = _fitting(found, extent // lanes, 2 if rows > 2 else _WIDE)
    if found.init is None and extent % (lanes * vectors):
        return None
    return None if lanes * vectors * rows < 4 else _Tile(row, rows, column, vectors, lanes)


def _fitting(found: _Reduction, extent: int, most: int) -> int:
    """The largest power of two up to `most` that fits into `extent`: evenly, where an element must not be computed twice."""
    size = 1
    while size * 2 <= min(most, extent) and (found.init is not None or extent % (size * 2) == 0):
        size *= 2
    return size


def _loads(found: _Reduction) -> list[BufferLoad]:
    own = found.store.buffer.data
    return [node for node in walk(found.store.value) if isinstance(node, BufferLoad) and node.buffer.data is not own]


def _in_lanes(found: _Reduction, loop: For) -> bool:
    """Whether neighbours of this loop lie side by side wherever they lie in different places, and some loaded ones do."""
    steps = {_step(load.indices[0], loop) for load in _loads(found)}
    mentions = any(node is loop.loop_var for node in _outside_indices(found.store.value))
    wide = _step(found.store.indices[0], loop) == 1 and steps <= {0, 1} and 1 in steps
    return wide and not mentions and _number(loop.extent) >= 4


def _outside_indices(e: Expr) -> list[Expr]:
    """The nodes of a value without those of indices."""
    if isinstance(e, BufferLoad):
        return [e]
    return [e, *(node for child in e.children() if isinstance(child, Expr) for node in _outside_indices(child))]


def _unmoved(found: _Reduction, loop: For) -> int:
    """Loads that are the same for all values of the loop."""
    return sum(_step(load.indices[0], loop) == 0 for load in _loads(found))


def _step(index: Expr, loop: For) -> int:
    return next((step for atom, step in linear(index).atoms() if atom is loop.loop_var), 0)


def _steps(loops: tuple[For, ...]) -> int:
    return prod(_number(loop.extent) for loop in loops)


def _number(e: Expr) -> int:
    assert isinstance(e, IntImm)
    return e.value


# Writing tiles


def _tiled(found: _Reduction, tile: _Tile) -> Stmt:
    """The nest with the tile as its body: outer loops, those of the tile, and the inner loops in their order."""
    store, width = found.store, tile.vectors * tile.lanes
    type_ = store.buffer.dtype
    kept = decl_buffer((tile.rows * width,), type_, "tile")
    row, row_loop = _start(tile.row, tile.rows)
    column, column_loop = _start(tile.column, width)
    begins, steps, ends = [], [], []
    for at in range(tile.rows):
        for vector in range(tile.vectors):
            offset = at * width + vector * tile.lanes
            slot: Expr = const(offset)
            slot = slot if tile.lanes == 1 else Ramp(slot, const(1), const(tile.lanes))
            place: dict[Var, Expr] = {}
            if tile.row is not None:
                place[tile.row.loop_var] = row + const(at, row.dtype)
            place[tile.column.loop_var] = column + const(vector * tile.lanes, column.dtype)
            lanes = _Lanes(tile, store, BufferLoad(kept, (slot,)), place)
            target = lanes.index(store.indices[0])
            begin = BufferLoad(store.buffer, (target,)) if found.init is None else lanes.wide(found.init)
            begins.append(BufferStore(kept, begin, (slot,)))
            steps.append(BufferStore(kept, lanes.value(store.value), (slot,)))
            ends.append(BufferStore(store.buffer, BufferLoad(kept, (slot,)), (target,), None, store.span))
    body: Stmt = seq(steps)
    for loop in reversed(found.inner):
        body = loop.replace(body=body)
    size, always = const(tile.rows * width), IntImm(BOOL, 1)
    body = Allocate(kept.data, type_, (size,), always, DeclBuffer(kept, seq([*begins, body, *ends])))
    for loop in (row_loop, column_loop):
        body = body if loop is None else loop.replace(body=body)
    for loop in reversed(found.outer):
        if loop is not tile.row and loop is not tile.column:
            body = loop.replace(body=body)
    return body


def _start(loop: For | None, size: int) -> tuple[Expr, For | None]:
    """Where a tile begins, and the loop over the tiles; the last one is moved back to fit."""
    if loop is None:
        return const(0), None
    extent = _number(loop.extent)
    variable = loop.loop_var.replace()
    low = loop.min + variable * const(size, variable.dtype)
    if extent % size:
        low = binary("Min", low, loop.min + const(extent - size, variable.dtype))
    return low, loop.replace(
        loop_var=variable, min=const(0, variable.dtype), extent=const(-(-extent // size), variable.dtype)
    )


class _Lanes:
    """Expressions for all lanes of one vector of a tile."""

    def __init__(self, tile: _Tile, store: BufferStore, kept: BufferLoad, place: Mapping[Var, Expr]) -> None:
        self.tile, self.store, self.kept, self.place = tile, store, kept, place

    def value(self, e: Expr) -> Expr:
        """The value with what is kept in the place of the element."""
        if isinstance(e, BufferLoad):
            return self._load(e)
        if isinstance(e, (IntImm, FloatImm, Var)):
            return self.wide(substitute(e, self.place))
        if isinstance(e, Cast):
            return Cast(e.dtype.with_lanes(self.tile.lanes), self.value(e.value), e.span)
        assert isinstance(e, (Add, Sub, Mul, Min, Max))
        return type(e)(self.value(e.a), self.value(e.b), e.span)

    def _load(self, load: BufferLoad) -> Expr:
        if load.buffer.data is self.store.buffer.data:
            return self.kept
        moves = _step(load.indices[0], self.tile.column) == 1
        if moves:
            return BufferLoad(load.buffer, (self.index(load.indices[0]),), None, load.span)
        return self.wide(BufferLoad(load.buffer, (substitute(load.indices[0], self.place),), None, load.span))

    def index(self, index: Expr) -> Expr:
        """An index that goes up by 1 from lane to lane."""
        low: Expr = substitute(index, self.place)
        return low if self.tile.lanes == 1 else Ramp(low, const(1, low.dtype), const(self.tile.lanes))

    def wide(self, e: Expr) -> Expr:
        """The same value in all lanes."""
        return e if self.tile.lanes == 1 else Broadcast(e, const(self.tile.lanes))


def vector_bytes(features: str) -> int:
    """The size of the vector registers of a processor with these features, as LLVM writes them: "+avx2,-avx512f"."""
    return 64 if "+avx512f" in features.split(",") else 32


__all__ = ["tile_reductions", "vector_bytes"]
