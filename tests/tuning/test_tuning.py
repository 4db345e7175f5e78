"""Tuning from the beginning to the end, its command, and runs that were killed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tilewright
from tests.tuning.programs import dense, matmul
from tilewright import meta_schedule as ms
from tilewright import relax
from tilewright.cli.main import app
from tilewright.meta_schedule.database import JSONDatabase, MemoryDatabase
from tilewright.meta_schedule.relax_integration import compile_relax, extract_tasks, tune_relax
from tilewright.meta_schedule.runner import EvaluatorConfig, LocalRunner
from tilewright.meta_schedule.tir_integration import compile_tir
from tilewright.script import ir as I
from tilewright.script import relax as R

ROOT = Path(__file__).parents[2]
QUICK = EvaluatorConfig(number=1, repeat=2, min_repeat_ms=0)

KERNEL = """\
from tvm.script import tir as T


@T.prim_func
def double(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, 64), "float32")
    B = T.match_buffer(b, (n, 64), "float32")
    for i, j in T.grid(n, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2.0
"""


@I.ir_module
class Model:
    @R.function
    def main(x: R.Tensor((8, 32), "float32"), w: R.Tensor((32, 16), "float32")) -> R.Tensor((8, 16), "float32"):
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.nn.relu(y)
            R.output(z)
        return z


@pytest.mark.slow
def test_tuning_never_loses_to_the_default_and_goes_on(tmp_path: Path) -> None:
    runner = LocalRunner(evaluator_config=QUICK)
    settings = {"num_trials_per_iter": 4, "runner": runner, "seed": 1, "cost_model": "random"}
    ms.tune_tir(matmul, "llvm", str(tmp_path), 5, **settings)
    database = ms.tune_tir(matmul, "llvm", str(tmp_path), 7, **settings)
    runner.close()
    records = JSONDatabase(work_dir=tmp_path).get_all_tuning_records()
    assert len(records) == len(database) == 7
    assert len({each.key for each in records}) == 7
    best = database.query(ms.TuneContext(matmul).mod, tilewright.target.Target("llvm"), kind="record")
    assert best.seconds <= min(each.seconds for each in records if not each.trace.insts)
    assert compile_tir(database, matmul, "llvm") is not None


@pytest.mark.slow
def test_kernels_of_a_graph_are_tuned_and_built(tmp_path: Path) -> None:
    tasks = extract_tasks(Model, "llvm")
    assert [each.weight for each in tasks] == [1]
    runner = LocalRunner(evaluator_config=QUICK)
    database = tune_relax(Model, None, "llvm", str(tmp_path), 3, runner=runner, cost_model="random", seed=1)
    runner.close()
    assert len(database) == 3
    asked: list[object] = []
    chosen = database.tuned_function
    database.tuned_function = lambda func, target: asked.append(chosen(func, target))  # type: ignore[method-assign]
    executable = compile_relax(database, Model, "llvm", None)
    assert any(each is not None for each in asked), "the kernel that is built is the one that was tuned"
    x, w = np.ones((8, 32), np.float32), np.ones((32, 16), np.float32)
    made = relax.VirtualMachine(executable, tilewright.cpu())["main"](x, w)
    np.testing.assert_allclose(made.numpy(), np.full((8, 16), 32.0))


@pytest.mark.slow
def test_several_tasks_share_the_trials() -> None:
    runner = LocalRunner(evaluator_config=QUICK)
    module = tilewright.IRModule({"matmul": matmul, "dense": dense})
    database = ms.tune_tir(
        module,
        "llvm",
        "",
        6,
        database=MemoryDatabase(),
        num_trials_per_iter=2,
        task_scheduler="round-robin",
        runner=runner,
        cost_model="random",
        max_trials_per_task=4,
    )
    runner.close()
    counts = [
        len(database.get_top_k(database.commit_workload(ms.TuneContext(each).mod), 9)) for each in (matmul, dense)
    ]
    assert sum(counts) == 6
    assert min(counts) >= 2


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "kernel.py"
    path.write_text(KERNEL)
    return path


@pytest.mark.slow
def test_the_command_tunes_draws_and_is_picked_up(kernel: Path, tmp_path: Path) -> None:
    folder, picture = tmp_path / "tuning", tmp_path / "search.svg"
    command = ["tune", f"{kernel}::double", "--trials", "3", "--work-dir", str(folder), "--size", "n=16", "--seed", "1"]
    done = CliRunner().invoke(app, [*command, "--picture", str(picture)])
    assert done.exit_code == 0, done.output
    assert "double: 3 trials, 0 failed; default" in done.output
    assert "default and best: both measured again, in turn, after the last trial" in done.output
    assert picture.read_text().count("<circle") >= 1
    assert len(JSONDatabase(work_dir=folder)) == 3
    ran = CliRunner().invoke(app, ["run", "--database", str(folder), "--size", "n=16", f"{kernel}::double"])
    assert ran.exit_code == 0, ran.output


def test_the_command_says_what_is_wrong(kernel: Path, tmp_path: Path) -> None:
    folder = ["--work-dir", str(tmp_path / "tuning")]
    unsized = CliRunner().invoke(app, ["tune", f"{kernel}::double", *folder])
    assert unsized.exit_code == 2
    assert "say what `n` is, such as --size n=128" in " ".join(unsized.output.split())
    unknown = CliRunner().invoke(app, ["tune", f"{kernel}::double", *folder, "--size", "n=4", "--size", "m=4"])
    assert "`m` is not a symbolic size" in unknown.output
    gpu = CliRunner().invoke(app, ["tune", f"{kernel}::double", *folder, "--size", "n=4", "--target", "nonsense"])
    assert gpu.exit_code == 2
    missing = CliRunner().invoke(app, ["run", "--database", str(tmp_path / "none"), f"{kernel}::double"])
    assert "no database of schedules" in missing.output


# Tunes a kernel; a callback before the others notes each trial that was measured, so that what the database has can be compared with it.
KILLED = """
import sys
from pathlib import Path

from tests.tuning.programs import matmul
from tilewright import meta_schedule as ms
from tilewright.meta_schedule.runner import EvaluatorConfig, LocalRunner

folder, trials = sys.argv[1], int(sys.argv[2])


class Witness(ms.MeasureCallback):
    def apply(self, *_):
        with open(Path(folder) / "witness", "ab", buffering=0) as file:
            file.write(b".")


ms.tune_tir(
    matmul, "llvm", folder, trials, num_trials_per_iter=4, seed=1, cost_model="random",
    runner=LocalRunner(evaluator_config=EvaluatorConfig(number=1, repeat=2, min_repeat_ms=0)),
    measure_callbacks=[Witness(), *ms.MeasureCallback.create("default")],
)
"""


@pytest.mark.slow
def test_a_run_killed_at_any_moment_loses_at_most_the_running_trial(tmp_path: Path) -> None:
    chance = random.Random(0)
    witness = tmp_path / "witness"
    witness.touch()
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    for kill in range(4):
        before = witness.stat().st_size
        process = subprocess.Popen([*command, "200"], stderr=subprocess.DEVNULL, cwd=ROOT)
        deadline = time.monotonic() + 120
        while process.poll() is None and witness.stat().st_size <= before + kill and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        measured = witness.stat().st_size
        assert measured > before, "trials were measured before the run was killed"
        assert measured - len(JSONDatabase(work_dir=tmp_path)) <= kill + 1
    written = len(JSONDatabase(work_dir=tmp_path))
    subprocess.run([*command, str(written + 2)], check=True, cwd=ROOT)
    found = JSONDatabase(work_dir=tmp_path).get_all_tuning_records()
    assert len(found) == len({each.key for each in found}) == written + 2
