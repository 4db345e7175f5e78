"""The loop nests of a function as functions of their own: together they compute what the whole does."""

from __future__ import annotations

import numpy as np
import pytest

from tests.server.programs import HEADER
from tilewright.core.analyze import analyze
from tilewright.core.interpret import run
from tilewright.core.ir.function import PrimFunc
from tilewright.runner.nests import nests_of

BLOCKS = """\
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), n: T.int32, C: T.Buffer((8, 8), "float32")):
    B = T.alloc_buffer((8, 8))
    for i, j in T.grid(8, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j, k in T.grid(8, 8, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + B[vi, vk] * T.Cast("float32", n)
"""
LOOPS = """\
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), n: T.int32, C: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        C[i, j] = A[j, i]
    for i in T.parallel(8):
        C[i, i] = C[i, i] + T.Cast("float32", n)
"""
ONE = """\
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), n: T.int32, C: T.Buffer((8, 8), "float32")):
    C[0, 0] = A[0, 0]
    for i in range(8):
        C[1, i] = A[1, i] * T.Cast("float32", n)
"""


@pytest.mark.parametrize(("program", "names"), [(BLOCKS, ["B", "C"]), (LOOPS, ["i, j", "i"]), (ONE, ["the function"])])
def test_nests_compute_what_the_function_does(program: str, names: list[str]) -> None:
    func = analyze(HEADER + program).functions["f"]
    assert isinstance(func, PrimFunc)
    nests = nests_of(func)
    assert [part.name for part in nests.parts] == names
    a = np.arange(64, dtype="float32").reshape(8, 8)
    wanted, found = np.zeros_like(a), np.zeros_like(a)
    run(func, a, 3, wanted)
    between = [np.zeros((8, 8), "float32") for _ in nests.between]
    for part in nests.parts:
        run(part.func, a, 3, found, *between)
    np.testing.assert_array_equal(found, wanted)
    assert wanted.any()
