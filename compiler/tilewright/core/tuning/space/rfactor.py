"""`AddRFactor`: long reductions of few elements in two steps, the first of which can run on several threads."""

from __future__ import annotations

from math import prod

from tilewright.core.passes.tir.threads.note_schedule import AUTO_PARALLEL
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.rule import ScheduleRule, extent_of, is_reduction, loops_by_kind, tried

# Terms below which two steps are never worth it.
_LONG = 1024


class AddRFactor(ScheduleRule):
    """Fuses the reduction loops, splits them by sampled factors, and makes the outer or the inner part one more dimension of the result.

    It applies where there are fewer results than `max_jobs_per_core` for each thread.
    """

    def __init__(self, max_jobs_per_core: int = 16, max_innermost_factor: int | None = None) -> None:
        self.max_jobs_per_core = max_jobs_per_core
        self.max_innermost_factor = max_innermost_factor or 64

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        node = sch.get(block)
        loops = loops_by_kind(sch, block) if is_reduction(node) and AUTO_PARALLEL not in node.annotations else None
        if loops is None or not loops[1]:
            return [sch]
        results, terms = (prod(extent_of(sch, loop) or 1 for loop in part) for part in loops)
        if terms < _LONG or (self.max_jobs_per_core > 0 and results > self.max_jobs_per_core * self.cores):
            return [sch]
        made = [tried(sch, lambda each, part=part: self._split(each, block, part)) for part in (0, 1)]
        return [sch, *(each for each in made if each is not None)]

    def _split(self, sch: Schedule, block: BlockRV, part: int) -> None:
        loops = loops_by_kind(sch, block)
        assert loops is not None
        fused = sch.fuse(*loops[1]) if len(loops[1]) > 1 else loops[1][0]
        factors = sch.sample_perfect_tile(fused, n=2, max_innermost_factor=self.max_innermost_factor)
        sch.rfactor(sch.split(fused, factors=factors)[part], 0)


__all__ = ["AddRFactor"]
