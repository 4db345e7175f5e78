"""StmtSimplify and RemoveNoOp of release 0.27 keep every binding; the passes of 0.22 drop those that they can do without."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.looks import Looks
from tilewright import tir, tirx
from tilewright.core.dialects.releases import choose
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir import IRModule
from tilewright.script import from_source
from tilewright.transform import Pass

HEAD = """from tvm.script import tirx as T
@T.prim_func(private=True, s_tir=True)
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32"), n: T.int32):
"""


def program(lines: str) -> tir.PrimFunc:
    made = from_source(HEAD + "".join(f"    {line}\n" for line in lines.strip().splitlines()))
    assert isinstance(made, tir.PrimFunc)
    return made


def after_pass(given: Pass, func: tir.PrimFunc) -> tir.PrimFunc:
    made = given(IRModule({"main": func}))["main"]
    assert isinstance(made, tir.PrimFunc)
    return made


def simplified(lines: str) -> tir.PrimFunc:
    return after_pass(tirx.transform.StmtSimplify(), program(lines))


def removed(lines: str) -> tir.PrimFunc:
    return after_pass(tirx.transform.RemoveNoOp(), program(lines))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x: T.let = 5\nA[x] = x", "x: T.let = 5\nA[5] = 5"),
        ("x: T.let = n\nA[x] = 0", "x: T.let = n\nA[n] = 0"),
        (
            "x: T.let = n + 1\ny: T.let = x * 2\nfor i in range(y):\n    A[i] = x",
            "x: T.let = n + 1\ny: T.let = n * 2 + 2\nfor i in range(n * 2 + 2):\n    A[i] = n + 1",
        ),
        ("x: T.let = n < 3\nif x:\n    A[0] = T.Select(x, 1, 2)", "x: T.let = n < 3\nif n < 3:\n    A[0] = 1"),
        ("x: T.let = n * 2 % 2\nif x == 0:\n    A[0] = 1", "x: T.let = 0\nA[0] = 1"),
        ("x: T.let = A[0]\nA[1] = x + 1 - 1", "x: T.let = A[0]\nA[1] = x"),
        ("y: T.let = T.exp(B[0])\nB[1] = y", "y: T.let = T.exp(B[0])\nB[1] = y"),
        ("x: T.let = T.call_extern('int32', 'f', n)\nA[1] = x", "x: T.let = T.call_extern('int32', 'f', n)\nA[1] = x"),
    ],
)
def test_stmt_simplify_writes_pure_values_for_their_names(before: str, after: str) -> None:
    assert_structural_equal(simplified(before), program(after))


def test_buffers_keep_the_names_that_describe_them() -> None:
    text = "size: T.let = n + 0\nC = T.Buffer((size,), 'int32', data=A.data)\nC[0] = 1"
    made = simplified(text)
    assert_structural_equal(made, program(text.replace("n + 0", "n")))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x: T.let = 5\nfor i in range(0):\n    A[i] = x", "x: T.let = 5\nT.evaluate(0)"),
        (
            "for i in range(4):\n    x: T.let = i\n    T.evaluate(x)",
            "for i in range(4):\n    x: T.let = i\n    T.evaluate(0)",
        ),
        (
            "for i in range(4):\n    x: T.let = i + 1\n    A[i + 1] = A[x]",
            "for i in range(4):\n    x: T.let = i + 1\n    T.evaluate(0)",
        ),
        ("for i in range(4):\n    T.evaluate(i)", "T.evaluate(0)"),
    ],
)
def test_remove_no_op_keeps_bindings(before: str, after: str) -> None:
    assert_structural_equal(removed(before), program(after))


@pytest.mark.parametrize(
    "given",
    [tirx.transform.StmtSimplify, tirx.transform.RemoveNoOp, tir.transform.Simplify, tir.transform.RemoveNoOp],
)
def test_names_of_names_are_written_out_up_to_a_size(
    given: Callable[[], Pass], monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = "".join(f"x{at + 1}: T.let = x{at} * x{at}\n" for at in range(24))
    func = program(f"x0: T.let = n + 1\n{squares}if x24 > 3:\n    A[x24] = A[x23 * x23]")
    Looks(monkeypatch, tir.Mul, 20_000)
    after_pass(given(), func)


def test_hoisting_keeps_bindings_with_the_names_of_the_later_release() -> None:
    before = program(
        "for i in range(4):\n    for j in range(4):\n        c: T.let = i < 3\n        if c:\n            A[i * 4 + j] = 0"
    )
    after = "for i in range(4):\n    c: T.let = i < 3\n    if i < 3:\n        for j in range(4):\n            A[i * 4 + j] = 0"
    choose("0.27")
    try:
        made = after_pass(tir.transform.HoistExpression(), before)
    finally:
        choose("0.22")
    assert_structural_equal(made, program(after))


def test_the_passes_of_the_earlier_release_drop_bindings() -> None:
    plain = program("A[5] = 5")
    assert_structural_equal(after_pass(tir.transform.Simplify(), program("x: T.let = 5\nA[x] = x")), plain)
    assert_structural_equal(after_pass(tir.transform.RemoveNoOp(), program("x: T.let = n\nA[5] = 5")), plain)
