"""Kernels in factories for the values of calls that the file shows, and for sizes that are chosen where parameters are unknown."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.describe.instances import with_instances
from tilewright.project.inspection import inspect_text

IMPORTS = "from tvm.script import tir as T\n"
POOL = """
def make(h, k, stride=2):
    out = h // stride
    @T.prim_func
    def pool(X: T.Buffer((h,), "float32"), Y: T.Buffer((out,), "float32")):
        for i, r in T.grid(out, k):
            with T.block("p"):
                vi, vr = T.axis.remap("SR", [i, r])
                with T.init():
                    Y[vi] = T.min_value("float32")
                Y[vi] = T.max(Y[vi], X[vi * stride + vr])
    return pool
"""
REACHES = (
    "`X[vi * stride + vr]` reaches 32 when vi = 15, vr = 2, and `X` has 32 elements, in `make(h=32, k=3, stride=2)`"
)


def said(text: str) -> list[tuple[str, str]]:
    return [(found.code, found.message) for found in inspect_text(IMPORTS + text, "program.py")[1]]


@pytest.mark.parametrize(
    "call", ["make(32, 3)", "make(32, 3, 2)", "K = 3\nmake(32, K)", "def test():\n    make(h=32, k=3)"]
)
def test_a_call_that_the_file_shows_is_checked(call: str) -> None:
    assert said(POOL + call + "\n") == [("index-out-of-bounds", REACHES)]


@pytest.mark.parametrize(
    "call",
    [
        "",
        "make(32, 2)",
        "make(size(), 3)",
        "import pytest\nwith pytest.raises(ValueError):\n    make(32, 3)",
        "try:\n    make(32, 3)\nexcept ValueError:\n    pass",
    ],
)
def test_nothing_is_said_without_a_call_that_is_wrong(call: str) -> None:
    assert said(POOL + call + "\n") == []


def test_values_that_python_refuses_make_nothing() -> None:
    text = POOL.replace("    out =", "    assert k <= stride\n    out =")
    assert said(text + "make(32, 3, 2)\n") == []


def test_each_place_is_named_once_and_what_is_known_is_not_repeated() -> None:
    found = said(POOL + "make(32, 3, 2)\nmake(64, 5, 2)\n")
    assert found == [("index-out-of-bounds", REACHES)]
    wrong = POOL.replace("X[vi * stride + vr]", "X[h + vr]")
    assert len([code for code, _ in said(wrong + "make(32, 3)\n") if code == "index-out-of-bounds"]) == 1


def test_defaults_are_checked_where_nothing_calls() -> None:
    text = POOL.replace("h, k, stride=2", "h=32, k=3, stride=2")
    assert said(text) == [("index-out-of-bounds", REACHES)]
    assert said(text + "def use(h):\n    return make(h, 2)\n") == []


def test_an_edit_elsewhere_takes_instances_over() -> None:
    text = IMPORTS + POOL + "make(32, 3)\n"
    first = with_instances(analyze(text, "program.py"))
    again = with_instances(analyze(text + "\nx = 1\n", "program.py", first), first)
    assert [each.source for each in first.instances] == [each.source for each in again.instances]
    assert all(one.values is other.values for one, other in zip(first.instances, again.instances))
    assert messages(again) == [REACHES]


def messages(analysis: Analysis) -> list[str]:
    return [found.message for found in analysis.diagnostics]


def test_a_factory_whose_values_are_chosen_is_left_as_it_is() -> None:
    given = {"make": {"h": 32, "k": 2, "stride": 2}}
    analysis = analyze(IMPORTS + POOL + "make(32, 3)\n", "program.py", given=given)
    assert with_instances(analysis, given=given).instances == ()


TILES = """
def make(n, tile):
    assert n % tile == 0
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        {}
    return f
