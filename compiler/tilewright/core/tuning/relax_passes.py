"""Passes that tune the TensorIR functions of a module, or schedule them by a database."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.target.target import Target
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.database.json_lines import JSONDatabase
from tilewright.core.tuning.relax_integration import tune_relax
from tilewright.core.tuning.tir_integration import tune_tir

if TYPE_CHECKING:
    from tilewright.core.runtime.tensor import Tensor


def _target() -> Target:
    return Target.current() or Target("llvm")


def MetaScheduleApplyDatabase(work_dir: str | None = None, enable_warning: bool = False) -> Pass:
    """The pass that schedules each TensorIR function by the database of a folder, or the one in force; what has no record stays as it is.

    Functions that got a schedule have the attribute "tir.is_scheduled".  Raises `ValueError` when there is no database.
    """

    def run(mod: IRModule) -> IRModule:
        database = JSONDatabase(work_dir=work_dir) if work_dir is not None else Database.current()
        if database is None:
            raise ValueError("there is no database: give `work_dir`, or use the pass in `with database:`")
        return mod.map_functions(lambda func: _scheduled(func, database, _target()))

    return Pass("MetaScheduleApplyDatabase", run)


def _scheduled(func: PrimFunc, database: Database, target: Target) -> PrimFunc:
    made = database.tuned_function(func, target)
    if made is None or made.body is func.body:
        return func
    return made if not made.scheduled else made.with_attr("tir.is_scheduled", True)


def MetaScheduleTuneTIR(work_dir: str, max_trials_global: int) -> Pass:
    """The pass that tunes the TensorIR functions of a module into the database of a folder; the module stays as it is."""

    def run(mod: IRModule) -> IRModule:
        kernels = IRModule({name: func for name, func in mod.functions.items() if isinstance(func, PrimFunc)})
        if kernels.functions:
            tune_tir(kernels, _target(), work_dir, max_trials_global, num_trials_per_iter=16)
        return mod

    return Pass("MetaScheduleTuneTIR", run)


def MetaScheduleTuneIRMod(
    params: Mapping[str, Tensor] | None,
    work_dir: str,
    max_trials_global: int,
    max_trials_per_task: int | None = None,
    op_names: Collection[str] | None = None,
) -> Pass:
    """The pass that tunes the kernels of a module of Relax into the database of a folder; the module stays as it is."""

    def run(mod: IRModule) -> IRModule:
        tune_relax(
            mod, params, _target(), work_dir, max_trials_global, max_trials_per_task, op_names, num_trials_per_iter=16
        )
        return mod

    return Pass("MetaScheduleTuneIRMod", run)


def tuning_passes(total_trials: int, work_dir: str) -> list[Pass]:
    """The passes that tune kernels and give them their schedules."""
    return [MetaScheduleTuneTIR(work_dir, total_trials), MetaScheduleApplyDatabase(work_dir)]


__all__ = ["MetaScheduleApplyDatabase", "MetaScheduleTuneIRMod", "MetaScheduleTuneTIR", "tuning_passes"]
