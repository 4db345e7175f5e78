"""What depends on weights alone is computed once, by a function of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.error import TVMError
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax.transform import LiftTransformParams
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.transform import PassContext


@I.ir_module
class Model:
    @R.function
    def main(x: R.Tensor((8, 4), "float32"), w: R.Tensor((6, 4), "float32"), b: R.Tensor((6,), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            turned = R.permute_dims(w)
            product = R.matmul(x, turned)
            y = R.add(product, b)
            R.output(y)
        return y


AFTER = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((8, 4), "float32"), b: R.Tensor((6,), "float32"), turned: R.Tensor((4, 6), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            product = R.matmul(x, turned)
            y = R.add(product, b)
            R.output(y)
        return y

    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((6, 4), "float32"), R.Tensor((6,), "float32"))):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w = model_params[0]
            turned = R.permute_dims(w)
            b = model_params[1]
            output = (b, turned)
            R.output(output)
        return output
"""


def test_two_functions() -> None:
    assert_structural_equal(LiftTransformParams()(Model), from_source(AFTER))


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    x, w, b = (generator.standard_normal(size, "float32") for size in ((8, 4), (6, 4), (6,)))
    machine = relax.VirtualMachine(relax.build(LiftTransformParams()(Model)))
    transformed = machine["main_transform_params"]((w, b))
    found = machine["main"](x, *transformed).numpy()
    np.testing.assert_allclose(found, x @ w.T + b, rtol=1e-5, atol=1e-6)


def test_without_weights_nothing_is_lifted() -> None:
    plain = from_source(AFTER.replace('        R.func_attr({"num_input": 1})\n', "").replace("num_input", "other"))
    assert LiftTransformParams()(plain) is plain


def test_one_function_for_several() -> None:
    module = from_source(Model.script().replace("def main", "def first"))
    both = module.clone()
    both["second"] = Model["main"].with_attr("global_symbol", "second")
    made = LiftTransformParams(shared_transform=True)(both)
    assert sorted(variable.name_hint for variable in made.functions) == ["first", "second", "transform_params"]
    named = LiftTransformParams(shared_transform=["first"])(both)
    assert sorted(variable.name_hint for variable in named.functions) == ["first", "second", "transform_params"]
    assert_structural_equal(named["second"], both["second"])
    with pytest.raises(TVMError, match="no function of Relax"):
        LiftTransformParams(shared_transform=["third"])(both)


SHARING = """
@I.ir_module
class Module:
    @R.function
    def one(x: R.Tensor((4, 4)), w: R.Tensor((4, 4)), v: R.Tensor((4, 4))):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.permute_dims(w)
            b = R.exp(v)
            c = R.add(R.matmul(x, a), b)
            R.output(c)
        return c

    @R.function
    def two(x: R.Tensor((4, 4)), u: R.Tensor((4, 4)), v: R.Tensor((4, 4))):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            b = R.permute_dims(u)
            c = R.subtract(R.matmul(x, b), v)
            R.output(c)
        return c
"""


def test_what_functions_share_is_what_all_of_them_compute() -> None:
    made = LiftTransformParams(shared_transform=True)(from_source(SHARING))
    assert_structural_equal(
        made,
        from_source("""
@I.ir_module
class Module:
    @R.function
    def one(x: R.Tensor((4, 4)), v: R.Tensor((4, 4)), a: R.Tensor((4, 4))):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            b = R.exp(v)
            lv = R.matmul(x, a)
            c = R.add(lv, b)
            R.output(c)
        return c

    @R.function
    def two(x: R.Tensor((4, 4)), v: R.Tensor((4, 4)), b: R.Tensor((4, 4))):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv = R.matmul(x, b)
            c = R.subtract(lv, v)
            R.output(c)
        return c

    @R.function
    def transform_params(model_params: R.Tuple(R.Tensor((4, 4)), R.Tensor((4, 4)))):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w = model_params[0]
            a = R.permute_dims(w)
            v = model_params[1]
            output = (v, a)
            R.output(output)
        return output
"""),
    )


@pytest.mark.parametrize("shared", [True, False])
def test_twice_is_once(shared: bool) -> None:
    once = LiftTransformParams(shared)(Model)
    assert len(once.functions) == 2
    assert_structural_equal(LiftTransformParams(shared)(once), once)


def test_a_function_of_that_name_is_run_before() -> None:
    module = Model.clone()
    module["main_transform_params"] = from_source("""
@R.function
def main_transform_params(p: R.Tuple(R.Tensor((4, 6), "float32"), R.Tensor((6,), "float32"))):
    R.func_attr({"num_input": 0})
    with R.dataflow():
        w = R.permute_dims(p[0])
        both = (w, p[1])
        R.output(both)
    return both
""")
    made = LiftTransformParams()(module)["main_transform_params"]
    w, b = np.ones((4, 6), "float32"), np.ones((6,), "float32")
    transformed = relax.VirtualMachine(relax.build(IRModule({"main_transform_params": made})))["main_transform_params"]
    assert [part.shape for part in transformed((w, b))] == [(6,), (4, 6)]


def test_weights_are_let_go_of_once_they_are_used() -> None:
    with PassContext(config={"relax.lift_transform_params.consume_params": True}):
        text = LiftTransformParams()(Model)["main_transform_params"].script()
    calls = [line.strip() for line in text.splitlines() if "tuple_reset_item" in line]
    assert [call.partition("T.int32(")[2][0] for call in calls] == ["0", "1"]


def test_what_needs_no_weights_stays_with_sizes_that_it_needs() -> None:
    text = """
@R.function
def main(x: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float32"), s: R.Shape(["n"])):
    n = T.int64()
    R.func_attr({"num_input": 1})
    with R.dataflow():
        a = R.ones((n,), "float32")
        b = R.exp(w)
        c = R.concat((R.add(x, b), a))
        R.output(c)
    return c
"""
    made: Any = LiftTransformParams()(IRModule({"main": from_source(text)}))
    assert [param.name_hint for param in made["main"].params] == ["x", "vars_from_compile_time_params", "b"]
    assert "R.ones" in made["main"].script()
    assert "R.ones" not in made["main_transform_params"].script()


def test_functions_that_cannot_share() -> None:
    module = from_source(SHARING.replace("u: R.Tensor((4, 4))", "u: R.Tensor((4, 4)), more: R.Tensor((4, 4))"))
    with pytest.raises(TVMError, match="share a transformation"):
        LiftTransformParams(shared_transform=True)(module)


def test_values_behind_a_stop_stay() -> None:
    text = Model.script().replace("R.permute_dims(w, axes=None)", "R.builtin.stop_lift_params(R.permute_dims(w))")
    made = LiftTransformParams()(from_source(text))
    assert "stop_lift_params" not in made["main"].script()
    assert "R.permute_dims" in made["main_transform_params"].script()


def test_a_function_that_gives_nothing_gives_the_empty_tuple_itself() -> None:
    mod = from_source("""
from tilewright.script import ir as I, relax as R, tir as T

@I.ir_module
class Mod:
    @R.function
    def main(shape: R.Shape(["n"])):
        R.func_attr({"num_input": 1})
        n = T.int64()
        with R.dataflow():
            zeros = R.zeros(R.shape([n, n]), "float32")
            R.output()
        return shape
""")
    function: Any = LiftTransformParams()(mod)["main_transform_params"]
    assert function.body.blocks == ()
    assert_structural_equal(function.body.body, relax.Tuple(()))
