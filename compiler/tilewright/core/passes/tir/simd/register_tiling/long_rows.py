"""One row by a matrix whose rows are long: several rows of the matrix are read at a time, from end to end, while the results wait in the first cache.

    for j, k: C[j] += A[k] * B[k, j]     ->     for k0: for j0: w[j0 * 32 .. + 32] += A[k0 * 8] * B[k0 * 8, j0 * 32 .. + 32] + ... of 8 rows

Each element of the matrix is used once, so that reading is all that takes time, and memory is read fastest in its order; tiles in registers would read a piece of each row.
Each result adds its terms in the order of the program.
"""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import BufferStore, For, Stmt, seq
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, number, step, steps
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import independent, start
from tilewright.core.passes.tir.threads.choices import chose

# The rows that are read at a time, the vectors of each that are computed at a time, and the most columns whose results wait.
_ROWS, _VECTORS, _COLUMNS = 8, 4, 1024
# The bytes of a matrix that does not stay in the first cache.
_FIRST_CACHE = 32 << 10


class LongRows:
    """The reduction along its innermost loop for all of `column`, in vectors of `lanes`."""

    def __init__(self, found: Reduction, column: For, lanes: int) -> None:
        self.found, self.column, self.lanes = found, column, lanes
        self.width = lanes * _VECTORS
        extent = number(column.extent)
        self.size = -(-extent // -(-extent // _COLUMNS))
        self.tiles = -(-self.size // self.width)
        self.waiting = decl_buffer((self.tiles * self.width,), found.store.buffer.dtype, "waiting")

    @property
    def pays(self) -> bool:
        """Whether it reads a matrix that does not stay in the first cache, and whose rows are longer than a tile."""
        found, loop = self.found, self.found.inner[-1]
        moved = [load for load in found.loads() if step(load.indices[0], self.column)]
        known = isinstance(loop.extent, IntImm) and isinstance(self.column.extent, IntImm)
        if (
            not known
            or found.init is None
            or len(moved) != 1
            or number(loop.extent) < 2 * _ROWS
            or self.size < self.width
        ):
            return False
        in_order = step(moved[0].indices[0], self.column) == 1 and step(moved[0].indices[0], loop) >= self.size
        whole = steps((loop, self.column)) * moved[0].dtype.bits // 8
        return in_order and whole > _FIRST_CACHE

    def written(self) -> For:
        """The loop over blocks of columns."""
        found, loop = self.found, self.found.inner[-1]
        chose(
            f"`{found.store.buffer.name}`: {_ROWS} rows of {self.size} elements at a time, as each is read once; the results wait in memory"
        )
        begin, blocks = start(self.column, self.size)
        assert blocks is not None
        rounds, rest = divmod(number(loop.extent), _ROWS)
        turn = loop.loop_var.replace()
        first = loop.min + turn * const(_ROWS, turn.dtype)
        body: Stmt = loop.replace(
            loop_var=turn,
            min=const(0, turn.dtype),
            extent=const(rounds, turn.dtype),
            body=self._added(begin, first, _ROWS),
        )
        if rest:
            body = seq([body, self._added(begin, loop.min + const(rounds * _ROWS, turn.dtype), rest)])
        for each in reversed(found.inner[:-1]):
            body = each.replace(body=body)
        return independent(blocks, allocated(self.waiting, seq([self._started(), body, self._stored(begin)])))

    def _tiles(self, body: Stmt, variable: Var) -> For:
        zero, count = const(0, variable.dtype), const(self.tiles, variable.dtype)
        return independent(self.column, body, loop_var=variable, min=zero, extent=count)

    def _started(self) -> For:
        """The initial value of each result."""
        variable = self.column.loop_var.replace()
        assert self.found.init is not None
        value = Lanes(self.column, self.lanes, {}, _itself).wide(self.found.init)
        return self._tiles(seq([BufferStore(self.waiting, value, (at,)) for at in self._waiting(variable)]), variable)

    def _waiting(self, tile: Var) -> list[Expr]:
        """The places where the vectors of a tile wait."""
        first = cast(tile, "int32") * const(self.width)
        return [slot(first + const(at), self.lanes) for at in range(0, self.width, self.lanes)]

    def _columns(self, begin: Expr, tile: Var) -> list[Expr]:
        """The first column of each vector of a tile; the last tile is moved back to fit."""
        first: Expr = tile * const(self.width, tile.dtype)
        if self.size % self.width:
            first = binary("Min", first, const(self.size - self.width, tile.dtype))
        return [begin + first + const(at, tile.dtype) for at in range(0, self.width, self.lanes)]

    def _added(self, begin: Expr, row: Expr, count: int) -> For:
        """The terms of so many rows from one on, for each tile."""
        loop, store, tile = self.found.inner[-1], self.found.store, self.column.loop_var.replace()
        kept = decl_buffer((self.width,), store.buffer.dtype, "tile")
        slots = [slot(at, self.lanes) for at in range(0, self.width, self.lanes)]
        waits = self._waiting(tile)
        made: list[Stmt] = [BufferStore(kept, BufferLoad(self.waiting, (at,)), (to,)) for at, to in zip(waits, slots)]
        for number_ in range(count):
            for place, where in zip(self._columns(begin, tile), slots):
                at = {self.column.loop_var: place, loop.loop_var: row + const(number_, row.dtype)}
                lanes = Lanes(self.column, self.lanes, at, _Own(store, kept, where))
                made.append(BufferStore(kept, lanes.value(store.value), (where,)))
        made += [BufferStore(self.waiting, BufferLoad(kept, (of,)), (at,)) for at, of in zip(waits, slots)]
        return self._tiles(allocated(kept, seq(made)), tile)

    def _stored(self, begin: Expr) -> For:
        """The results in their place."""
        store, tile = self.found.store, self.column.loop_var.replace()
        made: list[Stmt] = []
        for place, at in zip(self._columns(begin, tile), self._waiting(tile)):
            target = Lanes(self.column, self.lanes, {self.column.loop_var: place}, _itself).index(store.indices[0])
            made.append(BufferStore(store.buffer, BufferLoad(self.waiting, (at,)), (target,), None, store.span))
        return self._tiles(seq(made), tile)


def _itself(load: BufferLoad) -> None:
    """Each load stays."""


class _Own:
    """The register of the element itself in place of its load."""

    def __init__(self, store: BufferStore, kept: Buffer, where: Expr) -> None:
        self.store, self.kept, self.where = store, kept, where

    def __call__(self, load: BufferLoad) -> Expr | None:
        return BufferLoad(self.kept, (self.where,)) if load.buffer.data is self.store.buffer.data else None


__all__ = ["LongRows"]
