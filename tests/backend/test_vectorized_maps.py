"""Maps in vectors: loops that compute neighbouring elements, of every type and length, and functions that need none of LLVM's loop passes for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import native_stages
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.simd.explicit_vectors import has_explicit_vectors

Array = np.ndarray[Any, Any]
PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 -num-cores=1"
SIZES = [1, 7, 8, 15, 16, 17, 31, 33, 64, 97, 127, 129, 1009]
TYPES = ["float32", "float64", "int32", "int64", "uint32", "uint64", "int8", "uint8", "float16"]

MAP = """
@T.prim_func
def main(A: T.Buffer(({n},), "{t}"), B: T.Buffer(({n},), "{t}"), S: T.Buffer((2,), "{t}"), C: T.Buffer(({n},), "{t}")):
    for i in range({n}):
        with T.block("C"):
            vi = T.axis.spatial({n}, i)
            C[vi] = {value}
"""
PAD = """
@T.prim_func
def main(A: T.Buffer((5, {n}), "{t}"), P: T.Buffer((7, {m}), "{t}")):
    for y, x in T.grid(7, {m}):
        with T.block("P"):
            vy, vx = T.axis.remap("SS", [y, x])
            P[vy, vx] = T.if_then_else(1 <= vy and vy < 6 and 2 <= vx and vx < {n} + 2, A[vy - 1, vx - 2], T.{t}(3))
"""


def last(text: str) -> tuple[Any, list[str]]:
    """The program that code is generated from, and what was chosen."""
    stages = list(native_stages(lower(program(text), PROCESSOR), tilewright.target.Target(PROCESSOR)))
    return stages[-1][1]["main"], [reason for _, _, reasons in stages for reason in reasons]


def numbers(size: int, type_: str) -> Array:
    made = np.random.default_rng(size).random(size) * 40 + (0 if type_.startswith("u") else -20)
    return made.astype(type_)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("value", ["A[vi] * B[vi] + S[0] * S[1]", "T.max(A[vi], B[vi]) - S[1]", "B[vi]"])
def test_maps_of_every_type_and_length(type_: str, value: str) -> None:
    for n in SIZES:
        a, b, s = (numbers(size, type_) for size in (n, n, 2))
        c = np.full(n, 1, type_)
        build(program(MAP.format(n=n, t=type_, value=value)))["main"](a, b, s, c)
        names = {"A": a, "B": b, "S": s, "vi": slice(None), "T": np}
        with np.errstate(over="ignore"):
            wanted = np.asarray(eval(value.replace("T.max", "T.maximum"), names)).astype(type_)
        tolerance = {"float32": 1e-5, "float64": 1e-12, "float16": 1e-2}.get(type_, 0)
        np.testing.assert_allclose(c, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("type_", ["float32", "float64", "int32"])
def test_paddings_read_nothing_outside(type_: str) -> None:
    for n in (1, 11, 13, 16, 29, 56, 101):
        a = numbers(5 * n, type_).reshape(5, n)
        p = np.zeros((7, n + 4), type_)
        build(program(PAD.format(n=n, m=n + 4, t=type_)))["main"](a, p)
        np.testing.assert_array_equal(p, np.pad(a, ((1, 1), (2, 2)), constant_values=3))


def test_a_map_may_store_where_it_reads() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((77,), "float32"), S: T.Buffer((77,), "float32")):
    for i in range(77):
        A[i] = A[i] * S[0] + 1.0
    for i in range(76):
        A[i + 1] = A[i] + S[i]
    for i in range(77):
        S[i] = S[i] * S[0]
"""
    a, s = numbers(77, "float32"), numbers(77, "float32")
    wanted, scale = (a * s[0] + 1).astype("float32"), s.copy()
    for i in range(76):
        wanted[i + 1] = wanted[i] + s[i]
    for i in range(77):
        scale[i] *= scale[0]
    build(program(text))["main"](a, s)
    np.testing.assert_allclose(a, wanted, rtol=1e-4)
    np.testing.assert_allclose(s, scale, rtol=1e-6)


@pytest.mark.parametrize(("n", "sizes"), [(7, [4, 2]), (9, [8]), (14, [8, 4, 2]), (3, [])])
def test_rows_shorter_than_a_vector_are_vectors_of_their_powers_of_two(n: int, sizes: list[int]) -> None:
    for text in (
        MAP.format(n=n, t="float32", value="A[vi] + B[vi]"),
        PAD.format(n=n - 4, m=n, t="float32").replace("A: T.Buffer((5, -1)", "A: T.Buffer((5, 1)"),
    ):
        made, said = last(text)
        vectors = [node.value.dtype.lanes for node in walk(made.body) if isinstance(node, BufferStore)]
        assert [lanes for lanes in vectors if lanes > 1] == sizes
        assert bool(said) is bool(sizes)


