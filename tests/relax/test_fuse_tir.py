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
    assert 'gv = R.call_tir(cls.fused_add_relu, (a, b), out_sinfo=R.Tensor((2, 3), dtype="float32"))' in text
    assert_structural_equal(from_source(text), module)


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    a, b = generator.standard_normal((2, 3), "float32"), generator.standard_normal(3, "float32")
    for module in (fused_add_relu(), relax.transform.FuseTIR()(fused_add_relu())):
        found = relax.VirtualMachine(relax.build(module))["main"](a, b).numpy()
        np.testing.assert_array_equal(found, np.maximum(a + b, 0))
