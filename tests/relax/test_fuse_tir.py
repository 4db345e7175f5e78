"""Primitive functions become single TensorIR functions that compute the same."""

from __future__ import annotations

import numpy as np

from tilewright import relax, topi
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.ir.function import PrimFunc
from tilewright.script import from_source
from tilewright.script import relax as R


def fused_add_relu() -> IRModule:
    builder = relax.BlockBuilder()
    x, y = relax.Var("x", R.Tensor((2, 3), "float32")), relax.Var("y", R.Tensor((3,), "float32"))
    with builder.function("fused_add_relu", [x, y], attrs={"Primitive": 1}, private=True):
        with builder.dataflow():
            result = builder.emit_output(builder.call_te(topi.nn.relu, builder.emit_te(topi.add, x, y)))
        builder.emit_func_output(result)
    fused = builder.get().get_global_var("fused_add_relu")
    a, b = relax.Var("a", R.Tensor((2, 3), "float32")), relax.Var("b", R.Tensor((3,), "float32"))
    with builder.function("main", [a, b]):
        with builder.dataflow():
            result = builder.emit_output(relax.Call(fused, [a, b]))
        builder.emit_func_output(result)
    return builder.get()


def test_one_function_is_left() -> None:
    module = relax.transform.FuseTIR()(fused_add_relu())
    assert sorted(variable.name_hint for variable in module.functions) == ["fused_add_relu", "main"]
    assert isinstance(module["fused_add_relu"], PrimFunc)
    text = module.script()
    assert "T_add_intermediate = T.alloc_buffer((T.int64(2), T.int64(3)))" in text
    assert 'gv1 = R.call_tir(cls.fused_add_relu, (a, b), out_sinfo=R.Tensor((2, 3), dtype="float32"))' in text
    assert_structural_equal(from_source(text), module)


def test_fused_kernels_are_called_with_memory_for_their_result() -> None:
    module = relax.transform.CallTIRRewrite()(relax.transform.FuseTIR()(fused_add_relu()))
    assert "cls.fused_add_relu(a, b, alloc)" in module.script()


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    a, b = generator.standard_normal((2, 3), "float32"), generator.standard_normal(3, "float32")
    for module in (fused_add_relu(), relax.transform.FuseTIR()(fused_add_relu())):
        found = relax.VirtualMachine(relax.build(module))["main"](a, b).numpy()
        np.testing.assert_array_equal(found, np.maximum(a + b, 0))


def test_a_result_under_another_name_is_written_where_the_caller_reads() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((4,), "float32"))
    with builder.function("f", [x], attrs={"Primitive": 1}, private=True):
        with builder.dataflow():
            made = builder.emit(
                builder.call_te(lambda a: topi.split(topi.exp(a), 2), builder.emit_te(topi.negative, x))
            )
            other = builder.emit(relax.TupleGetItem(made, 1))
            result = builder.emit_output(other)
        builder.emit_func_output(result)
    inner = builder.get().get_global_var("f")
    a = relax.Var("a", R.Tensor((4,), "float32"))
    with builder.function("main", [a]):
        builder.emit_func_output(builder.emit(relax.Call(inner, [a])))
    module = relax.transform.FuseTIR()(builder.get())
    assert len(module["f"].params) == 2
    given = np.arange(4, dtype="float32")
    found = relax.VirtualMachine(relax.build(module))["main"](given).numpy()
    np.testing.assert_allclose(found, np.exp(-given)[2:], rtol=1e-6)


IN_PLACE = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def add(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("add"):
                v = T.axis.spatial(4, i)
                c[v] = a[v] + b[v]

    @T.prim_func(private=True)
    def double(a: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("double"):
                v = T.axis.spatial(4, i)
                a[v] = a[v] + a[v]

    @R.function(private=True)
    def fused(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            FIRST
            second = R.call_tir_inplace(cls.double, (first,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
            R.output(second)
        return second

    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            z = cls.fused(x, y)
            R.output(z)
        return z
"""


def test_what_is_written_over_memory_of_its_own_is_a_result() -> None:
    first = 'first = R.call_tir(cls.add, (x, y), R.Tensor((4,), "float32"))'
    fused = relax.transform.FuseTIR()(from_source(IN_PLACE.replace("FIRST", first)))
    assert len(fused["fused"].params) == 3
    assert "R.call_tir(cls.fused, (x, y)" in fused.script()
    assert fused["fused"].script().count("alloc_buffer") == 0
    found = relax.VirtualMachine(relax.build(fused))["main"](np.ones(4, "float32"), np.full(4, 2, "float32"))
    assert found.numpy().tolist() == [6.0] * 4


def test_what_is_written_over_an_argument_makes_the_whole_do_so() -> None:
    first = 'first = R.call_tir_inplace(cls.double, (y,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))'
    fused = relax.transform.FuseTIR()(from_source(IN_PLACE.replace("FIRST", first)))
    assert "R.call_tir_inplace(cls.fused, (y,), out_sinfo=" in fused.script()
    assert "inplace_indices=[0]" in fused.script()
