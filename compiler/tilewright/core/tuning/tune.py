"""`tune_tasks`: tunes several programs with one builder, runner and database, and measures the winners again."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.tuning.callbacks import MeasureCallback
from tilewright.core.tuning.context import TuneContext
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.finals import confirm
from tilewright.core.tuning.measuring.builder import Builder
from tilewright.core.tuning.measuring.runner import Runner
from tilewright.core.tuning.models.cost_models import CostModel
from tilewright.core.tuning.profiler import Profiler
from tilewright.core.tuning.task_scheduler import TaskScheduler


def tune_tasks(
    *,
    tasks: Sequence[TuneContext],
    task_weights: Sequence[float],
    work_dir: str,
    max_trials_global: int,
    max_trials_per_task: int | None = None,
    num_trials_per_iter: int = 64,
    builder: Builder.BuilderType = "local",
    runner: Runner.RunnerType = "local",
    database: Database.DatabaseType = "json",
    cost_model: CostModel.CostModelType = "xgb",
    measure_callbacks: MeasureCallback.CallbackListType = "default",
    task_scheduler: TaskScheduler.TaskSchedulerType = "gradient",
    module_equality: str = "structural",
    post_optimization: bool | None = False,
) -> Database:
    """Tune tasks until the database has `max_trials_global` records of them, at most `max_trials_per_task` each, and give the database.

    Records that it has already count, so that a run that was stopped goes on.  At the end the fastest schedules and the default are measured again, in turn, so that none wins by noise.
    """
    if not tasks:
        raise ValueError("No tasks to tune.")
    if len(tasks) != len(task_weights):
        raise ValueError(f"there are {len(tasks)} tasks and {len(task_weights)} weights")
    if post_optimization:
        raise ValueError("there is no post-optimization; the winners are always measured again")
    chosen = database if isinstance(database, Database) else _database(database, work_dir, module_equality)
    builds = builder if isinstance(builder, Builder) else Builder.create(builder)
    runs = runner if isinstance(runner, Runner) else Runner.create(runner)
    seed = tasks[0].rand_state
    model = cost_model if isinstance(cost_model, CostModel) else CostModel.create(cost_model, seed=seed)
    scheduler = task_scheduler if isinstance(task_scheduler, TaskScheduler) else TaskScheduler.create(task_scheduler)
    callbacks = _callbacks(measure_callbacks)
    try:
        scheduler.tune(
            tasks,
            task_weights,
            max_trials_global,
            max_trials_per_task or max_trials_global,
            num_trials_per_iter,
            builds,
            runs,
            callbacks,
            chosen,
            model,
        )
        with Profiler.timeit("Finals"):
            for context in tasks:
                confirm(context, chosen, builds, runs)
    finally:
        for made, given in ((builds, builder), (runs, runner)):
            if made is not given:
                made.close()
    return chosen


def _database(kind: str, work_dir: str, module_equality: str) -> Database:
    if kind == "json":
        return Database.create("json", work_dir=work_dir, module_equality=module_equality)
    return Database.create(kind, module_equality=module_equality)


def _callbacks(given: MeasureCallback.CallbackListType) -> list[MeasureCallback]:
    if isinstance(given, MeasureCallback):
        return [given]
    return MeasureCallback.create(given) if isinstance(given, str) else list(given)


__all__ = ["tune_tasks"]
