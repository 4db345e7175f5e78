"""Finals: the fastest schedules of a workload and the default are measured again in turn, so that a winner has not been measured at a lucky moment alone.

The new times replace the old ones in the records; a record that leads after that and was not in the finals is measured too, in turn with the default and the best so far, up to a few.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.tuning.context import TuneContext
from tilewright.core.tuning.database.database import Database, best_first
from tilewright.core.tuning.database.memory import MemoryDatabase
from tilewright.core.tuning.measuring.builder import Builder, BuilderInput, BuilderResult, remove_build_dir
from tilewright.core.tuning.measuring.runner import Runner, RunnerInput
from tilewright.core.tuning.records.processor import same_processor
from tilewright.core.tuning.records.workload import FAILED, TuningRecord

# The fastest that take part, how often each is measured, and how many may join.
_FINALISTS, _ROUNDS, _JOINING = 3, 5, 4


def confirm(context: TuneContext, database: Database, builder: Builder, runner: Runner) -> None:
    """Measure the leading records of a task again, where the database is one whose records can be replaced."""
    if not isinstance(database, MemoryDatabase) or context.mod is None or context.target is None:
        return
    if not database.has_workload(context.mod):
        return
    workload = database.commit_workload(context.mod)
    target = context.target
    records = [
        each
        for each in database.get_all_tuning_records()
        if each.workload is workload and each.is_valid and each.target and same_processor(each.target, target)
    ]
    default = [each for each in records if not each.trace.insts]
    leading = best_first(records)
    if len(records) < 2:
        return
    again = _measured(
        [*default, *(each for each in leading[:_FINALISTS] if each.trace.insts)], context, builder, runner
    )
    for _ in range(_JOINING):
        first = min(records, key=lambda each: again.get(id(each), each).seconds)
        if id(first) in again:
            break
        best = min((each for each in records if id(each) in again), key=lambda each: again[id(each)].seconds)
        others = [*default, *([best] if best.trace.insts else [])]
        again.update(_measured([*others, first], context, builder, runner))
    database.replace_tuning_records([again.get(id(each), each) for each in database.get_all_tuning_records()])


def _measured(
    records: Sequence[TuningRecord], context: TuneContext, builder: Builder, runner: Runner
) -> dict[int, TuningRecord]:
    """The records with new times, by the identities of the old ones."""
    assert context.target is not None
    built = builder.build([BuilderInput(each.schedule().mod, context.target) for each in records])
    times: list[list[float]] = [[] for _ in records]
    for _ in range(_ROUNDS):
        for found, record, one in zip(times, records, built):
            found += _run(record, one, runner)
    for one in built:
        if one.artifact_path is not None:
            remove_build_dir(one.artifact_path)
    return {id(each): _with_times(each, found) for each, found in zip(records, times)}


def _run(record: TuningRecord, built: BuilderResult, runner: Runner) -> list[float]:
    if built.artifact_path is None:
        return [FAILED]
    given = RunnerInput(built.artifact_path, "cpu", record.args_info or [])
    return runner.run([given])[0].result().run_secs or [FAILED]


def _with_times(record: TuningRecord, found: Sequence[float]) -> TuningRecord:
    return TuningRecord(record.trace, record.workload, found, record.target, record.args_info)


__all__ = ["confirm"]
