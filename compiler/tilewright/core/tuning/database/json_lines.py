"""`JSONDatabase`: two files of JSON lines, workloads and records, each of which is one line and written at once.

A process that is killed loses no more than the line that it was writing: half a line at the end of a file is cut off when the file is read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.function import IRModule
from tilewright.core.tuning.database.memory import MemoryDatabase
from tilewright.core.tuning.records.workload import TuningRecord, Workload

WORKLOADS, RECORDS = "database_workload.json", "database_tuning_record.json"


class JSONDatabase(MemoryDatabase):
    """Workloads and records in the files `path_workload` and `path_tuning_record`, by default of TVM's names in `work_dir`.

    Raises `ValueError` when a file has a line that is none of a database, `FileNotFoundError` for a missing file unless `allow_missing`.
    """

    def __init__(
        self,
        path_workload: str | None = None,
        path_tuning_record: str | None = None,
        *,
        work_dir: str | os.PathLike[str] | None = None,
        allow_missing: bool = True,
        module_equality: str = "structural",
    ) -> None:
        super().__init__(module_equality)
        if work_dir is None and (path_workload is None or path_tuning_record is None):
            raise ValueError("a database of JSON lines needs `work_dir`, or the paths of both files")
        folder = Path(work_dir or ".")
        self.path_workload = str(path_workload or folder / WORKLOADS)
        self.path_tuning_record = str(path_tuning_record or folder / RECORDS)
        self._order: list[Workload] = []
        self._read(allow_missing)

    def commit_workload(self, mod: IRModule) -> Workload:
        workload = super().commit_workload(mod)
        if all(each is not workload for each in self._order):
            self._order.append(workload)
            _append(self.path_workload, workload.as_json())
        return workload

    def commit_tuning_record(self, record: TuningRecord) -> None:
        super().commit_tuning_record(record)
        _append(self.path_tuning_record, self._line(record))

    def replace_tuning_records(self, records: list[TuningRecord]) -> None:
        super().replace_tuning_records(records)
        _rewrite(self.path_tuning_record, [self._line(each) for each in records])

    def _line(self, record: TuningRecord) -> list[object]:
        workload = self.commit_workload(record.workload.mod)
        return [next(at for at, each in enumerate(self._order) if each is workload), record.as_json()]

    def _read(self, allow_missing: bool) -> None:
        for line, parsed in _lines(self.path_workload, allow_missing):
            try:
                workload = Workload.from_json(parsed)
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{self.path_workload}:{line}: {error}") from error
            self._order.append(self._workloads.setdefault(workload.shash, workload))
        for line, parsed in _lines(self.path_tuning_record, allow_missing):
            try:
                at, record = parsed  # pyright: ignore[reportGeneralTypeIssues]
                self._records.append(TuningRecord.from_json(record, self._order[at]))
            except (ValueError, KeyError, TypeError, IndexError, ScheduleError) as error:
                raise ValueError(f"{self.path_tuning_record}:{line}: {error}") from error


def _lines(path: str, allow_missing: bool) -> Iterator[tuple[int, object]]:
    """The lines of a file, parsed, with their numbers; a last line that was cut off is removed from the file."""
    if not os.path.exists(path):
        if not allow_missing:
            raise FileNotFoundError(path)
        return
    content = Path(path).read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        os.truncate(path, len(whole))
    for number, line in enumerate(whole.splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: this is no line of JSON ({error})") from error


def _append(path: str, entry: object) -> None:
    """Add a line in one write, and have it on the disk."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab", buffering=0) as file:
        file.write(json.dumps(entry).encode() + b"\n")
        os.fsync(file.fileno())


def _rewrite(path: str, entries: list[list[object]]) -> None:
    """Give the file other lines, all at once."""
    target = Path(path)
    with NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}-", delete=False) as file:
        file.writelines(json.dumps(each).encode() + b"\n" for each in entries)
    os.replace(file.name, target)


__all__ = ["RECORDS", "WORKLOADS", "JSONDatabase"]
