"""`ScheduleFnDatabase`: a function that schedules what it is asked for, in place of measured records."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.function import IRModule
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.target.target import Target
from tilewright.core.tuning.database.memory import MemoryDatabase
from tilewright.core.tuning.records.workload import TuningRecord, Workload


class ScheduleFnDatabase(MemoryDatabase):
    """Answers a query with a schedule that the function has changed, where the function returns True."""

    def __init__(self, schedule_fn: Callable[[Schedule], bool], module_equality: str = "structural") -> None:
        super().__init__(module_equality)
        self._schedule_fn = schedule_fn

    def query_schedule(self, mod: IRModule, target: Target, workload_name: str = "main") -> Schedule | None:
        made = Schedule(mod, error_render_level="fast")
        return made if self._schedule_fn(made) else None

    def query_tuning_record(self, mod: IRModule, target: Target, workload_name: str = "main") -> TuningRecord | None:
        made = self.query_schedule(mod, target, workload_name)
        return None if made is None else TuningRecord(made.trace, Workload(mod), None, target)


__all__ = ["ScheduleFnDatabase"]
