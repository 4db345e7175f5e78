"""Databases of databases: the best of all (`UnionDatabase`), and the first that knows a workload (`OrderedUnionDatabase`)."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule
from tilewright.core.target.target import Target
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.records.workload import TuningRecord, winner


class OrderedUnionDatabase(Database):
    """Answers a query with what the first of the databases that knows the workload says; nothing can be added."""

    def __init__(self, *databases: Database) -> None:
        self.databases = databases

    def has_workload(self, mod: IRModule) -> bool:
        return any(each.has_workload(mod) for each in self.databases)

    def get_all_tuning_records(self) -> list[TuningRecord]:
        return [record for each in self.databases for record in each.get_all_tuning_records()]

    def query_tuning_record(self, mod: IRModule, target: Target, workload_name: str = "main") -> TuningRecord | None:
        return next(iter(self._answers(mod, target, workload_name)), None)

    def _answers(self, mod: IRModule, target: Target, workload_name: str) -> list[TuningRecord]:
        asked = (each.query_tuning_record(mod, target, workload_name) for each in self.databases)
        return [record for record in asked if record is not None]


class UnionDatabase(OrderedUnionDatabase):
    """Answers a query with the best record of all the databases, as one of them would have it; nothing can be added."""

    def query_tuning_record(self, mod: IRModule, target: Target, workload_name: str = "main") -> TuningRecord | None:
        found = self._answers(mod, target, workload_name)
        return winner(found) if found else None


__all__ = ["OrderedUnionDatabase", "UnionDatabase"]
