"""`MemoryDatabase`: a database of this process."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.records.workload import TuningRecord, Workload


def require_equality(module_equality: str) -> None:
    """Refuse another way to compare modules than their structure."""
    if module_equality != "structural":
        raise ValueError(f'modules are compared by "structural", and not by {module_equality!r}')


class MemoryDatabase(Database):
    """Workloads and records in memory."""

    def __init__(self, module_equality: str = "structural") -> None:
        require_equality(module_equality)
        self._workloads: dict[int, Workload] = {}
        self._records: list[TuningRecord] = []

    def has_workload(self, mod: IRModule) -> bool:
        return structural_hash(mod) in self._workloads

    def commit_workload(self, mod: IRModule) -> Workload:
        workload = Workload(mod)
        return self._workloads.setdefault(workload.shash, workload)

    def commit_tuning_record(self, record: TuningRecord) -> None:
        self._records.append(record)

    def replace_tuning_records(self, records: list[TuningRecord]) -> None:
        """Have these records instead of all that there are."""
        self._records = list(records)

    def get_all_tuning_records(self) -> list[TuningRecord]:
        return list(self._records)


__all__ = ["MemoryDatabase", "require_equality"]
