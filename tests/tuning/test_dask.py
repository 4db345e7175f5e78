"""Tuning on the workers of a Dask scheduler, which are processes of this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster
from typer.testing import CliRunner

from tests.tuning.programs import matmul
from tilewright import meta_schedule as ms
from tilewright.cli.main import app
from tilewright.meta_schedule.arg_info import ArgInfo
from tilewright.meta_schedule.builder import BuilderInput, DaskBuilder
from tilewright.meta_schedule.database import JSONDatabase
from tilewright.meta_schedule.runner import DaskRunner, EvaluatorConfig, RunnerInput
from tilewright.target import Target

QUICK = EvaluatorConfig(number=1, repeat=2, min_repeat_ms=0)
pytestmark = pytest.mark.slow


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


@pytest.mark.parametrize("strategy", ["replay-trace", "evolutionary"])
def test_a_cluster_measures_the_candidates_of_a_local_run(strategy: str, cluster: LocalCluster, tmp_path: Path) -> None:
    # One round: what the evolutionary search mutates next depends on the times.
    settings = {"num_trials_per_iter": 6, "cost_model": "random", "seed": 5, "strategy": strategy}
    here = ms.tune_tir(matmul, "llvm", str(tmp_path / "here"), 6, **settings)
    address = cluster.scheduler_address
    builder, runner = DaskBuilder(address), DaskRunner(address, evaluator_config=QUICK)
    there = ms.tune_tir(matmul, "llvm", str(tmp_path / "there"), 6, builder=builder, runner=runner, **settings)
    builder.close()
    runner.close()
    keys = [[each.key for each in database.get_all_tuning_records()] for database in (here, there)]
    assert keys[0] == keys[1]
    assert all(each.is_valid for each in there.get_all_tuning_records())


def test_a_worker_that_dies_costs_no_trial(cluster: LocalCluster) -> None:
    address = cluster.scheduler_address
    builder, runner = DaskBuilder(address), DaskRunner(address, evaluator_config=QUICK)
    mod = ms.TuneContext(matmul).mod
    assert mod is not None
    built = builder.build([BuilderInput(mod, Target("llvm"))] * 4)
    inputs = [RunnerInput(str(each.artifact_path), "cpu", ArgInfo.from_prim_func(matmul)) for each in built]
    futures = runner.run(inputs)
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    assert [each.result().error_msg for each in futures] == [None] * 4
    builder.close()
    runner.close()


def test_workers_of_another_processor_get_nothing(cluster: LocalCluster) -> None:
    builder = DaskBuilder(cluster.scheduler_address)
    mod = ms.TuneContext(matmul).mod
    assert mod is not None
    with pytest.raises(ValueError, match="no worker has the processor znver1; the processors of the workers are"):
        builder.build([BuilderInput(mod, Target("llvm -mcpu=znver1"))])
    builder.close()


def test_the_command_takes_a_scheduler(cluster: LocalCluster, tmp_path: Path) -> None:
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n"
        "    for i in range(64):\n        with T.block('A'):\n            vi = T.axis.spatial(64, i)\n            A[vi] = T.float32(1)\n"
    )
    folder = tmp_path / "tuning"
    command = ["tune", f"{kernel}::f", "--trials", "2", "--work-dir", str(folder), "--seed", "1"]
    done = CliRunner().invoke(app, [*command, "--scheduler", cluster.scheduler_address])
    assert done.exit_code == 0, done.output
    assert len(JSONDatabase(work_dir=folder)) == 2
