"""Rows that overlap: softmax and norms of many shapes, in one thread and in several, and what stays as it is."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import native_stages, translated
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower
from tilewright.topi.testing import softmax_python
from tilewright.transform import PassContext

Array = np.ndarray[Any, Any]
PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4"
OLDER = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3"
EVERY_LOOP = {"tir.parallel_microseconds": 0}

SOFTMAX = """
@T.prim_func
def main(A: T.Buffer(({n}, {k}), "float32"), B: T.Buffer(({n}, {k}), "float32")):
    m = T.alloc_buffer(({n},), "float32")
    e = T.alloc_buffer(({n}, {k}), "float32")
    s = T.alloc_buffer(({n},), "float32")
    for i, j in T.grid({n}, {k}):
        with T.block("m"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                m[vi] = T.min_value("float32")
            m[vi] = T.max(m[vi], A[vi, vj])
    for i, j in T.grid({n}, {k}):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - m[vi])
    for i, j in T.grid({n}, {k}):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vj]
    for i, j in T.grid({n}, {k}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
"""
NORM = """
@T.prim_func
def main(A: T.Buffer(({n}, {k}), "float32"), B: T.Buffer(({n}, {k}), "float32")):
    s = T.alloc_buffer(({n},), "float32")
    q = T.alloc_buffer(({n},), "float32")
    for i, j in T.grid({n}, {k}):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + A[vi, vj]
    for i, j in T.grid({n}, {k}):
        with T.block("q"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                q[vi] = T.float32(0)
            q[vi] = q[vi] + (A[vi, vj] - s[vi] / T.float32({k})) * (A[vi, vj] - s[vi] / T.float32({k}))
    for i, j in T.grid({n}, {k}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = (A[vi, vj] - s[vi] / T.float32({k})) / T.sqrt(q[vi] / T.float32({k}) + T.float32(1))
"""
ROWS = [512, 515]
COLUMNS = [256, 1031]


def norm(a: Array) -> Array:
    return (a - a.mean(axis=1, keepdims=True)) / np.sqrt(a.var(axis=1, keepdims=True) + 1)


def reasons(text: str, target: str = PROCESSOR) -> list[str]:
    """What was chosen for the rows."""
    stages = {
        name: said for name, _, said in native_stages(lower(program(text), target), tilewright.target.Target(target))
    }
    return [said for said in stages["OverlapRows"] if "overlap" in said]


@pytest.mark.parametrize(("text", "wanted"), [(SOFTMAX, softmax_python), (NORM, norm)], ids=["softmax", "norm"])
@pytest.mark.parametrize("k", COLUMNS)
def test_rows_of_every_shape(text: str, wanted: Any, k: int) -> None:
    for n in ROWS:
        a = np.random.default_rng(n).standard_normal((n, k)).astype("float32") * 3
        a[n // 2, k // 3] = np.nan
        a[n // 3, :] = -np.inf
        a[n - 1, 7] = 3e38
        for cores, config in ((" -num-cores=1", {}), ("", EVERY_LOOP)):
            with PassContext(config=config):
                built = build(program(text.format(n=n, k=k)), f"llvm{cores}")
            b = np.full((n, k), 7, "float32")
            built(a, b)
            with np.errstate(over="ignore", invalid="ignore"):
                right = wanted(a.astype("float64")).astype("float32")
            exact = np.isfinite(a).all(axis=1) & (np.abs(a).max(axis=1) < 1e30)
            np.testing.assert_allclose(b[exact], right[exact], 2e-5, 2e-6)
            assert np.array_equal(np.isnan(b[n // 2 : n // 2 + 1]), np.isnan(right[n // 2 : n // 2 + 1]))


def test_three_loops_of_three_rows_run_at_once() -> None:
    said = ["loop `i`: 3 loops along its rows overlap, each for a row of its own"]
    assert reasons(SOFTMAX.format(n=128, k=1024)) == said
    assert reasons(SOFTMAX.format(n=128, k=1024), OLDER) == said
    assert not reasons(NORM.format(n=128, k=1024))


def test_few_rows_short_and_long_ones_stay_apart() -> None:
    for n, k in ((4, 1024), (127, 1024), (2048, 128), (128, 16384)):
        assert not reasons(SOFTMAX.format(n=n, k=k))


def test_sixteen_registers_take_one_for_each_result() -> None:
    """The terms of a step are joined first, and its exponents computed as one vector."""
    lowered = lower(program(SOFTMAX.format(n=128, k=1024)), OLDER)
    code = translated(lowered, tilewright.target.Target(OLDER))
    assert "@tilewright.exp.v32f32" in code.source
    loops = re.findall(r"^\.LBB\d+_\d+:(.*?)\bj\w+\s", code.assembly, re.MULTILINE | re.DOTALL)
    kept = [loop for loop in loops if loop.count("vfmadd") > 20]
    assert kept
    assert all(loop.count("vaddps") <= 12 for loop in kept)
    wide = lower(program(SOFTMAX.format(n=128, k=1024)), PROCESSOR)
    assert "@tilewright.exp.v16f32" in translated(wide, tilewright.target.Target(PROCESSOR)).source
