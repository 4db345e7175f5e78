"""Hover: `$0` stands before the name asked about; the words must all be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.cursors import at_cursor, mark
from tests.server.programs import BROKEN, HEADER, MATMUL, MODULE
from tilewright.core.analyze import analyze
from tilewright_server.features.hover import hover


def said(marked: str) -> str:
    text, offset = at_cursor(marked)
    found = hover(analyze(text), offset)
    assert found is not None
    assert found.extent.start <= offset <= found.extent.end
    return found.markdown


@pytest.mark.parametrize(
    ("program", "place", "words"),
    [
        (
            MATMUL,
            "$0A[vi, vk]",
            [
                'A: T.Buffer((128, 96), "float32")',
                "48 KiB",
                "49,152 bytes",
                "(96, 1)",
                "global",
                "defined on line 6",
                "read on line 12",
            ],
        ),
        (MATMUL, "$0C[vi, vj] = C[vi, vj] +", ["read on line 12", "written on lines 11, 12"]),
        (MATMUL, "$0B: T.Buffer", ["(96, 64)", "read on line 12"]),
        (MATMUL, "$0vi, vj, vk = ", ["spatial", "[0, 128)", "bound to `i`", "0 to 127"]),
        (MATMUL, "$0vk, vj]", ["reduction", "[0, 96)", "bound to `k`"]),
        (MATMUL, "$0i, j, k in", ["loop variable", "serial", "[0, 128)", "128 iterations", "int32"]),
        (MATMUL, "$0i, j, k in", ["can be parallel or vectorized"]),
        (
            MATMUL,
            "$0k in T.grid",
            [
                "cannot be parallel: every iteration of the parallel loop `k` writes the same `C[vi, vj]`",
                "cannot be vectorized",
            ],
        ),
        (
            MATMUL,
            'T.block("$0C")',
            ["1,572,864 floating-point operations", "104 KiB moved", "intensity 14.8 operations a byte"],
        ),
        (MATMUL, "T.$0grid", ["T.grid("]),
        (MATMUL, "T.axis.$0remap", ["T.axis.remap("]),
        (MATMUL, "T.$0float32(0)", ["T.float32("]),
        (MATMUL, "def $0matmul", ["def matmul(", "(96, 64)", "operations"]),
        (
            MATMUL,
            'T.block("$0C")',
            ["vi", "[0, 96)", "reads `A[vi, vk], B[vk, vj]` (inferred)", "writes `C[vi, vj]`", "initialises"],
        ),
        (MATMUL, "A[vi, vk] $0* B", ["float32"]),
        (MODULE, "in T.parallel($0n)", ["n: int32", "parameter"]),
        (MODULE, "$0i in T.parallel", ["parallel", "[0, n)"]),
        (MODULE, "$0X[i] = ", ['X: T.Buffer((n,), "float32")', "4 bytes an element"]),
        (MODULE, "$0L = ", ['scope="shared"', "64 bytes", "int8", "shared"]),
        (MODULE, "$0p in T.serial", ["serial", "[2, 16)", "14 iterations", "2 to 15"]),
        (MODULE, "$0y % 4", ["int32", "stands for `p * 2`", "4 to 30"]),
        (MODULE, "y $0% 4", ["int32", "simplifies to `p % 2 * 2`", "0 to 2"]),
        (MODULE, "def $0helper", ["def helper("]),
        (MODULE, "class $0Mod", ["helper", "main", "module"]),
        (MODULE, "alloc_buffer(($0N, 4)", ["N = 16"]),
        (BROKEN, "$0A[i] = T.float32", ["(8,)", "written on line 14"]),
    ],
)
def test_hover_says(program: str, place: str, words: list[str]) -> None:
    text = said(mark(program, place))
    assert [word for word in words if word not in text] == [], text


@pytest.mark.parametrize("marked", ["$0", "x = $01\n", MATMUL.replace("@T.prim_func", "$0\n@T.prim_func")])
def test_hover_on_nothing_says_nothing(marked: str) -> None:
    text, offset = at_cursor(marked)
    assert hover(analyze(text), offset) is None


MACROS = """\
from tvm.script import tirx as T


