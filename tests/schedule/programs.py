"""Programs to schedule, and comparing schedules: with the program that they should have made, and with what the program before computes."""

from __future__ import annotations

from typing import Any

import numpy as np

import tilewright
from tilewright import tir
from tilewright.script import tir as T
from tilewright.tir.schedule.testing import assert_structural_equal_ignore_global_symbol, verify_trace_roundtrip


@T.prim_func
def double(A: T.Buffer((8, 12), "int32"), B: T.Buffer((8, 12), "int32")):
    for i, j in T.grid(8, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2


@T.prim_func
def row_sums(A: T.Buffer((8, 12), "int32"), B: T.Buffer((8,), "int32")):
    for i, k in T.grid(8, 12):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = 0
            B[vi] = B[vi] + A[vi, vk]


def becomes(sch: tir.Schedule, before: Any, after: Any) -> None:
    """The schedule has made that program, and its trace makes it anew."""
    assert_structural_equal_ignore_global_symbol(sch.mod["main"], after)
    verify_trace_roundtrip(sch, before)


def computes(sch: tir.Schedule, func: Any) -> None:
    """The scheduled program gives what the program before gives, for whole numbers of any sign."""
    rng = np.random.default_rng(0)
    buffers = [func.buffer_map[param] for param in func.params]
    given = [rng.integers(-9, 9, [int(size) for size in buffer.shape]) for buffer in buffers]
    results: list[list[Any]] = []
    for program in (sch.mod["main"], func):
        arrays = [values.astype(str(buffer.dtype)) for values, buffer in zip(given, buffers)]
        tilewright.build(program)(*arrays)
        results.append(arrays)
    for got, wanted in zip(*results):
        np.testing.assert_array_equal(got, wanted)
    assert tilewright.ir.structural_equal(tilewright.script.from_source(sch.mod.script()), sch.mod)
