"""Tiles of reductions: the same bits as the plain loops give in the interpreter, wherever they fit, and loops that stay as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.driver.build import build, lower
from tilewright.core.interpret import run
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.tir.simd.register_tiling import in_vectors, vector_bytes
from tilewright.ir.expr import IntImm
from tilewright.ir.function import PrimFunc

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
    tiled = in_vectors(plain, size)
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
    ("n", "m", "k"),
    [
        *((8, 32, 4), (9, 33, 3), (1, 17, 5), (3, 4, 7), (17, 5, 2), (2, 64, 3), (11, 13, 6)),
        *((9, 56, 2), (6, 40, 3), (5, 48, 2), (13, 28, 2), (4, 100, 2), (3, 112, 2), (7, 50, 3)),
    ],
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
    assert in_vectors(func, 64) is func


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


ROWS = """
@T.prim_func
def main(A: T.Buffer(({n}, {k}), "{a}"), C: T.Buffer(({n},), "{c}")):
    for i, k in T.grid({n}, {k}):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.{c}({start})
            C[vi] = {join}
"""
SUM = 'C[vi] + T.Cast("{c}", A[vi, vk])'


def rows(join: str, k: int, start: int, n: int = 3, a: str = "float32", c: str = "float32") -> str:
    return ROWS.format(n=n, k=k, a=a, c=c, start=start, join=join.format(c=c))


@pytest.mark.parametrize("k", [8, 15, 16, 63, 64, 65, 100, 129])
@pytest.mark.parametrize(("a", "c"), [("int32", "int32"), ("int8", "int32"), ("uint64", "uint64")])
def test_integers_in_lanes_are_the_same(a: str, c: str, k: int) -> None:
    assert_same_bits(rows(SUM, k, 3, a=a, c=c), 32)


@pytest.mark.parametrize("size", [32, 64])
@pytest.mark.parametrize("k", [9, 64, 77, 200])
@pytest.mark.parametrize(
    "join", [SUM, "C[vi] * A[vi, vk]", "T.exp(A[vi, vk] - T.float32(2)) + C[vi]", "C[vi] + A[vi, vk] / A[vi, k]"]
)
def test_floats_in_lanes_are_close(join: str, k: int, size: int) -> None:
    plain = function(rows(join, k, 1))
    folded = in_vectors(plain, size)
    assert folded is not plain
    expected, found, native = arrays(plain), arrays(plain), arrays(plain)
    run(plain, *expected)
    run(folded, *found)
    build(program(rows(join, k, 1)))(*native)
    np.testing.assert_allclose(found[1], expected[1], 1e-5)
    np.testing.assert_allclose(native[1], expected[1], 1e-5)


@pytest.mark.parametrize("join", ["T.max(C[vi], A[vi, vk])", "T.max(A[vi, vk], C[vi])", "T.min(C[vi], A[vi, vk])"])
@pytest.mark.parametrize("k", [16, 75])
def test_the_largest_value_with_and_without_odd_numbers(join: str, k: int) -> None:
    text = rows(join, k, 0, n=6)
    plain = function(text)
    folded = in_vectors(plain, 32)
    assert folded is not plain
    given = arrays(plain)[0]
    given[1, 3] = given[2, k - 1] = given[3, 0] = np.nan
    given[4, 5], given[5, 6] = np.inf, -np.inf
    results = [np.zeros(6, "float32") for _ in range(3)]
    run(plain, given, results[0])
    run(folded, given, results[1])
    build(program(text))(given, results[2])
    assert results[0].tobytes() == results[1].tobytes() == results[2].tobytes()


SYMBOLIC = """
@T.prim_func
def main(a: T.handle, c: T.handle):
    n, m = T.int32(), T.int32()
    A = T.match_buffer(a, (m, n), "int32")
    C = T.match_buffer(c, (m,), "int32")
    for i, k in T.grid(m, n):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 7
            C[vi] = C[vi] + A[vi, vk] * A[vi, vk]
"""


@pytest.mark.parametrize("n", [0, 1, 7, 8, 31, 32, 33, 100])
def test_symbolic_sizes_in_lanes(n: int) -> None:
    plain = function(SYMBOLIC)
    folded = in_vectors(plain, 32)
    assert folded is not plain
    given = np.arange(3 * n, dtype="int32").reshape(3, n)
    expected, found, native = (np.full(3, -1, "int32") for _ in range(3))
    run(plain, given, expected)
    run(folded, given, found)
    build(program(SYMBOLIC))(given, native)
    assert expected.tolist() == found.tolist() == native.tolist()


IN_ORDER = """
@T.prim_func
def main(A: T.Buffer((3, 64), "float32"), C: T.Buffer((3,), "float32")):
    for i in range(3):
        C[i] = T.float32(0)
        for k in range(64):
            C[i] = C[i] + A[i, k]
