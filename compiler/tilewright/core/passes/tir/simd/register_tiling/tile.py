"""Register tiling: a tile of several elements of a reduction is accumulated in registers.

    for i, j, k:                          for j0, i0:
        if k == 0: C[i, j] = 0      ->        a[0..8, 0..32] = 0
        C[i, j] += A[i, k] * B[k, j]          for k: a[p, q] += A[i0 * 8 + p, k] * B[k, j0 * 32 + q]
                                              C[i0 * 8 + p, j0 * 32 + q] = a[p, q]

Every element is computed by the same operations in the same order as before, so results are bit-identical, except where a tile has so few registers that each addition would wait
for the one before: it then has the terms of several iterations in registers of their own, which are joined at the end, where the order is free, and where rows are windows that overlap, such as those of
a convolution of each channel by itself: the loop that moves them as the rows do becomes the innermost one and is written out, so that a vector that is loaded once serves all rows that have it.
Elements that are contiguous in memory are the lanes of vectors; several rows share a loaded vector.  The last tile is moved back to fit and computes some elements twice; where that would be many, tiles are as wide
as the loop or a part of it, and their last vector is shorter or moved back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import Add, BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, For, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.long_rows import LongRows
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, are_distinct, is_linear, number, step, steps
from tilewright.core.passes.tir.simd.register_tiling.pack import Copy, Panel, panels_of
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import if_any, independent, start
from tilewright.core.passes.tir.threads.choices import chose

# The fewest iterations for which a tile is worth its code, and the most vectors of a tile of one row.
_WORTH = 64
_VECTORS_IN_ONE_ROW = 8
# The bytes of an operand that moves with the rows above which rows go by bands, and those of a band, which stay in the core's cache.
_LARGE, _BAND = 4 << 20, 512 << 10
# The most vectors in each row of a tile of several rows.
_VECTORS_PER_ROW = 2
# By the bytes of a vector, the most rows of a tile, and the rows that take as long as what a tile costs beside them: with 16 registers, six rows leave room for
# the operands and read each column of the other operand so seldom that it need not lie in the first cache.
_ROWS = {64: (8, 0), 32: (6, 1)}
# The registers that additions wait for in turn, and the iterations from which on it pays to have as many.
_IN_TURN, _LONG = 4, 64
# Where windows overlap: the most steps of a window, and the registers of a tile by the bytes of a vector.
_WINDOW, _OVERLAPPING = 8, {64: 24, 32: 8}
# The steps from column to column with which a vector is read by one or two instructions.
_READ_AT_ONCE = (1, 2)
# The most in a tile of uneven width, and the fewest lanes of its last one.
_MOST_IN_A_ROW, _LEAST_LANES = 4, 4


@dataclass(frozen=True)
class _Tile:
    """A register tile: `rows` values of the loop `row` by `vectors` vectors of `lanes` values of the loop `column`, and a `last` one from a column on.

    There are `parts` of it, each with the terms of every so many iterations.  `window` is the loop that moves windows as the row does, `twice` one of which a tile has two iterations.
    """

    row: For | None
    rows: int
    column: For
    vectors: int
    lanes: int
    last: tuple[int, int] | None = None
    parts: int = 1
    window: For | None = None
    twice: For | None = None

    @property
    def width(self) -> int:
        """Columns of the tile."""
        return self.vectors * self.lanes if self.last is None else sum(self.last)

    @property
    def pieces(self) -> list[tuple[int, int, int]]:
        """The iteration of `twice`, the first column and the lanes of each vector of a row."""
        times = 1 if self.twice is None else 2
        whole = [(time, vector * self.lanes, self.lanes) for time in range(times) for vector in range(self.vectors)]
        return whole if self.last is None else [*whole, (0, *self.last)]

    @property
    def uses(self) -> int:
        """The number of tiles in one column of tiles; 1 when it is unknown."""
        known = self.row is not None and isinstance(self.row.extent, IntImm)
        return -(-number(self.row.extent) // self.rows) if self.row is not None and known else 1


def tiled(found: Reduction, vector_bytes: int, ordered: bool = False) -> Stmt | None:
    """The tiled reduction, None when it cannot be tiled; with `ordered`, each element adds its terms in the order of the program."""
    chosen = _choice(found, vector_bytes)
    if chosen is None:
        return None
    tile, panels = chosen
    if tile.rows == 1 and not panels and number(tile.column.extent) > tile.width:
        rows = LongRows(found, tile.column, tile.lanes)
        if rows.pays:
            return _around_others(found, tile, rows.written())
    if not ordered and not panels:
        tile = _overlapping(found, tile, vector_bytes) or replace(tile, parts=_parts(found, tile))
    pair = _of_two(found, tile, vector_bytes) if tile.window is None and tile.parts == 1 else None
    if pair is not None and not any(panel.is_needed for panel in panels):
        tile, panels = pair, []
    chose(_reason(found, tile, panels))
    return _written(found, tile, panels)


def _reason(found: Reduction, tile: _Tile, panels: Sequence[Panel]) -> str:
    """The choice, in a sentence."""
    size = f"{tile.rows} x {tile.width}" if tile.twice is None else f"{tile.rows} x 2 x {tile.width}"
    said = f"`{found.store.buffer.name}`: tiles of {size} elements in registers"
    if tile.twice is not None:
        said += f", for two iterations of `{tile.twice.loop_var.name}`, as one has no pairs of vectors"
    if tile.window is not None:
        said += f", whose windows overlap along `{tile.window.loop_var.name}`"
    if tile.parts > 1:
        said += f", {tile.parts} of them for the terms of every {tile.parts} iterations"
    for panel in panels:
        why = (
            "its columns lie apart" if step(panel.load.indices[0], tile.column) != 1 else f"{tile.uses} tiles read each"
        )
        said += f"; `{panel.load.buffer.name}` packed in panels of {panel.width} columns, as {why}"
    band = _band_size(found, tile)
    if panels and tile.uses > band:
        said += f"; bands of {band * tile.rows} rows, which stay in the core's cache"
    return said


def tile_columns(bits: int, vector_bytes: int) -> int:
    """The columns of a full tile of several rows; `bits` is the size of an element."""
    return _VECTORS_PER_ROW * vector_bytes * 8 // bits


def has_tiles(found: Reduction, vector_bytes: int) -> bool:
    """Whether `tiled` applies to the reduction."""
    return _choice(found, vector_bytes) is not None


def _choice(found: Reduction, vector_bytes: int) -> tuple[_Tile, list[Panel]] | None:
    if steps(found.loops) < _WORTH or not are_distinct(found.store.indices[0], found.outer):
        return None
    variables = [loop.loop_var for loop in found.loops]
    if not all(is_linear(load.indices[0], variables) for load in found.loads()):
        return None
    for column in reversed(found.outer):
        if _in_lanes(found, column):
            tile = _tile(found, column, vector_bytes)
            panels = None if tile is None else _panels(found, tile)
            if tile is not None and panels is not None:
                return (tile, panels) if panels else (_evenly(found, tile, vector_bytes), panels)
    return None


# Choosing


def _in_lanes(found: Reduction, loop: For) -> bool:
    """Whether consecutive iterations store consecutive elements, and the variable is used in indices only."""
    mentions = any(node is loop.loop_var for node in _outside_indices(found.store.value))
    return (
        step(found.store.indices[0], loop) == 1
        and not mentions
        and isinstance(loop.extent, IntImm)
        and loop.extent.value >= 4
    )


def _outside_indices(e: Expr) -> list[Expr]:
    """The nodes of a value outside of indices."""
    if isinstance(e, BufferLoad):
        return [e]
    return [e, *(node for child in e.children() if isinstance(child, Expr) for node in _outside_indices(child))]


def _tile(found: Reduction, column: For, vector_bytes: int) -> _Tile | None:
    extent = number(column.extent)
    lanes = max(1, vector_bytes // (found.store.buffer.dtype.bits // 8))
    lanes = _fitting(found, extent, lanes)
    others = [loop for loop in found.outer if loop is not column and steps((loop,)) > 1 and _unmoved(found, loop)]
    row = max(others, key=lambda loop: _merit(found, column, loop), default=None)
    most, beside = _ROWS[64 if vector_bytes >= 64 else 32]
    most_rows, most_vectors = found.asked or (most, 0)
    rows = 1 if row is None else _rows(found, steps((row,)), most_rows, beside)
    usual = _VECTORS_PER_ROW if rows > 2 else _VECTORS_IN_ONE_ROW // (rows if vector_bytes < 64 else 1)
    vectors = _fitting(found, extent // lanes, most_vectors or usual)
    if found.init is None and extent % (lanes * vectors):
        return None
    return None if lanes * vectors * rows < 4 else _Tile(row, rows, column, vectors, lanes)


def _evenly(found: Reduction, tile: _Tile, vector_bytes: int) -> _Tile:
    """The tile, or one as wide as an equal part of the columns where it takes fewer vectors in all."""
    extent, most = number(tile.column.extent), tile.lanes * _MOST_IN_A_ROW
    parts = -(-extent // most)
    width = extent // parts
    whole, rest = divmod(width, tile.lanes)
    if found.init is None or found.asked or tile.rows <= 2 or extent % parts:
        return tile
    lanes = min(tile.lanes, max(_LEAST_LANES, 1 << (rest - 1).bit_length())) if rest else 0
    cost = parts * (whole * tile.lanes + lanes)
    if cost >= -(-extent // tile.width) * tile.width:
        return tile
    assert tile.row is not None
    registers = 24 if vector_bytes >= 64 else 12
    rows = _rows(found, steps((tile.row,)), registers // (whole + bool(rest)))
    last = (width - lanes, lanes) if rest else None
    return replace(tile, rows=rows, vectors=whole, last=last) if rows > 2 else tile


def _fitting(found: Reduction, extent: int, most: int) -> int:
    """The largest power of two up to `most` that fits into `extent`: evenly, where an element must not be computed twice."""
    size = 1
    while size * 2 <= min(most, extent) and (found.init is not None or extent % (size * 2) == 0):
        size *= 2
    return size


def _rows(found: Reduction, extent: int, most: int, beside: int = 0) -> int:
    """The number of rows up to `most` for which all tiles take the least, each as long as its rows and `beside` more; none are computed twice where that is not allowed."""
    if found.init is None:
        return max(size for size in range(1, min(most, extent) + 1) if extent % size == 0)
    few = max(1, min(most, extent) // 2 + 1)
    return min(range(min(most, extent), few - 1, -1), key=lambda size: -(-extent // size) * (size + beside))


def _merit(found: Reduction, column: For, loop: For) -> tuple[int, int, int, int, int]:
    """The benefit of a loop as the tile's rows: vectors that all rows share, then scalars that they share, then whether it fills a tile, how near each other the others lie, and its extent."""
    vectors = [load for load in found.loads() if step(load.indices[0], column)]
    again = sum(step(load.indices[0], loop) == 0 for load in vectors)
    apart = sum(abs(step(load.indices[0], loop)) for load in found.loads())
    return again, _unmoved(found, loop), min(steps((loop,)), _ROWS[64][0]), -apart, steps((loop,))


