"""Mistakes in stages of tensor expressions that reading the file shows: indices outside of tensors, and reductions where none may stand."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze

HEADER = """import tvm
from tvm import te

n = te.var("n")
A = te.placeholder((30, 32), "float32", name="A")
idx = te.placeholder((16,), "int32", name="idx")
at = te.placeholder((16,), name="at")
k = te.reduce_axis((0, 32), name="k")
B = te.compute((30,), lambda i: te.sum(A[i, k], axis=k), name="B")
"""


def said(stage: str) -> list[str]:
    return [f"{found.code}: {found.span.text}" for found in analyze(HEADER + textwrap.dedent(stage)).diagnostics]


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        ("te.compute((32, 30), lambda i, j: A[i, j])", ["index-out-of-bounds: i"]),
        ("te.compute((30, 33), lambda i, j: A[i, j])", ["index-out-of-bounds: j"]),
        ("te.compute((30, 32), lambda i, j: A[i, j - 1])", ["index-out-of-bounds: j - 1"]),
        ("te.compute((30, 9, 4), lambda i, j, l: A(i, j * 4 + l))", ["index-out-of-bounds: j * 4 + l"]),
        ("te.compute((n, 32), lambda i, j: A[j, 0] * 2.0)", ["index-out-of-bounds: j"]),
        (
            "te.compute((32, 34), lambda i, j: te.if_then_else(te.all(i >= 1, i < 31, j < 32), A[i, j], 0.0))",
            ["index-out-of-bounds: i"],
        ),
        ("te.compute((30,), lambda i: te.sum(A[k, i], axis=k))", ["index-out-of-bounds: k"]),
        ("te.compute((30,), lambda i: te.sum(A[i, k], axis=k) / 32.0)", ["te-reduction: te.sum(A[i, k], axis=k)"]),
        ("te.compute((30,), lambda i: A[i, k] * 2.0)", ["te-reduction: k"]),
        ("te.compute((16,), lambda i: B[at[i]])", ["index-type: at[i]"]),
        ("te.compute((30,), lambda i: A[i] + 1.0)", ["rank-mismatch: A[i]"]),
        ("te.compute((30,), lambda i, j: A[i, j])", ["rank-mismatch: lambda i, j: A[i, j]"]),
    ],
)
def test_what_is_wrong(stage: str, expected: list[str]) -> None:
    assert said(f"C = {stage}\n") == expected
    assert said(f"def make():\n    return {stage}\n") == expected


@pytest.mark.parametrize(
    "stage",
    [
        "te.compute((30, 32), lambda i, j: A[i, j] - B[i])",
        "te.compute((30, 8, 4), lambda i, j, l: A[29 - i, j * 4 + l])",
        "te.compute((60, 32), lambda i, j: A[i // 2, j])",
        "te.compute((60, 32), lambda i, j: A[i % 30, j])",
        "te.compute((32, 34), lambda i, j: te.if_then_else(te.all(i >= 1, i < 31, 0 < j, j <= 32), A[i - 1, j - 1], 0.0))",
        "te.compute((31, 32), lambda i, j: tvm.tir.if_then_else(i < 30, A[i, j], A[29, j]))",
        "te.compute((31, 32), lambda i, j: tvm.tir.if_then_else(tvm.tir.any(i > 29, j > 3), 0.0, A[i, j]))",
        "te.compute((31, 32), lambda i, j: te.if_then_else(i + j < 30, A[i, j], 0.0))",
        "te.compute((16,), lambda i: B[idx[i]])",
        "te.compute((16,), lambda *i: B[i])",
        "te.compute((40,), lambda i: te.max(A[i - i, k], axis=[k]))",
        "te.compute((n,), lambda i: B[i])",
    ],
)
def test_what_is_right_or_not_known(stage: str) -> None:
    assert said(f"C = {stage}\n") == []


def test_names_that_may_mean_something_else() -> None:
    stage = "te.compute((32,), lambda i: B[i])"
    assert said(f"def make(B):\n    return {stage}\n") == []
    assert said(f"for B in (B, B):\n    C = {stage}\n") == []
    assert said(f"B = tvm.topi.tanh(B)\nC = {stage}\n") == []


UNKNOWN = """from tvm import te