def make(n, *, tile: int = 4, bits: int = 32):
    if bits not in (32, 64):
        raise ValueError(bits)

    @T.macro
    def fill(tx: T.int64, out, value, count):
        local = T.decl_buffer((tile,), "float16", scope="local")
        for i in T.serial(count):
            at: T.let[T.int64] = tx * 4 + i
            out[at] = value

    @T.macro
    def unused(tx: T.int64, source: T.Buffer, dtype):
        kept = T.decl_buffer((tile,), "float16", scope="local")
        for i in T.unroll(tile):
            kept[i] = source[tx + i]

    @T.prim_func
    def kernel(A: T.Buffer((n,), "float32")):
        for tx in T.thread_binding(T.int64(8), "threadIdx.x"):
            fill(tx, A, T.float32(0), 3)
        for both in T.grid(n, 7):
            A[both[0]] = T.float32(both[1])
        total: T.let[T.int64] = unknown_helper(n)
        A[0] = T.float32(bits)

    return kernel
"""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("$0tx: T.int64, out", ["tx: int64", "0 to 7"]),
        ("$0out, value", ["the buffer `A`", 'T.Buffer((n,), "float32")', "written on line 13"]),
        ("$0value, count", ["value: float32", "stands for `0.0`"]),
        ("$0count):", ["count = 3", "Python value"]),
        ('$0local = T.decl_buffer((tile,), "float16"', ['local: T.Buffer((tile,), "float16"', "in `fill`"]),
        ("$0i in T.serial(count)", ["[0, 3)"]),
        ("$0at: T.let", ["at: int64", "0 to 30"]),
        ("$0tx: T.int64, source", ["tx: int64"]),
        ("$0kept = ", ['kept: T.Buffer((tile,), "float16"']),
        ("$0i in T.unroll", ["[0, tile)"]),
        ("$0both in", ["both: (int32, int32)", "[0, n)", "[0, 7)"]),
        ("$0total: T.let", ["total: int64"]),
    ],
)
def test_hover_knows_the_bodies_of_macros_and_what_is_not_computed(place: str, words: list[str]) -> None:
    plain = place.replace("$0", "")
    assert plain in MACROS
    found = said(MACROS.replace(plain, place, 1))
    assert [word for word in words if word not in found] == []


def test_nothing_is_claimed_of_a_parameter_that_no_call_gives() -> None:
    text, offset = at_cursor(MACROS.replace("dtype):", "$0dtype):", 1))
    assert hover(analyze(text), offset) is None
    found = said(MACROS.replace("source: T.Buffer", "$0source: T.Buffer", 1))
    assert "**buffer**\n\n- 1 dimension, as it is indexed" in found
    assert not {"shape", "data type"} & {line.removeprefix("- ")[:9].strip(" `") for line in found.splitlines()}


DEDUCED = """\
from tvm.script import tir as T
from far.away import helper_of_others


def pointer(p, n):
    return T.ptr_byte_offset(p, n, "float16")


def make(n, given, kind):
    def split(at) -> tuple[int, int]:
        return given.rows(at)

    @T.inline
    def start(self, event: Enum, out):
        out[0, n] = event

    @T.prim_func
    def kernel(A: T.Buffer(given.shape, "float16"), B: T.Buffer(given.shape, given.dtype)):
        mine = given.local(8, layout=kind)
        words = mine.view("uint32")
        place = pointer(given.ptr_to([0]), given.stride)
        row, column = split(3)
        all_of = T.meta_var(given.indices(3))
        holds = T.any(given.fits(3), given.is_small(n))
        word = words[given.first]
        regs = [words[each] for each in given.places]
        lane = T.cast(given.lane, "int64")
        other = helper_of_others(n)
        for i in T.serial(2, n, annotations={kind: 1}):
            A[tuple(all_of)] = mine[i]
        for p, q in T.grid(n, (1, n + 2), **given.settings):
            A[p] = mine[q]

    return kernel
"""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("$0A: T", ["**buffer**", "shape `given.shape`", "data type `float16`", "the rest is known"]),
        ("$0B: T", ["shape `given.shape`", "data type `given.dtype`"]),
        ("$0mine =", ["**buffer**", "shape `(8,)`", 'scope `"local"`']),
        ("$0words =", ["data type `uint32`", 'scope `"local"`']),
        ("$0place =", ["**pointer**"]),
        ("$0row, column", ["**Python's int**"]),
        ("$0all_of =", ["**indices**", "an integer for each dimension of `A`"]),
        ("$0holds =", ["data type `bool`"]),
        ("$0word =", ["**scalar**", "data type `uint32`"]),
        ("$0regs =", ["**list**", "of a scalar each", "data type `uint32`"]),
        ("$0lane =", ["lane: int64", "given_lane"]),
        ("$0i in T.serial", ["**loop variable**", "over `[2, n)`"]),
        ("$0p, q in T.grid", ["**loop variable**", "data type `int32`", "over `[0, n)`"]),
        ("$0q in T.grid", ["**loop variable**", "over `[1, n + 2)`"]),
        ("$0event: Enum", ["annotated `Enum`"]),
        ("$0out):", ["**buffer**", "2 dimensions"]),
        ("$0other =", ["whose value is known when the program runs"]),
    ],
)
def test_hover_deduces_types_of_what_only_running_the_file_would_tell(place: str, words: list[str]) -> None:
    plain = place.replace("$0", "")
    assert plain in DEDUCED
    found = said(DEDUCED.replace(plain, place, 1))
    assert [word for word in words if word not in found] == []


INDICES = """\
from tvm.script import tir as T


