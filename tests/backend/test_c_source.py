"""The target "c": programs as text of C, which compute what native code computes, and as libraries that are loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax, runtime
from tilewright.contrib import cc
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T

pytestmark = pytest.mark.skipif(cc.get_cc() is None, reason="no C compiler")


@T.prim_func
def matmul(a: T.handle, b: T.handle, C: T.Buffer((8, 6), "float32")) -> None:
    n = T.int32()
    A = T.match_buffer(a, (8, n), "float32")
    B = T.match_buffer(b, (n, 6), "float32")
    for i, j, k in T.grid(8, 6, n):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def softmax(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")) -> None:
    E = T.alloc_buffer((16,), "float32")
    total = T.alloc_buffer((1,), "float32")
    total[0] = T.float32(0)
    for i in T.vectorized(16):
        E[i] = T.exp(A[i] - T.float32(1))
    for i in range(16):
        total[0] = total[0] + E[i]
    for i in T.parallel(16):
        B[i] = E[i] / total[0]


@T.prim_func
def integers(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int64"), n: T.int32) -> None:
    for i in range(16):
        if A[i] % 3 == 0:
            B[i] = T.Cast("int64", T.floordiv(A[i], n) * 100 + T.floormod(A[i], n))
        else:
            B[i] = T.Cast("int64", T.max(A[i] // 4, T.min(A[i], 2))) << T.int64(33)


@T.prim_func
def counting(A: T.Buffer((4,), "int32"), scale: T.float32, mask: T.Buffer((4,), "bool")) -> None:
    for i in range(4):
        A[i] = 0
        while T.Cast("float32", A[i]) < scale * T.Cast("float32", i):
            A[i] = A[i] + 1
        mask[i] = A[i] > 2 and not A[i] == 4


@T.prim_func
def bits(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), C: T.Buffer((16,), "float32")) -> None:
    for i in range(16):
        B[i] = T.reinterpret("int32", A[i])
        C[i] = T.reinterpret("float32", T.bitwise_and(T.reinterpret("int32", A[i]), T.int32(0x7FFFFFFF)))


@T.prim_func
def plus(x: T.int32, y: T.float64) -> T.float64:
    T.ret(T.Cast("float64", x) + T.sqrt(y))


RANDOM = np.random.default_rng(0)
F32 = RANDOM.standard_normal((8, 5)).astype("float32"), RANDOM.standard_normal((5, 6)).astype("float32")
PROGRAMS: dict[str, tuple[Any, list[Any]]] = {
    "matmul": (matmul, [*F32, np.zeros((8, 6), "float32")]),
    "softmax": (softmax, [RANDOM.standard_normal(16).astype("float32"), np.zeros(16, "float32")]),
    "integers": (integers, [np.arange(-8, 8, dtype="int32"), np.zeros(16, "int64"), 3]),
    "bits": (bits, [RANDOM.standard_normal(16).astype("float32"), np.zeros(16, "int32"), np.zeros(16, "float32")]),
    "counting": (counting, [np.zeros(4, "int32"), 1.5, np.zeros(4, "bool")]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_c_compute_what_native_code_does(name: str) -> None:
    func, arguments = PROGRAMS[name]
    found, wanted = ([each.copy() if isinstance(each, np.ndarray) else each for each in arguments] for _ in "ab")
    module: Any = tilewright.build(func, target="c")
    module[name](*found)
    tilewright.build(func)(*wanted)
    for own, native in zip(found, wanted):
        np.testing.assert_allclose(own, native, rtol=1e-5, atol=1e-6)


def test_results_are_returned() -> None:
    module: Any = tilewright.compile(plus, target="c")
    assert module["plus"](3, 16.0) == 7.0
    assert module(1, 4) == 3.0


def test_the_source_is_given_and_written(tmp_path: Path) -> None:
    module: Any = tilewright.build(matmul, target="c")
    source = module.get_source()
    assert "int __tvm_ffi_matmul(" in source
    assert "int __tvm_ffi_main(" in source
    assert module.kind == "c"
    module.export_library(tmp_path / "m.c")
    assert (tmp_path / "m.c").read_text() == source
    with pytest.raises(ValueError, match="'ll'"):
        module.get_source("ll")


@pytest.mark.parametrize("name", ["m.so", "m.o"])
def test_programs_of_c_are_loaded_as_libraries(name: str, tmp_path: Path) -> None:
    module: Any = tilewright.build(matmul, target="c")
    module.export_library(tmp_path / name)
    loaded: Any = runtime.load_module(tmp_path / name)
    result = np.zeros((8, 6), "float32")
    loaded["main"](*F32, result)
    np.testing.assert_allclose(result, F32[0] @ F32[1], rtol=1e-5)


def test_wrong_arguments_are_refused_by_the_program() -> None:
    module: Any = tilewright.build(matmul, target="c")
    result = np.zeros((8, 6), "float32")
    for wrong in (
        (F32[0], F32[1]),
        (F32[1], F32[0], result),
        (*F32, result.astype("float64")),
        (*F32, result[:, ::2]),
        (1, 2, 3),
    ):
        with pytest.raises(RuntimeError, match="failed"):
            module["matmul"](*wrong)
    with pytest.raises(AttributeError, match="no function 'other'"):
        module["other"]


@T.prim_func
def small_floats(A: T.Buffer((4,), "float8_e4m3fn"), B: T.Buffer((4,), "float8_e4m3fn")) -> None:
    for i in range(4):
        B[i] = A[i]


def test_what_c_cannot_say_is_refused() -> None:
    with pytest.raises(tilewright.error.DiagnosticError, match="C has no type for"):
        tilewright.build(small_floats.with_attr("x", 1), target="c").get_source()  # pyright: ignore[reportUnusedCoroutine]


@I.ir_module
class Calling:
    @T.prim_func
    def inner(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "inner"})
        A[0] = T.float32(1)

    @T.prim_func
    def main(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "main"})
        Calling.inner(A.data)


def test_calls_between_functions_are_refused_by_name() -> None:
    with pytest.raises(tilewright.error.DiagnosticError, match="the call of `inner`, a function of the module"):
        tilewright.build(Calling, target="c")


@R.function
def graph(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
    return R.exp(x)


def test_graphs_have_no_pipeline_for_c() -> None:
    with pytest.raises(ValueError, match="no default pipeline makes an executable of C"):
        relax.build(graph, "c")
