"""Symbols that annotations name: scalars of any type, and the classes that stand for what may be written."""

from __future__ import annotations

import pytest

from tilewright.core.ir.struct_info import ObjectStructInfo, ShapeStructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.analysis import collect_call_map
from tilewright.script import from_source
from tilewright.script.parser.relax import entry


def test_a_scalar_has_the_type_that_the_body_says() -> None:
    text = """# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function
def main(x: R.Prim(value="t"), y: R.Prim(value="n")) -> R.Prim(value="t * T.Cast(\\"float16\\", n)"):
    t = T.float16()
    n = T.int64()
    z: R.Prim(value=t * T.Cast("float16", n)) = R.prim_value(t * T.Cast("float16", n))
    return z"""
    func = from_source(text)
    assert [str(param.struct_info.dtype) for param in func.params] == ["float16", "int64"]
    assert_structural_equal(from_source(func.script()), func)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("ObjectProxy", ObjectStructInfo()),
        ("TensorProxy", TensorStructInfo(None, None, None, -1)),
        ("ShapeProxy", ShapeStructInfo(ndim=-1)),
        ("TupleProxy", TupleStructInfo([])),
    ],
)
def test_a_class_stands_for_what_it_makes(name: str, made: object) -> None:
    text = "@R.function\ndef main(x: R.Object):\n    y = R.match_cast(x, form)\n    return y\n"
    func = from_source(text, {"form": getattr(entry, name)})
    assert_structural_equal(func.body.blocks[0].bindings[0].struct_info, made)


def test_who_calls_whom() -> None:
    text = """@I.ir_module
class Module:
    @R.function
    def main():
        return Module.helper()

    @R.function
    def helper():
        return R.tuple()

    @T.prim_func
    def first() -> T.int32:
        return Module.second(1) + Module.second(2)

    @T.prim_func
    def second(i: T.int32) -> T.int32:
        return i
"""
    found = collect_call_map(from_source(text))
    named = {caller.name_hint: [callee.name_hint for callee in callees] for caller, callees in found.items()}
    assert named == {"main": ["helper"], "helper": [], "first": ["second"], "second": []}
