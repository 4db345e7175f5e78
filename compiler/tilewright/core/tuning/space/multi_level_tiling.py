"""`MultiLevelTiling`: the loops of a reduction split and put in the order of a structure such as "SSRSRS", outermost first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilewright.core.passes.tir.threads.note_schedule import AUTO_PARALLEL
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.rule import ScheduleRule, is_reduction, loops_by_kind, tried


class ReuseType(NamedTuple):
    """Caches of what is read or written: `req` is "no", "may" or "must", `levels` are the places, 1 the outermost tile, `scope` the storage."""

    req: str
    levels: Sequence[int]
    scope: str


class MultiLevelTiling(ScheduleRule):
    """Splits every spatial loop (S) and reduction loop (R) once a letter of `structure`, by sampled factors, the innermost at most `max_innermost_factor`.

    `filter_fn` says for which blocks.  Bindings to threads of a GPU and vector loads, which have no place on a CPU, raise `ValueError`, as do caches of what is read.
    """

    def __init__(
        self,
        structure: str,
        tile_binds: Sequence[str] | None = None,
        max_innermost_factor: int | None = None,
        vector_load_lens: Sequence[int] | None = None,
        reuse_read: ReuseType | None = None,
        reuse_write: ReuseType | None = None,
        filter_fn: Callable[[Schedule, BlockRV], bool] | None = None,
    ) -> None:
        if set(structure) - {"S", "R"} or "S" not in structure:
            raise ValueError(f"a structure has the letters S and R, and is not {structure!r}")
        if tile_binds or vector_load_lens or (reuse_read is not None and reuse_read.req != "no"):
            raise ValueError("tile_binds, vector_load_lens and reuse_read are for GPUs, and this rule is for CPUs")
        self.structure = structure
        self.max_innermost_factor = max_innermost_factor or 64
        self.reuse_write = reuse_write
        self.filter_fn = filter_fn

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        node = sch.get(block)
        wanted = self.filter_fn(sch, block) if self.filter_fn is not None else is_reduction(node)
        if not wanted or AUTO_PARALLEL in node.annotations:
            return [sch]
        tiles: list[list[LoopRV]] = []
        tiled = tried(sch, lambda made: tiles.extend(self._tiled(made, block)))
        if tiled is None or not tiles:
            return [sch]
        return self._with_caches(tiled, block, tiles)

    def _tiled(self, sch: Schedule, block: BlockRV) -> list[list[LoopRV]]:
        """The loops of each letter, after they were split and put in order; none where the loops are not plain axes."""
        loops = loops_by_kind(sch, block)
        if loops is None:
            return []
        by_letter = {"S": loops[0], "R": loops[1]}
        split: dict[str, list[list[LoopRV]]] = {
            letter: [self._split(sch, loop, self.structure.count(letter)) for loop in by_letter[letter]]
            for letter in by_letter
        }
        seen = {"S": 0, "R": 0}
        levels: list[list[LoopRV]] = []
        for letter in self.structure:
            levels.append([parts[seen[letter]] for parts in split[letter]])
            seen[letter] += 1
        sch.reorder(*(loop for level in levels for loop in level))
        return levels

    def _split(self, sch: Schedule, loop: LoopRV, parts: int) -> list[LoopRV]:
        if parts < 2:
            return [loop]
        factors = sch.sample_perfect_tile(loop, n=parts, max_innermost_factor=self.max_innermost_factor)
        return sch.split(loop, factors=factors)

    def _with_caches(self, sch: Schedule, block: BlockRV, tiles: Sequence[Sequence[LoopRV]]) -> list[Schedule]:
        """The schedule, and one for each level with a cache of what is written there."""
        reuse = self.reuse_write
        if reuse is None or reuse.req == "no":
            return [sch]
        spatial = [level for level, letter in zip(tiles, self.structure) if letter == "S" and level]
        found = [] if reuse.req == "must" else [sch]
        for level in reuse.levels:
            if 0 < level <= len(spatial):
                place = spatial[level - 1][-1]
                made = tried(sch, lambda each, place=place: _cached(each, block, place, reuse.scope))
                found += [] if made is None else [made]
        return found or [sch]


def _cached(sch: Schedule, block: BlockRV, place: LoopRV, scope: str) -> None:
    cache = sch.cache_write(block, 0, scope)
    sch.reverse_compute_at(cache, place, preserve_unit_loops=True)


__all__ = ["MultiLevelTiling", "ReuseType"]
