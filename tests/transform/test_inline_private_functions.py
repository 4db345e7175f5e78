"""InlinePrivateFunctions: which functions are inlined, and what stands in the place of a call."""

from __future__ import annotations

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.interpret import run
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.function import IRModule
from tilewright.script import from_source

HEAD = "@I.ir_module\nclass Module:\n"
MAIN = """    @T.prim_func
    def main(A: T.Buffer((4,), "float32")):
        for i in range(4):
            Module.add(A.data, i, T.float32(2))
"""
ADD = """    @T.prim_func(private=True)
    def add(p: T.handle("float32"), i: T.int32, x: T.float32):
        A = T.decl_buffer((4,), "float32", data=p)
        A[i] = A[i] + x
"""


def inlined(text: str) -> IRModule:
    return tir.transform.InlinePrivateFunctions()(program(HEAD + text))


def names(module: IRModule) -> list[str]:
    return [var.name_hint for var in module.functions]


def test_a_call_becomes_the_body_and_the_function_goes() -> None:
    made = inlined(ADD + MAIN)
    assert names(made) == ["main"]
    assert_structural_equal(
        made["main"],
        from_source("""
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    for i in range(4):
        B = T.decl_buffer((4,), "float32", data=A.data)
        B[i] = B[i] + T.float32(2)
"""),
    )
    array = np.zeros(4, "float32")
    run(made, array)
    assert array.tolist() == [2, 2, 2, 2]


def test_arguments_that_are_computed_get_names() -> None:
    made = inlined(ADD + MAIN.replace("i, T.float32(2)", "3 - i, T.float32(2)"))
    assert "i_1: T.int32 = 3 - i" in made.script()


def test_functions_that_call_others_are_inlined_whole() -> None:
    twice = """    @T.prim_func(private=True)
    def twice(p: T.handle("float32"), i: T.int32):
        Module.add(p, i, T.float32(1))
        Module.add(p, i, T.float32(5))
"""
    made = inlined(ADD + twice + MAIN.replace("add(A.data, i, T.float32(2))", "twice(A.data, i)"))
    assert names(made) == ["main"]
    array = np.zeros(4, "float32")
    run(made, array)
    assert array.tolist() == [6, 6, 6, 6]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("(private=True)", ""), "it can be called from outside"),
        (
            ("A[i] = A[i] + x", "if x > T.float32(0):\n            Module.add(p, i, x - T.float32(1))"),
            "it calls itself",
        ),
        (("A[i] = A[i] + x", 'with T.block("b"):\n            A[i] = A[i] + x'), "it has blocks"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_functions_that_stay(change: tuple[str, str], why: str) -> None:
    module = program(HEAD + ADD.replace(*change) + MAIN)
    assert tir.transform.InlinePrivateFunctions()(module) is module, why


def test_a_function_that_nobody_calls_goes() -> None:
    made = inlined(ADD + MAIN.replace("Module.add(A.data, i, T.float32(2))", "A[i] = T.float32(1)"))
    assert names(made) == ["main"]


def test_two_calls_share_no_variable() -> None:
    loop = ADD.replace("        A[i] = A[i] + x", "        for j in range(2):\n            A[i] = A[i] + x")
    made = inlined(loop + MAIN + "            Module.add(A.data, 3 - i, T.float32(1))\n")
    assert tir.analysis.verify_ssa(made["main"])


def test_a_function_for_another_target_stays() -> None:
    to = '        T.func_attr({"target": T.target("%s")})\n'
    add = ADD.replace("A = T.decl", to.strip() % "cuda" + "\n        A = T.decl")
    main = MAIN.replace("        for i", to % "llvm" + "        for i")
    assert names(inlined(add + main)) == ["add", "main"]


def test_a_pointer_that_is_computed_gets_its_name_where_a_buffer_is_declared_over_it() -> None:
    made = inlined("""    @T.prim_func
    def main(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
        for i in range(4):
            Module.copy(T.address_of(A[i, 0]), T.address_of(B[i, 0]))

    @T.prim_func(private=True)
    def copy(a: T.handle("float32"), b: T.handle("float32")):
        A = T.decl_buffer((4,), "float32", data=a)
        B = T.decl_buffer((4,), "float32", data=b)
        for i in range(4):
            B[i] = A[i]
""")
    assert_structural_equal(
        made["main"],
        from_source("""
@T.prim_func
def main(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
    for i in range(4):
        a: T.handle("float32") = T.address_of(A[i, 0])
        from_ = T.decl_buffer((4,), "float32", data=a)
        b: T.handle("float32") = T.address_of(B[i, 0])
        to = T.decl_buffer((4,), "float32", data=b)
        for j in range(4):
            to[j] = from_[j]
"""),
    )
