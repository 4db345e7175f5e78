"""RemoveNoOp with `use_dataflow_analysis`, and where it looks at ranges."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir import IRModule
from tilewright.transform import PassContext

HEAD = '@T.prim_func\ndef main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), n: T.int32):\n'


def text(lines: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in lines.strip().splitlines())


def removed(before: str, dataflow: bool = True) -> tir.PrimFunc:
    with PassContext(config={"tir.RemoveNoOp": {"use_dataflow_analysis": dataflow}}):
        return tir.transform.RemoveNoOp()(program(text(before)))["main"]


def check(before: str, after: str, dataflow: bool = True) -> None:
    assert_structural_equal(removed(before, dataflow), program(text(after))["main"])


LOOP = "for i in range({}):\n    A[i] = {}\n"
GUARDED = "for i in range(16):\n    if {}:\n        A[i] = {}\n"
LAST = LOOP.format(16, 42)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A[3] = 1\n", "A[3] = 2\n"),
        (LOOP.format(16, 100), LAST),
        (LOOP.format("4, 12", 100), LAST),
        (LOOP.format(16, 100) + "", "for i in range(16):\n    B[i] = 0\n" + LAST),
        (GUARDED.format("i < 12", 100), GUARDED.format("i < 12", 42)),
        (GUARDED.format("i < 10", 100), GUARDED.format("i // 4 < 3", 42)),
        ("A[n] = 1\n", "A[n] = 2\n"),
    ],
)
def test_a_store_that_is_overwritten_goes(first: str, second: str) -> None:
    check(first + second, second)


@pytest.mark.parametrize(
    "program_",
    [
        "A[3] = 1\nA[4] = 2\n",
        "A[3] = 1\nA[3] = A[3] + 1\n",
        "A[3] = 1\nB[0] = A[3]\nA[3] = 2\n",
        LOOP.format(16, 100) + GUARDED.format("i < 12", 42),
        LOOP.format(16, 100) + LOOP.format(12, 42),
        GUARDED.format("i < 13", 100) + GUARDED.format("i // 4 < 3", 42),
        'A[3] = 1\nT.call_extern("int32", "look", A.data)\nA[3] = 2\n',
        "A[3] = 1\nif n > 0:\n    A[3] = 2\n",
        "A[n] = 1\nfor i in range(n):\n    A[3] = 2\n",
        "A[3] = 1\nfor i in range(n):\n    A[3] = 2\n",
    ],
)
def test_a_store_that_may_be_read_stays(program_: str) -> None:
    check(program_, program_)


def test_each_iteration_is_looked_at() -> None:
    check("for i in range(16):\n    A[i] = 100\n    A[i] = 42\n", LAST)
    check(
        "for i in range(16):\n    A[i] = 100\n    A[i] = 42\n",
        "for i in range(16):\n    A[i] = 100\n    A[i] = 42\n",
        False,
    )


def test_what_computing_the_value_does_is_kept() -> None:
    check('A[0] = T.call_extern("int32", "f")\nA[0] = 42\n', 'T.call_extern("int32", "f")\nA[0] = 42\n')


def test_an_empty_branch_turns_the_condition_round() -> None:
    check("if n < 8:\n    T.evaluate(0)\nelse:\n    A[0] = 1\n", "if T.Not(n < 8):\n    A[0] = 1\n")


def test_a_loop_that_never_runs_goes() -> None:
    check("for i in range(16):\n    for j in range(i - 20):\n        A[i] = j\n", "T.evaluate(0)\n")


def test_a_store_of_what_is_there_goes_whatever_the_index_looks_like() -> None:
    check("for i, j in T.grid(4, 4):\n    A[i * 4 + j] = A[(i * 4 + j) // 4 * 4 + j]\n", "T.evaluate(0)\n")


def test_a_store_of_what_is_there_goes_where_a_name_stands_for_its_index() -> None:
    check("for i, j in T.grid(4, 4):\n    k: T.int32 = i * 4 + j\n    A[i * 4 + j] = A[k]\n", "T.evaluate(0)\n")


def test_of_a_name_for_nothing_the_effect_of_its_value_stays() -> None:
    check('x: T.int32 = T.call_extern("int32", "f")\nT.evaluate(0)\n', 'T.evaluate(T.call_extern("int32", "f"))\n')


def test_a_store_is_covered_by_two_loops_over_the_digits_of_its_index() -> None:
    later = "for i, j in T.grid(4, 4):\n    A[i * 4 + j] = 2\n"
    check(LOOP.format(16, 100) + later, later)
    part = "for i, j in T.grid(4, 3):\n    A[i * 4 + j] = 2\n"
    check(LOOP.format(16, 100) + part, LOOP.format(16, 100) + part)


def test_names_that_stand_for_very_much_are_left_alone() -> None:
    buffer = tir.decl_buffer((16,), "int32")
    names = [tir.Var(f"x{at}", "int32") for at in range(60)]
    body: tir.Stmt = tir.BufferStore(buffer, tir.BufferLoad(buffer, [names[-1] + 1]), [names[-1]])
    for name, before in zip(names[:0:-1], names[-2::-1]):
        body = tir.LetStmt(name, before * before, body)
    handle = tir.Var("handle", "handle")
    func = tir.PrimFunc([handle, names[0]], body, buffer_map={handle: buffer})
    assert_structural_equal(tir.transform.RemoveNoOp()(IRModule({"main": func}))["main"], func)
