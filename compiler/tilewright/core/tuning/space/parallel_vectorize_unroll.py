"""`ParallelizeVectorizeUnroll`: says on the root block how loops shall run; `RewriteParallelVectorizeUnroll` does it when everything else is decided."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.passes.tir.threads.note_schedule import AUTO_PARALLEL
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.rule import ScheduleRule, has_annotation, tried

# The annotations of the root block, as TVM calls them.
PARALLEL, VECTORIZE = "meta_schedule.parallel", "meta_schedule.vectorize"
UNROLL = {True: "meta_schedule.unroll_explicit", False: "meta_schedule.unroll_implicit"}


class ParallelizeVectorizeUnroll(ScheduleRule):
    """At most `max_jobs_per_core` parallel iterations for each thread (-1: no threads), vectors of at most `max_vectorize_extent` elements (-1: none), and sampled limits of unrolling.

    The number of parallel iterations is sampled, up to the largest.
    """

    def __init__(
        self,
        max_jobs_per_core: int = 16,
        max_vectorize_extent: int = 16,
        unroll_max_steps: Sequence[int] | None = None,
        unroll_explicit: bool = True,
    ) -> None:
        self.max_jobs_per_core, self.max_vectorize_extent = max_jobs_per_core, max_vectorize_extent
        self.unroll_max_steps = tuple(unroll_max_steps or ())
        self.unroll_explicit = unroll_explicit

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        if sch.get(block).name_hint != "root" or has_annotation(sch, AUTO_PARALLEL):
            return [sch]
        made = tried(sch, lambda each: self._annotated(each, block))
        return [sch if made is None else made]

    def _annotated(self, sch: Schedule, block: BlockRV) -> None:
        if self.max_jobs_per_core != -1:
            jobs = sorted({self.cores, 4 * self.cores, self.max_jobs_per_core * self.cores})
            sch.annotate(block, PARALLEL, sch.sample_categorical(jobs, [1.0 / len(jobs)] * len(jobs)))
        if self.max_vectorize_extent != -1:
            sch.annotate(block, VECTORIZE, self.max_vectorize_extent)
        if self.unroll_max_steps:
            count = len(self.unroll_max_steps)
            steps = sch.sample_categorical(list(self.unroll_max_steps), [1.0 / count] * count)
            sch.annotate(block, UNROLL[self.unroll_explicit], steps)


__all__ = ["PARALLEL", "UNROLL", "VECTORIZE", "ParallelizeVectorizeUnroll"]
