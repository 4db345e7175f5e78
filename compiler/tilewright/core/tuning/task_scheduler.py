"""Task schedulers: which task gets the next round of measurements, and the loop of tuning itself.

Each measurement goes to the callbacks as soon as it is there, so that a process that is killed loses the running one alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, TypeAlias

from tilewright.core.tuning.callbacks import MeasureCallback
from tilewright.core.tuning.context import TuneContext
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.measuring.builder import Builder, BuilderInput, BuilderResult
from tilewright.core.tuning.measuring.runner import Runner, RunnerFuture, RunnerInput, RunnerResult
from tilewright.core.tuning.models.cost_models import CostModel
from tilewright.core.tuning.profiler import Profiler
from tilewright.core.tuning.records.workload import MeasureCandidate, TuningRecord


@dataclass
class TaskRecord:
    """A task, how far it is, and the best time after each of its rounds."""

    ctx: TuneContext
    task_weight: float
    left: int
    is_terminated: bool = False
    build_error_count: int = 0
    run_error_count: int = 0
    best: float = inf
    rounds: list[float] = field(default_factory=list[float])


class TaskScheduler:
    """A scheduler; programs may derive their own, with `next_task_id`."""

    TaskSchedulerType: TypeAlias = "TaskScheduler | Literal['gradient', 'round-robin']"

    def __init__(self) -> None:
        self.tasks_: list[TaskRecord] = []
        self.measure_callbacks_: list[MeasureCallback] = []
        self.database_: Database | None = None
        self.cost_model_: CostModel | None = None

    @property
    def remaining_tasks_(self) -> int:
        """The tasks that are not terminated."""
        return sum(not each.is_terminated for each in self.tasks_)

    def next_task_id(self) -> int:
        """The position of the task for the next round, -1 when all are terminated."""
        raise NotImplementedError

    def tune(
        self,
        tasks: Sequence[TuneContext],
        task_weights: Sequence[float],
        max_trials_global: int,
        max_trials_per_task: int,
        num_trials_per_iter: int,
        builder: Builder,
        runner: Runner,
        measure_callbacks: Sequence[MeasureCallback],
        database: Database | None,
        cost_model: CostModel | None,
    ) -> None:
        """Measure until there are `max_trials_global` measurements or no more candidates; those that the database has already count."""
        self.measure_callbacks_, self.database_, self.cost_model_ = list(measure_callbacks), database, cost_model
        self.tasks_ = []
        left = max_trials_global
        for context, weight in zip(tasks, task_weights):
            known = _known(context, database)
            task = TaskRecord(context, weight, max(0, max_trials_per_task - len(known)))
            self.tasks_.append(task)
            left -= len(known)
            self._resume(task, known, num_trials_per_iter)
        while left > 0 and (position := self.next_task_id()) >= 0:
            left -= self._round(position, left, builder, runner)
        for task in self.tasks_:
            task.ctx.post_tuning()

    def terminate_task(self, task_id: int) -> None:
        """Give a task no more rounds."""
        self.tasks_[task_id].is_terminated = True

    def touch_task(self, task_id: int) -> None:
        """Terminate a task that has no measurements left."""
        if self.tasks_[task_id].left <= 0:
            self.terminate_task(task_id)

    def print_tuning_statistics(self) -> None:
        """Log a line for each task: its best time and its failures."""
        for each in self.tasks_:
            each.ctx.logger.info(
                "%s: best %.3g µs, %d failed to build, %d to run",
                each.ctx.task_name,
                each.best * 1e6,
                each.build_error_count,
                each.run_error_count,
            )

    @staticmethod
    def create(kind: str = "gradient", **options: object) -> TaskScheduler:
        """A scheduler "gradient" or "round-robin"; raises `ValueError` for another kind."""
        kinds = {"gradient": GradientBased, "round-robin": RoundRobin}
        if kind not in kinds:
            raise ValueError(f"there is no kind of task scheduler called {kind!r}; there are {', '.join(kinds)}")
        return kinds[kind](**options)  # pyright: ignore[reportArgumentType]

    def _resume(self, task: TaskRecord, known: Sequence[TuningRecord], num_trials_per_iter: int) -> None:
        """Begin the search of a task where the database says that it was."""
        task.best = min((each.seconds for each in known), default=inf)
        if self.cost_model_ is not None and known:
            candidates = [each.as_measure_candidate() for each in known]
            results = [RunnerResult(each.run_secs, None) for each in known]
            self.cost_model_.update(task.ctx, candidates, results)
        task.ctx.pre_tuning(task.left, num_trials_per_iter, None, self.database_, self.cost_model_)
        task.is_terminated = task.left <= 0

    def _round(self, position: int, left: int, builder: Builder, runner: Runner) -> int:
        """Measure the next candidates of a task; how many there were."""
        task = self.tasks_[position]
        with Profiler.timeit("Search"):
            candidates = (task.ctx.generate_measure_candidates() or [])[:left]
        if not candidates:
            self.terminate_task(position)
            return 0
        with Profiler.timeit("Build"):
            built = builder.build([_to_build(task.ctx, each) for each in candidates])
        futures = _running(runner, candidates, built)
        results = [self._joined(position, *each) for each in zip(candidates, built, futures)]
        task.ctx.notify_runner_results(candidates, results)
        task.left -= len(candidates)
        task.rounds.append(task.best)
        self.touch_task(position)
        return len(candidates)

    def _joined(
        self, position: int, candidate: MeasureCandidate, built: BuilderResult, future: RunnerFuture
    ) -> RunnerResult:
        """The result of one candidate, after the callbacks have had it."""
        task = self.tasks_[position]
        with Profiler.timeit("Measure"):
            result = future.result()
        task.build_error_count += built.error_msg is not None
        task.run_error_count += built.error_msg is None and result.error_msg is not None
        if result.run_secs:
            task.best = min(task.best, sorted(result.run_secs)[len(result.run_secs) // 2])
        for callback in self.measure_callbacks_:
            callback.apply(self, position, [candidate], [built], [result])
        return result


class RoundRobin(TaskScheduler):
    """Gives each task a round in turn."""

    def __init__(self) -> None:
        super().__init__()
        self._last = -1

    def next_task_id(self) -> int:
        count = len(self.tasks_)
        order = [(self._last + 1 + step) % count for step in range(count)]
        self._last = next((at for at in order if not self.tasks_[at].is_terminated), -1)
        return self._last


class GradientBased(TaskScheduler):
    """Gives a round to the task whose part of the whole time shrinks most, by how it shrank in the last `window_size` rounds (as Ansor).

    With the probability `alpha` a task is taken at random; `seed` begins that, -1 any way.
    """

    def __init__(self, *, alpha: float = 0.2, window_size: int = 3, seed: int = -1) -> None:
        super().__init__()
        self.alpha, self.window_size = alpha, window_size
        self._random = random.Random(None if seed == -1 else seed)

    def next_task_id(self) -> int:
        alive = [at for at, task in enumerate(self.tasks_) if not task.is_terminated]
        if not alive:
            return -1
        unknown = [at for at in alive if not self.tasks_[at].rounds]
        if unknown:
            return unknown[0]
        if self._random.random() < self.alpha:
            return self._random.choice(alive)
        return max(alive, key=lambda at: self._gain(self.tasks_[at]))

    def _gain(self, task: TaskRecord) -> float:
        """The seconds that a round has saved lately, weighted; a part of the whole time where there was but one round."""
        if task.best == inf:
            return 0.0
        window = task.rounds[-self.window_size - 1 :]
        saved = (window[0] - window[-1]) / (len(window) - 1) if len(window) > 1 and window[0] < inf else 0.0
        return task.task_weight * max(saved, task.best * 0.1 / len(task.rounds))


def _known(context: TuneContext, database: Database | None) -> list[TuningRecord]:
    """The records of a task that the database has already."""
    if database is None or context.mod is None or not database.has_workload(context.mod):
        return []
    shash = database.commit_workload(context.mod).shash
    return [each for each in database.get_all_tuning_records() if each.workload.shash == shash]


def _to_build(context: TuneContext, candidate: MeasureCandidate) -> BuilderInput:
    assert context.target is not None
    return BuilderInput(candidate.sch.mod, context.target)


def _running(
    runner: Runner, candidates: Sequence[MeasureCandidate], built: Sequence[BuilderResult]
) -> list[RunnerFuture]:
    """A future for each candidate; those that could not be built have their result already."""
    good = [(each, one.artifact_path) for each, one in zip(candidates, built) if one.artifact_path is not None]
    futures = iter(runner.run([RunnerInput(path, "cpu", each.args_info) for each, path in good]))
    return [next(futures) if each.artifact_path is not None else _failed(each.error_msg) for each in built]


def _failed(why: str | None) -> RunnerFuture:
    return RunnerFuture(lambda: True, lambda: RunnerResult(None, why))


__all__ = ["GradientBased", "RoundRobin", "TaskRecord", "TaskScheduler"]