def _unmoved(found: Reduction, loop: For) -> int:
    """Loads that do not depend on the loop."""
    return sum(step(load.indices[0], loop) == 0 for load in found.loads())


def _panels(found: Reduction, tile: _Tile) -> list[Panel] | None:
    """The panels to pack; None when strided loads would be gathered repeatedly."""
    column = tile.column
    moved = [load for load in found.loads() if step(load.indices[0], column)]
    still = [load for load in moved if tile.row is None or step(load.indices[0], tile.row) == 0]
    chosen = panels_of(still, found, column, tile.width, tile.uses, tile.rows, tile.lanes)
    rest = [load for load in moved if all(load is not each.load for each in chosen)]
    apart = [load for load in rest if step(load.indices[0], column) not in _READ_AT_ONCE]
    return chosen if moved and not apart else None


def _parts(found: Reduction, tile: _Tile) -> int:
    """The number of tiles that share the terms of an element, where their order is free and one tile would keep additions waiting."""
    loop = found.inner[-1]
    registers = tile.rows * len(tile.pieces)
    free = _is_free(found)
    fits = isinstance(loop.extent, IntImm) and loop.extent.value >= _LONG and registers < _IN_TURN
    return max(1, _IN_TURN // registers) if free and fits else 1


def _is_free(found: Reduction) -> bool:
    """Whether the order of terms is."""
    value = found.store.value
    return isinstance(value, Add) and (found.init is not None or not value.dtype.is_float)


def _overlapping(found: Reduction, tile: _Tile, vector_bytes: int) -> _Tile | None:
    """The tile, of as many rows as there are registers for, with the loop that moves windows as its rows do; None where none does or where the order of terms is not free."""
    row = tile.row
    if row is None or not _is_free(found) or found.init is None or not isinstance(row.extent, IntImm):
        return None
    window = next((loop for loop in found.inner if _moves_alike(found, tile, row, loop)), None)
    if window is None:
        return None
    registers = _OVERLAPPING[64 if vector_bytes >= 64 else 32]
    if vector_bytes < 64 and not found.asked:
        tile = replace(tile, vectors=1, last=None)
    rows = _rows(found, number(row.extent), max(1, registers // len(tile.pieces)))
    return None if rows < 2 else replace(tile, rows=rows if not found.asked else tile.rows, window=window)


def _moves_alike(found: Reduction, tile: _Tile, row: For, loop: For) -> bool:
    """Whether a step of a short loop moves neighbours as far as a row does, or an equal part of it."""
    if not isinstance(loop.extent, IntImm) or not 1 < loop.extent.value <= _WINDOW:
        return False
    moved = [load for load in found.loads() if step(load.indices[0], tile.column) in _READ_AT_ONCE]
    ways = [(step(load.indices[0], row), step(load.indices[0], loop)) for load in moved]
    return any(by and not far % by and 0 < far // by < loop.extent.value for far, by in ways)


def _of_two(found: Reduction, tile: _Tile, vector_bytes: int) -> _Tile | None:
    """A tile one vector wide for two iterations of another loop that share all scalars, where the columns are no multiple of wider tiles; None where it would compute no less."""
    lanes, extent = vector_bytes // (found.store.buffer.dtype.bits // 8), number(tile.column.extent)
    if tile.row is None or found.init is None or found.asked or extent % lanes or tile.rows <= 2:
        return None
    scalars = [load for load in found.loads() if not step(load.indices[0], tile.column)]
    others = [loop for loop in found.outer if loop is not tile.row and loop is not tile.column and steps((loop,)) > 1]
    twice = next((loop for loop in reversed(others) if all(not step(load.indices[0], loop) for load in scalars)), None)
    if twice is None or not isinstance(twice.extent, IntImm):
        return None
    now = -(-extent // tile.width) * len(tile.pieces) * lanes / extent
    then = (number(twice.extent) + 1) // 2 * 2 / number(twice.extent)
    if len(tile.pieces) > 1 and then >= now:
        return None
    rows = _rows(found, steps((tile.row,)), *_ROWS[64 if vector_bytes >= 64 else 32])
    return replace(tile, rows=rows, vectors=1, lanes=lanes, last=None, twice=twice)


# Writing


def _written(found: Reduction, tile: _Tile, chosen: Sequence[Panel]) -> Stmt:
    """The nest with the tile as its body: outer loops, those of the tile, and the inner loops in their order."""
    column, loop = start(tile.column, tile.width)
    assert loop is not None
    if chosen:
        copies, body = _packed(found, tile, chosen, column, loop)
    else:
        copies, body = [], independent(loop, _rows_of_tiles(found, tile, column, []))
    for copy in copies:
        body = allocated(copy.buffer, body)
    return _around_others(found, tile, body)


def _around_others(found: Reduction, tile: _Tile, body: Stmt) -> Stmt:
    """The outer loops that are not the tile's."""
    for each in reversed(found.outer):
        if each is tile.twice:
            place, pairs = start(each, 2)
            assert pairs is not None
            body = independent(pairs, substitute(body, {each.loop_var: place}))
        elif each is not tile.row and each is not tile.column:
            body = independent(each, body)
    return if_any(found.loops, body)


def _packed(found: Reduction, tile: _Tile, chosen: Sequence[Panel], column: Expr, loop: For) -> tuple[list[Copy], Stmt]:
    """The loop over groups of tile columns whose panels are packed at once."""
    tiles, variable = number(loop.extent), loop.loop_var
    rounds = -(-tiles // min(panel.most for panel in chosen))
    together = -(-tiles // rounds)
    outer, member = variable.replace(), variable.replace()
    first = outer * const(together, outer.dtype)
    copies = [Copy(panel, together, member) for panel in chosen]

    def columns(at: Expr) -> Expr:
        last = const(tiles - 1, variable.dtype)
        known = binary("Min", first + at, last) if tiles % together else first + at
        return substitute(column, {variable: known})

    filled = [copy.filled(columns, tile.lanes, tile.vectors) for copy in copies]
    count: Expr = const(together, variable.dtype)
    if tiles % together:
        count = binary("Min", count, const(tiles, variable.dtype) - first)
    inner = _bands(found, tile, substitute(column, {variable: first + member}), copies, loop, member, count)
    return copies, loop.replace(loop_var=outer, extent=const(rounds, outer.dtype), body=seq([*filled, inner]))


def _bands(
    found: Reduction, tile: _Tile, column: Expr, copies: Sequence[Copy], loop: For, member: Var, count: Expr
) -> For:
    """The tiles of `count` panels, by bands of rows of which the operand stays in the core's cache from one panel to the next."""
    size = _band_size(found, tile)
    known = tile.row if tile.row is not None and isinstance(tile.row.extent, IntImm) else None
    row, rows = start(known, tile.rows)
    if rows is None or size >= number(rows.extent):
        return independent(loop, _rows_of_tiles(found, tile, column, copies), loop_var=member, extent=count)
    tiles, variable = number(rows.extent), rows.loop_var
    band, within = variable.replace(), variable.replace()
    place = substitute(row, {variable: band * const(size, band.dtype) + within})
    here: Expr = const(size, within.dtype)
    if tiles % size:
        here = binary("Min", here, const(tiles, band.dtype) - band * here)
    inner = independent(rows, _body(found, tile, place, column, copies), loop_var=within, extent=here)
    panels = independent(loop, inner, loop_var=member, extent=count)
    return independent(rows, panels, loop_var=band, extent=const(-(-tiles // size), band.dtype))


def _band_size(found: Reduction, tile: _Tile) -> int:
    """The tiles of a band, as many as there are where the operand is not large or nobody knows how large."""
    known = tile.row is not None and isinstance(tile.row.extent, IntImm)
    if not known or not all(isinstance(loop.extent, IntImm) for loop in found.inner):
        return 1 << 62
    assert tile.row is not None
    size = steps(found.inner) * found.store.buffer.dtype.bits // 8
    return 1 << 62 if size * number(tile.row.extent) <= _LARGE else max(1, _BAND // (size * tile.rows))


def _rows_of_tiles(found: Reduction, tile: _Tile, column: Expr, copies: Sequence[Copy]) -> Stmt:
    """The tiles of one column; where their number is unknown, the remaining rows follow one by one."""
    if tile.row is not None and not isinstance(tile.row.extent, IntImm):
        extent = tile.row.extent
        whole = binary("FloorDiv", extent, const(tile.rows, extent.dtype))
        even = whole * const(tile.rows, extent.dtype)
        parts = ((tile, whole, const(0, extent.dtype)), (replace(tile, rows=1), extent - even, even))
        return seq([_band(found, each, column, copies, count, first) for each, count, first in parts])
    row, loop = start(tile.row, tile.rows)
    body = _body(found, tile, row, column, copies)
    return body if loop is None else independent(loop, body)


def _band(found: Reduction, tile: _Tile, column: Expr, copies: Sequence[Copy], count: Expr, first: Expr) -> Stmt:
    """`count` tiles, from the row `first` on."""
    assert tile.row is not None
    variable = tile.row.loop_var.replace()
    row = tile.row.min + first + variable * const(tile.rows, variable.dtype)
    body = _body(found, tile, row, column, copies)
    return independent(tile.row, body, loop_var=variable, min=const(0, variable.dtype), extent=count)


def _body(found: Reduction, tile: _Tile, row: Expr, column: Expr, copies: Sequence[Copy]) -> Stmt:
    """One tile: initialized, accumulated over the inner loops, stored."""
    store = found.store
    registers = sum(lanes for _, _, lanes in tile.pieces)
    size = tile.rows * registers
    kept = decl_buffer((size * tile.parts,), store.buffer.dtype, "tile")
    begins: list[Stmt] = []
    joins: list[list[Stmt]] = [[] for _ in range(tile.parts)]
    ends: list[Stmt] = []
    for at in range(tile.rows):
        for vector, (time, first, count) in enumerate(tile.pieces):
            place: dict[Var, Expr] = {tile.column.loop_var: column + const(first, column.dtype)}
            if tile.twice is not None:
                place[tile.twice.loop_var] = tile.twice.loop_var + const(time, tile.twice.loop_var.dtype)
            if tile.row is not None:
                place[tile.row.loop_var] = row + const(at, row.dtype)
            slots = [slot(part * size + at * registers + vector * tile.lanes, count) for part in range(tile.parts)]
            loads = [BufferLoad(kept, (where,)) for where in slots]
            parts = [
                Lanes(tile.column, count, place, partial(_instead, store, each, copies, vector, count))
                for each in loads
            ]
            for each, lanes, where in zip(joins, parts, slots):
                each.append(BufferStore(kept, lanes.value(store.value), (where,)))
            lanes = parts[0]
            target = lanes.index(store.indices[0])
            begin = BufferLoad(store.buffer, (target,)) if found.init is None else lanes.wide(found.init)
            zeros = [lanes.wide(const(0, kept.dtype))] * (tile.parts - 1)
            begins += [BufferStore(kept, each, (where,)) for each, where in zip([begin, *zeros], slots)]
            ends += [*_joined(kept, slots), BufferStore(store.buffer, loads[0], (target,), None, store.span)]
    return allocated(kept, seq([*begins, _around(found, tile, joins), *ends]))


def _around(found: Reduction, tile: _Tile, joins: Sequence[list[Stmt]]) -> Stmt:
    """The inner loops around what adds a term to each part of a tile in turn."""
    if tile.window is not None:
        return _around_windows(found, tile, tile.window, joins[0])
    loop = found.inner[-1]
    body: Stmt = loop.replace(body=seq(joins[0]))
    if tile.parts > 1:
        rounds, rest = divmod(number(loop.extent), tile.parts)
        variable = loop.loop_var.replace()
        low = loop.min + variable * const(tile.parts, variable.dtype)
        turn = [
            substitute(stmt, {loop.loop_var: low + const(part, low.dtype)})
            for part, each in enumerate(joins)
            for stmt in each
        ]
        zero, count = const(0, variable.dtype), const(rounds, variable.dtype)
        body = loop.replace(loop_var=variable, min=zero, extent=count, body=seq(turn))
        if rest:
            after = loop.min + const(rounds * tile.parts, loop.extent.dtype)
            left = loop.replace(loop_var=loop.loop_var.replace(), min=after, extent=const(rest, loop.extent.dtype))
            body = seq([body, left.replace(body=substitute(seq(joins[0]), {loop.loop_var: left.loop_var}))])
    for each in reversed(found.inner[:-1]):
        body = each.replace(body=body)
    return body


def _around_windows(found: Reduction, tile: _Tile, window: For, terms: Sequence[Stmt]) -> Stmt:
    """The inner loops but that of windows around all its steps, in the order of the places that rows and steps have in common."""
    assert tile.row is not None
    moved = next(load for load in found.loads() if step(load.indices[0], window) and step(load.indices[0], tile.column))
    far = step(moved.indices[0], tile.row) // step(moved.indices[0], window)
    pieces = len(tile.pieces)
    places = sorted((row * far + at, at, row) for row in range(tile.rows) for at in range(number(window.extent)))
    body: Stmt = seq(
        [
            substitute(term, {window.loop_var: window.min + const(at, window.loop_var.dtype)})
            for _, at, row in places
            for term in terms[row * pieces : (row + 1) * pieces]
        ]
    )
    for each in reversed(found.inner):
        body = body if each is window else each.replace(body=body)
    return body


def _joined(kept: Buffer, slots: Sequence[Expr]) -> list[Stmt]:
    """Add the parts to the first one, in pairs."""
    made: list[Stmt] = []
    while len(slots) > 1:
        half = len(slots) // 2
        for low, high in zip(slots[:half], slots[half:]):
            made.append(BufferStore(kept, Add(BufferLoad(kept, (low,)), BufferLoad(kept, (high,))), (low,)))
        slots = slots[:half]
    return made


def _instead(
    store: BufferStore, kept: Expr, copies: Sequence[Copy], vector: int, lanes: int, load: BufferLoad
) -> Expr | None:
    """The register of the element itself, or a place in a panel."""
    if load.buffer.data is store.buffer.data:
        return kept
    return next((copy.read(vector, lanes) for copy in copies if copy.panel.load is load), None)


__all__ = ["has_tiles", "tile_columns", "tiled"]
