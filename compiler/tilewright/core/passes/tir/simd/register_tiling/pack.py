"""Packing: an operand that a column of tiles reads repeatedly is copied into contiguous panels first.

    for j0: for k, j1 in 8, q in 32: panel[j1, k, q] = B[k, (j0 * 8 + j1) * 32 + q]
            for j1 in 8: the tiles that read panel[j1]

Packing pays where the operand's rows are so many, or so far apart, that the cache would not keep them from one tile to the next, and wherever its columns are not
contiguous.  Several panels are packed at once, because memory is read fastest in long runs, and because threads share them: a panel is packed once, whoever reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd

from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import BufferStore, For, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, number, step, steps
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot
from tilewright.core.passes.tir.threads.independent import INDEPENDENT

# The fewest tiles that use a panel, or rows where its columns lie apart, the operand's bytes above which it is packed, and the most bytes of a panel.
_USES = 4
_LARGE = 192 << 10
_MOST = 1 << 20
# An operand that stays in the second cache is read as fast where it is, unless very many tiles read it: fewer where its rows begin anywhere in a line, so that each vector lies in two,
# and with vectors of half a line: the second caches of such processors hold less, and their tiles have fewer results for each vector that is waited for.
# One that is somewhat larger is copied for some tiles.  Rows that are a multiple of a page apart share few places of the caches.
_NEAR, _SOMEWHAT = 1 << 20, 2 << 20
_USES_NEAR, _USES_ACROSS, _USES_SOMEWHAT = 48, 8, 16
_LINE, _PAGE, _ROWS_OF_PAGES = 64, 4096, 512
# The first cache of processors with such vectors: groups of places, one of which each line has, and the places of a group.
_GROUPS, _PLACES = 64, 8
# The most panels packed at once, and the most bytes of them.
_PANELS_AT_ONCE = 64
_BYTES_AT_ONCE = 2 << 20


@dataclass(frozen=True)
class Panel:
    """A load worth packing: a panel holds, for each point of `loops`, the `width` columns of a tile."""

    load: BufferLoad
    column: For
    loops: tuple[For, ...]
    width: int

    @property
    def count(self) -> int:
        """Elements of one panel."""
        return steps(self.loops) * self.width

    @property
    def is_needed(self) -> bool:
        """Whether the columns lie apart, or the lines of one column share few places of the first cache."""
        return step(self.load.indices[0], self.column) != 1 or any(
            _is_crowded(self.load, (loop,)) for loop in self.loops
        )

    @property
    def most(self) -> int:
        """The number of panels that may be packed at once."""
        if step(self.load.indices[0], self.column) != 1:
            return 1
        return max(1, min(_PANELS_AT_ONCE, _BYTES_AT_ONCE // (self.count * self.load.dtype.bits // 8)))


class Copy:
    """The buffer of `together` panels; `member` is the index of the panel that a tile reads."""

    def __init__(self, panel: Panel, together: int, member: Expr) -> None:
        self.panel, self.together, self.member = panel, together, member
        self.buffer = decl_buffer((IntImm(_INDEX, panel.count * together),), panel.load.dtype, "panel")

    def filled(self, column: Callable[[Expr], Expr], lanes: int, vectors: int) -> Stmt:
        """The loops that pack columns from `column(number)` on into each panel; column by column where they are not contiguous."""
        panel, along = self.panel, self.panel.column
        if step(panel.load.indices[0], along) != 1:
            variable = along.loop_var.replace()
            value = substitute(panel.load, {along.loop_var: column(const(0)) + variable})
            made: Stmt = BufferStore(self.buffer, value, (self._index(const(0), variable, 1),))
            made = _loop(along, variable, panel.width, made)
        else:
            variable = along.loop_var.replace()
            number = variable if self.together > 1 else const(0, variable.dtype)
            made = seq([self._vector(number, column(number), vector * lanes, lanes) for vector in range(vectors)])
            made = made if self.together == 1 else _loop(along, variable, self.together, made)
        for loop in reversed(panel.loops):
            made = loop.replace(body=made, annotations={INDEPENDENT: const(1)})
        return made

    def _vector(self, number: Expr, column: Expr, at: int, lanes: int) -> Stmt:
        place = {self.panel.column.loop_var: column + const(at, column.dtype)}
        value = Lanes(self.panel.column, lanes, place, lambda load: None).value(self.panel.load)
        return BufferStore(self.buffer, value, (self._index(number, at, lanes),))

    def read(self, vector: int, lanes: int) -> Expr:
        """The packed load for one vector of the tile."""
        index = self._index(self.member, vector * lanes, lanes)
        return BufferLoad(self.buffer, (index,), None, self.panel.load.span)

    def _index(self, number: Expr, at: Expr | int, lanes: int) -> Expr:
        low: Expr | None = None
        for loop in self.panel.loops:
            here = loop.loop_var - loop.min
            low = here if low is None else low * const(steps((loop,)), low.dtype) + here
        assert low is not None
        low = low * const(self.panel.width, low.dtype) + (const(at, low.dtype) if isinstance(at, int) else at)
        if self.together > 1:
            low = cast(number, str(low.dtype)) * const(self.panel.count, low.dtype) + low
        return slot(low, lanes)


def _loop(like: For, variable: Var, extent: int, body: Stmt) -> For:
    return like.replace(
        loop_var=variable, min=const(0, variable.dtype), extent=const(extent, variable.dtype), body=body
    )


def panels_of(
    loads: Sequence[BufferLoad], found: Reduction, column: For, width: int, uses: int, rows: int, lanes: int
) -> list[Panel]:
    """Panels for the loads that are worth packing; `uses` tiles of so many `rows` read each, in vectors of so many `lanes`."""
    made: list[Panel] = []
    for load in loads:
        loops = tuple(loop for loop in found.inner if step(load.indices[0], loop) and steps((loop,)) > 1)
        panel, size = Panel(load, column, loops, width), load.dtype.bits // 8
        apart = step(load.indices[0], column) != 1
        whole = steps(loops) * number(column.extent) * size
        crowded = lanes * size < _LINE and _is_crowded(load, loops)
        many = (whole > _LARGE or crowded) and width < number(column.extent)
        often = (apart and rows >= _USES) or uses >= (_USES if apart else _enough(load, loops, whole, lanes * size))
        if often and loops and panel.count * size <= _MOST and (apart or many):
            made.append(panel)
    return made


def _is_crowded(load: BufferLoad, loops: Sequence[For]) -> bool:
    """Whether the first cache has too few places for a column of lines, so that each tile would read it from the second one."""
    groups = _GROUPS // gcd(max(1, _pitch(load, loops) // _LINE), _GROUPS)
    return steps(loops) > groups * _PLACES


def _pitch(load: BufferLoad, loops: Sequence[For]) -> int:
    """The bytes from a row of an operand to the next."""
    return min((abs(step(load.indices[0], loop)) for loop in loops), default=0) * load.dtype.bits // 8


def _enough(load: BufferLoad, loops: Sequence[For], whole: int, vector: int) -> int:
    """The uses from which on it is faster to copy an operand of so many bytes, whose columns are contiguous, than to read vectors of so many of it."""
    pitch = _pitch(load, loops)
    if pitch % _PAGE == 0 and steps(loops) >= _ROWS_OF_PAGES:
        return _USES
    if whole <= _NEAR:
        return _USES_ACROSS if pitch % _LINE or vector < _LINE else _USES_NEAR
    return _USES_SOMEWHAT if whole <= _SOMEWHAT else _USES


_INDEX = const(0).dtype

__all__ = ["Copy", "Panel", "panels_of"]
