"""`Database`: workloads, and the traces that were measured for them; in a `with` statement it is what `build` takes schedules from.

The best record of a workload has the smallest median of its times, among those for the same processor; the default is better than one that is not faster beyond noise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from tilewright.core.driver import tuned
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.target.target import Target
from tilewright.core.tuning.records.processor import same_processor
from tilewright.core.tuning.records.workload import TuningRecord, Workload, normalize_mod, winner


class Database:
    """A database; programs may derive their own, with the first five methods."""

    DatabaseType: TypeAlias = "Database | Literal['json', 'memory']"

    def has_workload(self, mod: IRModule) -> bool:
        """Whether there is such a workload."""
        raise NotImplementedError

    def commit_workload(self, mod: IRModule) -> Workload:
        """The workload of the module, which is added unless it is there."""
        raise NotImplementedError

    def commit_tuning_record(self, record: TuningRecord) -> None:
        """Add a record."""
        raise NotImplementedError

    def get_top_k(self, workload: Workload, top_k: int) -> list[TuningRecord]:
        """The fastest records of a workload, the best first, at most `top_k`, for any processor."""
        if top_k < 0:
            raise ValueError(f"top_k must be non-negative, and is {top_k}")
        found = [each for each in self.get_all_tuning_records() if each.workload.shash == workload.shash]
        return sorted((each for each in found if each.is_valid), key=lambda each: each.seconds)[:top_k]

    def get_all_tuning_records(self) -> list[TuningRecord]:
        """All records in the order in which they came."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.get_all_tuning_records())

    def query_tuning_record(self, mod: IRModule, target: Target, workload_name: str = "main") -> TuningRecord | None:
        """The best record of a module for the processor of a target, None where there is none."""
        if not self.has_workload(mod):
            return None
        found = self.get_top_k(self.commit_workload(mod), len(self))
        fitting = [each for each in found if each.target is None or same_processor(each.target, target)]
        return winner(fitting) if fitting else None

    def query_schedule(self, mod: IRModule, target: Target, workload_name: str = "main") -> Schedule | None:
        """The best schedule of a module, None where there is none."""
        record = self.query_tuning_record(mod, target, workload_name)
        return None if record is None else record.schedule()

    def query_ir_module(self, mod: IRModule, target: Target, workload_name: str = "main") -> IRModule | None:
        """The module with its best schedule, None where there is none."""
        found = self.query_schedule(mod, target, workload_name)
        return None if found is None else found.mod

    def query(
        self,
        mod: IRModule,
        target: Target,
        *,
        workload_name: str = "main",
        kind: Literal["schedule", "record", "ir_module"] = "schedule",
    ) -> Schedule | IRModule | TuningRecord | None:
        """The best schedule, its record, or the module that it makes; None where there is none."""
        queries: dict[str, Callable[..., Any]] = {
            "schedule": self.query_schedule,
            "record": self.query_tuning_record,
            "ir_module": self.query_ir_module,
        }
        if kind not in queries:
            raise ValueError(f'kind is "schedule", "record" or "ir_module", not {kind!r}')
        return queries[kind](mod, target, workload_name)

    def dump_pruned(self, destination: Database) -> None:
        """Put the best record of each workload into another database."""
        known: dict[int, Workload] = {each.workload.shash: each.workload for each in self.get_all_tuning_records()}
        for workload in known.values():
            there = destination.commit_workload(workload.mod)
            found = self.get_top_k(workload, len(self))
            for best in [winner(found)] if found else []:
                destination.commit_tuning_record(
                    TuningRecord(best.trace, there, best.run_secs, best.target, best.args_info)
                )

    def tuned_function(self, func: PrimFunc, target: Target) -> PrimFunc | None:
        """The function with its best schedule under its own name, None where none is known."""
        found = self.query_ir_module(normalize_mod(func), target, "main")
        made = None if found is None else found.functions[found.get_global_var("main")]
        if not isinstance(made, PrimFunc):
            return None
        return made.replace(attrs=func.attrs, span=func.span)

    def __enter__(self) -> Database:
        tuned.enter(self)
        return self

    def __exit__(self, *error: object) -> None:
        tuned.leave()

    @staticmethod
    def current() -> Database | None:
        """The database in force."""
        found = tuned.current()
        return found if isinstance(found, Database) else None

    @staticmethod
    def create(kind: str | Callable[[Schedule], bool] = "json", *args: object, **kwargs: object) -> Database:
        """A database "json", "memory", "union" or "ordered_union", or one of a function that schedules; raises `ValueError` for another kind."""
        from tilewright.core.tuning.database.kinds import create

        return create(kind, *args, **kwargs)


def best_first(records: Sequence[TuningRecord]) -> list[TuningRecord]:
    """The records, the fastest first."""
    return sorted(records, key=lambda each: each.seconds)


__all__ = ["Database", "best_first"]