"""


def test_sums_of_floats_stay_in_order_where_the_program_says_so() -> None:
    plain = function(IN_ORDER)
    assert in_vectors(plain, 64) is plain
    block = function(rows(SUM, 64, 0))
    assert in_vectors(block, 64, ordered=True) is block
    given = arrays(block)[0]
    expected, found = np.zeros(3, "float32"), np.zeros(3, "float32")
    run(block, given, expected)
    with PassContext(config={"tir.ordered_reductions": True}):
        build(program(rows(SUM, 64, 0)))(given, found)
    assert expected.tobytes() == found.tobytes()


TRANSPOSED = """
@T.prim_func
def main(A: T.Buffer(({n}, {k}), "float32"), B: T.Buffer(({m}, {k}), "float32"), C: T.Buffer(({n}, {m}), "float32")):
    for i, j, k in T.grid({n}, {m}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]
"""


@pytest.mark.parametrize(("n", "m", "k"), [(32, 32, 4), (33, 17, 5), (40, 9, 3)])
def test_operands_that_lie_apart_are_copied_together(n: int, m: int, k: int) -> None:
    assert_same_bits(TRANSPOSED.format(n=n, m=m, k=k), 32)
    assert "panel" in in_vectors(function(TRANSPOSED.format(n=n, m=m, k=k)), 32).script()


@pytest.mark.parametrize(("m", "k"), [(1040, 48), (1056, 200), (1050, 201)])
def test_large_operands_are_copied_together(m: int, k: int) -> None:
    text = MATMUL.format(n=617, m=m, k=k, a="float32", c="float32", start=0)
    plain = function(text)
    for size in (32, 64):
        assert "panel" in in_vectors(plain, size).script()
    given = arrays(plain)
    build(program(text))(*given)
    np.testing.assert_allclose(given[2], given[0] @ given[1], 1e-4, 1e-3)


TURNED = """
@T.prim_func
def main(A: T.Buffer(({m}, {n}), "{t}"), D: T.Buffer(({n},), "{t}"), C: T.Buffer(({n}, {m}), "{t}")):
    for i, j in T.grid({n}, {m}):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = {value}
