"""Tiles of reductions: the same bits as the plain loops give in the interpreter, wherever they fit, and loops that stay as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.driver import build, lower
from tilewright.interpret import run
from tilewright.ir.expr import IntImm
from tilewright.ir.function import PrimFunc
from tilewright.transform.tile_reductions import tile_reductions, vector_bytes

MATMUL = """
@T.prim_func
def main(A: T.Buffer(({n}, {k}), "{a}"), B: T.Buffer(({k}, {m}), "{a}"), C: T.Buffer(({n}, {m}), "{c}")):
    for i, j, k in T.grid({n}, {m}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{c}({start})
            C[vi, vj] = C[vi, vj] + T.Cast("{c}", A[vi, vk]) * T.Cast("{c}", B[vk, vj])
"""
OTHERS = {
    "convolution": """
@T.prim_func
def main(A: T.Buffer((2, 9, 9), "float32"), W: T.Buffer((5, 2, 3, 3), "float32"), C: T.Buffer((5, 7, 7), "float32")):
    for f, y, x, c, r, s in T.grid(5, 7, 7, 2, 3, 3):
        with T.block("C"):
            vf, vy, vx, vc, vr, vs = T.axis.remap("SSSRRR", [f, y, x, c, r, s])
            with T.init():
                C[vf, vy, vx] = T.float32(0)
            C[vf, vy, vx] = C[vf, vy, vx] + A[vc, vy + vr, vx + vs] * W[vf, vc, vr, vs]
""",
    "maximum of columns": """
@T.prim_func
def main(A: T.Buffer((13, 19), "float32"), C: T.Buffer((19,), "float32")):
    for j, i in T.grid(19, 13):
        with T.block("C"):
            vj, vi = T.axis.remap("SR", [j, i])
            with T.init():
                C[vj] = T.float32(-100)
            C[vj] = T.max(C[vj], A[vi, vj])
""",
    "the reduction outside": """
@T.prim_func
def main(A: T.Buffer((12, 8), "float32"), C: T.Buffer((8,), "float32")):
    for i in range(12):
        for j in range(8):
            C[j] = C[j] * T.float32(0.5) + A[i, j]
""",
    "a batch": """
@T.prim_func
def main(A: T.Buffer((3, 4, 5), "int32"), B: T.Buffer((3, 5, 9), "int32"), C: T.Buffer((3, 4, 9), "int32")):
    for b, i, j, k in T.grid(3, 4, 9, 5):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = 0
            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]
""",
}
STAYS = {
    "the element moves with the reduction": """
@T.prim_func
def main(A: T.Buffer((9, 16), "float32"), C: T.Buffer((32,), "float32")):
    for i, j in T.grid(9, 16):
        C[i + j] = C[i + j] + A[i, j]
""",
    "it reads what it writes": """
@T.prim_func
def main(A: T.Buffer((9, 16), "float32"), C: T.Buffer((32,), "float32")):
    for i, j in T.grid(9, 16):
        C[j] = C[j] + C[j + 16] * A[i, j]
""",
    "a condition decides": """
@T.prim_func
def main(A: T.Buffer((9, 16), "float32"), C: T.Buffer((16,), "float32")):
    for i, j in T.grid(9, 16):
        C[j] = C[j] + T.if_then_else(i < j, A[i, j], T.float32(1))
""",
    "it begins in the middle": """
@T.prim_func
def main(A: T.Buffer((9, 16), "float32"), C: T.Buffer((16,), "float32")):
    for j, i in T.grid(16, 9):
        if i == 3:
            C[j] = T.float32(0)
        C[j] = C[j] + A[i, j]
""",
    "an index from memory": """
@T.prim_func
def main(A: T.Buffer((9, 16), "float32"), I: T.Buffer((9,), "int32"), C: T.Buffer((16,), "float32")):
    for j, i in T.grid(16, 9):
        C[j] = C[j] + A[I[i], j]
""",
}


def function(text: str) -> PrimFunc:
    func = lower(program(text))["main"]
    assert isinstance(func, PrimFunc)
    return func


def arrays(func: PrimFunc) -> list[Any]:
    numbers = np.random.default_rng(3)
    made: list[Any] = []
    for param in func.params:
        buffer = func.buffer_map[param]
        shape = [size.value for size in buffer.shape if isinstance(size, IntImm)]
        made.append((numbers.random(shape) * 8 + (0 if buffer.dtype.kind == "uint" else -4)).astype(str(buffer.dtype)))
    return made


def assert_same_bits(text: str, size: int) -> None:
    plain = function(text)
    tiled = tile_reductions(plain, size)
    assert tiled is not plain
    expected, found, native = arrays(plain), arrays(plain), arrays(plain)
    run(plain, *expected)
    run(tiled, *found)
    build(program(text))(*native)
    for a, b, c in zip(expected, found, native):
        assert a.tobytes() == b.tobytes()
        np.testing.assert_allclose(c, a, 1e-5, 1e-5)  # the machine fuses multiplications with additions


@pytest.mark.parametrize("size", [32, 64])
@pytest.mark.parametrize(
    ("n", "m", "k"), [(8, 32, 4), (9, 33, 3), (1, 17, 5), (3, 4, 7), (17, 5, 2), (2, 64, 3), (11, 13, 6)]
)
def test_matrix_products(n: int, m: int, k: int, size: int) -> None:
    assert_same_bits(MATMUL.format(n=n, m=m, k=k, a="float32", c="float32", start=0.5), size)


@pytest.mark.parametrize(
    ("a", "c"), [("float64", "float64"), ("int8", "int32"), ("uint8", "int64"), ("int32", "float32")]
)
def test_element_types(a: str, c: str) -> None:
    assert_same_bits(MATMUL.format(n=5, m=12, k=4, a=a, c=c, start=1), 32)


@pytest.mark.parametrize("name", OTHERS)
def test_other_reductions(name: str) -> None:
    assert_same_bits(OTHERS[name], 32)


@pytest.mark.parametrize("name", STAYS)
def test_loops_that_stay(name: str) -> None:
    func = function(STAYS[name])
    assert tile_reductions(func, 64) is func


def test_buffers_that_share_memory_are_not_tiled() -> None:
    call = build(program(MATMUL.format(n=8, m=8, k=8, a="float32", c="float32", start=0)))
    whole = np.arange(64, dtype="float32").reshape(8, 8) / 64
    expected = whole.copy()
    run(
        function(MATMUL.format(n=8, m=8, k=8, a="float32", c="float32", start=0)),
        expected,
        np.eye(8, dtype="float32"),
        expected,
    )
    call(whole, np.eye(8, dtype="float32"), whole)
    assert whole.tobytes() == expected.tobytes()


def test_the_size_of_vectors() -> None:
    assert [vector_bytes(features) for features in ("+avx2,+avx512f", "+avx2,-avx512f", "")] == [64, 32, 32]
