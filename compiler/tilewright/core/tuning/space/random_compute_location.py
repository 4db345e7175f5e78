"""`RandomComputeLocation`: a producer computed at a sampled place of the loops of what reads it."""

from __future__ import annotations

from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.rule import ScheduleRule, is_spatial, tried


class RandomComputeLocation(ScheduleRule):
    """Two ways for a block that another one reads: where it is, and at a sampled place."""

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        if not is_spatial(sch.get(block)) or len(sch.get_consumers(block)) != 1:
            return [sch]
        made = tried(sch, lambda each: each.compute_at(block, each.sample_compute_location(block), True))
        return [sch] if made is None else [sch, made]


__all__ = ["RandomComputeLocation"]
