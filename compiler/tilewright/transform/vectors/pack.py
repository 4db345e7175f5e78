"""Panels: what the tiles of a column of them read again and again, copied together first.

    for k: panel[k, 0..32] = B[k, j0 * 32 .. + 32]

It is worth it where rows of the operand lie so far apart, or are so many, that the cache would not keep them from one tile to the next, and wherever they
do not lie side by side at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.ir.buffer import Buffer, decl_buffer
from tilewright.ir.expr import BufferLoad, Expr, IntImm
from tilewright.ir.operators import const
from tilewright.ir.stmt import BufferStore, For, Stmt, seq
from tilewright.ir.walk import substitute
from tilewright.transform.vectors.lanes import Lanes, slot
from tilewright.transform.vectors.nest import Reduction, number, step, steps

# Tiles at least that use a panel, bytes of an operand from which on its rows are too many, and bytes of a panel at most.
_USES = 4
_LARGE = 192 << 10
_MOST = 1 << 20


@dataclass(frozen=True)
class Panel:
    """The copy of what a load reads: for each point of `loops`, the columns of a tile."""

    load: BufferLoad
    column: For
    loops: tuple[For, ...]
    width: int
    buffer: Buffer

    def filled(self, column: Expr, lanes: int, vectors: int) -> Stmt:
        """The copy, for the tiles that begin at `column`; one by one where columns lie apart, as rows of another loop may lie together."""
        body: list[Stmt] = []
        if step(self.load.indices[0], self.column) != 1:
            variable = self.column.loop_var.replace()
            value = substitute(self.load, {self.column.loop_var: column + variable})
            copy = BufferStore(self.buffer, value, (self._index(variable, 1),))
            body.append(
                self.column.replace(
                    loop_var=variable, min=const(0, variable.dtype), extent=const(self.width, variable.dtype), body=copy
                )
            )
            vectors = 0
        for vector in range(vectors):
            place = {self.column.loop_var: column + const(vector * lanes, column.dtype)}
            value = Lanes(self.column, lanes, place, lambda load: None).value(self.load)
            index = self._index(vector * lanes, lanes)
            body.append(BufferStore(self.buffer, value, (index,)))
        made: Stmt = seq(body)
        for loop in reversed(self.loops):
            made = loop.replace(body=made)
        return made

    def read(self, vector: int, lanes: int) -> Expr:
        """What the load reads, for one vector of the tile."""
        return BufferLoad(self.buffer, (self._index(vector * lanes, lanes),), None, self.load.span)

    def _index(self, at: Expr | int, lanes: int) -> Expr:
        low: Expr | None = None
        for loop in self.loops:
            here = loop.loop_var - loop.min
            low = here if low is None else low * const(number(loop.extent), low.dtype) + here
        assert low is not None
        return slot(low * const(self.width, low.dtype) + (const(at, low.dtype) if isinstance(at, int) else at), lanes)


def panels_of(loads: Sequence[BufferLoad], found: Reduction, column: For, width: int, uses: int) -> list[Panel]:
    """Panels for those of the loads that are worth it; `uses` tiles read each panel."""
    made: list[Panel] = []
    for load in loads if uses >= _USES else ():
        loops = tuple(loop for loop in found.inner if step(load.indices[0], loop) and steps((loop,)) > 1)
        size = load.dtype.bits // 8
        count, whole = steps(loops) * width, steps(loops) * number(column.extent) * size
        apart = step(load.indices[0], column) != 1
        if loops and count * size <= _MOST and (apart or (whole > _LARGE and width < number(column.extent))):
            made.append(Panel(load, column, loops, width, decl_buffer((IntImm(_INDEX, count),), load.dtype, "panel")))
    return made


_INDEX = const(0).dtype

__all__ = ["Panel", "panels_of"]
