# Generated from tilewright.meta_schedule.database by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Database as _Database
from tvm.meta_schedule import MeasureCandidate as _MeasureCandidate
from tvm.tir import Schedule as _Schedule
from typing_extensions import Self as _Self
from tvm.meta_schedule import Database as Database
from tvm.meta_schedule import Database as _PyDatabase_

PyDatabase = _PyDatabase_

class TuningRecord(_Any):  # type: ignore[misc, unused-ignore]
    """A trace for a workload, with the seconds that each measured call took, and the target."""
    @property
    def seconds(self) -> _Any:
        """The median of the measured times, by which records are compared; infinite for those that failed."""
    @property
    def is_valid(self) -> _Any:
        """Whether it could be built and run."""
    key: _Any
    def schedule(self) -> _Schedule | _Any:
        """The workload with the trace applied; raises `ScheduleError` when that is not possible."""
    def as_measure_candidate(self) -> _MeasureCandidate | _Any:
        """The scheduled program, to be measured again."""
    def as_json(self) -> _Any:
        """`[trace, seconds, target, arguments]`; None for what is not known."""
    @staticmethod
    def from_json(json_obj: _Any, workload: _Any) -> TuningRecord | _Any:
        """The record of such JSON for a workload; raises `ValueError` for any other, `ScheduleError` when its trace does not fit the workload."""
    def __init__(self, trace: _Any, workload: _Any, run_secs: _Any = ..., target: _Any = ..., args_info: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Workload(_Any):  # type: ignore[misc, unused-ignore]
    """A program to schedule."""
    shash: _Any
    def as_json(self) -> _Any:
        """`[hash, program]`."""
    @staticmethod
    def from_json(json_obj: _Any) -> Workload | _Any:
        """The workload of such JSON; raises `ValueError` for any other, also for a program that TVM wrote."""
    def __init__(self, mod: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class MemoryDatabase(_Database):
    """Workloads and records in memory."""
    def has_workload(self, mod: _Any) -> _Any:
        """Whether there is such a workload."""
    def commit_workload(self, mod: _Any) -> Workload | _Any:
        """The workload of the module, which is added unless it is there."""
    def commit_tuning_record(self, record: _Any) -> _Any:
        """Add a record."""
    def replace_tuning_records(self, records: _Any) -> _Any:
        """Have these records instead of all that there are."""
    def get_all_tuning_records(self) -> _Any:
        """All records in the order in which they came."""
    def __init__(self, module_equality: _Any = ...) -> None: ...

class OrderedUnionDatabase(_Database):
    """Answers a query with what the first of the databases that knows the workload says; nothing can be added."""
    def has_workload(self, mod: _Any) -> _Any:
        """Whether there is such a workload."""
    def get_all_tuning_records(self) -> _Any:
        """All records in the order in which they came."""
    def query_tuning_record(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> TuningRecord | _Any:
        """The best record of a module for the processor of a target, None where there is none."""
    def __init__(self, *databases: _Any) -> None: ...

class JSONDatabase(MemoryDatabase):
    """Workloads and records in the files `path_workload` and `path_tuning_record`, by default of TVM's names in `work_dir`.

    Raises `ValueError` when a file has a line that is none of a database, `FileNotFoundError` for a missing file unless `allow_missing`.
    """
    def commit_workload(self, mod: _Any) -> Workload | _Any:
        """The workload of the module, which is added unless it is there."""
    def commit_tuning_record(self, record: _Any) -> _Any:
        """Add a record."""
    def replace_tuning_records(self, records: _Any) -> _Any:
        """Have these records instead of all that there are."""
    def __init__(self, path_workload: _Any = ..., path_tuning_record: _Any = ..., *, work_dir: _Any = ..., allow_missing: _Any = ..., module_equality: _Any = ...) -> None: ...

class ScheduleFnDatabase(MemoryDatabase):
    """Answers a query with a schedule that the function has changed, where the function returns True."""
    def query_schedule(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> _Schedule | _Any:
        """The best schedule of a module, None where there is none."""
    def query_tuning_record(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> TuningRecord | _Any:
        """The best record of a module for the processor of a target, None where there is none."""
    def __init__(self, schedule_fn: _Any, module_equality: _Any = ...) -> None: ...

class UnionDatabase(OrderedUnionDatabase):
    """Answers a query with the best record of all the databases, as one of them would have it; nothing can be added."""
    def query_tuning_record(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> TuningRecord | _Any:
        """The best record of a module for the processor of a target, None where there is none."""
    def __init__(self, *databases: _Any) -> None: ...

def create(kind: _Any = ..., *args: _Any, **kwargs: _Any) -> _Database | _Any:
    """A database of a kind, or one of a function that schedules; raises `ValueError` for another kind."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
