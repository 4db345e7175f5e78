"""`RegisterTiles`: the compiler's own register tiling and threads, with other sizes of tiles.  It is Tilewright's rule; TVM has nothing to tile registers by itself."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.passes.tir.threads.note_schedule import AUTO_PARALLEL, TILE_ROWS, TILE_VECTORS
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.rule import ScheduleRule, is_reduction, tried

# The most rows and vectors of a tile that are tried: 32 registers hold 14 x 2 sums with the operands.
ROWS, VECTORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14), (1, 2, 4, 8)


class RegisterTiles(ScheduleRule):
    """Two ways for a reduction: as the schedule is, and with tiles of sampled sizes, where nothing else was scheduled."""

    def __init__(self, rows: Sequence[int] = ROWS, vectors: Sequence[int] = VECTORS) -> None:
        self.rows, self.vectors = tuple(rows), tuple(vectors)

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        if not is_reduction(sch.get(block)):
            return [sch]

        def annotated(made: Schedule) -> None:
            for key, sizes in ((TILE_ROWS, self.rows), (TILE_VECTORS, self.vectors)):
                made.annotate(block, key, made.sample_categorical(list(sizes), [1.0 / len(sizes)] * len(sizes)))
            made.annotate(block, AUTO_PARALLEL, 1)

        made = tried(sch, annotated)
        return [sch] if made is None else [sch, made]


__all__ = ["RegisterTiles"]
