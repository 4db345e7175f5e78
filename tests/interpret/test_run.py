"""The interpreter: what programs do, told by hand-made answers; and accesses that other ways to run would not notice."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.core.interpret import run


def program(text: str) -> Any:
    parsed = parse(Source("from tvm.script import ir as I\nfrom tvm.script import tir as T\n" + text), Static())
    assert not parsed.diagnostics, [str(diagnostic) for diagnostic in parsed.diagnostics]
    return next(iter(parsed.values.values()))


def test_matrix_product_with_init() -> None:
    func = program("""
@T.prim_func
def f(A: T.Buffer((3, 4), "float32"), B: T.Buffer((4, 2), "float32"), C: T.Buffer((3, 2), "float32")):
    for i, j, k in T.grid(3, 2, 4):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
""")
    a, b = np.arange(12, dtype="float32").reshape(3, 4), np.arange(8, dtype="float32").reshape(4, 2)
    c = np.zeros((3, 2), "float32")
    run(func, a, b, c)
    assert c.tolist() == (a @ b).tolist()


def test_symbolic_sizes_come_from_the_arrays() -> None:
    func = program("""
@T.prim_func
def f(a: T.handle, N: T.Buffer((1,), "int32")):
    n = T.int32()
    A = T.match_buffer(a, (n, 2))
    N[0] = n
""")
    found = np.zeros(1, "int32")
    run(func, np.zeros((5, 2), "float32"), found)
    assert found[0] == 5


def test_integers_wrap_and_floats_round() -> None:
    func = program("""
@T.prim_func
def f(I: T.Buffer((2,), "int8"), F: T.Buffer((2,), "float16"), B: T.Buffer((1,), "bfloat16")):
    I[0] = I[1] + T.int8(100)
    F[0] = F[1] + T.float16(0.0001)
    B[0] = T.bfloat16(1.00390625)
""")
    i, f, b = np.array([0, 100], "int8"), np.array([0, 1], "float16"), np.zeros(1, ml_dtypes.bfloat16)
    run(func, i, f, b)
    assert (i[0], float(f[0]), float(b[0])) == (-56, 1.0, 1.0)


def test_strided_arrays() -> None:
    func = program("""
@T.prim_func
def f(a: T.handle):
    s = T.int32()
    A = T.match_buffer(a, (2, 3), strides=[s, 1])
    for i, j in T.grid(2, 3):
        A[i, j] = T.Cast("float32", i * 3 + j)
""")
    whole = np.zeros((2, 5), "float32")
    run(func, whole[:, :3])
    assert whole.tolist() == [[0, 1, 2, 0, 0], [3, 4, 5, 0, 0]]


def test_functions_return_and_call() -> None:
    module = program("""
@I.ir_module
class M:
    @T.prim_func
    def main(n: T.int32) -> T.int32:
        if n > 3:
            return n * 2
        return T.int32(0)
""")
    assert (run(module, 5), run(module, 1)) == (10, 0)


def test_vectors_and_predicates() -> None:
    func = program("""
@T.prim_func
def f(A: T.Buffer((8,), "int32")):
    A.vstore([T.Ramp(0, 2, 4)], T.Broadcast(7, 4), predicate=T.Ramp(0, 1, 4) < T.Broadcast(3, 4))
""")
    array = np.zeros(8, "int32")
    run(func, array)
    assert array.tolist() == [7, 0, 7, 0, 7, 0, 0, 0]


@pytest.mark.parametrize("index", ["i - 1", "i + 1"])
def test_accesses_out_of_bounds_are_noticed(index: str) -> None:
    func = program(f"""
@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int32):
    for i in range(n):
        B[i] = A[{index}]
""")
    with pytest.raises(IndexError, match="of `A` is accessed, which has 4"):
        run(func, np.zeros(4, "float32"), np.zeros(4, "float32"), 4)


def test_assertions_and_arguments_are_checked() -> None:
    func = program("""
@T.prim_func
def f(A: T.Buffer((4,), "float32"), n: T.int32):
    assert n > 0, "n is positive"
    A[0] = T.float32(1)
""")
    with pytest.raises(AssertionError, match="n is positive"):
        run(func, np.zeros(4, "float32"), 0)
    with pytest.raises(ValueError, match=r"`A` has shape \(4,\), and the array \(5,\)"):
        run(func, np.zeros(5, "float32"), 1)
    with pytest.raises(ValueError, match="takes 2 arguments, not 1"):
        run(func, np.zeros(4, "float32"))
