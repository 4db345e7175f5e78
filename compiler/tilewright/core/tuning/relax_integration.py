"""Tuning of graphs: the kernels that `relax.build` makes of a module are tuned, each once, with weights by how often it is called."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Literal

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.driver.relax_build import build, kernels_of
from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.relax import Function
from tilewright.core.ir.walk import walk
from tilewright.core.passes.relax.parameters.bind import BindParams
from tilewright.core.target.target import Target
from tilewright.core.tuning.callbacks import MeasureCallback
from tilewright.core.tuning.context import TuneContext
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.extracted_task import ExtractedTask
from tilewright.core.tuning.measuring.builder import Builder
from tilewright.core.tuning.measuring.runner import Runner
from tilewright.core.tuning.models.cost_models import CostModel
from tilewright.core.tuning.records.arg_info import ArgInfo
from tilewright.core.tuning.records.workload import normalize_mod
from tilewright.core.tuning.search.strategy import SearchStrategy
from tilewright.core.tuning.seeds import fork_seed
from tilewright.core.tuning.space.spaces import SpaceGenerator
from tilewright.core.tuning.task_scheduler import TaskScheduler
from tilewright.core.tuning.tune import tune_tasks

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tilewright.core.runtime.tensor import Tensor
    from tilewright.core.vm.executable import VMExecutable


def extract_tasks(
    mod: IRModule | Function,
    target: Target | str,
    params: Mapping[str, ArrayLike | Tensor] | None = None,
    module_equality: str = "structural",
) -> list[ExtractedTask]:
    """The kernels of a module, those that are alike once, with the number of their calls as weights.

    Kernels of unknown shapes, and those that call others, are left out.  `params` are constants for parameters, by name.
    """
    module = mod if isinstance(mod, IRModule) else IRModule.from_expr(mod)
    if params:
        module = BindParams("main", dict(params))(module)
    where = Target(target)
    made = kernels_of(module, where)
    calls = [node for func in made.functions.values() if isinstance(func, Function) for node in walk(func)]
    names = [node.name_hint for node in calls if isinstance(node, GlobalVar)]
    tasks: dict[int, ExtractedTask] = {}
    for variable, func in made.functions.items():
        if isinstance(func, PrimFunc) and _is_tunable(func):
            plain = normalize_mod(func)
            key, weight = structural_hash(plain), max(1, names.count(variable.name_hint))
            known = tasks.get(key)
            name, weight = (variable.name_hint, weight) if known is None else (known.task_name, known.weight + weight)
            tasks[key] = ExtractedTask(name, plain, where, [plain], weight)
    return list(tasks.values())


def _is_tunable(func: PrimFunc) -> bool:
    try:
        ArgInfo.from_prim_func(func)
    except ValueError:
        return False
    return not any(isinstance(node, Call) and isinstance(node.op, GlobalVar) for node in walk(func.body))


def extracted_tasks_to_tune_contexts(
    extracted_tasks: list[ExtractedTask],
    work_dir: str,
    space: SpaceGenerator.SpaceGeneratorType = "post-order-apply",
    strategy: SearchStrategy.SearchStrategyType = "evolutionary",
    num_threads: Literal["physical", "logical"] | int = "physical",
    seed: int | None = None,
) -> tuple[list[TuneContext], list[float]]:
    """A context for each task, and the weights."""
    tasks = [
        TuneContext(
            task.dispatched[0],
            target=task.target,
            space_generator=space,
            search_strategy=strategy,
            task_name=task.task_name,
            rand_state=state,
            num_threads=num_threads,
        ).clone()
        for task, state in zip(extracted_tasks, fork_seed(seed, len(extracted_tasks)))
    ]
    return tasks, [float(task.weight) for task in extracted_tasks]


def tune_relax(
    mod: IRModule | Function,
    params: Mapping[str, ArrayLike | Tensor] | None,
    target: str | Target,
    work_dir: str,
    max_trials_global: int,
    max_trials_per_task: int | None = None,
    op_names: Collection[str] | None = None,
    *,
    num_trials_per_iter: int = 64,
    builder: Builder.BuilderType = "local",
    runner: Runner.RunnerType = "local",
    database: Database.DatabaseType = "json",
    cost_model: CostModel.CostModelType = "xgb",
    measure_callbacks: MeasureCallback.CallbackListType = "default",
    task_scheduler: TaskScheduler.TaskSchedulerType = "gradient",
    space: SpaceGenerator.SpaceGeneratorType = "post-order-apply",
    strategy: SearchStrategy.SearchStrategyType = "evolutionary",
    seed: int | None = None,
    module_equality: str = "structural",
) -> Database:
    """Tune the kernels of a module of Relax, of which `op_names` may choose by parts of their names, and give the database.

    Raises `TVMError` when there is no kernel to tune.
    """
    extracted = extract_tasks(mod, target, params)
    wanted = [each for each in extracted if op_names is None or any(name in each.task_name for name in op_names)]
    if not wanted:
        raise TVMError("the module has no kernel of known shapes to tune")
    tasks, weights = extracted_tasks_to_tune_contexts(wanted, work_dir, space, strategy, "physical", seed)
    return tune_tasks(
        tasks=tasks,
        task_weights=weights,
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
    )


def compile_relax(
    database: Database,
    mod: IRModule,
    target: Target | str,
    params: Mapping[str, ArrayLike | Tensor] | None,
    enable_warning: bool = False,
) -> VMExecutable:
    """The executable of a module whose kernels have the schedules of a database."""
    with database:
        return build(mod, target, params)


__all__ = ["compile_relax", "extract_tasks", "extracted_tasks_to_tune_contexts", "tune_relax"]
