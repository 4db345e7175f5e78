"""Measure callbacks: what happens with a measurement as soon as it is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from tilewright.core.tuning.measuring.builder import BuilderResult, remove_build_dir
from tilewright.core.tuning.measuring.runner import RunnerResult
from tilewright.core.tuning.records.processor import processor_target
from tilewright.core.tuning.records.workload import FAILED, MeasureCandidate, TuningRecord

if TYPE_CHECKING:
    from tilewright.core.tuning.task_scheduler import TaskRecord, TaskScheduler


class MeasureCallback:
    """A callback; programs may derive their own, with `apply`."""

    CallbackListType: TypeAlias = "MeasureCallback | list[MeasureCallback] | Literal['default']"

    def apply(
        self,
        task_scheduler: TaskScheduler,
        task_id: int,
        measure_candidates: Sequence[MeasureCandidate],
        builder_results: Sequence[BuilderResult],
        runner_results: Sequence[RunnerResult],
    ) -> None:
        """Take measurements of a task: here each comes on its own, when it is there."""
        raise NotImplementedError

    @staticmethod
    def create(kind: str = "default") -> list[MeasureCallback]:
        """The callbacks "default": records are kept, models learn, artifacts are removed; raises `ValueError` for another kind."""
        if kind != "default":
            raise ValueError(f"there is no kind of measure callbacks called {kind!r}; there is default")
        return [AddToDatabase(), UpdateCostModel(), RemoveBuildArtifact()]


class CountTrials(MeasureCallback):
    """Counts the trials that are done; those who derive from it show that."""

    def __init__(self, done: int = 0) -> None:
        self.done = done

    def apply(
        self,
        task_scheduler: TaskScheduler,
        task_id: int,
        measure_candidates: Sequence[MeasureCandidate],
        builder_results: Sequence[BuilderResult],
        runner_results: Sequence[RunnerResult],
    ) -> None:
        self.done += len(runner_results)
        self.show(task_scheduler.tasks_[task_id])

    def show(self, task: TaskRecord) -> None:
        """Show how many trials are done, the last of this task."""
        raise NotImplementedError


class AddToDatabase(MeasureCallback):
    """Adds a record of each, with 1e10 seconds for those that failed, so that they are not tried again."""

    def apply(
        self,
        task_scheduler: TaskScheduler,
        task_id: int,
        measure_candidates: Sequence[MeasureCandidate],
        builder_results: Sequence[BuilderResult],
        runner_results: Sequence[RunnerResult],
    ) -> None:
        context = task_scheduler.tasks_[task_id].ctx
        database = task_scheduler.database_
        if database is None or context.mod is None or context.target is None:
            return
        workload = database.commit_workload(context.mod)
        target = processor_target(context.target)
        for candidate, result in zip(measure_candidates, runner_results):
            trace = candidate.sch.trace.simplified(False)
            seconds = result.run_secs or [FAILED]
            database.commit_tuning_record(TuningRecord(trace, workload, seconds, target, candidate.args_info))


class UpdateCostModel(MeasureCallback):
    """Lets the cost model learn."""

    def apply(
        self,
        task_scheduler: TaskScheduler,
        task_id: int,
        measure_candidates: Sequence[MeasureCandidate],
        builder_results: Sequence[BuilderResult],
        runner_results: Sequence[RunnerResult],
    ) -> None:
        if task_scheduler.cost_model_ is not None:
            context = task_scheduler.tasks_[task_id].ctx
            task_scheduler.cost_model_.update(context, measure_candidates, runner_results)


class RemoveBuildArtifact(MeasureCallback):
    """Removes the artifacts."""

    def apply(
        self,
        task_scheduler: TaskScheduler,
        task_id: int,
        measure_candidates: Sequence[MeasureCandidate],
        builder_results: Sequence[BuilderResult],
        runner_results: Sequence[RunnerResult],
    ) -> None:
        for each in builder_results:
            if each.artifact_path is not None:
                remove_build_dir(each.artifact_path)


__all__ = ["AddToDatabase", "CountTrials", "MeasureCallback", "RemoveBuildArtifact", "UpdateCostModel"]
