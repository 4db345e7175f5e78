"""fuse_reduction_epilogue: the program after it, its results, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source
from tilewright.tir import Schedule

MATMUL = """
@T.prim_func
def main(A: T.Buffer((5, 9), "int32"), B: T.Buffer((6, 9), "int32"), C: T.Buffer((5, 6), "int32"), D: T.Buffer({shape}, "{dtype}")):
    S = T.alloc_buffer((5, 6), "int32")
    for i, j, k in T.grid(5, 6, 9):
        with T.block("sum"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                S[vi, vj] = {start}
            S[vi, vj] = {step}
    for i, j in T.grid({loops}):
        with T.block("after"):
            vi, vj = T.axis.remap("SS", [i, j])
            {store}
"""
STEP = "S[vi, vj] + A[vi, vk] * B[vj, vk]"


def program(
    store: str, shape: str = "(5, 6)", loops: str = "5, 6", start: str = "0", step: str = STEP, dtype: str = "int32"
) -> tir.PrimFunc:
    return from_source(MATMUL.format(store=store, shape=shape, loops=loops, start=start, step=step, dtype=dtype))


def fused(func: tir.PrimFunc) -> tir.PrimFunc:
    schedule = Schedule(func)
    schedule.fuse_reduction_epilogue(schedule.get_block("sum"), "after")
    replayed = Schedule(func)
    schedule.trace.apply_to_schedule(replayed, remove_postproc=False)
    assert_structural_equal(schedule.mod, replayed.mod)
    made = schedule.mod["main"]
    assert isinstance(made, tir.PrimFunc)
    return made


def results(func: tir.PrimFunc, low: int = -9) -> np.ndarray:
    rng = np.random.default_rng(0)
    a, b, c = (rng.integers(low, 9, shape).astype("int32") for shape in ((5, 9), (6, 9), (5, 6)))
    out = np.full(
        [
            size.value  # pyright: ignore[reportAttributeAccessIssue]
            for size in func.buffer_map[func.params[3]].shape
        ],
        77,
        "int32",
    )
    tilewright.build(func)(a, b, c, out)
    return out


def test_a_term_is_what_the_sum_starts_from() -> None:
    after = from_source("""
@T.prim_func
def main(A: T.Buffer((5, 9), "int32"), B: T.Buffer((6, 9), "int32"), C: T.Buffer((5, 6), "int32"), D: T.Buffer((5, 6), "int32")):
    S = T.alloc_buffer((5, 6), "int32")
    for i, j, k in T.grid(5, 6, 9):
        with T.block("sum"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            T.reads(C[vi, vj], A[vi, vk], B[vj, vk])
            T.writes(D[vi, vj])
            with T.init():
                D[vi, vj] = C[vi, vj]
            D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vj, vk]
""")
    assert_structural_equal(fused(program("D[vi, vj] = S[vi, vj] + C[vi, vj]")), after)


@pytest.mark.parametrize(
    ("store", "shape", "loops"),
    [
        ("D[vi, vj] = S[vi, vj]", "(5, 6)", "5, 6"),
        ("D[vi, vj] = C[vi, vj] + S[vi, vj]", "(5, 6)", "5, 6"),
        ("D[vi, vj] = S[vi, vj] - C[vi, vj]", "(5, 6)", "5, 6"),
        ("D[vi, vj] = S[vj, vi] + C[vj, vi] * 2", "(6, 5)", "6, 5"),
        ("D[vi, vj] = S[vi, vj] + vi * 3", "(5, 6)", "5, 6"),
    ],
)
def test_terms_keep_the_result(store: str, shape: str, loops: str) -> None:
    before = program(store, shape, loops)
    np.testing.assert_array_equal(results(fused(before)), results(before))


def test_another_start_and_the_sum_on_the_right_keep_the_result() -> None:
    before = program("D[vi, vj] = S[vi, vj] + C[vi, vj]", start="vj", step="A[vi, vk] * B[vj, vk] + S[vi, vj]")
    np.testing.assert_array_equal(results(fused(before)), results(before))


@pytest.mark.parametrize("bounds", ["T.max({}, 0)", "T.min(T.max(0, {}), 99)", "T.max(T.min({}, 99), 0)"])
def test_bounds_are_kept_at_every_step_with_a_warning(bounds: str) -> None:
    before = program(f"D[vi, vj] = {bounds.format('S[vi, vj] + C[vi, vj]')}")
    with pytest.warns(UserWarning, match="`after` around every step") as found:
        after = fused(before)
    assert {each.filename for each in found} == {__file__}
    np.testing.assert_array_equal(results(after, low=0), results(before, low=0))  # sums that only grow


REFUSED = [
    (program("D[vi, vj] = S[vi, vj] * 2"), "it does more with a sum than to add a term"),
    (program("D[vi, vj] = C[vi, vj] - S[vi, vj]"), "it does more with a sum than to add a term"),
    (program("D[vi, vj] = S[vi, vj] + S[vi, vj]"), "it does more with a sum than to add a term"),
    (program("D[vi, vj] = T.max(S[vi, vj], C[vi, vj])"), "it does more with a sum than to add a term"),
    (program("D[vi, vj] = C[vi, vj]"), "has 0 producers"),
    (program("D[vi, vj] = T.cast(S[vi, vj], 'float32') + T.float32(1)", dtype="float32"), "it does more with a sum"),
    (program("D[vi, vj] = S[vi, vj] + C[vi, vj]", shape="(3, 6)", loops="3, 6"), "a part of the sums only"),
    (program("D[vi, vj] = S[vi, vj] + 1", step="T.max(S[vi, vj], A[vi, vk])"), "does not add one term in each step"),
]


@pytest.mark.parametrize(("func", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_refused(func: tir.PrimFunc, why: str) -> None:
    with pytest.raises(tir.ScheduleError, match=why):
        fused(func)
