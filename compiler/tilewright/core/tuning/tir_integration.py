"""Tuning of TensorIR: `tune_tir`, and `compile_tir`, which takes a schedule from a database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.target.target import Target
from tilewright.core.tuning.callbacks import MeasureCallback
from tilewright.core.tuning.context import TuneContext
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.measuring.builder import Builder
from tilewright.core.tuning.measuring.runner import Runner
from tilewright.core.tuning.models.cost_models import CostModel
from tilewright.core.tuning.records.workload import normalize_mod
from tilewright.core.tuning.search.strategy import SearchStrategy
from tilewright.core.tuning.seeds import fork_seed
from tilewright.core.tuning.space.spaces import SpaceGenerator
from tilewright.core.tuning.task_scheduler import TaskScheduler
from tilewright.core.tuning.tune import tune_tasks


def tune_tir(
    mod: IRModule | PrimFunc,
    target: str | Target,
    work_dir: str,
    max_trials_global: int,
    *,
    max_trials_per_task: int | None = None,
    num_trials_per_iter: int = 64,
    builder: Builder.BuilderType = "local",
    runner: Runner.RunnerType = "local",
    database: Database.DatabaseType = "json",
    cost_model: CostModel.CostModelType = "xgb",
    measure_callbacks: MeasureCallback.CallbackListType = "default",
    task_scheduler: TaskScheduler.TaskSchedulerType = "gradient",
    space: SpaceGenerator.SpaceGeneratorType = "post-order-apply",
    strategy: SearchStrategy.SearchStrategyType = "evolutionary",
    num_tuning_cores: Literal["physical", "logical"] | int = "physical",
    seed: int | None = None,
    module_equality: str = "structural",
    special_space: Mapping[str, SpaceGenerator.SpaceGeneratorType | None] | None = None,
    post_optimization: bool | None = False,
) -> Database:
    """Tune each TensorIR function of a module, and give the database, by default two files in `work_dir`.

    `max_trials_global` are the measurements of all functions together; those that the database has already count.  `special_space` gives functions a space of their own, None
    for those that are not to be tuned.  Raises `ValueError` for functions whose arguments are not all buffers of known shapes.
    """
    functions = _functions(mod)
    special = dict(special_space or {})
    tasks = [
        TuneContext(
            func,
            target=target,
            space_generator=special.get(name, space),
            search_strategy=strategy,
            task_name=name,
            rand_state=state,
            num_threads=num_tuning_cores,
        ).clone()
        for (name, func), state in zip(functions, fork_seed(seed, len(functions)))
        if special.get(name, space) is not None
    ]
    return tune_tasks(
        tasks=tasks,
        task_weights=[1.0] * len(tasks),
        work_dir=work_dir,
        max_trials_global=max_trials_global,
        max_trials_per_task=max_trials_per_task,
        num_trials_per_iter=num_trials_per_iter,
        builder=builder,
        runner=runner,
        database=database,
        cost_model=cost_model,
        measure_callbacks=measure_callbacks,
        task_scheduler=task_scheduler,
        module_equality=module_equality,
        post_optimization=post_optimization,
    )


def _functions(mod: IRModule | PrimFunc) -> list[tuple[str, PrimFunc]]:
    """The TensorIR functions by name, in the order of their names."""
    if isinstance(mod, PrimFunc):
        return [(mod.name, mod)]
    found = [(name.name_hint, func) for name, func in mod.functions.items() if isinstance(func, PrimFunc)]
    return sorted(found, key=lambda each: each[0])


def compile_tir(database: Database, mod: IRModule | PrimFunc, target: Target | str) -> Schedule | None:
    """The best schedule of a function in a database, None where it has none."""
    return database.query_schedule(normalize_mod(mod), Target(target), "main")


__all__ = ["compile_tir", "tune_tir"]
