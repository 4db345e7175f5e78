"""Functions scheduled by hand, as courses teach it, get the tiles, lanes and panels of the plain program, and compute the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import native_stages
from tilewright.core.driver.native import as_module, lower
from tilewright.core.interpret import run
from tilewright.tir import Schedule

PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4"

PRODUCT = """
@T.prim_func
def main(A: T.Buffer((64, 48), "float32"), B: T.Buffer((48, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    Y = T.alloc_buffer((64, 64), "float32")
    for i, j, k in T.grid(64, 64, 48):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(64, 64):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""
CONVOLUTION = """
@T.prim_func
def main(A: T.Buffer((8, 16, 16), "float32"), W: T.Buffer((16, 8, 3, 3), "float32"), C: T.Buffer((16, 16, 16), "float32")):
    P = T.alloc_buffer((8, 18, 18), "float32")
    for c, y, x in T.grid(8, 18, 18):
        with T.block("P"):
            vc, vy, vx = T.axis.remap("SSS", [c, y, x])
            P[vc, vy, vx] = T.if_then_else(1 <= vy and vy < 17 and 1 <= vx and vx < 17, A[vc, vy - 1, vx - 1], T.float32(0))
    for f, y, x, c, r, s in T.grid(16, 16, 16, 8, 3, 3):
        with T.block("C"):
            vf, vy, vx, vc, vr, vs = T.axis.remap("SSSRRR", [f, y, x, c, r, s])
            with T.init():
                C[vf, vy, vx] = T.float32(0)
            C[vf, vy, vx] = C[vf, vy, vx] + P[vc, vy + vr, vx + vs] * W[vf, vc, vr, vs]
"""
TRANSPOSE = """
@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    for i, j in T.grid(64, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
"""


def unrolled_terms(s: Any) -> None:
    s.unroll(s.split(s.get_loops("Y")[2], [None, 4])[1])


def small_tiles(s: Any) -> None:
    """Four columns at a time, what follows at once."""
    i, j, k = s.get_loops("Y")
    j0, j1 = s.split(j, [None, 4])
    s.reorder(i, j0, k, j1)
    s.reverse_compute_at("C", j0)
    s.decompose_reduction("Y", k)


def everything(s: Any) -> None:
    i, j, k = s.get_loops("Y")
    (i0, i1), (j0, j1), (k0, k1) = s.split(i, [None, 16]), s.split(j, [None, 16]), s.split(k, [None, 4])
    s.reorder(i0, j0, k0, i1, k1, j1)
    write = s.cache_write("Y", 0, "global")
    s.reverse_compute_at(write, j0)
    s.parallel(i0)
    s.unroll(k1)
    s.vectorize(j1)
    begin = s.decompose_reduction("Y", k0)
    s.vectorize(s.get_loops(begin)[-1])
    s.vectorize(s.get_loops(write)[-1])


def fused_and_unrolled(s: Any) -> None:
    i, j, k = s.get_loops("Y")
    (i0, i1), (j0, j1) = s.split(i, [None, 4]), s.split(j, [None, 16])
    s.reorder(i0, j0, k, i1, j1)
    s.parallel(s.fuse(i0, j0))
    s.unroll(i1)
    s.vectorize(j1)
    s.decompose_reduction("Y", k)


def fused_by_twelve(s: Any) -> None:
    """Quotients and remainders that are no shifts."""
    i, j, k = s.get_loops("Y")
    (k0, k1), (i0, i1) = s.split(k, [None, 4]), s.split(i, [None, 8])
    s.reorder(i0, j, k0, i1, k1)
    s.parallel(i0)
    s.unroll(k1)


def columns_unrolled(s: Any) -> None:
    f, y, x, c, r, t = s.get_loops("C")
    x0, x1 = s.split(x, [None, 8])
    s.reorder(f, y, x0, c, r, t, x1)
    s.unroll(t)
    s.vectorize(x1)
    s.parallel(f)
    s.decompose_reduction("C", c)


def inlined(s: Any) -> None:
    s.compute_inline("P")


def inlined_in_vectors(s: Any) -> None:
    s.compute_inline("P")
    columns_unrolled(s)


def blocks(s: Any) -> None:
    i, j = s.get_loops("B")
    (i0, i1), (j0, j1) = s.split(i, [None, 16]), s.split(j, [None, 16])
    s.reorder(i0, j0, i1, j1)
    s.parallel(i0)
    s.vectorize(j1)


def reasons(module: Any) -> list[str]:
    """What register tiling chose, without the names of buffers and loops."""
    stages = native_stages(lower(as_module(module), PROCESSOR), tilewright.target.Target(PROCESSOR))
    return next(
        sorted(each[each.index(":") :].partition(" along ")[0] for each in said)
        for name, _, said in stages
        if name == "RegisterTiling"
    )


def called(module: Any, target: str = "llvm") -> Any:
    func: Any = program(module) if isinstance(module, str) else module
    given: Any = func["main"]
    random = np.random.default_rng(0)
    shapes = [[int(size) for size in given.buffer_map[param].shape] for param in given.params]
    arrays = [random.standard_normal(shape).astype("float32") for shape in shapes]
    tilewright.build(func, target)["main"](*arrays)
    return arrays[-1]


def scheduled(text: str, schedule: Callable[[Any], None]) -> Any:
    s = Schedule(program(text))
    schedule(s)
    return s.mod


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        *((PRODUCT, each) for each in (unrolled_terms, small_tiles, everything, fused_and_unrolled, fused_by_twelve)),
        *((CONVOLUTION, each) for each in (columns_unrolled, inlined, inlined_in_vectors)),
        (TRANSPOSE, blocks),
    ],
)
def test_a_schedule_gets_what_the_plain_program_gets(text: str, schedule: Callable[[Any], None]) -> None:
    made = scheduled(text, schedule)
    assert reasons(made) == reasons(program(text)) != []
    np.testing.assert_array_equal(called(made), called(text))


def test_loops_that_are_marked_parallel_share_packed_panels() -> None:
    made = scheduled(PRODUCT.replace("64", "1024").replace("48", "1024"), everything)
    stages = native_stages(lower(made, PROCESSOR), tilewright.target.Target(PROCESSOR))
    text = [module.script() for _, module, _ in stages][-1]
    assert 0 <= text.index("panel") < text.index("T.parallel(")


def test_rows_of_a_softmax_are_fused_over_parallel_loops() -> None:
    softmax = """
@T.prim_func
def main(A: T.Buffer((64, 128), "float32"), B: T.Buffer((64, 128), "float32")):
    e = T.alloc_buffer((64, 128), "float32")
    s = T.alloc_buffer((64,), "float32")
    for i, j in T.grid(64, 128):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj])
    for i, j in T.grid(64, 128):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vj]
    for i, j in T.grid(64, 128):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
"""

    def vectors(s: Any) -> None:
        for name in ("e", "B"):
            i, j = s.get_loops(name)
            s.vectorize(s.split(j, [None, 16])[1])
            s.parallel(i)

    made = scheduled(softmax, vectors)
    assert reasons(made) == reasons(program(softmax))
    np.testing.assert_array_equal(called(made), called(softmax))


# What must not be taken apart: name, and the statements after the sums of a row.
LOOP = """
@T.prim_func
def main(A: T.Buffer((520,), "float32"), B: T.Buffer((512,), "float32"), D: T.Buffer((520,), "float32"), C: T.Buffer((520,), "float32")):
    for i in range(32):
        t = T.decl_buffer((16,), "float32")
        for j in range(16):
            t[j] = T.float32(0)
        for k in T.unroll(16):
            for j in T.vectorized(16):
                t[j] = t[j] + A[i * 16 + k] * B[k * 16 + j]
        {rest}
"""
KEPT = {
    "the next row reads it": "for j in range(8):\n            A[i * 16 + 16 + j] = t[j]",
    "a part of it is stored": "for j in range(8):\n            C[i * 16 + j] = t[j]",
    "rows overlap": "for j in range(16):\n            C[i * 8 + j] = t[j]",
    "it is stored twice": "for j in range(16):\n            C[i * 16 + j] = t[j]\n        for j in range(16):\n            D[i * 16 + j] = t[j]",
    "it is stored backwards": "for j in range(16):\n            C[i * 16 + 15 - j] = t[j]",
    "another element is read": "for j in range(15):\n            C[i * 16 + j] = t[j] + t[j + 1]",
    "what is stored was read": "for j in range(16):\n            C[i * 16 + j] = C[i * 16 + j] + t[j]",
    "one place": "for j in range(16):\n            C[j] = C[j] + t[j]",
}


@pytest.mark.parametrize("name", KEPT)
def test_sums_that_are_used_in_another_way_come_out_the_same(name: str) -> None:
    module = as_module(program(LOOP.format(rest=KEPT[name])))
    func: Any = module["main"]
    random = np.random.default_rng(1)
    given = [random.standard_normal(int(func.buffer_map[param].shape[0])).astype("float32") for param in func.params]
    expected, found = [each.copy() for each in given], [each.copy() for each in given]
    run(func, *expected)
    tilewright.build(module)["main"](*found)
    for wanted, got in zip(expected, found):
        np.testing.assert_allclose(got, wanted, 1e-3, 1e-3)


def test_below_level_2_loops_stay_as_they_are_written() -> None:
    def vectors(s: Any) -> None:
        i, j, k = s.get_loops("Y")
        j0, j1 = s.split(j, [None, 8])
        s.reorder(i, j0, k, j1)
        s.vectorize(j1)

    target = PROCESSOR + " -opt-level=1"
    assert "<8 x float>" in tilewright.build(scheduled(PRODUCT, vectors), target).get_source("ll")
    assert "<8 x float>" not in tilewright.build(program(PRODUCT), target).get_source("ll")
