"""Tuning at the cursor: schedules of a function are measured, and the fastest is written into its text."""

from __future__ import annotations

import tempfile

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.names import counted
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.refactor.target import Target as Place
from tilewright.core.refactor.target import target_at
from tilewright.core.refactor.written import rewritten
from tilewright.core.target import Target
from tilewright.core.tuning.callbacks import CountTrials, MeasureCallback
from tilewright.core.tuning.records.workload import TuningRecord, winner_and_default
from tilewright.core.tuning.task_scheduler import TaskRecord
from tilewright.core.tuning.tir_integration import tune_tir
from tilewright.runner.durations import duration
from tilewright.runner.load import rendered
from tilewright.runner.outcomes import Progress, Sizes, outcome_of
from tilewright.runner.request import CannotRun, Outcome, TuneRequest

_ROUND = 8


def tune(request: TuneRequest, on_progress: Progress, on_sizes: Sizes = lambda _: None) -> Outcome:
    """The change that writes the fastest of `trials` schedules into the text; none where that is the default."""
    return outcome_of(request, lambda: _tuned(request, on_progress))


def _tuned(request: TuneRequest, on_progress: Progress) -> Outcome:
    on_progress("loading", None)
    analysis = analyze(request.text, request.path)
    place = _place(analysis, request.name)
    on_progress("tuning", 0)
    records = _records(place.func, request, on_progress)
    best, default = winner_and_default(records)
    said = (
        f"{request.name}: {counted(len(records), 'trial')}, default {duration(default)}, best {duration(best.seconds)}"
    )
    if not best.trace.insts:
        return Outcome(True, f"{said}: the default is the fastest", said, {"changes": []})
    (func,) = (each for each in best.schedule().mod.functions.values() if isinstance(each, PrimFunc))
    made = rewritten(analysis, place, func.replace(attrs=place.func.attrs))
    if made is None:
        raise CannotRun("The fastest schedule cannot be written so that the text means the same.", said)
    script = "\n".join(best.trace.as_python())
    return Outcome(True, said, f"{said}\n\n{script}", {"changes": [[made.start, made.end, made.text]]})


def _place(analysis: Analysis, name: str) -> Place:
    errors = [each for each in analysis.diagnostics_of(name) if each.severity.name == "ERROR"]
    if errors:
        raise CannotRun(f"`{name}` has {counted(len(errors), 'error')}.", rendered(errors))
    func = analysis.functions.get(name)
    for definition, symbol in analysis.symbols():
        if symbol.kind is SymbolKind.FUNCTION and symbol.value is func and symbol.start >= 0:
            place = target_at(analysis, symbol.start + definition.base)
            if place is not None:
                return place
    raise CannotRun(f"`{name}` is no function of TensorIR that can be tuned here.")


def _records(func: PrimFunc, request: TuneRequest, on_progress: Progress) -> list[TuningRecord]:
    """The trials that succeeded."""
    with tempfile.TemporaryDirectory() as folder:
        callbacks: list[MeasureCallback] = [*MeasureCallback.create(), _Shown(request.trials, on_progress)]
        database = tune_tir(
            func,
            Target("llvm"),
            folder,
            request.trials,
            num_trials_per_iter=_ROUND,
            cost_model="random",
            measure_callbacks=callbacks,
            seed=request.seed,
        )
        found = [each for each in database.get_all_tuning_records() if each.is_valid]
    if not found:
        raise CannotRun("No schedule of the function could be built and run.")
    return found


class _Shown(CountTrials):
    """Passes on how many trials are done."""

    def __init__(self, total: int, on_progress: Progress) -> None:
        super().__init__()
        self._total, self._on_progress = total, on_progress

    def show(self, task: TaskRecord) -> None:
        self._on_progress("tuning", min(100, 100 * self.done // self._total))