"""


@pytest.mark.parametrize("type_", ["float32", "float64", "int8", "uint16"])
@pytest.mark.parametrize(("n", "m"), [(16, 16), (4, 4), (5, 33), (37, 18), (64, 7)])
def test_rows_that_become_columns_are_turned_in_blocks(n: int, m: int, type_: str) -> None:
    for value in ("A[vj, vi]", "A[vj, vi] * D[vi] + A[vj, vi]"):
        text = TURNED.format(n=n, m=m, t=type_, value=value)
        assert_same_bits(text, 32)
        assert "Shuffle" in in_vectors(function(text), 32).script()


@pytest.mark.parametrize(
    "value", ["A[vj, vi] * C[vi, vj]", "A[vj, vi] + T.Cast('float32', vi)", "A[vi, vj]", "A[vj, vi // 2]"]
)
def test_rows_that_stay(value: str) -> None:
    plain = function(TURNED.format(n=16, m=16, t="float32", value=value))
    assert in_vectors(plain, 64) is plain


SOFTMAX = """
@T.prim_func
def main(A: T.Buffer((2, 5, 20), "float32"), B: T.Buffer((2, 5, 20), "float32")):
    m = T.alloc_buffer((2, 5), "float32")
    e = T.alloc_buffer((2, 5, 20), "float32")
    s = T.alloc_buffer((2, 5), "float32")
    for b, i, j in T.grid(2, 5, 20):
        with T.block("m"):
            vb, vi, vj = T.axis.remap("SSR", [b, i, j])
            with T.init():
                m[vb, vi] = T.float32(-1e30)
            m[vb, vi] = T.max(m[vb, vi], A[vb, vi, vj])
    for b, i, j in T.grid(2, 5, 20):
        with T.block("e"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            e[vb, vi, vj] = T.exp(A[vb, vi, {from_}] - m[vb, {row}])
    for b, i, j in T.grid(2, 5, 20):
        with T.block("s"):
            vb, vi, vj = T.axis.remap("SSR", [b, i, j])
            with T.init():
                s[vb, vi] = T.float32(0)
            s[vb, vi] = s[vb, vi] + e[vb, vi, vj]
    for b, i, j in T.grid(2, 5, 20):
        with T.block("B"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            B[vb, vi, vj] = e[vb, vi, vj] / s[vb, vi]
"""


def assert_close(text: str) -> str:
    """The function means the same in vectors; the text of it."""
    plain = function(text)
    made = in_vectors(plain, 32)
    expected, found, native = arrays(plain), arrays(plain), arrays(plain)
    run(plain, *expected)
    run(made, *found)
    build(program(text))(*native)
    np.testing.assert_allclose(found[-1], expected[-1], 1e-5, 1e-6)
    np.testing.assert_allclose(native[-1], expected[-1], 1e-5, 1e-6)
    return made.script()


def test_loops_over_rows_become_one_and_memory_a_row() -> None:
    text = assert_close(SOFTMAX.format(from_="19 - vj", row="vi"))
    assert text.count("for b, i in T.grid(2, 5):") == 1
    assert "e = " not in text, "the row is computed in its place of the result"
    assert "m = T.decl_buffer((1,))" in text


@pytest.mark.parametrize(
    ("before", "after", "stays"),
    [("0.0", "B[vb, vi, vj]", False), ("0.0", "e[vb, vi, vj]", False), ("B[vb, vi, vj]", "B[vb, vi, vj]", True)],
)
def test_rows_keep_their_memory_where_the_result_is_read_before(before: str, after: str, stays: bool) -> None:
    text = SOFTMAX.format(from_="19 - vj", row="vi").replace(
        "):\n    m =", ', D: T.Buffer((2, 5, 20), "float32")):\n    m ='
    )
    tail = f"""\
    for b, i, j in T.grid(2, 5, 20):
        with T.block("D"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            D[vb, vi, vj] = {after}
"""
    made = assert_close(text.replace("T.exp(", f"T.exp({before} + ") + tail)
    assert ("e = T.decl_buffer" in made) is stays


@pytest.mark.parametrize("n", [7, 16, 17, 64, 150])
def test_functions_of_rows_are_computed_in_vectors(n: int) -> None:
    text = f"""
@T.prim_func
def main(A: T.Buffer((3, {n}), "float32"), s: T.Buffer((3,), "float32"), B: T.Buffer((3, {n}), "float32")):
    for i, j in T.grid(3, {n}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.exp(A[vi, vj] - s[vi]) + T.tanh(A[vi, vj])
"""
    plain = function(text)
    made = in_vectors(plain, 64, features=frozenset({"avx512vl"}))
    expected, found, native = arrays(plain), arrays(plain), arrays(plain)
    run(plain, *expected)
    run(made, *found)
    build(program(text))(*native)
    np.testing.assert_allclose(found[-1], expected[-1], 1e-6)
    np.testing.assert_allclose(native[-1], expected[-1], 1e-5)
    assert ("T.Broadcast(s[i], 16)" in made.script()) is (n >= 16)


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_softmax_of_odd_numbers(odd: float) -> None:
    built = build(program(SOFTMAX.format(from_="vj", row="vi")))
    a, b = np.random.default_rng(0).standard_normal((2, 5, 20)).astype("float32"), np.zeros((2, 5, 20), "float32")
    a[0, 1, 3] = odd
    a[1, 4, :] = 3e38
    built(a, b)
    with np.errstate(invalid="ignore"):
        e = np.exp(a - a.max(axis=2, keepdims=True))
    np.testing.assert_allclose(b, e / e.sum(axis=2, keepdims=True), 1e-5, 1e-7)


def test_loops_that_use_other_rows_stay_by_themselves() -> None:
    text = assert_close(SOFTMAX.format(from_="vj", row="4 - vi"))
    assert text.count("for b in range(2):") == 1
    assert "        for i, j in T.grid(5, 20):" in text
    assert "m = T.decl_buffer((5,))" in text


def test_products_of_matrices_stay_by_themselves() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((16, 32), "float32"), D: T.Buffer((8, 32), "float32")):
    C = T.alloc_buffer((8, 32), "float32")
    s = T.alloc_buffer((8,), "float32")
    for i, j, k in T.grid(8, 32, 16):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(8, 32):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + C[vi, vj] * C[vi, vj]
    for i, j in T.grid(8, 32):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] / T.sqrt(s[vi])
"""
    made = assert_close(text)
    assert "tile" in made
    assert "C = T.decl_buffer((256,))" in made


SYMBOLIC_ROWS = """
@T.prim_func
def main(a: T.handle, b: T.handle, c: T.handle):
    n, k = T.int64(), T.int64()
    A = T.match_buffer(a, (n, k), "float32")
    B = T.match_buffer(b, (k, T.int64(20)), "float32")
    C = T.match_buffer(c, (n, T.int64(20)), "float32")
    for i, j, l in T.grid(n, T.int64(20), k):
        with T.block("C"):
            vi, vj, vl = T.axis.remap("SSR", [i, j, l])
            with T.init():
                C[vi, vj] = T.float32(0.5)
            C[vi, vj] = C[vi, vj] + A[vi, vl] * B[vl, vj]
"""


@pytest.mark.parametrize(("n", "k"), [(0, 3), (1, 3), (3, 0), (7, 2), (8, 5), (21, 4)])
def test_symbolic_sizes_in_tiles(n: int, k: int) -> None:
    plain = function(SYMBOLIC_ROWS)
    numbers = np.random.default_rng(4)
    given = [numbers.random((n, k), "float32"), numbers.random((k, 20), "float32")]
    expected, found, native = (np.full((n, 20), -1, "float32") for _ in range(3))
    tiled = in_vectors(plain, 32)
    assert "tile" in tiled.script()
    run(plain, *given, expected)
    run(tiled, *given, found)
    build(program(SYMBOLIC_ROWS))(*given, native)
    assert expected.tobytes() == found.tobytes()
    np.testing.assert_allclose(native, expected, 1e-5)
