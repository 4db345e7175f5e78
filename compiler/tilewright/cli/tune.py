"""`tilewright tune`: schedules of FILE::NAME are built and measured, and the fastest are kept in a database.

The file is read and not executed; what is measured runs in worker processes.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilewright.cli.console import progress, stderr, stdout
from tilewright.cli.files import fail, split_target
from tilewright.cli.run import INTERRUPTED, sizes_of
from tilewright.cli.select import analysed, full_name, picked, report_errors, without_name
from tilewright.cli.target import named_target, target_of_this_machine
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.names import counted
from tilewright.core.graph.queries import defined_symbolic_vars
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.relax import Function
from tilewright.core.target import Target
from tilewright.core.tuning.callbacks import CountTrials, MeasureCallback
from tilewright.core.tuning.database.json_lines import JSONDatabase
from tilewright.core.tuning.measuring.builder import Builder, LocalBuilder
from tilewright.core.tuning.measuring.config import EvaluatorConfig
from tilewright.core.tuning.measuring.dask_builder import DaskBuilder
from tilewright.core.tuning.measuring.dask_runner import DaskRunner
from tilewright.core.tuning.measuring.runner import LocalRunner, Runner
from tilewright.core.tuning.picture import curve, duration, svg
from tilewright.core.tuning.records.workload import TuningRecord, winner_and_default
from tilewright.core.tuning.relax_integration import tune_relax
from tilewright.core.tuning.task_scheduler import TaskRecord
from tilewright.core.tuning.tir_integration import tune_tir
from tilewright.explore.programs import as_module

# Trials of a round: after each, the cost model has learned from what was measured.
_ROUND = 16
# What tells the times of the end from those of the search.
_FINALS = (
    "both measured again, in turn, after the last trial. `best so far` is a single measurement of the search, "
    "so that it can differ"
)
# What a time stands for: `tilewright run` prints another one.
_MEASURED = (
    f"the median of {EvaluatorConfig().repeat} samples of {EvaluatorConfig().min_repeat_ms} ms or more. "
    "`tilewright run` prints the best of shorter samples, which is lower on a busy machine"
)


@dataclass(frozen=True)
class Options:
    """The options of the command."""

    trials: int
    work_dir: Path
    target: str
    sizes: Sequence[str]
    strategy: str
    cost_model: str
    seed: int | None
    timeout: float
    picture: Path | None
    scheduler: str | None
    call: str = ""


def run(target: str, options: Options) -> int:
    """Tune FILE::NAME; 0 when there is a schedule, 1 when the file has errors or nothing could be measured, 2 for bad usage, 130 when it was interrupted."""
    path, name = split_target(target)
    if name is None:
        raise without_name(path, "tune")
    analysis = analysed(path, name, options.call)
    name = full_name(analysis, name)
    if report_errors(analysis, name):
        return 1
    module = as_module(picked(analysis, name)[1], name)
    sizes = sizes_of(list(options.sizes))
    _require_sizes(module, sizes)
    module = _with_sizes(module, sizes)
    try:
        return _tuned(module, name, options)
    except (ValueError, TypeError, TVMError, OSError, ModuleNotFoundError) as error:
        raise fail(str(error)) from error
    except KeyboardInterrupt:
        stderr().print(f"stopped; the same command goes on with what is in {options.work_dir}", markup=False)
        return INTERRUPTED


def _require_sizes(module: IRModule, sizes: Mapping[str, int]) -> None:
    """Leave with 2 for a symbolic size of a TensorIR function without a number, since code for it cannot be measured, and for a number without a size.

    Of a graph the kernels that depend on no such size can be tuned; the sizes that keep the others out are named.
    """
    symbolic = sorted({size.name for func in module.functions.values() for size in _symbolic(func)})
    for name in sizes:
        if name not in symbolic:
            known = f"; it has {', '.join(symbolic)}" if symbolic else "; all its sizes are numbers"
            raise fail(
                f"`{name}` is not a symbolic size of this {'module' if _is_graph(module) else 'function'}{known}"
            )
    missing = [name for name in symbolic if name not in sizes]
    if not missing:
        return
    named, option = ", ".join(f"`{name}`" for name in missing), f"--size {missing[0]}=128"
    if not _is_graph(module):
        raise fail(f"schedules are measured for numbers: say what {named} is, such as {option}")
    said = f"kernels whose shapes depend on {named} are left out: schedules are measured for numbers, such as {option}"
    stderr().print(said, markup=False, highlight=False)


def _is_graph(module: IRModule) -> bool:
    return any(isinstance(func, Function) for func in module.functions.values())


def _symbolic(func: BaseFunc) -> list[Var]:
    """The symbolic sizes of a function that numbers can be given to."""
    if isinstance(func, Function):
        return defined_symbolic_vars(func)
    shapes = (
        [size for buffer in func.buffer_map.values() for size in buffer.shape] if isinstance(func, PrimFunc) else []
    )
    return [size for size in shapes if isinstance(size, Var)]


def _with_sizes(module: IRModule, sizes: Mapping[str, int]) -> IRModule:
    """The module with symbolic sizes of its functions replaced by numbers."""

    def sized(func: BaseFunc) -> BaseFunc:
        found = {size: sizes[size.name] for size in _symbolic(func) if size.name in sizes}
        if isinstance(func, Function):
            return func.bind_symbolic_vars(found)
        return func.specialize(found) if found and isinstance(func, PrimFunc) else func

    return module.with_functions({name: sized(func) for name, func in module.functions.items()}) if sizes else module


def _tuned(module: IRModule, name: str, options: Options) -> int:
    where = target_of_this_machine(options.target) if options.scheduler is None else named_target(options.target)
    database = JSONDatabase(work_dir=options.work_dir)
    builder, runner = _machines(where, options)
    with _Progress(options.trials, len(database)) as shown, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        settings = {
            "builder": builder,
            "runner": runner,
            "database": database,
            "cost_model": options.cost_model,
            "measure_callbacks": [*MeasureCallback.create(), shown],
            "strategy": options.strategy,
            "num_trials_per_iter": _ROUND,
            "seed": options.seed,
        }
        try:
            if _is_graph(module):
                tune_relax(module, None, where, str(options.work_dir), options.trials, **settings)  # pyright: ignore[reportArgumentType]
            else:
                tune_tir(module, where, str(options.work_dir), options.trials, **settings)  # pyright: ignore[reportArgumentType]
        finally:
            builder.close()
            runner.close()
    for message in dict.fromkeys(str(each.message) for each in told):
        stderr().print(message, markup=False)
    return _report(database, name, options)


def _machines(target: Target, options: Options) -> tuple[Builder, Runner]:
    """The builder and the runner: processes here, or the workers of a scheduler."""
    if options.scheduler is None:
        return LocalBuilder(timeout_sec=options.timeout), LocalRunner(options.timeout)
    return DaskBuilder(options.scheduler, options.timeout), DaskRunner(options.scheduler, target, options.timeout)


def _report(database: JSONDatabase, name: str, options: Options) -> int:
    """Print the best time of each workload next to that of the default, and write the picture."""
    by_workload: dict[int, list[TuningRecord]] = {}
    for each in database.get_all_tuning_records():
        by_workload.setdefault(each.workload.shash, []).append(each)
    best: list[float] = []
    for records in by_workload.values():
        fastest, default = winner_and_default(records)
        best.append(fastest.seconds)
        failed = sum(not each.is_valid for each in records)
        said = f"{counted(len(records), 'trial')}, {failed} failed; default {duration(default)}, best {duration(fastest.seconds)}"
        stdout().print(f"{name}: {said}\n{curve(records)}", markup=False, highlight=False)
        if options.picture is not None:
            options.picture.write_text(svg(records, f"{name}: best {duration(fastest.seconds)}"), encoding="utf-8")
    stdout().print(f"times: {_MEASURED}", markup=False, highlight=False)
    if any(sum(each.is_valid for each in records) > 1 for records in by_workload.values()):
        stdout().print(f"default and best: {_FINALS}", markup=False, highlight=False)
    use = f"to use it: `tilewright run --database {options.work_dir} FILE::NAME`, or `with database:` around `build`"
    stdout().print(f"database: {options.work_dir}; {use}", markup=False, highlight=False)
    return 0 if any(each < float("inf") for each in best) else 1


class _Progress(CountTrials):
    """A bar on a terminal, elsewhere a line now and then: how many trials are done, and the best time."""

    def __init__(self, total: int, done: int) -> None:
        super().__init__(done)
        self._total = total
        self._bar = Progress(
            TextColumn("Trials"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[said]}", markup=False),
            console=stderr(),
            transient=True,
        )
        self._lines = progress()

    def __enter__(self) -> _Progress:
        if stderr().is_terminal:
            self._bar.start()
            self._task = self._bar.add_task("", total=self._total, completed=self.done, said="")
        else:
            self._show = self._lines.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        if stderr().is_terminal:
            self._bar.stop()
        else:
            self._lines.__exit__(None, None, None)

    def show(self, task: TaskRecord) -> None:
        said = f"{task.ctx.task_name}: best so far {duration(task.best)}"
        if stderr().is_terminal:
            self._bar.update(self._task, completed=self.done, said=said)
        else:
            self._show(f"{self.done}/{self._total} trials, {said}")


__all__ = ["Options", "run"]