def make(place, items):
    @T.prim_func
    def kernel(A: T.Buffer((16, 4), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(16):
            row, column = T.meta_var(place(i))
            offset = T.meta_var(place(i, i))
            B[offset * 4 + 1] = A[row, column]

    return kernel
"""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("$0row, column =", ["**index**", "over `[0, 16)`", "an integer, used along dimension 0 of `A`"]),
        ("$0column = ", ["**index**", "over `[0, 4)`", "an integer, used along dimension 1 of `A`"]),
        ("$0offset =", ["**index**", "an integer, used along dimension 0 of `B`"]),
    ],
)
def test_hover_says_which_dimension_an_unknown_value_indexes(place: str, words: list[str]) -> None:
    found = said(INDICES.replace(place.replace("$0", ""), place, 1))
    assert [word for word in words if word not in found] == []


def test_hover_follows_helpers_into_imported_files(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text("def bits(x):\n    return T.reinterpret('uint16', x)\n")
    text = DEDUCED.replace("far.away import helper_of_others", "helpers import bits as helper_of_others")
    text, offset = at_cursor(text.replace("other =", "$0other ="))
    found = hover(analyze(text, str(tmp_path / "kernel.py")), offset)
    assert found is not None
    assert "data type `uint16`" in found.markdown


def test_a_helper_is_shown_whole() -> None:
    program = (
        HEADER
        + 'def scale(x, by=2):\n    "x, some times"\n    return x * by\n\n\n'
        + '@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n    A[0] = scale(A[1])\n'
    )
    described = said(mark(program, "$0scale(A[1])"))
    for words in ("def scale(x, by=2):\n    return x * by", "**Python function**", "x, some times"):
        assert words in described


def test_costs_with_symbolic_sizes_are_written_without_conversions() -> None:
    factory = "def make(n):\n    @T.prim_func\n    def $0f(A: T.Buffer((n, n // 2), 'float32')):\n        for i, j in T.grid(n, n // 2):\n            A[i, j] = A[i, j] * 2.0\n    return f\n"
    text, offset = at_cursor(HEADER + factory)
    found = hover(analyze(text), offset)
    assert found is not None
    assert "`n * (n // 2)` floating-point operations" in found.markdown


DEFAULTS = """\
def make(n, dtype="float32", index_dtype="int32"):
    @T.prim_func
    def {f}(A: T.Buffer((n,), dtype), {b}: T.Buffer((n,), "int8")):
        for {i} in range(n):
            {x} = A[i] * T.cast(2, dtype)
            A[i] = x
    return f
"""


def at_default(name: str) -> str:
    names = {each: f"$0{each}" if each == name else each for each in ("f", "b", "i", "x")}
    return said(HEADER + DEFAULTS.format(**names))


def test_a_data_type_that_is_a_default_is_said_to_be_one() -> None:
    assert "- `float32` is the default of `dtype`" in at_default("x")
    assert "- `float32` is the default of `dtype`" in at_default("f")


@pytest.mark.parametrize("name", ["b", "i"])
def test_what_depends_on_no_default_says_nothing_of_it(name: str) -> None:
    assert "default" not in at_default(name)


REBOUND = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((4,), "float32"), n: T.int32):
    x = T.int32()
    with T.LetStmt(n + 1, var=x):
        with T.LetStmt(x + 1, var=x):
            with T.block("b"):
                A[x] = T.float32(0)
"""


def test_a_variable_that_is_bound_to_several_values_is_read_and_described() -> None:
    assert [each.code for each in analyze(REBOUND).diagnostics] == ["duplicate-name"]
    assert "**buffer**" in said(REBOUND.replace("A[x]", "$0A[x]"))
    assert "**variable**" in said(REBOUND.replace("A[x]", "A[$0x]"))
