"""StmtSimplify and RemoveNoOp of release 0.27 keep every binding; the passes of 0.22 drop those that they can do without."""

from __future__ import annotations

import pytest

from tilewright import tir, tirx
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir import IRModule
from tilewright.script import from_source

HEAD = """from tvm.script import tirx as T
@T.prim_func(private=True, s_tir=True)
def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32"), n: T.int32):
"""


def program(lines: str) -> tir.PrimFunc:
    return from_source(HEAD + "".join(f"    {line}\n" for line in lines.strip().splitlines()))


def simplified(lines: str) -> tir.PrimFunc:
    return tirx.transform.StmtSimplify()(IRModule({"main": program(lines)}))["main"]


def removed(lines: str) -> tir.PrimFunc:
    return tirx.transform.RemoveNoOp()(IRModule({"main": program(lines)}))["main"]


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


def test_the_passes_of_the_earlier_release_drop_bindings() -> None:
    module = IRModule({"main": program("x: T.let = 5\nA[x] = x")})
    plain = program("A[5] = 5")
    assert_structural_equal(tir.transform.Simplify()(module)["main"], plain)
    unused = IRModule({"main": program("x: T.let = n\nA[5] = 5")})
    assert_structural_equal(tir.transform.RemoveNoOp()(unused)["main"], plain)
