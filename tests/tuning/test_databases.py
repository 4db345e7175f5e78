"""Databases: what is committed is found again, also after a process was killed, and `build` takes schedules from the one in force."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import tilewright
from tests.tuning.programs import dense, matmul
from tilewright import tir
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.meta_schedule import Database
from tilewright.meta_schedule.arg_info import ArgInfo
from tilewright.meta_schedule.database import (
    JSONDatabase,
    MemoryDatabase,
    OrderedUnionDatabase,
    ScheduleFnDatabase,
    TuningRecord,
    UnionDatabase,
)
from tilewright.relax import transform
from tilewright.target import Target

LLVM = Target("llvm")
MOD = tilewright.meta_schedule.TuneContext(matmul).mod


def parallel(sch: tir.Schedule) -> bool:
    sch.parallel(sch.get_loops("C")[0])
    return True


def halves(sch: tir.Schedule) -> bool:
    """Sum the two halves of each row apart: no tiles of the default give this code."""
    first, _ = sch.split(sch.get_loops("C")[2], [2, 12])
    sch.rfactor(first, 0)
    return True


def unchanged(_: tir.Schedule) -> bool:
    return True


def committed(
    database: Database, seconds: float, target: Target = LLVM, steps: Callable[[tir.Schedule], bool] = parallel
) -> TuningRecord:
    workload = database.commit_workload(MOD)
    sch = tir.Schedule(MOD)
    steps(sch)
    record = TuningRecord(sch.trace, workload, [seconds], target, ArgInfo.from_entry_func(MOD))
    database.commit_tuning_record(record)
    return record


def test_records_are_found_in_the_order_of_their_times(tmp_path: Path) -> None:
    for database in (MemoryDatabase(), JSONDatabase(work_dir=tmp_path)):
        assert not database.has_workload(MOD)
        for seconds in (3.0, 1.0, 1e10, 2.0):
            committed(database, seconds)
        found = database.get_top_k(database.commit_workload(MOD), 2)
        assert [each.run_secs for each in found] == [[1.0], [2.0]]
        assert len(database) == 4


def test_files_have_the_lines_of_tvm(tmp_path: Path) -> None:
    database = JSONDatabase(work_dir=tmp_path)
    committed(database, 2.0)
    lines = (tmp_path / "database_tuning_record.json").read_text().splitlines()
    workload, (trace, seconds, target, args) = json.loads(lines[0])
    assert (workload, seconds, target["kind"]) == (0, [2.0], "llvm")
    assert [inst[0] for inst in trace[0]] == ["GetBlock", "GetLoops", "Parallel"]
    assert args[0] == ["TENSOR", "float32", [32, 24]]
    hash_, program = json.loads((tmp_path / "database_workload.json").read_text())
    assert int(hash_) == tilewright.ir.structural_hash(MOD)
    assert isinstance(program, str)


def test_half_a_line_is_cut_off(tmp_path: Path) -> None:
    committed(JSONDatabase(work_dir=tmp_path), 2.0)
    records = tmp_path / "database_tuning_record.json"
    whole = records.read_bytes()
    records.write_bytes(whole + whole[:50])
    database = JSONDatabase(work_dir=tmp_path)
    committed(database, 1.0)
    assert [each.run_secs for each in JSONDatabase(work_dir=tmp_path).get_all_tuning_records()] == [[2.0], [1.0]]


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    committed(JSONDatabase(work_dir=tmp_path), 2.0)
    records = tmp_path / "database_tuning_record.json"
    records.write_text("nothing\n" + records.read_text())
    with pytest.raises(ValueError, match=r"database_tuning_record.json:1: this is no line of JSON"):
        JSONDatabase(work_dir=tmp_path)
    with pytest.raises(FileNotFoundError):
        JSONDatabase(work_dir=tmp_path / "none", allow_missing=False)


def test_processors_are_kept_apart() -> None:
    database = MemoryDatabase()
    here = machine_of(None).cpu
    other = next(each for each in ("znver3", "znver2") if each != here)
    committed(database, 1.0, Target(f"llvm -mcpu={other}"))
    assert database.query_tuning_record(MOD, LLVM) is None
    committed(database, 2.0)
    found = database.query_tuning_record(MOD, LLVM)
    assert found is not None
    assert found.run_secs == [2.0]


def test_build_takes_the_schedule_of_the_database_in_force() -> None:
    database = MemoryDatabase()
    committed(database, 1.0, steps=halves)
    sch = tir.Schedule(matmul)
    halves(sch)
    a, b = np.random.default_rng(0).random((2, 32, 24), np.float32)
    b = np.ascontiguousarray(np.tile(b, (1, 2))[:24])
    with database:
        assert Database.current() is database
        built = tilewright.build(matmul)
    assert Database.current() is None
    assert built.get_source("ll") == tilewright.build(sch.mod).get_source("ll")
    assert built.get_source("ll") != tilewright.build(matmul).get_source("ll")
    c = np.empty((32, 48), np.float32)
    built(a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)


def test_the_pass_applies_a_database(tmp_path: Path) -> None:
    committed(JSONDatabase(work_dir=tmp_path), 1.0)
    module = tilewright.IRModule({"matmul": matmul, "dense": dense})
    made = transform.MetaScheduleApplyDatabase(str(tmp_path))(module)
    assert "T.parallel(32)" in made["matmul"].script()
    assert made["matmul"].attrs["tir.is_scheduled"]
    assert made["dense"] is dense
    with pytest.raises(ValueError, match="there is no database"):
        transform.MetaScheduleApplyDatabase()(module)


def test_the_default_is_a_schedule_too() -> None:
    database = MemoryDatabase()
    committed(database, 1.0, steps=unchanged)
    committed(database, 2.0)
    assert database.tuned_function(matmul, LLVM).body is matmul.body  # pyright: ignore[reportOptionalMemberAccess]


@pytest.mark.parametrize(("default", "taken"), [(0.5, 0.5), (1.005, 1.005), (1.02, 1.0)])
def test_a_schedule_wins_over_the_default_by_more_than_noise(default: float, taken: float) -> None:
    database = MemoryDatabase()
    committed(database, 1.0)
    committed(database, default, steps=unchanged)
    found = database.query_tuning_record(MOD, LLVM)
    assert found is not None
    assert found.run_secs == [taken]
    pruned = MemoryDatabase()
    database.dump_pruned(pruned)
    assert [each.run_secs for each in pruned.get_all_tuning_records()] == [[taken]]
    tuned, plain = MemoryDatabase(), MemoryDatabase()
    committed(tuned, 1.0)
    committed(plain, default, steps=unchanged)
    assert UnionDatabase(tuned, plain).query(MOD, LLVM, kind="record").run_secs == [taken]


def test_unions() -> None:
    slow, fast = MemoryDatabase(), MemoryDatabase()
    committed(slow, 2.0)
    committed(fast, 1.0)
    asked = [
        each.query(MOD, LLVM, kind="record") for each in (UnionDatabase(slow, fast), OrderedUnionDatabase(slow, fast))
    ]
    assert [each.run_secs for each in asked] == [[1.0], [2.0]]
    pruned = MemoryDatabase()
    committed(slow, 3.0)
    slow.dump_pruned(pruned)
    assert [each.run_secs for each in pruned.get_all_tuning_records()] == [[2.0]]


def test_a_function_is_a_database() -> None:
    with ScheduleFnDatabase(parallel) as database:
        assert "T.parallel" in database.query(MOD, LLVM, kind="ir_module").script()