"""
SHARED = """for bx in T.thread_binding(n // tile, thread="blockIdx.x"):
            sh = T.decl_buffer((tile,), "float32", scope="shared")
            for tx in T.thread_binding(tile, thread="threadIdx.x"):
                sh[tx] = A[bx * tile + tx]
                T.tvm_storage_sync("shared")
                B[bx * tile + tx] = sh[tile - 1 - tx]"""
SUM = """for io in range(n // tile):
            acc = T.decl_buffer((1,), "float32", scope="local")
            acc[0] = T.float32(0)
            for ii in range(tile):
                acc[0] = acc[0] + A[io * tile + ii]
                B[io * tile + ii] = acc[0]"""
CACHE = """for io in range(n // tile):
            c = T.decl_buffer((tile,), "float32")
            for ii in range(tile):
                c[ii] = A[io * tile + ii]
            for ii in range(tile):
                B[io * tile + ii] = c[ii]"""
GROUPS = """for g in range(tile):
            for i in range(n // tile):
                B[g * (n // tile) + i] = A[g * (n // tile) + i]
"""
REGION = """for i in range(n // tile):
            with T.block("b"):
                vo = T.axis.spatial(n // tile, i)
                T.reads(A[vo * tile : vo * tile + tile])
                T.writes(B[vo * tile : vo * tile + tile])
                for j in range(tile):
                    B[vo * tile + j] = A[vo * tile + j]"""


@pytest.mark.parametrize(
    ("body", "right", "wrong", "code"),
    [
        (SHARED, 'T.tvm_storage_sync("shared")', "T.evaluate(0)", "missing-sync"),
        (SUM, "acc[0] = T.float32(0)", "T.evaluate(0)", "uninitialized-read"),
        (CACHE, "range(tile):\n                c", "range(tile - 1):\n                c", "uninitialized-read"),
        (GROUPS, "+ i]\n", "+ i + 1]\n", "index-out-of-bounds"),
        (REGION, "= A[vo * tile + j]", "= A[vo * tile + j] + A[vo * tile + j - 1]", "region-too-narrow"),
    ],
)
def test_mistakes_that_a_quotient_hides_are_found(body: str, right: str, wrong: str, code: str) -> None:
    assert said(TILES.format(body)) == []
    assert right in body
    found = said(TILES.format(body.replace(right, wrong)))
    assert any(each == code and " n = " in message and "tile = " in message for each, message in found), found


@pytest.mark.parametrize(
    ("parameters", "statement", "code"),
    [
        ("n, p", "for i in range(n):\n            B[i] = T.if_then_else(i >= p, A[i - p], T.float32(0))", ""),
        ("n, p", "for i in range(n):\n            B[i] = T.if_then_else(i - p < n, A[i - p], T.float32(0))", "index-out-of-bounds"),
        ("n, a, b", "for i, j in T.grid(a, b):\n            B[i * b + j] = A[i * b + j]", ""),
        ("n, k", "for i in range(n // 2):\n            for j in range(k):\n                B[i] = B[i] + A[i * 2 + j]", ""),
        ("n, m", "for i in range(m):\n            B[i] = A[i]", ""),
        ("n, tile, steps", "for s in range(steps):\n            for i in range(tile):\n                B[s * tile + i] = A[s * tile + i]", ""),
    ],
)  # fmt: skip
def test_what_some_sizes_make_right_is_no_mistake(parameters: str, statement: str, code: str) -> None:
    text = TILES.replace("    assert n % tile == 0\n", "").replace("n, tile", parameters).format(statement)
    assert [each for each, _ in said(text) if each == "index-out-of-bounds"] == ([code] if code else [])


NORM = """
def make(n, dtype):
    @T.prim_func
    def norm(A: T.Buffer((n, 4096), dtype), C: T.Buffer((n,), dtype)):
        for i, k in T.grid(n, 4096):
            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.cast(0, dtype)
                C[vi] = C[vi] + A[vi, vk]
    return norm
"""


def test_a_sum_is_too_narrow_in_the_type_that_a_call_gives() -> None:
    assert said(NORM) == said(NORM + 'make(64, "float32")\n') == []
    assert [code for code, _ in said(NORM + 'make(64, "float16")\n')] == ["narrow-accumulator"]


PARTS = """
def make(n=64, tile=16):
    @T.prim_func
    def copy(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for io, ii in T.grid(n // tile, tile):
            B[io * tile + ii] = A[io * tile + ii]
    return copy
"""


@pytest.mark.parametrize(
    ("call", "codes"), [("make(64)", []), ("make(100)", ["unwritten-element"]), ("make()", []), ("make(tile=15)", ["unwritten-element"])]
)  # fmt: skip
def test_a_call_whose_sizes_no_tile_divides_leaves_elements_out(call: str, codes: list[str]) -> None:
    assert [code for code, _ in said(PARTS + f"copy = {call}\n") if code != "dropped-remainder"] == codes


def test_sizes_that_a_function_around_the_call_binds_are_known() -> None:
    text = PARTS + "def main():\n    n = 10 * 10\n    copy = make(n)\n"
    assert "unwritten-element" in [code for code, _ in said(text)]
    assert said(text.replace("def main():", "def main(n):")) == said(text.replace("n = 10 * 10", "n = 1\n    n = 2"))


@pytest.mark.parametrize(
    ("loop", "codes"),
    [
        ("for n in (64, 128, 100):\n    make(n)", ["unwritten-element"]),
        ("for n, tile in [(64, 16), (60, 16)]:\n    make(n, tile)", ["unwritten-element"]),
        ("kernels = [make(n) for n in (2 * 32, 100)]", ["unwritten-element"]),
        ("def main():\n    for n in [64, 100]:\n        make(n)", ["unwritten-element"]),
        ("for n in (64, 128):\n    make(n)", []),
        ("for n in ():\n    make(n)", []),
        ("def main(sizes):\n    for n in sizes:\n        make(n)", []),
    ],
)
def test_the_rounds_of_a_loop_over_values_are_calls(loop: str, codes: list[str]) -> None:
    assert [code for code, _ in said(PARTS + loop + "\n") if code != "dropped-remainder"] == codes


CAST = """
def make(n, dtype, ids="int32"):
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), W: T.Buffer((n,), dtype), I: T.Buffer((n,), ids)):
        for i in range(n):
            W[i] = {}
    return f
"""


@pytest.mark.parametrize(
    ("value", "call", "expected"),
    [
        ("A[i]", 'make(8, "float16")', [("implicit-cast", "A[i]", "T.cast(A[i], W.dtype)")]),
        ("A[i]", 'make(8, "float32")', []),
        ("T.cast(A[i], dtype)", 'make(8, "float16")', []),
        ("W[I[i]]", 'make(8, "float16")', []),
        ("W[I[i]]", 'make(8, "float16", "float32")', [("index-type", "I[i]", 'T.cast(I[i], "int32")')]),
        ("W[W[i]]", 'make(8, "float16")', [("index-type", "W[i]", 'T.cast(W[i], "int32")')]),
    ],
)
def test_data_types_that_a_call_gives_are_checked(value: str, call: str, expected: list[tuple[str, str, str]]) -> None:
    found = inspect_text(IMPORTS + CAST.format(value) + call + "\n", "program.py")[1]
    assert [(each.code, each.span.text, each.fixes[0].edits[0].text) for each in found] == expected


MLP = """from tvm.script import relax as R
def make(batch, sizes, dtype):
    d0, d1, d2 = sizes
    @R.function
    def mlp(x: R.Tensor((batch, d0), dtype), w: R.Tensor((d0, d1), dtype), v: R.Tensor((d1, d2), dtype)):
        a = R.nn.gelu(R.matmul(x, w))
        y = {}
        return y
    return mlp
"""


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("R.matmul(a, v)", []),
        ("R.matmul(v, a)", ["sizes-may-differ", "relax-shape"]),
        ("R.add(a, v)", ["relax-shape"]),
    ],
)
def test_shapes_that_a_call_gives_are_checked(value: str, codes: list[str]) -> None:
    text = MLP.format(value)
    found = said(text + 'make(4, (16, 32, 8), "float32")\n')
    assert [code for code, _ in found] == codes
    assert all("in `make(batch=4, sizes=(16, 32, 8), dtype='float32')`" in each for _, each in found[-1:])
    # With sizes that fit, only what says that they may differ is left.
    fitting = said(text + 'make(8, (8, 8, 8), "float16")\n')
    assert [code for code, _ in fitting] == [code for code in codes if code == "sizes-may-differ"]


def test_a_mismatch_that_is_told_of_all_sizes_is_not_repeated() -> None:
    text = MLP.replace("y = {}", "y = R.matmul(w, w)") + 'make(4, (16, 32, 8), "float32")\n'
    assert [code for code, _ in said(text)] == ["size-mismatch"]


def test_a_conversion_in_a_macro_has_no_fix_at_its_call() -> None:
    text = """
def make(n, dtype):
    @T.macro
    def put(to, at, value):
        to[at] = value
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), W: T.Buffer((n,), dtype)):
        for i in range(n):
            put(W, i, A[i])
    return f
make(8, "float16")
"""
    (found,) = inspect_text(IMPORTS + text, "program.py")[1]
    assert (found.code, found.span.text, found.fixes) == ("implicit-cast", "put(W, i, A[i])", ())
