"""Spaces of schedules: every candidate that a search hands out computes the same as the program, and replays from its record."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tests.tuning.programs import PROGRAMS, dense, matmul
from tilewright import meta_schedule as ms
from tilewright import tir
from tilewright.core.passes.tir.threads.choices import collected
from tilewright.meta_schedule.cost_model import RandomModel
from tilewright.meta_schedule.database import TuningRecord, Workload


def context(func: tir.PrimFunc, strategy: str = "replay-trace", space: object = "post-order-apply") -> ms.TuneContext:
    return ms.TuneContext(
        func, target="llvm", space_generator=space, search_strategy=strategy, rand_state=3, num_threads=2
    )


def results(func: tir.PrimFunc, args: list[np.ndarray]) -> list[np.ndarray]:
    given = [each.copy() for each in args]
    tilewright.build(func)(*given)
    return given


def arguments(name: str) -> list[np.ndarray]:
    generator = np.random.default_rng(0)
    func = PROGRAMS[name]
    shapes = [[int(size) for size in func.buffer_map[each].shape] for each in func.params]
    made = [generator.random(shape, np.float32) for shape in shapes]
    if name == "gather":
        made[1] = generator.integers(0, 7, 64).astype("int32")  # pyright: ignore[reportCallIssue]
    return made


@pytest.mark.parametrize("name", PROGRAMS)
def test_candidates_compute_the_same_and_replay(name: str) -> None:
    task = context(PROGRAMS[name])
    task.pre_tuning(max_trials=8, num_trials_per_iter=8)
    candidates = task.generate_measure_candidates()
    assert candidates is not None
    assert not candidates[0].sch.trace.insts, "the first candidate is the default"
    args = arguments(name)
    expected = results(PROGRAMS[name], args)
    workload = Workload(task.mod)
    for each in candidates:
        np.testing.assert_allclose(results(each.sch.mod["main"], args)[-1], expected[-1], rtol=1e-4)
        record = TuningRecord(each.sch.trace, workload, [1.0], task.target, each.args_info)
        again = TuningRecord.from_json(record.as_json(), workload)
        tilewright.ir.assert_structural_equal(again.schedule().mod, each.sch.mod)


def test_no_trace_is_handed_out_twice() -> None:
    task = context(matmul, "evolutionary")
    task.pre_tuning(max_trials=12, num_trials_per_iter=6, cost_model=RandomModel(seed=1))
    rounds = [task.generate_measure_candidates() or [] for _ in range(3)]
    traces = [str(each.sch.trace.simplified(False)) for found in rounds for each in found]
    assert len(traces) == len(set(traces)) == 12


def test_sketches_tile_cache_and_run_in_parallel() -> None:
    space = context(dense).generate_design_space()
    steps = {inst.kind.name for sch in space for inst in sch.trace.insts}
    assert {"ComputeInline", "SamplePerfectTile", "CacheWrite", "SampleCategorical", "Annotate"} <= steps


def test_long_reductions_are_made_in_two_steps() -> None:
    space = context(PROGRAMS["total"]).generate_design_space()
    assert any(inst.kind.name == "RFactor" for sch in space for inst in sch.trace.insts)


def test_a_function_is_a_space() -> None:
    def tiled(sch: tir.Schedule) -> None:
        block = sch.get_block("C")
        i, _, _ = sch.get_loops(block)
        sch.split(i, factors=sch.sample_perfect_tile(i, n=2))

    task = context(matmul, "replay-func", tiled)
    task.pre_tuning(max_trials=3)
    found = task.generate_measure_candidates() or []
    assert {str(each.sch.trace.insts[2].kind.name) for each in found} == {"SamplePerfectTile"}


def test_annotations_bound_register_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", "off")  # code from the cache chooses nothing
    sch = tir.Schedule(matmul)
    sch.annotate("C", "tilewright.tile_rows", 2)
    sch.annotate("C", "tilewright.tile_vectors", 1)
    with collected() as chosen:
        tilewright.build(sch.mod["main"], target="llvm -mcpu=x86-64-v3")
    assert [each for each in chosen if "tiles of 2 x 8" in each]


def test_mutators_change_one_decision() -> None:
    trace = context(matmul).generate_design_space()[-1].trace
    made = ms.mutator.MutateTileSize().apply(trace)
    assert made is not None
    assert sum(made.decisions[each] != trace.decisions[each] for each in made.decisions) == 1


def test_kinds_that_there_are_not() -> None:
    for create in (ms.SearchStrategy.create, ms.Database.create, ms.SpaceGenerator.create, ms.TaskScheduler.create):
        with pytest.raises(ValueError, match="no kind of"):
            create("other")
    with pytest.raises(ValueError, match="Tilewright builds for the CPU"):
        ms.ScheduleRule.create("cuda")
    with pytest.raises(AttributeError, match="it is for GPUs"):
        _ = ms.schedule_rule.AutoBind