n, m = te.var("n"), te.var("m")
A = te.placeholder((n, m), name="A")
k = te.reduce_axis((0, m), name="k")
"""


def of_unknown(stage: str) -> list[str]:
    return [f"{found.code}: {found.message}" for found in analyze(UNKNOWN + f"C = {stage}\n").diagnostics]


def test_what_is_wrong_for_all_sizes() -> None:
    assert of_unknown("te.compute((n,), lambda i: A[i + 1, 0])") == [
        "index-out-of-bounds: `i + 1` reaches 8, and `A` has 8 elements in this dimension (found at n = 8)"
    ]
    assert len(of_unknown("te.compute((m, n), lambda i, j: A[i, j])")) == 1
    assert len(of_unknown("te.compute((n,), lambda i: te.sum(A[k, i], axis=k))")) == 1


@pytest.mark.parametrize(
    "stage",
    [
        "te.compute((n, m), lambda i, j: A[n - 1 - i, j])",
        "te.compute((n // 4, m), lambda i, j: A[i * 4 + 3, j])",
        "te.compute((m,), lambda i: A[i, 0])",  # right where m is at most n
        "te.compute((16, m), lambda i, j: A[i, j])",
        "te.compute((n + 2, m), lambda i, j: te.if_then_else(te.all(i >= 1, i < n + 1), A[i - 1, j], 0.0))",
        "te.compute((n,), lambda i: te.sum(A[i, k], axis=k))",
    ],
)
def test_what_is_right_for_some_sizes(stage: str) -> None:
    assert of_unknown(stage) == []


def test_of_many_unknown_sizes_nothing_is_said() -> None:
    sizes = ", ".join("abcdef")
    made = ", ".join(f"te.var('{name}')" for name in "abcdef")
    text = f"from tvm import te\n\n{sizes} = {made}\nA = te.placeholder(({sizes}), name='A')\nB = te.compute((a,), lambda i: A[i, 0, 0, 0, 0, 0])\n"
    assert analyze(text).diagnostics == ()


def test_sizes_that_are_parameters() -> None:
    text = "from tvm import te\n\ndef make(n, m):\n    A = te.placeholder((n, m), name='A')\n    return te.compute((n, m), lambda i, j: A[{}])\n"
    assert [found.code for found in analyze(text.format("j, i")).diagnostics] == ["index-out-of-bounds"]
    assert analyze(text.format("i, j")).diagnostics == ()


def test_a_sum_over_an_index_of_its_stage() -> None:
    assert said("C = te.compute((30,), lambda i: te.sum(A[i, k], axis=i))\n") == ["te-reduction: i"]


@pytest.mark.parametrize(
    ("listed", "expected"),
    [("[A, S]", ["te-parameter: [A, S]"]), ("[A, D, S]", []), ("[B, S]", ["te-parameter: [B, S]"])],
)
def test_placeholders_that_are_no_parameters(listed: str, expected: list[str]) -> None:
    stages = "D = te.placeholder((30,), name='D')\nS = te.compute((30,), lambda i: B[i] + D[i])\n"
    assert said(f"{stages}f = te.create_prim_func({listed})\n") == expected


def test_stages_that_are_not_known_may_read_anything() -> None:
    stages = "D = te.placeholder((30,), name='D')\nS = tvm.topi.add(B, D)\n"
    assert said(f"{stages}f = te.create_prim_func([A, S])\n") == []


def test_expressions_of_many_terms_beside_unknown_sizes() -> None:
    many = " + ".join(["n"] * 900)
    text = f"from tvm import te\n\nn = te.var('n')\nA = te.placeholder((n,), name='A')\nB = te.compute((n,), lambda i: A[i + n])\ns = {many}\n"
    assert [found.code for found in analyze(text).diagnostics] == ["index-out-of-bounds"]


def test_an_index_with_the_name_of_a_placeholder() -> None:
    stages = "i = te.placeholder((30,), name='i')\nS = te.compute((30,), lambda i: at[0] + i)\n"
    assert said(f"{stages}f = te.create_prim_func([at, S])\n") == []


def test_the_shape_of_a_tensor_is_that_of_a_stage() -> None:
    stages = "D = te.placeholder((30,), name='D')\nS = te.compute(D.shape, lambda i: B[i] + D[i])\n"
    assert said(f"{stages}f = te.create_prim_func([D, S])\n") == ["te-parameter: [D, S]"]
    assert said("S = te.compute(B.shape, lambda i: B[i])\n") == []
    assert said("S = te.compute(B.shape, lambda i, j: B[i])\n") == ["rank-mismatch: lambda i, j: B[i]"]
