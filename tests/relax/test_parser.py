"""Relax scripts to programs and back, and what is said of mistakes in them."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.codes import relax
from tilewright.core.ir.relax import DataflowBlock, DataflowVar, Function, SeqExpr
from tilewright.error import DiagnosticError
from tilewright.ir import assert_structural_equal
from tilewright.relax import TensorStructInfo, Var
from tilewright.relax.op import split
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T
from tilewright.tir import IntImm

IMPORTS = "from tvm.script import ir as I, relax as R, tir as T\n"


@I.ir_module
class Module:
    @T.prim_func
    def copy(x: T.Buffer((T.int64(128),), "float32"), y: T.Buffer((T.int64(128),), "float32")):
        T.evaluate(0)

    @R.function
    def by_name(x: R.Tensor((128,), "float32")) -> R.Tensor((128,), "float32"):
        cls = Module
        return R.call_tir(cls.copy, x, R.Tensor((128,), dtype="float32"))

    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, "m"), "float32")) -> R.Tensor(("n", "m"), "float32"):
        n = T.int64()
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv0 = R.matmul(x, w)
            lv1: R.Tensor((n, m), "float32") = R.nn.relu(lv0 + lv0)
            gv = R.multiply(lv1, R.const(2.0, "float32"))
            R.output(gv)
        return gv


@R.function
def choice(c: R.Tensor((), "bool"), x: R.Tensor((2, 3), "float32")):
    if c:
        w = R.add(x, x)
        y = R.multiply(w, w)
    else:
        y = R.add(x, x)
    return y


@R.function(pure=False)
def values(x: R.Tensor((4,), "int32"), f: R.Callable((R.Object,), R.Object, True)):
    @R.function
    def inner(y: R.Tensor((4,), "int32")) -> R.Tensor((4,), "int32"):
        return y

    z = inner(x)
    a, b = R.split(x, 2)
    t = (a, b)
    k = T.int64()
    q = R.match_cast(t[0], R.Tensor((k,), "int32"))
    R.print(q, format="q = {}")
    p = R.call_packed("outside", x, sinfo_args=R.Tensor((4,), "int32"))
    d = R.call_dps_packed("into", (x, q), out_sinfo=[R.Tensor((k,), "int32"), R.Tensor((4,), "int32")])
    return (z, q, x + x, p, d, R.prim_value(k), R.str("text"), R.dtype("int8"), R.shape([k, 4]), f(x))


@pytest.mark.parametrize("program", [Module, choice, values], ids=["module", "choice", "values"])
def test_round_trip(program: Any) -> None:
    assert_structural_equal(from_source(program.script()), program)


def test_nested_calls_get_variables() -> None:
    function = Module["main"]
    assert isinstance(function, Function)
    assert isinstance(function.body, SeqExpr)
    (block,) = function.body.blocks
    assert isinstance(block, DataflowBlock)
    assert [item.var.name_hint for item in block.bindings] == ["lv0", "lv", "lv1", "gv"]
    assert [isinstance(item.var, DataflowVar) for item in block.bindings] == [True, True, True, False]


def test_results_are_deduced() -> None:
    assert isinstance(choice, Function)
    assert choice.ret_struct_info == R.Tensor((2, 3), "float32")
    assert choice.attrs["global_symbol"] == "choice"


def codes(text: str) -> list[str]:
    return [found.code for found in analyze(IMPORTS + text).diagnostics]


@pytest.mark.parametrize("code", [row.name for row in relax.CODES if row.name != "relax-value"])
def test_the_example_of_a_code_gets_it_and_the_mended_one_nothing(code: str) -> None:
    assert code in codes(CATALOGUE[code].example)
    assert codes(CATALOGUE[code].fixed) == []


def test_one_mistake_leaves_the_rest_standing() -> None:
    text = (
        "@R.function\ndef main(x: R.Tensor((2, 3), 'float32')):\n"
        "    a = R.addd(x, x)\n    b = R.add(a, x)\n    c = R.sum(x, axis=5)\n    d = undefined\n    return x\n"
    )
    assert codes(text) == ["unknown-member", "relax-axis", "undefined-name"]


def test_truncated_text_never_raises() -> None:
    text = (
        IMPORTS
        + "@I.ir_module\nclass M:\n"
        + "\n".join(f"    {line}" for line in values.script().split("\n") if not line.startswith("#"))
    )
    for end in range(0, len(text), 3):
        analyze(text[:end])


BRANCHES = """
@R.function
def choose(x: R.Tensor((4,), "float32"), c: R.Prim("bool")):
    if c:
        with R.dataflow():
            first = R.exp(x)
            out = R.add(first, x)
            R.output({outputs})
    else:
        out = R.exp(x)
    return out
"""


def test_a_branch_may_end_with_a_dataflow_block() -> None:
    made = from_source(BRANCHES.format(outputs="first, out"))
    text = made.script()
    assert [line.split("=")[-1].strip() for line in text.splitlines() if "out:" in line] == ["out_then", "out_else"]
    assert_structural_equal(from_source(text), made)
    with pytest.raises(
        DiagnosticError, match=r"a branch ends with `out`, which `R.output` of its dataflow block does not list"
    ):
        from_source(BRANCHES.format(outputs="first"))


def test_what_is_returned_inside_a_dataflow_block_is_an_output_of_it() -> None:
    put_out = from_source("""
    @R.function
    def main(x: R.Tensor((16,), "float32")):
        with R.dataflow():
            a = R.add(x, x)
            b = R.exp(a)
            c = R.negative(b)
            R.output(a, c)
        return a, c
    """)
    returned = from_source("""
    @R.function
    def main(x: R.Tensor((16,), "float32")):
        with R.dataflow():
            a = R.add(x, x)
            b = R.exp(a)
            return a, R.negative(b)
    """)
    assert_structural_equal(returned, put_out)


def test_what_a_function_in_a_dataflow_block_returns_is_its_own() -> None:
    outer = from_source("""
    @R.function
    def main(x: R.Tensor((16,), "float32")):
        with R.dataflow():
            a = R.add(x, x)

            @R.function
            def inner(y: R.Tensor((16,), "float32")) -> R.Tensor((16,), "float32"):
                return y

            b = inner(a)
            R.output(b)
        return b
    """)
    assert "R.output(b)" in outer.script()


def test_positions_of_a_split_are_numbers_however_they_are_given() -> None:
    x = Var("x", TensorStructInfo((4, 9), "float32"))
    numbers = [split(x, parts, axis=1) for parts in ([3, 6], [IntImm("int64", 3), IntImm("int64", 6)])]
    assert_structural_equal(*numbers)
