"""Ops of a program's own in graphs: what is known of their results, how their calls are written, and what they become."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import ir, relax
from tilewright.ir import assert_structural_equal
from tilewright.relax.testing.transform import ApplyEmptyCppMutator
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


def doubled_once(builder: Any, call: relax.Call) -> relax.Call:
    return call if len(call.args) == 2 else relax.Call(call.op, [call.args[0], relax.PrimValue(2)])


ATTRIBUTES = {
    "FInferStructInfo": lambda call, builder: call.args[0].struct_info,
    "FLegalize": lambda builder, call: R.multiply(call.args[0], R.const(call.args[1].value.value, "float32")),
    "FNormalize": doubled_once,
    "FPurity": True,
}


@pytest.fixture
def op() -> Iterator[Any]:
    for key, value in ATTRIBUTES.items():
        ir.register_op_attr("own.times", key, value)
    made = ir.Op.get("own.times")
    yield made
    for key in ATTRIBUTES:
        made.reset_attr(key)


def test_an_own_op_runs(op: Any) -> None:
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((3,), "float32")):
            with R.dataflow():
                y = relax.Call(op, [x, R.prim_value(5)])
                R.output(y)
            return y

    assert str(Module["main"].ret_struct_info) == 'R.Tensor((3,), dtype="float32")'
    assert relax.analysis.well_formed(Module)
    machine = relax.VirtualMachine(tilewright.compile(Module), tilewright.cpu())
    got = machine["main"](tilewright.runtime.tensor(np.ones(3, "float32")))
    assert got.numpy().tolist() == [5.0] * 3


def test_calls_are_written_as_their_op_wants(op: Any) -> None:
    @I.ir_module(check_well_formed=False)
    class Before:
        @R.function
        def main(x: R.Tensor((3,), "float32")):
            return relax.Call(op, [x])

    @I.ir_module
    class Expected:
        @R.function
        def main(x: R.Tensor((3,), "float32")):
            return relax.Call(op, [x, R.prim_value(2)])

    assert not relax.analysis.well_formed(Before)
    assert_structural_equal(ApplyEmptyCppMutator()(Before), Expected)
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((3,), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.Call(op, [x])))
    assert_structural_equal(builder.get()["main"], Expected["main"])


def test_an_op_without_what_it_is_pure_stands_in_no_pure_function() -> None:
    ir.register_op("own.unknown")
    x = relax.Var("x", R.Tensor((3,), "float32"))
    assert relax.analysis.contains_impure_call(relax.Call(ir.Op.get("own.unknown"), [x]))


def test_arguments_of_a_kernel_stand_in_its_call() -> None:
    @I.ir_module(check_well_formed=False)
    class Before:
        @T.prim_func(private=True)
        def add(a: T.Buffer(3, "float32"), b: T.Buffer(3, "float32"), c: T.Buffer(3, "float32")):
            for i in range(3):
                c[i] = a[i] + b[i]

        @R.function
        def main(x: R.Tensor((3,), "float32"), pair: R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32"))):
            cls = Before
            both = (x, x)
            y = relax.Call(ir.Op.get("relax.call_tir"), [cls.add, both], sinfo_args=[x.struct_info])
            z = relax.Call(ir.Op.get("relax.call_tir"), [cls.add, pair], sinfo_args=[x.struct_info])
            return (y, z)

    assert not relax.analysis.well_formed(Before)
    After = ApplyEmptyCppMutator()(Before)
    assert relax.analysis.well_formed(After)
    calls = [b.value for block in After["main"].body.blocks for b in block.bindings if isinstance(b.value, relax.Call)]
    assert [len(call.args[1].fields) for call in calls] == [2, 2]
    x = After["main"].params[0]
    assert all(field.same_as(x) for field in calls[0].args[1].fields)
