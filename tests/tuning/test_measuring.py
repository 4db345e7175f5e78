"""Building and measuring in worker processes: a candidate that cannot be built, crashes or hangs fails alone."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import tilewright
from tests.tuning.programs import PROGRAMS, matmul
from tilewright import meta_schedule as ms
from tilewright import tir
from tilewright.meta_schedule.arg_info import ArgInfo, TensorInfo
from tilewright.meta_schedule.builder import BuilderInput, LocalBuilder
from tilewright.meta_schedule.cost_model import LearnedModel, RandomModel
from tilewright.meta_schedule.runner import EvaluatorConfig, LocalRunner, RunnerInput, RunnerResult
from tilewright.meta_schedule.utils import remove_build_dir
from tilewright.script import tir as T
from tilewright.target import Target

QUICK = EvaluatorConfig(number=1, repeat=2, min_repeat_ms=0)


@T.prim_func
def endless(A: T.Buffer((4,), "float32")):
    while A[0] < 2.0:
        A[0] = A[0] * 0.5


@T.prim_func
def crash(A: T.Buffer((4,), "float32")):
    T.evaluate(T.call_extern("int32", "abort"))


@T.prim_func
def unknown(A: T.Buffer((4,), "float32")):
    T.evaluate(T.call_extern("int32", "no_such_function_anywhere"))


def module(func: tir.PrimFunc) -> tilewright.IRModule:
    made = ms.TuneContext(func).mod
    assert made is not None
    return made


def measured(*functions: tir.PrimFunc, timeout: float = 30.0) -> list[RunnerResult]:
    builder, runner = LocalBuilder(max_workers=1), LocalRunner(timeout, QUICK)
    try:
        built = builder.build([BuilderInput(module(each), Target("llvm")) for each in functions])
        paths = [each.artifact_path for each in built]
        assert all(paths), built
        inputs = [RunnerInput(str(path), "cpu", ArgInfo.from_prim_func(each)) for path, each in zip(paths, functions)]
        results = [each.result() for each in runner.run(inputs)]
        for path in paths:
            remove_build_dir(str(path))
            assert not Path(str(path)).exists()
        return results
    finally:
        builder.close()
        runner.close()


@pytest.mark.slow
def test_a_crash_and_an_endless_loop_fail_alone() -> None:
    crashed, hung, good = measured(crash, endless, matmul, timeout=4.0)
    assert crashed.run_secs is None
    assert "SIGABRT" in str(crashed.error_msg)
    assert "stopped after 4 s" in str(hung.error_msg)
    assert good.run_secs is not None
    assert len(good.run_secs) == 2
    assert all(each > 0 for each in good.run_secs)


def test_indices_of_arguments_are_valid() -> None:
    (found,) = measured(PROGRAMS["gather"])
    assert found.error_msg is None


def test_a_program_that_cannot_be_built_says_why() -> None:
    builder = LocalBuilder(max_workers=1)
    bad, slow = builder.build(
        [BuilderInput(module(unknown), Target("llvm")), BuilderInput(module(matmul), Target("llvm"))]
    )
    builder.close()
    assert "no_such_function_anywhere" in str(bad.error_msg)
    assert slow.error_msg is None
    remove_build_dir(str(slow.artifact_path))


def test_arguments_as_json() -> None:
    infos = ArgInfo.from_prim_func(matmul)
    assert infos[0].as_json() == ["TENSOR", "float32", [32, 24]]
    again = ArgInfo.from_json(infos[2].as_json())
    assert isinstance(again, TensorInfo)
    assert again.shape == (32, 48)


def test_a_learned_model_ranks_what_it_has_seen(tmp_path: Path) -> None:
    task = ms.TuneContext(
        matmul, target="llvm", space_generator="post-order-apply", search_strategy="replay-trace", rand_state=1
    )
    task.pre_tuning(max_trials=24)
    candidates = task.generate_measure_candidates() or []
    rows = ms.FeatureExtractor.create().extract_from(task, candidates)
    assert len({each.shape[1] for each in rows}) == 1
    seconds = [1.0 + float(each[:, 1].max()) for each in rows]  # pretends that parallel loops cost
    results = [RunnerResult([each], None) for each in seconds]
    model = LearnedModel(seed=1)
    model.update(task, candidates, results)
    scores = model.predict(task, candidates)
    assert scores[int(np.argmin(seconds))] > scores[int(np.argmax(seconds))]
    model.save(str(tmp_path / "model"))
    other = LearnedModel(seed=1)
    other.load(str(tmp_path / "model"))
    np.testing.assert_array_equal(other.predict(task, candidates), scores)


def test_a_random_model_repeats_by_its_seed() -> None:
    task = ms.TuneContext(matmul)
    candidates = [ms.MeasureCandidate(tir.Schedule(matmul), [])] * 3
    assert list(RandomModel(seed=3).predict(task, candidates)) == list(RandomModel(seed=3).predict(task, candidates))


def test_a_profiler_counts_stages() -> None:
    with ms.Profiler() as profiler:
        with ms.Profiler.timeit("Search"):
            os.getpid()
    assert set(profiler.get()) == {"Search", "Total"}
    assert "Search" in profiler.table()
    assert ms.Profiler.current() is None