def test_what_is_the_same_for_all_elements_is_computed_once() -> None:
    text = MAP.format(n=1024, t="float32", value="A[vi] * (T.float32(1) / T.sqrt(S[0] + S[1])) + B[vi]")
    made, said = last(text)
    assert said == ["`C`: computed in vectors of 16 along `i`"]
    assert made.script().count("T.sqrt(") == 1


def test_what_is_the_same_for_all_elements_may_stand_twice() -> None:
    text = MAP.format(n=33, t="float32", value="(A[vi] - S[0]) * (A[vi] - S[0]) + (S[0] + S[1]) * (S[0] + S[1])")
    assert last(text)[0].script().count(" = S[0]") == 1
    a, s, c = numbers(33, "float32"), numbers(2, "float32"), np.empty(33, "float32")
    build(program(text))["main"](a, a, s, c)
    np.testing.assert_allclose(c, (a - s[0]) ** 2 + (s[0] + s[1]) ** 2, rtol=1e-5)


def test_the_choices_say_which_loop_nests_are_fused() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((64, 256), "float32"), C: T.Buffer((64, 256), "float32")):
    total = T.alloc_buffer((64,), "float32")
    for i, j in T.grid(64, 256):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + A[vi, vj]
    for i, j in T.grid(64, 256):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] / total[vi]
"""
    assert "`total`, `C`: 2 loop nests fused along `i`" in last(text)[1]


def test_neighbours_are_read_in_shorter_vectors() -> None:
    text = MAP.format(n=1024, t="float32", value="A[vi] + B[vi]").replace(
        "C[vi] = A[vi]", "C[vi] = A[T.max(vi, 1) - 1]"
    )
    assert last(text)[1] == []
    stencil = """
@T.prim_func
def main(A: T.Buffer((1026,), "float32"), C: T.Buffer((1024,), "float32")):
    for i in range(1024):
        C[i] = A[i] + A[i + 1] + A[i + 2]
"""
    assert last(stencil)[1] == ["`C`: computed in vectors of 8 along `i`"]


@pytest.mark.parametrize(
    ("body", "explicit"),
    [
        ("    for i in range(64):\n        C[i] = A[i] * 2.0\n", True),
        ("    for i in range(64):\n        C[i] = A[63 - i] * 2.0\n", False),
        ("    for i in range(64):\n        C[0] = C[0] * A[i] + 1.0\n", False),
        ("    for i in range(64):\n        C[i] = A[T.Cast('int32', B[i])]\n", False),
        ("    for i in range(7):\n        C[i] = A[i] * 2.0\n", True),
        ("    for i in range(3):\n        C[i] = A[i] * 2.0\n", False),
        ("    for i in T.unroll(64):\n        C[0] = C[0] * A[i] + 1.0\n", True),
        ("    C[0] = A[1]\n", True),
        ("    for i in range(64):\n        for j in range(3):\n            C[i] = C[i] * A[j]\n", False),
        ("    i: T.int32 = 0\n    while C[0] > 1.0:\n        C[0] = C[0] * 0.5\n", False),
    ],
)
def test_functions_that_need_loop_passes_are_known(body: str, explicit: bool) -> None:
    buffers = ", ".join(f'{name}: T.Buffer((64,), "float32")' for name in "ABC")
    assert has_explicit_vectors(last(f"@T.prim_func\ndef main({buffers}):\n{body}")[0]) is explicit


TWO = """
@I.ir_module
class Module:
    @T.prim_func
    def doubled(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
        T.func_attr({"global_symbol": "doubled"})
        for i in range(100):
            B[i] = A[i] * 2.0

    @T.prim_func
    def reversed(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
        T.func_attr({"global_symbol": "reversed"})
        for i in range(100):
            B[i] = A[99 - i]
"""


def test_a_module_may_have_functions_of_both_kinds(tmp_path: Path) -> None:
    built = build(program(TWO))
    a, b = numbers(100, "float32"), np.zeros(100, "float32")
    path = tmp_path / "both.so"
    built.export_library(path)
    for module in (built, tilewright.runtime.load_module(str(path))):
        module["doubled"](a, b)
        np.testing.assert_array_equal(b, a * 2)
        module["reversed"](a, b)
        np.testing.assert_array_equal(b, a[::-1])
    same = a.copy()
    built["doubled"](same, same)
    np.testing.assert_array_equal(same, a * 2)
    defined = [line for line in built.get_source("ll").splitlines() if line.startswith("define")]
    assert [name for name in ("doubled", "reversed") for line in defined if f"@tilewright_{name}(" in line] == [
        "doubled",
        "reversed",
    ]
    assert "tilewright_doubled:" in built.get_source("asm")
